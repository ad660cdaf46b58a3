#include <math.h>
#include <stdio.h>

#include "protocol/paper_values.h"
#include "results_print.h"
#include "term/json.h"

static void put_spread(cli_json *json, const char *key, spread s) {
    cli_json_open_object(json, key);
    cli_json_number(json, "mean", s.mean);
    cli_json_number(json, "sd", s.sd);
    cli_json_close(json);
}

static void put_paper(cli_json *json, const results *r, const method *m) {
    const paper_row *printed = r->paper ? paper_find(m->name, r->paper) : NULL;
    if (!printed)
        return;
    cli_json_open_object(json, "paper");
    cli_json_number(json, "r2", printed->r2);
    cli_json_number(json, "sd", printed->sd);
    cli_json_number(json, "size", printed->support);
    cli_json_close(json);
}

static void put_run(cli_json *json, const results *r, size_t job) {
    const outcome *o = &r->outcomes[job];
    cli_json_open_object(json, NULL);
    cli_json_count(json, "repeat", experiment_repeat(r->experiment, job) + 1);
    if (o->state == OUTCOME_DONE) {
        cli_json_number(json, "r2", o->trial.r2);
        cli_json_number(json, "rmse", o->trial.rmse);
        cli_json_number(json, "mae", o->trial.mae);
        cli_json_count(json, "size", o->trial.size);
        cli_json_number(json, "tune_seconds", o->tune_seconds);
        cli_json_number(json, "fit_seconds", o->trial.fit_seconds);
        cli_json_number(json, "predict_seconds", o->trial.predict_seconds);
        cli_json_number(json, "peak_mb", o->peak_mb);
    } else {
        cli_json_string(json, "failed", o->why.text);
    }
    cli_json_string(json, "settings", o->settings);
    cli_json_close(json);
}

static void put_method(cli_json *json, const results *r, size_t at) {
    const experiment *e = r->experiment;
    const method *m = e->contenders->list[at].method;
    tally t = results_tally(r, at);
    cli_json_open_object(json, NULL);
    cli_json_string(json, "name", m->name);
    cli_json_string(json, "title", m->title);
    cli_json_string(json, "unit", m->unit);
    cli_json_count(json, "done", t.done);
    cli_json_count(json, "failed", t.failed);
    put_spread(json, "r2", t.r2);
    put_spread(json, "rmse", t.rmse);
    put_spread(json, "mae", t.mae);
    put_spread(json, "size", t.size);
    put_spread(json, "tune_seconds", t.tune_seconds);
    put_spread(json, "fit_seconds", t.fit_seconds);
    put_spread(json, "predict_seconds", t.predict_seconds);
    put_spread(json, "peak_mb", t.peak_mb);
    put_paper(json, r, m);
    cli_json_open_array(json, "runs");
    for (size_t i = 0; i < e->repeats; i++)
        put_run(json, r, i * e->contenders->count + at);
    cli_json_close(json);
    cli_json_close(json);
}

void results_json(const results *r, io_output *output) {
    const experiment *e = r->experiment;
    cli_json json;
    cli_json_begin(&json, output);
    cli_json_string(&json, "data", e->data->name);
    cli_json_string(&json, "target", e->data->target);
    cli_json_count(&json, "rows", e->data->n);
    cli_json_count(&json, "features", e->data->m);
    cli_json_count(&json, "train_rows", e->n_train);
    cli_json_count(&json, "test_rows", e->data->n - e->n_train);
    cli_json_string(&json, "split", e->data->fixed_train_rows > 0 ? "given" : "random");
    cli_json_count(&json, "repeats", e->repeats);
    cli_json_count(&json, "seed", e->seed);
    cli_json_literal(&json, "tuned", e->tune ? "true" : "false");
    cli_json_open_array(&json, "methods");
    for (size_t c = 0; c < e->contenders->count; c++)
        put_method(&json, r, c);
    cli_json_end(&json);
}
