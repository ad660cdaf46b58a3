#include <stdio.h>

#include "results_print.h"

static void put_number(io_output *output, double number) {
    io_output_text(output, ",");
    io_output_number(output, number);
}

static void put_count(io_output *output, size_t count) {
    char text[32];
    snprintf(text, sizeof text, ",%zu", count);
    io_output_text(output, text);
}

/* The scores; empty cells if there are none. */
static void put_scores(io_output *output, const outcome *o) {
    if (o->state != OUTCOME_DONE) {
        io_output_text(output, ",,,,");
        return;
    }
    put_number(output, o->trial.r2);
    put_number(output, o->trial.rmse);
    put_number(output, o->trial.mae);
    put_count(output, o->trial.size);
}

static void put_line(const results *r, size_t job, io_output *output) {
    const outcome *o = &r->outcomes[job];
    char repeat[32];
    snprintf(repeat, sizeof repeat, "%zu,", experiment_repeat(r->experiment, job) + 1);
    io_output_text(output, repeat);
    io_output_cell(output, experiment_contender(r->experiment, job)->method->name);
    io_output_text(output, o->state == OUTCOME_DONE ? ",done" : ",failed");
    put_scores(output, o);
    io_output_text(output, ",");
    io_output_cell(output, o->settings);
    io_output_text(output, ",");
    io_output_cell(output, o->why.text);
    put_number(output, o->tune_seconds);
    put_number(output, o->trial.fit_seconds);
    put_number(output, o->trial.predict_seconds);
    put_number(output, o->peak_mb);
    io_output_text(output, "\n");
}

void results_csv(const results *r, io_output *output) {
    io_output_text(output, "repeat,method,state,r2,rmse,mae,size,settings,reason,tune_seconds,fit_seconds,"
                           "predict_seconds,peak_mb\n");
    for (size_t job = 0; job < experiment_jobs(r->experiment); job++)
        put_line(r, job, output);
}
