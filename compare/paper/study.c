#include "study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/random.h"
#include "figure.h"
#include "functions.h"
#include "io/output.h"
#include "protocol/count_option.h"
#include "protocol/protocol.h"
#include "protocol/results.h"
#include "term/args.h"
#include "term/interrupt.h"
#include "term/message.h"

enum { REPEATS_STANDARD = 20, REPEATS_MOST = 1000, STEPS_STANDARD = 500, STEPS_MOST = 1000000 };

const term_option study_options[] = {
    {.letter = 'o', .name = "output", .value = "DIR", .help = "folder for picture and data [default: this one]"},
    {.name = "repeats", .value = "N", .help = "samples of training and test rows [1 to 1000; default 20]"},
    {.name = "steps", .value = "N", .help = "gradient steps in each growth round [0 to 1000000; default 500]"},
    {.name = "seed", .value = "N", .help = "of samples and fits: same seed, same numbers [default 1]"},
    {.name = "jobs", .value = "N", .help = "fits that run at the same time [1 to 256; default 1]"},
    {.name = NULL},
};

/* A study as it was asked for, and what has come of it. */
typedef struct asked {
    const study *study;
    const char *name; /* of the command */
    const char *out;
    uint64_t repeats, steps, seed, jobs;
    bool quiet;
    spread *rsse; /* function by function, curve by curve, level by level */
} asked;

static size_t points(const study *s) { return s->n_curves * s->n_levels; }

static int read_options(const study *s, const term_args *args, asked *a) {
    *a = (asked){.study = s,
                 .name = args->command->name,
                 .out = term_args_has(args, "output") ? term_args_value(args, "output") : ".",
                 .repeats = REPEATS_STANDARD,
                 .steps = STEPS_STANDARD,
                 .seed = 1,
                 .jobs = 1,
                 .quiet = term_args_has(args, "quiet")};
    int code = count_option_read(args, "repeats", 1, REPEATS_MOST, &a->repeats);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "steps", 0, STEPS_MOST, &a->steps);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "seed", 0, UINT64_MAX, &a->seed);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "jobs", 1, PROTOCOL_JOBS_MOST, &a->jobs);
    return code;
}

/* ---- the fits */

/* The rows of all repeats, one after the other. */
static data draw(const asked *a, size_t function) {
    const test_function *f = &functions[function];
    const size_t rows = STUDY_TRAIN + STUDY_TEST;
    data d = {.n = rows * a->repeats, .m = f->m, .rows_per_repeat = rows};
    snprintf(d.name, sizeof d.name, "%s", f->name);
    d.x = memory_doubles(d.n, d.m);
    d.y = memory_doubles(d.n, 1);
    for (size_t r = 0; r < a->repeats; r++)
        functions_draw(f, random_derive(random_derive(a->seed, function), r), rows, d.x + r * rows * d.m,
                       d.y + r * rows);
    return d;
}

static bool add_point(contenders *all, const study_curve *curve, const study_point *p, failure *why) {
    char text[STUDY_SETTINGS];
    curve->settings(p, text);
    if (!contenders_add(all, curve->method, why))
        return false;
    const contender *c = &all->list[all->count - 1];
    return contender_set_all(c, text, why) && (!curve->kernel || contender_set_all(c, curve->kernel, why));
}

/* Contender c * levels + l is level l of curve c. */
static bool add_points(const asked *a, size_t function, contenders *all, failure *why) {
    const study *s = a->study;
    for (size_t i = 0; i < points(s); i++) {
        study_point p = {s->levels[i % s->n_levels], functions[function].m, a->steps};
        if (!add_point(all, &s->curves[i / s->n_levels], &p, why))
            return false;
    }
    return true;
}

/* A mean over fewer repeats than asked for would be a different number: a failed fit is a failure. */
static int take_results(const asked *a, const experiment *e, const outcome *outcomes, size_t function) {
    results r = {.experiment = e, .outcomes = outcomes};
    size_t failed = 0;
    for (size_t i = 0; i < points(a->study); i++) {
        tally t = results_tally(&r, i);
        failed += t.failed;
        a->rsse[function * points(a->study) + i] = (spread){1.0 - t.r2.mean, t.r2.sd};
    }
    return failed == 0 ? TERM_SUCCESS : term_failure(a->name, "%zu of %zu fits failed", failed, experiment_jobs(e));
}

static int run_jobs(const asked *a, const experiment *e, size_t function) {
    outcome *outcomes = memory_get(experiment_jobs(e), 1, sizeof *outcomes);
    io_error error;
    watch w;
    term_note(a->quiet, "%s (%zu of %d): %zu fits", functions[function].name, function + 1, FUNCTIONS,
              experiment_jobs(e));
    watch_start(&w, e, (size_t)a->jobs, outcomes, a->quiet);
    w.progress.quiet |= !w.progress.terminal; /* no line for each fit: there are too many */
    protocol_end end = protocol_run(e, (size_t)a->jobs, outcomes, NULL, &w, &error);
    int code = TERM_SUCCESS;
    if (end == PROTOCOL_INTERRUPTED) {
        term_note(false, "interrupted; there is no figure");
        code = TERM_INTERRUPTED;
    } else if (end == PROTOCOL_FAILED) {
        code = term_failure(a->name, "%s", error.text);
    } else {
        code = take_results(a, e, outcomes, function);
    }
    free(outcomes);
    return code;
}

static int run_function(const asked *a, size_t function) {
    data d = draw(a, function);
    contenders all = {0};
    failure why;
    experiment e = {
        .data = &d, .contenders = &all, .repeats = (size_t)a->repeats, .n_train = STUDY_TRAIN, .seed = a->seed};
    int code = add_points(a, function, &all, &why) ? run_jobs(a, &e, function) : term_failure(a->name, "%s", why.text);
    contenders_free(&all);
    data_free(&d);
    return code;
}

/* ---- the figure */

static void print_line(const asked *a, size_t function, size_t point, io_output *output) {
    const study *s = a->study;
    const test_function *f = &functions[function];
    const spread *rsse = &a->rsse[function * points(s) + point];
    const double numbers[] = {f->noise, s->levels[point % s->n_levels], (double)a->repeats, rsse->mean, rsse->sd};
    io_output_text(output, f->name);
    io_output_text(output, ",");
    io_output_text(output, s->curves[point / s->n_levels].name);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        io_output_text(output, ",");
        io_output_number(output, numbers[i]);
    }
    io_output_text(output, "\n");
}

static bool write_table(const asked *a, const char *path, io_error *error) {
    io_output *output;
    if (!io_output_open(path, &output, error))
        return false;
    io_output_text(output, "function,model,noise,");
    io_output_text(output, a->study->varied);
    io_output_text(output, ",repeats,rsse_mean,rsse_sd\n");
    for (size_t function = 0; function < FUNCTIONS; function++)
        for (size_t i = 0; i < points(a->study); i++)
            print_line(a, function, i, output);
    return io_output_commit(output, error);
}

/* The table first, and for good: it took long, and a picture can be drawn again. The figure's folder is inside the
 * user's, so the table is in the folder above. */
static bool make(const asked *a, const figure *f, io_error *error) {
    char path[FIGURE_PATH], csv[64], svg[64], before[256];
    snprintf(csv, sizeof csv, "%s.csv", a->name);
    snprintf(svg, sizeof svg, "%s.svg", a->name);
    snprintf(before, sizeof before, "table='../%s'; varied='%s'", csv, a->study->varied);
    return figure_path(f, csv, path, error) && write_table(a, path, error) &&
           figure_draw(f, before, figure_panels_script, error) && figure_keep(f, "figure.svg", svg, error);
}

static int write_figure(const asked *a) {
    io_error error;
    figure f;
    if (!figure_begin(&f, a->out, &error))
        return term_failure(a->name, "%s", error.text);
    bool ok = make(a, &f, &error);
    figure_end(&f);
    if (!ok)
        return term_failure(a->name, "%s", error.text);
    term_note(a->quiet, "in %s: %s.svg and %s.csv", a->out, a->name, a->name);
    return TERM_SUCCESS;
}

int study_run(const study *s, const term_args *args) {
    asked a;
    io_error error;
    int code = read_options(s, args, &a);
    if (code != TERM_SUCCESS)
        return code;
    if (!figure_possible(a.out, &error))
        return term_failure(a.name, "%s", error.text);
    a.rsse = memory_get(points(s), FUNCTIONS, sizeof *a.rsse);
    term_interrupt_catch();
    for (size_t function = 0; code == TERM_SUCCESS && function < FUNCTIONS; function++)
        code = run_function(&a, function);
    if (code == TERM_SUCCESS)
        code = write_figure(&a);
    free(a.rsse);
    return code;
}
