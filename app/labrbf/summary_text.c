/* labrbf info, for people. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "summary.h"
#include "term/message.h"
#include "term/options.h"
#include "trials.h"

enum { LINE = 1024, NAME_WIDEST = 40 };

static void line(io_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(io_output *output, const char *format, ...) {
    char text[LINE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    term_clean(text);
    io_output_text(output, text);
    io_output_text(output, "\n");
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

/* Columns of text, with their categories. */
static void categories(const cli_summary *s, io_output *output) {
    char text[LINE] = "";
    for (size_t j = 0; j < s->info.n_features; j++) {
        const cli_bandwidths *f = &s->features[j];
        if (!f->category)
            continue;
        bool goes_on = j > 0 && s->features[j - 1].category && strcmp(s->features[j - 1].name, f->name) == 0;
        if (!goes_on && *text) {
            line(output, "%s", text);
            *text = '\0';
        }
        term_append(text, sizeof text, "%s%s%s%s", goes_on ? ", " : "categories ", goes_on ? "" : f->name,
                    goes_on ? "" : ": ", f->category);
    }
    if (*text)
        line(output, "%s", text);
}

static void held_out(const labrbf_model_info *info, io_output *output) {
    if (info->n_held_out == 0)
        return;
    line(output, "held out   %zu rows for early stopping; the best state, after %zu of the steps, was kept",
         info->n_held_out, info->n_steps_kept);
    if (!isnan(info->held_out_error))
        line(output, "           mean squared error there %.4g (target scaled to [-1, 1])", info->held_out_error);
}

/* Of several; the model is their weighted sum. */
static void parts(const cli_summary *s, io_output *output) {
    for (size_t k = 0; k < s->info.n_parts && s->info.n_parts > 1; k++) {
        const labrbf_part_info *part = &s->parts[k];
        line(output, "%s weight %.4g, %zu support%s, %s kernel, %s scaling%s, %s labels",
             k == 0 ? "parts     " : "          ", part->weight, part->n_support, plural(part->n_support), part->kernel,
             part->scaling, part->linear ? ", linear term" : "", part->label_form);
    }
}

static void facts(const cli_summary *s, const char *path, io_output *output) {
    const labrbf_model_info *info = &s->info;
    char kernel[64] = "", clip[64] = "", coefficients[64] = "";
    (void)labrbf_model_setting(s->model, "coefficients", coefficients, sizeof coefficients);
    (void)labrbf_model_setting(s->model, "kernel", kernel, sizeof kernel);
    (void)labrbf_model_setting(s->model, "clip_labels", clip, sizeof clip);
    line(output, "model      %s", path);
    line(output, "kernel     %s", kernel);
    line(output, "supports   %zu, from %zu training rows", info->n_support, info->n_rows);
    parts(s, output);
    line(output, "features   %zu", info->n_features);
    line(output, "size       %zu bytes in single precision, as prediction needs it", info->bytes_single);
    categories(s, output);
    if (info->missing_values > 0)
        line(output, "missing    %zu feature value%s in training", info->missing_values, plural(info->missing_values));
    for (size_t c = 0; c < info->n_targets; c++) {
        const cli_target *target = &s->targets[c];
        line(output, "target     %s%s%.6g to %.6g in training%s", target->name ? target->name : "",
             target->name ? ", " : "", target->minimum, target->maximum,
             strcmp(clip, "on") == 0 ? "; predictions stay within" : "");
    }
    line(output, "%s %.6g", strcmp(coefficients, "rows") == 0 ? "ridge     " : "lambda    ", info->lambda);
    for (size_t c = 0; c < info->n_targets && info->n_parts == 1; c++)
        line(output, "bias       %.6g (target%s%s scaled to [-1, 1])", s->targets[c].bias,
             info->n_targets > 1 && s->targets[c].name ? " " : "",
             info->n_targets > 1 && s->targets[c].name ? s->targets[c].name : "");
    line(output, "condition  %.3g (estimate)", 1 / info->rcond);
    line(output, "training   %zu round%s, %zu step%s, seed %llu", info->n_rounds, plural(info->n_rounds), info->n_steps,
         plural(info->n_steps), (unsigned long long)info->seed);
    line(output, "           %s", labrbf_status_text(info->stopped));
    held_out(info, output);
}

static int by_median(const void *a, const void *b) {
    const cli_bandwidths *x = *(const cli_bandwidths *const *)a, *y = *(const cli_bandwidths *const *)b;
    if (x->median != y->median)
        return x->median < y->median ? 1 : -1;
    return (x > y) - (x < y);
}

static void bandwidth_line(const cli_bandwidths *f, size_t width, io_output *output) {
    size_t used = term_characters(f->title);
    line(output, "  %s%*s %11.4g %11.4g %11.4g", f->title, (int)(used < width ? width - used : 0), "", f->minimum,
         f->median, f->maximum);
}

/* The features with the largest bandwidths come first. */
static void bandwidths(const cli_summary *s, io_output *output) {
    size_t m = s->info.n_features, width = strlen("feature");
    const cli_bandwidths **order = calloc(m, sizeof *order);
    for (size_t j = 0; j < m; j++) {
        size_t length = term_characters(s->features[j].title);
        if (length > width && length <= NAME_WIDEST)
            width = length;
        if (order)
            order[j] = &s->features[j];
    }
    if (order)
        qsort(order, m, sizeof *order, by_median);
    line(output, "\nbandwidths theta over the supports, for scaled features; larger means more influence");
    line(output, "  %-*s %11s %11s %11s", (int)width, "feature", "smallest", "median", "largest");
    for (size_t j = 0; j < m; j++)
        bandwidth_line(order ? order[j] : &s->features[j], width, output);
    free(order);
}

static void settings(const cli_summary *s, io_output *output) {
    labrbf_setting_info setting;
    char text[64], name[TERM_NAME_TEXT];
    line(output, "\nsettings");
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        if (!cli_summary_setting(s, i, &setting, text))
            continue;
        term_option_name(&(term_option){.name = setting.name}, name);
        if (strcmp(text, setting.default_text) == 0)
            line(output, "  %-14s %s", name, text);
        else
            line(output, "  %-14s %-18s (default %s)", name, text, setting.default_text);
    }
}

static void history(const cli_summary *s, io_output *output) {
    labrbf_round round;
    if (s->info.n_rounds == 0)
        return;
    line(output, "\nhistory; errors are squared, of the target scaled to [-1, 1]");
    line(output, "  %5s %9s %9s %12s %12s %12s", "round", "supports", "steps", "loss", "mean error", "max error");
    for (size_t i = 0; i < s->info.n_rounds && labrbf_model_history(s->model, i, &round) >= 0; i++)
        line(output, "  %5zu %9zu %9zu %12.4g %12.4g %12.4g", i + 1, round.n_support, round.n_steps, round.loss,
             round.mean_error, round.max_error);
}

static void trials(const cli_summary *s, io_output *output) {
    if (s->info.n_trials == 0)
        return;
    line(output, "\ntried on validation rows, the choice first");
    cli_trials_text(s->model, "  ", output);
}

void cli_summary_text(const cli_summary *s, const char *path, io_output *output) {
    facts(s, path, output);
    bandwidths(s, output);
    settings(s, output);
    trials(s, output);
    history(s, output);
}
