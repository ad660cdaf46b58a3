/*
 * The benchmark: one tab-separated row per case, each beside its yardstick measured in the same run.
 *
 *     bench [--quick] [--compare FILE]
 *     bench steps        the training steps alone
 *     bench forms        the kernel by differences and by a matrix product, with their accuracy
 *     bench factors      the factorisations of labrbf-compare
 *
 * Columns: case, parameters, time in microseconds, what it is measured against, that one's time, ratio; with --compare
 * also the ratio in FILE, an earlier output, and the change. Everything runs on one core but for the rows that say
 * threads=2. LABRBF_DATA names the folder of the real data sets; without it tables of the same shape are generated, and
 * there are no whole fits.
 */
#define _POSIX_C_SOURCE 200809L
#include <labrbf/labrbf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "io/source.h"

static FILE *earlier;

_Noreturn void fail(const char *message) {
    fprintf(stderr, "bench: %s\n", message);
    exit(1);
}

void check(labrbf_status status) {
    if (status < 0)
        fail(labrbf_last_error());
}

/* The ratio, sixth column, that an earlier run had for the same case and parameters, or NaN. */
static double earlier_ratio(const char *what, const char *parameters) {
    char line[512], begin[256];
    int length = snprintf(begin, sizeof begin, "%s\t%s\t", what, parameters);
    if (!earlier || length < 0 || (size_t)length >= sizeof begin)
        return NAN;
    rewind(earlier);
    while (fgets(line, sizeof line, earlier)) {
        if (strncmp(line, begin, (size_t)length) != 0)
            continue;
        const char *field = line;
        for (int column = 1; column < 6 && field; column++)
            field = (field = strchr(field, '\t')) ? field + 1 : NULL;
        if (field)
            return strtod(field, NULL);
    }
    return NAN;
}

void bench_row(const char *what, const char *parameters, double seconds, const char *yardstick, double yard_seconds) {
    double ratio = seconds / yard_seconds, before = earlier_ratio(what, parameters);
    printf("%s\t%s\t%.2f\t%s\t%.2f\t%.3f", what, parameters, 1e6 * seconds, yardstick, 1e6 * yard_seconds, ratio);
    if (!isnan(before))
        printf("\t%.3f\t%+.1f%%", before, 100.0 * (ratio / before - 1.0));
    putchar('\n');
    fflush(stdout);
}

/* ---- training steps */

double step_flops(size_t supports, size_t batch, size_t features) {
    double s = (double)supports, b = (double)batch, m = (double)features;
    return 2.0 / 3.0 * s * s * s + 8.0 * (s + b) * s * m;
}

typedef struct step_shape {
    size_t s, b, m;
    const char *set;
    const char *sigma0, *rate;
} step_shape;

static labrbf_trainer *start(const bench_data *data, const step_shape *shape, size_t threads) {
    labrbf_settings *settings;
    check(labrbf_settings_create(&settings));
    check(labrbf_settings_preset(settings, "paper"));
    check(labrbf_settings_set(settings, "kernel", "exponential"));
    check(labrbf_settings_set(settings, "sigma0", shape->sigma0));
    check(labrbf_settings_set(settings, "rate", shape->rate));
    bench_set(settings, "support_max", (double)shape->s);
    bench_set(settings, "support_init", (double)shape->s);
    bench_set(settings, "batch", (double)shape->b);
    bench_set(settings, "threads", (double)threads);
    bench_set(settings, "steps_grow", 1e6);
    return bench_start(settings, data);
}

double bench_step_time(labrbf_trainer *trainer, int steps) {
    for (int i = 0; i < steps / 2; i++)
        check(labrbf_trainer_step(trainer));
    double from = bench_seconds();
    for (int i = 0; i < steps; i++)
        check(labrbf_trainer_step(trainer));
    double took = (bench_seconds() - from) / steps;
    labrbf_trainer_destroy(trainer);
    return took;
}

/* The sets with the paper's own sigma0 and rate, some also with a larger rate, which changes bandwidths more in a step
 * and makes solves more expensive. The fastest of three runs counts; one and two threads take turns. */
static void bench_steps(const yardsticks *yard, int steps) {
    static const step_shape shapes[] = {{30, 128, 6, "yacht", "3", "0.01"},
                                        {110, 128, 20, "parkinson", "30", "0.001"},
                                        {350, 128, 20, "parkinson", "30", "0.001"},
                                        {350, 128, 20, "parkinson", "10", "0.01"},
                                        {400, 256, 18, "kc_house", "1", "0.001"},
                                        {400, 256, 18, "kc_house", "10", "0.01"},
                                        {500, 256, 96, "tomshardware", "0.1", "0.001"},
                                        {500, 256, 96, "tomshardware", "10", "0.01"},
                                        {1000, 256, 50, NULL, "10", "0.01"}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const step_shape *p = &shapes[i];
        bench_data data = bench_load(p->set, 4000, p->m);
        char name[128];
        double flops = step_flops(p->s, p->b, data.m), one = INFINITY, two = INFINITY;
        (void)snprintf(name, sizeof name, "S=%zu B=%zu M=%zu %s sigma0=%s rate=%s", p->s, p->b, data.m, data.name,
                       p->sigma0, p->rate);
        int count = p->s > 900 ? steps / 5 : steps;
        for (int run = 0; run < 3; run++) {
            one = fmin(one, bench_step_time(start(&data, p, 1), count));
            two = fmin(two, bench_step_time(start(&data, p, 2), count));
        }
        bench_row("step", name, one, "flops at dgemm rate", flops / yard->dgemm);
        bench_row("step threads=2", name, two, "threads=1", one);
        bench_free(&data);
    }
}

/* ---- prediction */

static labrbf_model *fit(const bench_data *data, const step_shape *shape) {
    labrbf_trainer *trainer = start(data, shape, 1);
    labrbf_model *model;
    for (int i = 0; i < 20; i++)
        check(labrbf_trainer_step(trainer));
    check(labrbf_trainer_take_model(trainer, &model));
    labrbf_trainer_destroy(trainer);
    return model;
}

static double predict_time(const labrbf_model *model, const double *x, size_t n, size_t m, size_t threads, double *out,
                           int repeats) {
    double best = INFINITY;
    for (int i = 0; i < repeats; i++) {
        double from = bench_seconds();
        check(labrbf_model_predict(model, x, n, m, threads, out));
        best = fmin(best, bench_seconds() - from);
    }
    return best / (double)n;
}

static double single_time(const labrbf_model *model, const double *x, size_t n, size_t m, double *out) {
    double best = INFINITY;
    labrbf_predictor *predictor;
    check(labrbf_predictor_create(model, LABRBF_SINGLE, 1, &predictor));
    for (int i = 0; i < 5; i++) {
        double from = bench_seconds();
        check(labrbf_predictor_start(predictor, x, n, m, out));
        check(labrbf_predictor_wait(predictor));
        best = fmin(best, bench_seconds() - from);
    }
    labrbf_predictor_destroy(predictor);
    return best / (double)n;
}

static double gradient_time(const labrbf_model *model, const double *x, size_t n, size_t m, double *out) {
    double best = INFINITY;
    for (int i = 0; i < 5; i++) {
        double from = bench_seconds();
        check(labrbf_model_gradient(model, x, n, m, 1, out));
        best = fmin(best, bench_seconds() - from);
    }
    return best / (double)n;
}

/* K of a row in plain code, one support after the other: what the vectors gain. */
static double plain_time(const labrbf_model *model, const double *x, size_t s, size_t m) {
    enum { ROWS = 200 };
    double *supports = malloc(2 * s * m * sizeof *supports), *k = malloc(ROWS * s * sizeof *k);
    if (!supports || !k)
        fail("out of memory");
    check(labrbf_model_array(model, 0, LABRBF_SUPPORT_VECTORS, supports, s * m));
    check(labrbf_model_array(model, 0, LABRBF_BANDWIDTHS, supports + s * m, s * m));
    double from = bench_seconds();
    check(labrbf_kernel_matrix("exponential", x, ROWS, supports, supports + s * m, s, m, k));
    double took = (bench_seconds() - from) / ROWS;
    free(supports);
    free(k);
    return took;
}

static void bench_predict(const yardsticks *yard, bool quick) {
    static const step_shape shape = {350, 128, 20, NULL, "10", "0.01"};
    size_t n = quick ? 20000 : 200000, m = shape.m;
    bench_data data = bench_load(NULL, n, m);
    bench_data train = {4000, m, data.x, data.y, data.name};
    labrbf_model *model = fit(&train, &shape);
    double *out = malloc(n * m * sizeof *out), s = (double)shape.s;
    if (!out)
        fail("out of memory");
    double bound = 4.0 * s * (double)m / yard->dgemm + s * yard->vector;
    double one = predict_time(model, data.x, n, m, 1, out, 5), two = predict_time(model, data.x, n, m, 2, out, 5);
    bench_row("predict a row", "S=350 M=20", one, "4 S M flops at dgemm rate + S exps", bound);
    bench_row("predict a row threads=2", "S=350 M=20", two, "threads=1", one);
    bench_row("predict a row, single precision", "S=350 M=20", single_time(model, data.x, n, m, out), "in double", one);
    bench_row("gradient of a row", "S=350 M=20", gradient_time(model, data.x, n, m, out), "predict a row", one);
    bench_row("predict a row, plain kernel", "S=350 M=20", plain_time(model, data.x, shape.s, m), "predict a row", one);
    bench_row("predict one row alone", "S=350 M=20", predict_time(model, data.x, 1, m, 1, out, 10000), "predict a row",
              one);
    labrbf_model_destroy(model);
    free(out);
    bench_free(&data);
}

/* ---- growing: the error scan of all rows */

static void bench_scan(const yardsticks *yard, bool quick) {
    size_t n = quick ? 20000 : 100000, m = 20;
    bench_data data = bench_load(NULL, n, m);
    labrbf_settings *settings;
    check(labrbf_settings_create(&settings));
    check(labrbf_settings_preset(settings, "paper"));
    check(labrbf_settings_set(settings, "kernel", "exponential"));
    check(labrbf_settings_set(settings, "sigma0", "10"));
    check(labrbf_settings_set(settings, "steps_grow", "0"));
    check(labrbf_settings_set(settings, "support_max", "370"));
    check(labrbf_settings_set(settings, "support_init", "350"));
    check(labrbf_settings_set(settings, "threads", "1"));
    labrbf_trainer *trainer = bench_start(settings, &data);
    double from = bench_seconds();
    check(labrbf_trainer_step(trainer)); /* a round without steps: scan and growth */
    double took = (bench_seconds() - from) / (double)n;
    bench_row("scan a row", "S=350 M=20", took, "4 S M flops at dgemm rate + S exps",
              4.0 * 350.0 * 20.0 / yard->dgemm + 350.0 * yard->vector);
    labrbf_trainer_destroy(trainer);
    labrbf_settings_destroy(settings);
    bench_free(&data);
}

/* ---- steps do not depend on the number of rows; memory is that of the table */

/* The most memory that this process has had, in KiB. (getrusage would count the parent's from before the exec.) */
static double peak_kib(void) {
    char line[256];
    double peak = 0.0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0)
            peak = strtod(line + 6, NULL);
    if (status)
        (void)fclose(status);
    return peak;
}

static const step_shape rows_shape = {350, 128, 20, NULL, "10", "0.01"};

/* What `bench --rows N STEPS` does, a process of its own so that its peak memory is its own: prints the time of a step
 * and the bytes that the fit took on top of the caller's table. */
static void rows_alone(size_t n, int steps) {
    bench_data data = bench_load(NULL, n, rows_shape.m);
    double before = peak_kib(), took = bench_step_time(start(&data, &rows_shape, 1), steps);
    printf("%.17g %.17g\n", took, 1024.0 * (peak_kib() - before));
    bench_free(&data);
}

/* Runs `bench --rows N STEPS` and reads its two numbers. */
static void run_alone(const char *self, size_t n, int steps, double *took, double *bytes) {
    char rows[32], count[32], text[128] = "", *end;
    int ends[2];
    (void)snprintf(rows, sizeof rows, "%zu", n);
    (void)snprintf(count, sizeof count, "%d", steps);
    if (pipe(ends) != 0)
        fail("no pipe");
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)execl(self, self, "--rows", rows, count, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    (void)waitpid(child, NULL, 0);
    *took = strtod(text, &end);
    *bytes = strtod(end, NULL);
    if (length <= 0 || !(*took > 0.0))
        fail("a case did not finish");
}

static void rows_case(const char *self, size_t n, int steps) {
    char name[64];
    double took, bytes;
    fflush(stdout);
    run_alone(self, n, steps, &took, &bytes);
    (void)snprintf(name, sizeof name, "N=%zu S=350 B=128 M=20", n);
    static double first;
    first = first > 0.0 ? first : took;
    bench_row("step by rows", name, took, "fewest rows", first);
    double table = (double)n * 21.0 * 8.0, allowed = table + 3.0 * 478.0 * 350.0 * 8.0 + 16777216.0;
    bench_row("memory of a fit, bytes", name, bytes / 1e6, "table + 3 (S+B) S doubles + 16 MiB", allowed / 1e6);
}

/* ---- files */

/* Writes the table as CSV with all digits; returns its bytes. The caller removes the file. */
static double write_csv(const bench_data *data, char *path) {
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out)
        fail("cannot write a temporary file");
    for (size_t r = 0; r < data->n; r++)
        for (size_t j = 0; j < data->m; j++)
            fprintf(out, "%.17g%c", data->x[r * data->m + j], j + 1 < data->m ? ',' : '\n');
    double bytes = (double)ftell(out);
    fclose(out);
    return bytes;
}

static double reading_time(const char *path) {
    double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        io_source *source;
        io_table table = {0};
        io_error error;
        double from = bench_seconds();
        if (!io_open(path, NULL, &source, &error) || !io_read_all(source, &table, &error))
            fail(error.text);
        best = fmin(best, bench_seconds() - from);
        io_close(source);
        io_table_free(&table);
    }
    return best;
}

/* The time of `labrbf predict MODEL CSV -o /dev/null` with two threads, the fastest of three. */
static double predict_program_time(const char *model, const char *csv) {
    const char *folder = getenv("LABRBF_BIN");
    char program[4096];
    double best = INFINITY;
    (void)snprintf(program, sizeof program, "%s/labrbf", folder ? folder : "build/release/bin");
    for (int i = 0; i < 3; i++) {
        double from = bench_seconds();
        pid_t child = fork();
        if (child == 0) {
            (void)execl(program, program, "predict", model, csv, "-o", "/dev/null", "--threads", "2", "--quiet",
                        (char *)NULL);
            _exit(127);
        }
        int status = 1;
        if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
            fail("labrbf predict did not run; LABRBF_BIN names the folder of the program");
        best = fmin(best, bench_seconds() - from);
    }
    return best;
}

/* Reading alone, and `labrbf predict`, which reads and computes at the same time, against one after the other. */
static void bench_files(const yardsticks *yard, bool quick) {
    static const step_shape shape = {350, 128, 20, NULL, "10", "0.01"};
    size_t rows = quick ? 20000 : 200000, m = shape.m;
    bench_data data = bench_load(NULL, rows, m);
    bench_data train = {4000, m, data.x, data.y, data.name};
    char csv[] = "/tmp/labrbf-bench-XXXXXX", file[sizeof csv + 4], name[64], against[64];
    double bytes = write_csv(&data, csv), reading = reading_time(csv);
    (void)snprintf(name, sizeof name, "%.0f MB, 17 digits", bytes / 1e6);
    (void)snprintf(against, sizeof against, "copying the bytes (read: %.0f MB/s)", bytes / reading / 1e6);
    bench_row("read CSV", name, reading, against, 2.0 * bytes / yard->copy);

    labrbf_model *model = fit(&train, &shape);
    double *out = malloc(rows * sizeof *out);
    if (!out)
        fail("out of memory");
    (void)snprintf(file, sizeof file, "%s.lab", csv);
    check(labrbf_model_save(model, file));
    double computing = (double)rows * predict_time(model, data.x, rows, m, 2, out, 3);
    bench_row("labrbf predict threads=2", name, predict_program_time(file, csv), "read, then predict threads=2",
              reading + computing);
    labrbf_model_destroy(model);
    free(out);
    (void)unlink(file);
    (void)unlink(csv);
    bench_free(&data);
}

static void print_header(void) {
    printf("case\tparameters\tmicroseconds\tagainst\tits microseconds\tratio%s\n", earlier ? "\tbefore\tchange" : "");
}

/* What `bench forms` does. */
static void forms_alone(void) {
    if (!bench_forms_run())
        fail("the forms are compared with AVX-512 instructions, which are not here");
    print_header();
    bench_forms_speed();
    bench_forms_accuracy();
}

int main(int argc, char **argv) {
    bool quick = false;
    if (argc == 4 && strcmp(argv[1], "--rows") == 0) {
        rows_alone(strtoul(argv[2], NULL, 10), (int)strtol(argv[3], NULL, 10));
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "forms") == 0) {
        forms_alone();
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "steps") == 0) {
        yardsticks only = bench_yardsticks();
        bench_steps(&only, 500);
        bench_row_steps(&only, false);
        return 0;
    }
#ifdef BENCH_FACTORS
    if (argc == 2 && strcmp(argv[1], "factors") == 0) {
        yardsticks only = bench_yardsticks();
        bench_factors(&only, false);
        return 0;
    }
#endif
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            quick = true;
        else if (strcmp(argv[i], "--compare") == 0 && i + 1 < argc)
            earlier = fopen(argv[++i], "r");
        else
            fail("usage: bench [--quick] [--compare FILE] | bench steps | bench forms | bench factors");
        if (strcmp(argv[i - 1], "--compare") == 0 && !earlier)
            fail("cannot read the file to compare with");
    }
    yardsticks yard = bench_yardsticks();
    printf("# one core: dgemm %.1f GFLOP/s, copy %.1f GB/s, vector exp %.2f ns\n", yard.dgemm / 1e9, yard.copy / 1e9,
           yard.vector * 1e9);
    print_header();
    bench_steps(&yard, quick ? 100 : 500);
    bench_row_steps(&yard, quick);
    bench_predict(&yard, quick);
    bench_scan(&yard, quick);
    for (size_t n = 1000; n <= (quick ? 10000u : 1000000u); n *= 10)
        rows_case(argv[0], n, quick ? 50 : 200);
    bench_files(&yard, quick);
#ifdef BENCH_FACTORS
    bench_factors(&yard, quick);
#endif
    if (bench_forms_run())
        bench_forms_speed();
    bench_fits(&yard, quick);
    return 0;
}
