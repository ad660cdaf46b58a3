/* labrbf info --json */
#include <string.h>

#include "model_files.h"
#include "summary.h"
#include "term/json.h"
#include "trials.h"

static void settings(cli_json *json, const cli_summary *s) {
    labrbf_setting_info setting;
    char text[64];
    cli_json_open_object(json, "settings");
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        if (cli_summary_setting(s, i, &setting, text)) {
            bool is_number = setting.type != LABRBF_SETTING_CHOICE && strcmp(text, "auto") != 0;
            if (is_number)
                cli_json_literal(json, setting.name, text);
            else
                cli_json_string(json, setting.name, text);
        }
    cli_json_close(json);
}

static void target_name(cli_json *json, const char *key, const cli_target *target) {
    if (target->name)
        cli_json_string(json, key, target->name);
    else
        cli_json_literal(json, key, "null");
}

/* Of several; what stands at the top is the first one's. */
static void targets(cli_json *json, const cli_summary *s) {
    cli_json_open_array(json, "targets");
    for (size_t c = 0; c < s->info.n_targets; c++) {
        const cli_target *target = &s->targets[c];
        cli_json_open_object(json, NULL);
        target_name(json, "name", target);
        cli_json_number(json, "bias", target->bias);
        cli_json_number(json, "label_min", target->minimum);
        cli_json_number(json, "label_max", target->maximum);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void features(cli_json *json, const cli_summary *s) {
    cli_json_open_array(json, "features");
    for (size_t j = 0; j < s->info.n_features; j++) {
        const cli_bandwidths *f = &s->features[j];
        cli_json_open_object(json, NULL);
        cli_json_string(json, "name", f->name);
        if (f->category)
            cli_json_string(json, "category", f->category);
        cli_json_number(json, "theta_min", f->minimum);
        cli_json_number(json, "theta_median", f->median);
        cli_json_number(json, "theta_max", f->maximum);
        cli_json_number(json, "center", f->center);
        cli_json_number(json, "scale", f->scale);
        cli_json_number(json, "mean", f->mean);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void history(cli_json *json, const cli_summary *s) {
    labrbf_round round;
    cli_json_open_array(json, "history");
    for (size_t i = 0; i < s->info.n_rounds && labrbf_model_history(s->model, i, &round) >= 0; i++) {
        cli_json_open_object(json, NULL);
        cli_json_count(json, "n_support", round.n_support);
        cli_json_count(json, "n_steps", round.n_steps);
        cli_json_number(json, "loss", round.loss);
        cli_json_number(json, "mean_error", round.mean_error);
        cli_json_number(json, "max_error", round.max_error);
        cli_json_close(json);
    }
    cli_json_close(json);
}

void cli_summary_json(const cli_summary *s, const char *path, io_output *output) {
    char kernel[64] = "";
    cli_json json;
    (void)labrbf_model_setting(s->model, "kernel", kernel, sizeof kernel);
    cli_json_begin(&json, output);
    cli_json_string(&json, "model", path);
    cli_json_string(&json, "kernel", kernel);
    cli_json_count(&json, "n_support", s->info.n_support);
    cli_json_count(&json, "n_features", s->info.n_features);
    target_name(&json, "target", s->targets);
    cli_json_count(&json, "rows", s->info.n_rows);
    cli_json_count(&json, "missing_values", s->info.missing_values);
    cli_json_number(&json, "lambda", s->info.lambda);
    cli_json_count(&json, "seed", s->info.seed);
    cli_json_number(&json, "bias", s->info.beta);
    cli_json_number(&json, "rcond", s->info.rcond);
    cli_json_number(&json, "label_min", s->info.label_minimum);
    cli_json_number(&json, "label_max", s->info.label_maximum);
    cli_json_count(&json, "steps", s->info.n_steps);
    cli_json_string(&json, "stopped", cli_stop_word(s->info.stopped));
    cli_json_count(&json, "bytes_single", s->info.bytes_single);
    if (s->info.n_held_out > 0) {
        cli_json_count(&json, "held_out_rows", s->info.n_held_out);
        cli_json_count(&json, "steps_kept", s->info.n_steps_kept);
        cli_json_number(&json, "held_out_error", s->info.held_out_error);
    }
    if (s->info.n_targets > 1)
        targets(&json, s);
    settings(&json, s);
    features(&json, s);
    cli_trials_json(s->model, &json);
    history(&json, s);
    cli_json_end(&json);
}
