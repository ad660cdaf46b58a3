/* labrbf info --json */
#include <math.h>
#include <string.h>

#include "model_files.h"
#include "summary.h"
#include "trials.h"

static void settings(term_json *json, const cli_summary *s) {
    labrbf_setting_info setting;
    char text[64];
    term_json_open_object(json, "settings");
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        if (cli_summary_setting(s, i, &setting, text))
            cli_setting_json(json, &setting, text);
    term_json_close(json);
}

void cli_lambda_json(term_json *json, const labrbf_model *model, double value) {
    char coefficients[64] = "";
    (void)labrbf_model_setting(model, "coefficients", coefficients, sizeof coefficients);
    bool by_rows = strcmp(coefficients, "rows") == 0;
    term_json_number(json, "lambda", by_rows ? NAN : value);
    term_json_number(json, "ridge", by_rows ? value : NAN);
}

static void target_name(term_json *json, const char *key, const cli_target *target) {
    if (target->name)
        term_json_string(json, key, target->name);
    else
        term_json_literal(json, key, "null");
}

/* Of several; what stands at the top is the first one's. */
static void targets(term_json *json, const cli_summary *s) {
    term_json_open_array(json, "targets");
    for (size_t c = 0; c < s->info.n_targets; c++) {
        const cli_target *target = &s->targets[c];
        term_json_open_object(json, NULL);
        target_name(json, "name", target);
        term_json_number(json, "bias", target->bias);
        term_json_number(json, "label_min", target->minimum);
        term_json_number(json, "label_max", target->maximum);
        term_json_close(json);
    }
    term_json_close(json);
}

/* Of several; the model is their weighted sum. */
static void parts(term_json *json, const cli_summary *s) {
    term_json_open_array(json, "parts");
    for (size_t k = 0; k < s->info.n_parts; k++) {
        const labrbf_part_info *part = &s->parts[k];
        term_json_open_object(json, NULL);
        term_json_number(json, "weight", part->weight);
        term_json_count(json, "n_support", part->n_support);
        term_json_string(json, "kernel", part->kernel);
        term_json_string(json, "scaling", part->scaling);
        term_json_string(json, "label_form", part->label_form);
        term_json_literal(json, "linear", part->linear ? "true" : "false");
        cli_lambda_json(json, s->model, part->lambda);
        term_json_number(json, "rcond", part->rcond);
        term_json_close(json);
    }
    term_json_close(json);
}

static void features(term_json *json, const cli_summary *s) {
    term_json_open_array(json, "features");
    for (size_t j = 0; j < s->info.n_features; j++) {
        const cli_bandwidths *f = &s->features[j];
        term_json_open_object(json, NULL);
        term_json_string(json, "name", f->name);
        if (f->category)
            term_json_string(json, "category", f->category);
        term_json_number(json, "theta_min", f->minimum);
        term_json_number(json, "theta_median", f->median);
        term_json_number(json, "theta_max", f->maximum);
        term_json_number(json, "center", f->center);
        term_json_number(json, "scale", f->scale);
        term_json_number(json, "mean", f->mean);
        term_json_close(json);
    }
    term_json_close(json);
}

static void history(term_json *json, const cli_summary *s) {
    labrbf_round round;
    term_json_open_array(json, "history");
    for (size_t i = 0; i < s->info.n_rounds && labrbf_model_history(s->model, i, &round) >= 0; i++) {
        term_json_open_object(json, NULL);
        term_json_count(json, "n_support", round.n_support);
        term_json_count(json, "n_steps", round.n_steps);
        term_json_number(json, "loss", round.loss);
        term_json_number(json, "mean_error", round.mean_error);
        term_json_number(json, "max_error", round.max_error);
        term_json_close(json);
    }
    term_json_close(json);
}

void cli_summary_json(const cli_summary *s, const char *path, io_output *output) {
    char kernel[64] = "";
    term_json json;
    (void)labrbf_model_setting(s->model, "kernel", kernel, sizeof kernel);
    term_json_begin(&json, output);
    term_json_string(&json, "model", path);
    term_json_string(&json, "kernel", kernel);
    term_json_count(&json, "n_support", s->info.n_support);
    term_json_count(&json, "n_features", s->info.n_features);
    target_name(&json, "target", s->targets);
    term_json_count(&json, "rows", s->info.n_rows);
    term_json_count(&json, "missing_values", s->info.missing_values);
    cli_lambda_json(&json, s->model, s->info.lambda);
    term_json_count(&json, "seed", s->info.seed);
    term_json_number(&json, "bias", s->info.beta);
    term_json_number(&json, "rcond", s->info.rcond);
    term_json_number(&json, "label_min", s->info.label_minimum);
    term_json_number(&json, "label_max", s->info.label_maximum);
    term_json_count(&json, "steps", s->info.n_steps);
    term_json_string(&json, "stopped", cli_stop_word(s->info.stopped));
    term_json_count(&json, "bytes_single", s->info.bytes_single);
    if (s->info.n_held_out > 0) {
        term_json_count(&json, "held_out_rows", s->info.n_held_out);
        term_json_count(&json, "steps_kept", s->info.n_steps_kept);
        term_json_number(&json, "held_out_error", s->info.held_out_error);
    }
    if (s->info.n_targets > 1)
        targets(&json, s);
    parts(&json, s);
    settings(&json, s);
    features(&json, s);
    cli_trials_json(s->model, &json);
    history(&json, s);
    term_json_end(&json);
}
