#include <math.h>
#include <stdio.h>

#include "protocol/paper_values.h"
#include "results_print.h"
#include "term/json.h"

static void put_spread(term_json *json, const char *key, spread s) {
    term_json_open_object(json, key);
    term_json_number(json, "mean", s.mean);
    term_json_number(json, "sd", s.sd);
    term_json_close(json);
}

static void put_paper(term_json *json, const results *r, const method *m) {
    const paper_row *printed = r->paper ? paper_find(m->name, r->paper) : NULL;
    if (!printed)
        return;
    term_json_open_object(json, "paper");
    term_json_number(json, "r2", printed->r2);
    term_json_number(json, "sd", printed->sd);
    term_json_number(json, "size", printed->support);
    term_json_close(json);
}

static void put_run(term_json *json, const results *r, size_t job) {
    const outcome *o = &r->outcomes[job];
    term_json_open_object(json, NULL);
    term_json_count(json, "repeat", experiment_repeat(r->experiment, job) + 1);
    if (o->state == OUTCOME_DONE) {
        term_json_number(json, "r2", o->trial.r2);
        term_json_number(json, "rmse", o->trial.rmse);
        term_json_number(json, "mae", o->trial.mae);
        term_json_count(json, "size", o->trial.size);
        term_json_number(json, "tune_seconds", o->tune_seconds);
        term_json_number(json, "fit_seconds", o->trial.fit_seconds);
        term_json_number(json, "predict_seconds", o->trial.predict_seconds);
        term_json_number(json, "peak_mb", o->peak_mb);
    } else {
        term_json_string(json, "failed", o->why.text);
    }
    term_json_string(json, "settings", o->settings);
    term_json_close(json);
}

static void put_method(term_json *json, const results *r, size_t at) {
    const experiment *e = r->experiment;
    const method *m = e->contenders->list[at].method;
    tally t = results_tally(r, at);
    term_json_open_object(json, NULL);
    term_json_string(json, "name", m->name);
    term_json_string(json, "title", m->title);
    term_json_string(json, "unit", m->unit);
    term_json_count(json, "done", t.done);
    term_json_count(json, "failed", t.failed);
    put_spread(json, "r2", t.r2);
    put_spread(json, "rmse", t.rmse);
    put_spread(json, "mae", t.mae);
    put_spread(json, "size", t.size);
    put_spread(json, "tune_seconds", t.tune_seconds);
    put_spread(json, "fit_seconds", t.fit_seconds);
    put_spread(json, "predict_seconds", t.predict_seconds);
    put_spread(json, "peak_mb", t.peak_mb);
    put_paper(json, r, m);
    term_json_open_array(json, "runs");
    for (size_t i = 0; i < e->repeats; i++)
        put_run(json, r, i * e->contenders->count + at);
    term_json_close(json);
    term_json_close(json);
}

void results_json(const results *r, io_output *output) {
    const experiment *e = r->experiment;
    term_json json;
    term_json_begin(&json, output);
    term_json_string(&json, "data", e->data->name);
    term_json_string(&json, "target", e->data->target);
    term_json_count(&json, "rows", e->data->n);
    term_json_count(&json, "features", e->data->m);
    term_json_count(&json, "train_rows", e->n_train);
    term_json_count(&json, "test_rows", e->data->n - e->n_train);
    term_json_string(&json, "split", e->data->fixed_train_rows > 0 ? "given" : "random");
    term_json_count(&json, "repeats", e->repeats);
    term_json_count(&json, "seed", e->seed);
    term_json_literal(&json, "tuned", e->tune ? "true" : "false");
    term_json_open_array(&json, "methods");
    for (size_t c = 0; c < e->contenders->count; c++)
        put_method(&json, r, c);
    term_json_end(&json);
}
