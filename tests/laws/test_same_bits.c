/* Same data, settings and seed: the same bytes, whatever the number of threads, through files and through memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expansion_of.h"
#include "fixture.h"
#include "oracle.h"

enum { ROWS = 400, M = 5, QUERIES = 700 };

/* 80 supports, 64 batch rows, 5 features: well above the size from which the trainer uses its threads. */
#define LARGE "support_max=80 support_init=30 support_add=25 batch=64 steps_grow=6 steps_final=6 "

/* Enough supports for steps to start from an old inverse and the last alpha. */
#define LARGER "support_max=150 support_init=100 support_add=25 batch=64 steps_grow=7 steps_final=7 "

typedef struct data {
    double x[ROWS * M], y[ROWS], query[QUERIES * M];
} data;

static data make_data(void) {
    data d;
    fixture_data(111, ROWS, M, d.x, d.y);
    oracle_random random = oracle_seed(112);
    oracle_fill(&random, d.query, sizeof d.query / sizeof d.query[0], -2.5, 2.5);
    for (size_t i = 0; i < 40; i++)
        d.x[17 + 31 * i] = d.query[11 + 7 * i] = NAN;
    return d;
}

static unsigned char *bytes_with(const data *d, const char *words, size_t threads, size_t *size) {
    char text[512];
    (void)snprintf(text, sizeof text, "%s threads=%zu", words, threads);
    labrbf_model *model = fixture_fit(text, d->x, d->y, ROWS, M);
    unsigned char *bytes = fixture_bytes(model, size);
    labrbf_model_destroy(model);
    return bytes;
}

static void expect_same_bytes(const data *d, const char *words) {
    static const size_t threads[] = {2, 3, 8};
    size_t size, other_size;
    unsigned char *alone = bytes_with(d, words, 1, &size);
    for (size_t t = 0; t < 3; t++) {
        unsigned char *shared = bytes_with(d, words, threads[t], &other_size);
        assert_int_equal(size, other_size);
        if (memcmp(alone, shared, size) != 0)
            fail_msg("%zu threads give another model with %s", threads[t], words);
        free(shared);
    }
    free(alone);
}

/* Every word of every choice appears, the kernels in both sizes. */
static void thread_count_changes_no_byte_of_the_model(void **state) {
    (void)state;
    static const char *const variants[] = {
        LARGE "coefficients=rows theta_form=log rate_decay=cosine center_rate=1 batch_rows=all rate=0.05",
        LARGER "coefficients=rows kernel=gaussian center_rate=0.3 ridge=0.01 sigma0=2",
        LARGE "theta_form=log rate_decay=cosine",
        LARGE "kernel=gaussian optimizer=adam support_rule=label theta_new=mean batch_rows=outside sigma0=2",
        LARGE "kernel=gaussian optimizer=sgd support_rule=random theta_new=nearest batch_rows=all bias=none",
        LARGE "kernel=gaussian optimizer=adam-sgd support_rule=random theta_new=nearest clip_norm=0.01 lambda=0",
        LARGE "kernel=exponential optimizer=adam support_rule=random theta_new=nearest batch_rows=all",
        LARGE "kernel=exponential optimizer=sgd support_rule=label theta_new=mean bias=none clip_labels=off",
        LARGE "kernel=exponential optimizer=adam-sgd support_rule=label theta_new=nearest seed=12345",
        LARGE "kernel=matern32 optimizer=adam support_rule=random theta_new=mean bias=none",
        LARGE "kernel=matern52 optimizer=adam-sgd support_rule=label theta_new=nearest batch_rows=all",
        LARGER "kernel=gaussian lambda=0.00001 rate=0.05",
        LARGER "kernel=exponential batch_rows=all theta_new=nearest",
        LARGER "kernel=matern32 batch_rows=all",
        LARGER "kernel=matern52 theta_new=nearest",
        "support_max=10 steps_grow=20 steps_final=20 batch=16", /* too small for threads */
        "coefficients=rows theta_form=log batch_rows=all rate=auto ridge=auto kernel=auto scaling=auto linear=auto "
        "sigma0=auto bandwidths=auto support_max=12 steps_grow=0 steps_final=40 batch=16", /* candidates side by side */
        LARGER "members=2 support_max=250",
        LARGE "patience=2 steps_final=12",
        LARGER
        "coefficients=rows theta_form=log center_rate=1 linear=on ridge=1e-4 members=2 support_max=240 patience=2",
    };
    data d = make_data();
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
        expect_same_bytes(&d, variants[v]);
}

/* Three targets, weights, and supports to start from. */
static unsigned char *bytes_of_data(const data *d, const char *words, size_t threads, size_t *size) {
    static double y[3 * ROWS], weights[ROWS];
    char text[512];
    (void)snprintf(text, sizeof text, "%s threads=%zu", words, threads);
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t c = 0; c < 3; c++)
            y[3 * r + c] = c == 1 ? d->y[ROWS - 1 - r] : d->y[r] * (double)(1 + c);
        weights[r] = (double)(r % 4);
    }
    labrbf_data rows = {sizeof rows, ROWS, M, 3, d->x, y, weights, NULL, NULL};
    labrbf_settings *settings = fixture_settings(text);
    labrbf_model *start = NULL, *model = NULL;
    assert_true(labrbf_fit_data(settings, &rows, NULL, &start) > 0);
    rows.start = start;
    assert_true(labrbf_fit_data(settings, &rows, NULL, &model) > 0);
    unsigned char *bytes = fixture_bytes(model, size);
    labrbf_settings_destroy(settings);
    labrbf_model_destroy(start);
    labrbf_model_destroy(model);
    return bytes;
}

static void thread_count_changes_no_byte_of_several_targets(void **state) {
    (void)state;
    static const char *const variants[] = {
        LARGE "coefficients=rows theta_form=log rate_decay=cosine center_rate=1 batch_rows=all rate=0.05",
        LARGE "kernel=gaussian batch_rows=outside",
        LARGER "kernel=exponential theta_new=nearest",
    };
    data d = make_data();
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        size_t size, other_size;
        unsigned char *alone = bytes_of_data(&d, variants[v], 1, &size);
        for (size_t threads = 2; threads <= 3; threads++) {
            unsigned char *shared = bytes_of_data(&d, variants[v], threads, &other_size);
            assert_int_equal(size, other_size);
            if (memcmp(alone, shared, size) != 0)
                fail_msg("%zu threads give another model with %s", threads, variants[v]);
            free(shared);
        }
        free(alone);
    }
}

/* Several blocks of rows and of supports, in one gradient. */
static void thread_count_changes_no_bit_of_the_gradient(void **state) {
    (void)state;
    static const size_t threads[] = {2, 3, 8};
    lab_allocator allocator = lab_allocator_of(NULL);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        oracle_random random = oracle_seed(27);
        oracle_problem p = oracle_problem_make(&random, kernel, 300, 130, 7, 0.5, 2);
        expansion_of alone;
        expansion_open(&alone, &p, NULL, 5);
        double loss = expansion_gradient(&alone);
        for (size_t c = 0; c < 3; c++) {
            lab_par *par;
            assert_int_equal(lab_par_create(&allocator, threads[c], &par), LABRBF_OK);
            expansion_of shared;
            expansion_open(&shared, &p, par, 5);
            double again = expansion_gradient(&shared);
            assert_memory_equal(&loss, &again, sizeof loss);
            assert_memory_equal(alone.expansion.gradient, shared.expansion.gradient, 7 * 305 * sizeof(double));
            expansion_close(&shared);
            lab_par_destroy(par);
        }
        expansion_close(&alone);
        oracle_problem_free(&p);
    }
}

static void another_seed_gives_another_model(void **state) {
    (void)state;
    data d = make_data();
    size_t size, other_size;
    unsigned char *one = bytes_with(&d, LARGE "seed=1", 1, &size),
                  *two = bytes_with(&d, LARGE "seed=2", 1, &other_size);
    assert_true(size != other_size || memcmp(one, two, size) != 0);
    free(one);
    free(two);
}

/* ---- predictions */

static void expect_same_predictions(const labrbf_model *model, const labrbf_model *again, const data *d) {
    static const size_t threads[] = {1, 2, 3, 8, 0};
    static double want[QUERIES], out[QUERIES];
    assert_int_equal(labrbf_model_predict(model, d->query, QUERIES, M, 1, want), LABRBF_OK);
    for (size_t t = 0; t < 5; t++) {
        assert_int_equal(labrbf_model_predict(again, d->query, QUERIES, M, threads[t], out), LABRBF_OK);
        assert_memory_equal(out, want, sizeof want);
    }
    for (size_t r = 0; r < QUERIES; r += 37) { /* a row alone is what it is among others */
        assert_int_equal(labrbf_model_predict(again, d->query + r * M, 1, M, 1, out), LABRBF_OK);
        assert_memory_equal(out, want + r, sizeof *out);
    }
}

static void saved_and_loaded_models_predict_the_same_bits(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b", "", "d e", "f\xc3\xbc"};
    data d = make_data();
    fixture_folder folder = fixture_folder_make();
    char path[512];
    (void)fixture_path(&folder, "model.lab", path);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        char words[256];
        (void)snprintf(words, sizeof words, LARGE "kernel=%s", oracle_kernel_words[kernel]);
        labrbf_model *model = fixture_fit(words, d.x, d.y, ROWS, M), *loaded, *copied;
        if (kernel == 1)
            assert_int_equal(labrbf_model_set_names(model, names, (const char *const[]){"target"}), LABRBF_OK);
        assert_int_equal(labrbf_model_save(model, path), LABRBF_OK);
        assert_int_equal(labrbf_model_load(path, NULL, &loaded), LABRBF_OK);
        size_t size, again;
        unsigned char *bytes = fixture_bytes(model, &size), *second = fixture_bytes(loaded, &again);
        assert_int_equal(size, again);
        assert_memory_equal(bytes, second, size);
        assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &copied), LABRBF_OK);
        expect_same_predictions(model, model, &d);
        expect_same_predictions(model, loaded, &d);
        expect_same_predictions(model, copied, &d);
        free(bytes);
        free(second);
        labrbf_model_destroy(model);
        labrbf_model_destroy(loaded);
        labrbf_model_destroy(copied);
    }
    fixture_folder_remove(&folder);
}

/* ---- one model, many threads of the caller's */

typedef struct reader {
    const labrbf_model *model;
    const data *d;
    double out[QUERIES];
    labrbf_status status;
} reader;

static void *read_model(void *argument) {
    reader *r = argument;
    labrbf_model_info info = {.struct_size = sizeof info};
    r->status = LABRBF_OK;
    for (int i = 0; i < 5 && r->status == LABRBF_OK; i++) {
        r->status = labrbf_model_predict(r->model, r->d->query, QUERIES, M, (size_t)i % 3, r->out);
        if (r->status == LABRBF_OK)
            r->status = labrbf_model_info_get(r->model, &info);
        size_t size;
        if (r->status == LABRBF_OK)
            r->status = labrbf_model_serialize(r->model, NULL, 0, &size);
    }
    return NULL;
}

static void a_model_may_be_read_by_many_threads_at_once(void **state) {
    (void)state;
    enum { READERS = 4 };
    static reader readers[READERS];
    static double want[QUERIES];
    data d = make_data();
    labrbf_model *model = fixture_fit(LARGE, d.x, d.y, ROWS, M);
    assert_int_equal(labrbf_model_predict(model, d.query, QUERIES, M, 1, want), LABRBF_OK);
    pthread_t threads[READERS];
    for (int i = 0; i < READERS; i++) {
        readers[i] = (reader){.model = model, .d = &d};
        assert_int_equal(pthread_create(&threads[i], NULL, read_model, &readers[i]), 0);
    }
    for (int i = 0; i < READERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(readers[i].status, LABRBF_OK);
        assert_memory_equal(readers[i].out, want, sizeof want);
    }
    labrbf_model_destroy(model);
}

/* ---- many fits at once */

typedef struct fitter {
    const data *d;
    const char *words;
    unsigned char *bytes;
    size_t size;
} fitter;

static void *fit_model(void *argument) {
    fitter *f = argument;
    f->bytes = bytes_with(f->d, f->words, 2, &f->size);
    return NULL;
}

/* Handles in two threads are independent of each other, also in the BLAS that both use. */
static void fits_at_the_same_time_do_not_disturb_each_other(void **state) {
    (void)state;
    enum { FITTERS = 4, TRIES = 4 };
    data d = make_data();
    size_t size;
    unsigned char *alone = bytes_with(&d, LARGER, 1, &size);
    for (int trial = 0; trial < TRIES; trial++) {
        fitter fitters[FITTERS];
        pthread_t threads[FITTERS];
        for (int i = 0; i < FITTERS; i++) {
            fitters[i] = (fitter){.d = &d, .words = LARGER};
            assert_int_equal(pthread_create(&threads[i], NULL, fit_model, &fitters[i]), 0);
        }
        for (int i = 0; i < FITTERS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_int_equal(fitters[i].size, size);
            assert_memory_equal(fitters[i].bytes, alone, size);
            free(fitters[i].bytes);
        }
    }
    free(alone);
}

enum { OWN = 64, SOLVES = 3000 }; /* many small ones: without the lock, OpenBLAS gives a wrong result in most runs */

typedef struct own_solver {
    const double *k, *y, *want; /* want: alpha1 and alpha2 */
    size_t wrong;
} own_solver;

static labrbf_status solve_own(const double *k, const double *y, double both[2 * OWN]) {
    labrbf_akrr result = {.alpha1 = both, .alpha2 = both + OWN};
    return labrbf_akrr_solve(k, y, OWN, 0.1, NULL, &result);
}

static void *solve_often(void *argument) {
    own_solver *s = argument;
    for (int i = 0; i < SOLVES; i++) {
        double both[2 * OWN];
        s->wrong += solve_own(s->k, s->y, both) != LABRBF_OK || memcmp(both, s->want, sizeof both) != 0;
    }
    return NULL;
}

static void solves_at_the_same_time_do_not_disturb_each_other(void **state) {
    (void)state;
    enum { SOLVERS = 4 };
    static double k[OWN * OWN], y[OWN], want[2 * OWN];
    oracle_random random = oracle_seed(113);
    oracle_fill(&random, k, OWN * OWN, -1, 1);
    oracle_fill(&random, y, OWN, -1, 1);
    assert_int_equal(solve_own(k, y, want), LABRBF_OK);
    own_solver solvers[SOLVERS];
    pthread_t threads[SOLVERS];
    for (int i = 0; i < SOLVERS; i++) {
        solvers[i] = (own_solver){.k = k, .y = y, .want = want};
        assert_int_equal(pthread_create(&threads[i], NULL, solve_often, &solvers[i]), 0);
    }
    for (int i = 0; i < SOLVERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(solvers[i].wrong, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thread_count_changes_no_byte_of_the_model),
        cmocka_unit_test(thread_count_changes_no_byte_of_several_targets),
        cmocka_unit_test(thread_count_changes_no_bit_of_the_gradient),
        cmocka_unit_test(another_seed_gives_another_model),
        cmocka_unit_test(saved_and_loaded_models_predict_the_same_bits),
        cmocka_unit_test(a_model_may_be_read_by_many_threads_at_once),
        cmocka_unit_test(fits_at_the_same_time_do_not_disturb_each_other),
        cmocka_unit_test(solves_at_the_same_time_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
