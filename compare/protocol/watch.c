#include "watch.h"

#include <math.h>
#include <stdio.h>

#include "term/message.h"

static const char *name_of(const watch *w, size_t job) {
    return w->label ? w->label : experiment_contender(w->experiment, job)->method->name;
}

static void count(watch *w, size_t job, double seconds) {
    size_t c = job % w->experiment->contenders->count;
    w->of[c].seconds += seconds;
    w->of[c].jobs++;
    w->done++;
}

void watch_start(watch *w, const experiment *e, size_t at_once, const outcome *outcomes, bool quiet) {
    *w = (watch){.experiment = e, .at_once = at_once};
    term_progress_start(&w->progress, quiet);
    for (size_t job = 0; job < experiment_jobs(e); job++) {
        const outcome *o = &outcomes[job];
        if (o->state == OUTCOME_OPEN)
            continue;
        count(w, job, o->tune_seconds + o->trial.fit_seconds + o->trial.predict_seconds);
        w->resumed++;
    }
}

/* Jobs of a method take as long as its others did; of a method with none yet, as long as the average. */
static double seconds_left(const watch *w) {
    double total = 0.0, left = 0.0;
    for (size_t c = 0; c < w->experiment->contenders->count; c++)
        total += w->of[c].seconds;
    for (size_t c = 0; c < w->experiment->contenders->count; c++) {
        size_t open = w->experiment->repeats - w->of[c].jobs;
        double each = w->of[c].jobs > 0 ? w->of[c].seconds / (double)w->of[c].jobs : total / (double)w->done;
        left += each * (double)open;
    }
    return left / (double)w->at_once + w->later;
}

static void time_left(const watch *w, char text[TERM_LEFT_TEXT]) {
    text[0] = '\0';
    if (w->done == 0 || (w->done == experiment_jobs(w->experiment) && w->later == 0.0))
        return;
    double left = seconds_left(w);
    if (left >= 1.0)
        term_progress_left(left, text);
}

static void print_line(const watch *w, size_t job, const outcome *o, double seconds) {
    char left[TERM_LEFT_TEXT], took[TERM_DURATION_TEXT], score[64] = "failed";
    time_left(w, left);
    term_duration(seconds, took);
    if (o->state == OUTCOME_DONE)
        snprintf(score, sizeof score, "R² %.4f", o->trial.r2);
    term_note(w->progress.quiet, "%zu/%zu: %s, repeat %zu: %s, %s%s%s", w->done, experiment_jobs(w->experiment),
              name_of(w, job), experiment_repeat(w->experiment, job) + 1, score, took, *left ? "; " : "", left);
}

void watch_finished(watch *w, size_t job, const outcome *o, double seconds) {
    count(w, job, seconds);
    if (!w->progress.terminal)
        print_line(w, job, o, seconds);
    if (o->state != OUTCOME_FAILED)
        return;
    term_progress_clear(&w->progress);
    term_warning("%s, repeat %zu: %s", name_of(w, job), experiment_repeat(w->experiment, job) + 1, o->why.text);
}

void watch_tick(watch *w, size_t job) {
    char share[64], left[TERM_LEFT_TEXT];
    if (!w->progress.terminal || !term_progress_due(&w->progress, INFINITY))
        return;
    size_t all = experiment_jobs(w->experiment);
    snprintf(share, sizeof share, "%zu/%zu", w->done, all);
    time_left(w, left);
    term_progress_draw(&w->progress, (double)w->done / (double)all,
                       (const char *const[]){share, left, name_of(w, job), NULL});
}

void watch_end(watch *w) { term_progress_clear(&w->progress); }
