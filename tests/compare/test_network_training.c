/* How the networks learn: splits, batches, the best epoch, and the two methods as the comparison calls them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/baselines.h"
#include "baselines/memory.h"
#include "baselines/method_settings.h"
#include "baselines/network/training.h"

/* ---- data */

enum { FEATURES = 3 };

/* y = sin(3 x1) + x2 x3, scaled to [-1, 1], plus noise. */
static problem smooth(size_t n, double noise, uint64_t seed) {
    generator g = random_from(seed);
    double *x = memory_doubles(n, FEATURES), *y = memory_doubles(n, 1);
    for (size_t i = 0; i < n * FEATURES; i++)
        x[i] = 2.0 * random_unit(&g) - 1.0;
    for (size_t i = 0; i < n; i++) {
        const double *at = x + i * FEATURES;
        y[i] = 0.5 * (sin(3.0 * at[0]) + at[1] * at[2]) + noise * random_normal(&g);
    }
    return (problem){x, y, n, FEATURES, seed};
}

/* Row i is (i, -i, 0.5) with label 1000 + i: each row tells which it is. */
static problem numbered(size_t n) {
    double *x = memory_doubles(n, FEATURES), *y = memory_doubles(n, 1);
    for (size_t i = 0; i < n; i++) {
        x[i * FEATURES] = (double)i;
        x[i * FEATURES + 1] = -(double)i;
        x[i * FEATURES + 2] = 0.5;
        y[i] = 1000.0 + (double)i;
    }
    return (problem){x, y, n, FEATURES, 1};
}

static void discard(problem *p) {
    free((double *)p->x);
    free((double *)p->y);
}

static size_t number_of(const float *x, float y) {
    size_t i = (size_t)(y - 1000.0F);
    assert_true(x[0] == (float)i && x[1] == -(float)i && x[2] == 0.5F);
    return i;
}

/* ---- splits and batches */

static void split_puts_every_row_on_one_side(void **state) {
    (void)state;
    static const struct {
        size_t n, aside;
        double share;
    } cases[] = {{3, 1, 0.1}, {10, 1, 0.1}, {57, 6, 0.1}, {40, 20, 0.5}};
    for (size_t c = 0; c < 4; c++) {
        problem p = numbered(cases[c].n);
        samples training, validation;
        samples_split(&p, cases[c].share, 4, &training, &validation);
        assert_int_equal(validation.n, cases[c].aside);
        assert_int_equal(training.n, cases[c].n - cases[c].aside);
        int seen[64] = {0};
        for (size_t i = 0; i < training.n; i++)
            seen[number_of(training.x + i * FEATURES, training.y[i])]++;
        for (size_t i = 0; i < validation.n; i++)
            seen[number_of(validation.x + i * FEATURES, validation.y[i])]++;
        for (size_t i = 0; i < cases[c].n; i++)
            assert_int_equal(seen[i], 1);
        samples_destroy(&training);
        samples_destroy(&validation);
        discard(&p);
    }
}

/* 10 training rows in batches of 7: after 7, 14, ... each has been seen as often as any other, give or take one. */
static void batches_see_every_row_equally_often(void **state) {
    (void)state;
    problem p = numbered(11);
    samples training, validation;
    samples_split(&p, 0.1, 4, &training, &validation);
    batches b = batches_create(&training, 7, 8);
    int seen[11] = {0}, in_order = 0;
    for (int k = 1; k <= 30; k++) {
        batches_next(&b);
        for (size_t i = 0; i < b.size; i++)
            seen[number_of(b.x + i * FEATURES, b.y[i])]++;
        for (size_t i = 0; i < training.n; i++) {
            int times = seen[number_of(training.x + i * FEATURES, training.y[i])];
            assert_in_range(times, 7 * k / 10, (7 * k + 9) / 10);
        }
        in_order += memcmp(b.y, training.y, 7 * sizeof *b.y) == 0;
    }
    assert_true(in_order < 3); /* they are shuffled */
    batches_destroy(&b);
    samples_destroy(&training);
    samples_destroy(&validation);
    discard(&p);
}

/* ---- the run */

static network *small_network(int residual) {
    network *net = network_create(FEATURES);
    network_append(net, residual ? BLOCK_RESIDUAL : BLOCK_RELU, 20);
    network_append(net, BLOCK_LINEAR, 1);
    network_draw(net, 6);
    return net;
}

/* Labels that are mostly noise: training goes on to fit what validation does not confirm, so the best epoch is neither
 * the first record nor the last. */
static void best_epoch_is_kept(void **state) {
    (void)state;
    problem p = smooth(150, 0.5, 3);
    samples training, validation;
    samples_split(&p, 0.3, 5, &training, &validation);
    for (int squared = 0; squared < 2; squared++)
        for (int residual = 0; residual < 2; residual++) {
            network *net = small_network(residual);
            const plan how = {squared, 0.01, 0.01, 16, 400, 200};
            history h = training_run(net, &how, &training, &validation, 7);
            assert_int_equal(h.count, 1 + 400 / 7 + 1 + 200 / 7 + 1); /* 105 rows: 7 steps an epoch */
            assert_in_range(h.best, 1, h.count - 2);
            for (size_t i = 0; i < h.count; i++)
                assert_true(h.losses[h.best] <= h.losses[i]);
            workspace *work = workspace_create(net, 1);
            assert_true(training_loss_of(net, work, squared, &validation) == h.losses[h.best]);
            workspace_destroy(work);
            free(h.losses);
            network_destroy(net);
        }
    samples_destroy(&training);
    samples_destroy(&validation);
    discard(&p);
}

/* Gradient descent begins where Adam was best: with a rate that moves nothing, every later record repeats that loss but
 * for the running statistics, which a network without batch normalisation does not have. */
static void descent_begins_at_the_best(void **state) {
    (void)state;
    problem p = smooth(150, 0.5, 3);
    samples training, validation;
    samples_split(&p, 0.3, 5, &training, &validation);
    network *net = small_network(0);
    const plan how = {false, 0.01, 1e-30, 16, 400, 20};
    history h = training_run(net, &how, &training, &validation, 7);
    for (size_t i = h.count - 3; i < h.count; i++) /* 20 steps: after 7, 14 and 20 */
        assert_true(h.losses[i] == h.losses[h.best]);
    assert_true(h.losses[h.count - 4] > h.losses[h.best]);
    free(h.losses);
    network_destroy(net);
    samples_destroy(&training);
    samples_destroy(&validation);
    discard(&p);
}

static void lost_training_leaves_finite_parameters(void **state) {
    (void)state;
    problem p = smooth(60, 0.1, 3);
    samples training, validation;
    samples_split(&p, 0.3, 5, &training, &validation);
    static const plan plans[] = {{true, 1e38, 1e-3, 16, 50, 50}, {true, 1e-3, 1e38, 16, 50, 50}};
    for (size_t c = 0; c < 2; c++)
        for (int residual = 0; residual < 2; residual++) {
            network *net = small_network(residual);
            history h = training_run(net, &plans[c], &training, &validation, 7);
            assert_true(h.count < 1 + 17 + 17); /* 3 steps an epoch: a phase broke off */
            for (size_t i = 0; i < net->n_parameters; i++)
                assert_true(isfinite(net->parameters[i]));
            for (size_t i = 0; i < net->n_statistics; i++)
                assert_true(isfinite(net->statistics[i]));
            assert_true(isfinite(h.losses[h.best]));
            free(h.losses);
            network_destroy(net);
        }
    samples_destroy(&training);
    samples_destroy(&validation);
    discard(&p);
}

/* ---- the methods */

static void *fit_with(const method *m, const problem *p, const char *const (*pairs)[2], size_t n_pairs) {
    value values[16];
    static failure why; /* static: cppcheck takes the model for a pointer to it */
    settings_standard(m, values);
    for (size_t i = 0; i < n_pairs; i++)
        assert_true(settings_set(m, values, pairs[i][0], pairs[i][1], &why));
    return m->fit(values, p, &why);
}

static const char *const quick_resnet[][2] = {{"structure", "2"},    {"width", "40"},      {"batch", "32"},
                                              {"steps_adam", "500"}, {"steps_sgd", "100"}, {"rate", "0.005"}};
static const char *const quick_wnn[][2] = {
    {"width", "200"}, {"batch", "32"}, {"steps_adam", "1000"}, {"steps_sgd", "100"}, {"rate", "0.01"}};

static void *quick_fit(const method *m, const problem *p) {
    return m == &resnet_method ? fit_with(m, p, quick_resnet, 6) : fit_with(m, p, quick_wnn, 5);
}

static double r2(const double *predicted, const double *y, size_t n) {
    double mean = 0.0, error = 0.0, spread = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += y[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        error += (predicted[i] - y[i]) * (predicted[i] - y[i]);
        spread += (y[i] - mean) * (y[i] - mean);
    }
    return 1.0 - error / spread;
}

static const method *const both[] = {&resnet_method, &wnn_method};

static void smooth_function_is_learnt(void **state) {
    (void)state;
    problem p = smooth(400, 0.0, 1), test = smooth(600, 0.0, 2);
    double out[600];
    for (size_t c = 0; c < 2; c++) {
        void *model = quick_fit(both[c], &p);
        both[c]->predict(model, test.x, test.n, out);
        double score = r2(out, test.y, test.n);
        if (!(score > 0.95))
            fail_msg("%s: R2 is %g", both[c]->name, score);
        both[c]->destroy(model);
    }
    discard(&p);
    discard(&test);
}

static void same_seed_gives_the_same_bits(void **state) {
    (void)state;
    problem p = smooth(90, 0.1, 1), test = smooth(300, 0.0, 2);
    double out[3][300];
    for (size_t c = 0; c < 2; c++) {
        for (size_t k = 0; k < 3; k++) {
            p.seed = k == 2 ? 12 : 11;
            void *model = quick_fit(both[c], &p);
            both[c]->predict(model, test.x, test.n, out[k]);
            both[c]->destroy(model);
        }
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        assert_memory_not_equal(out[0], out[2], sizeof out[0]);
    }
    discard(&p);
    discard(&test);
}

/* Evaluation goes by blocks of rows; one row at a time must say the same, to rounding. */
static void prediction_of_a_row_does_not_need_the_others(void **state) {
    (void)state;
    problem p = smooth(90, 0.1, 1), test = smooth(NETWORK_ROWS + 9, 0.0, 2);
    double out[NETWORK_ROWS + 9], single;
    for (size_t c = 0; c < 2; c++) {
        void *model = quick_fit(both[c], &p);
        both[c]->predict(model, test.x, test.n, out);
        for (size_t i = 0; i < test.n; i += 11) {
            both[c]->predict(model, test.x + i * FEATURES, 1, &single);
            assert_true(fabs(single - out[i]) < 1e-5);
        }
        both[c]->destroy(model);
    }
    discard(&p);
    discard(&test);
}

/* The count by hand: a dense layer from a to b has a b + b, a batch normalisation 2 b. */
static size_t block_count(size_t a, size_t b) {
    return (a * b + b) + 2 * b + (b * b + b) + 2 * b + (a == b ? 0 : a * b + b);
}

static void sizes_are_those_of_the_structures(void **state) {
    (void)state;
    problem p = smooth(3, 0.0, 1); /* one row to validate, two to train on: the least there can be */
    const size_t one = block_count(FEATURES, 30) + block_count(30, 100) + 2 * block_count(100, 100) + 101;
    const size_t two = block_count(FEATURES, 30) + block_count(30, 50) + 51;
    const size_t wide = (FEATURES + 1) * 30 + 31;
    const char *const resnet[][2] = {{"width", "30"}, {"steps_adam", "2"}, {"steps_sgd", "0"}, {"structure", "2"}};
    const struct {
        const method *m;
        size_t n_pairs, size;
    } cases[] = {{&resnet_method, 3, one}, {&resnet_method, 4, two}, {&wnn_method, 3, wide}};
    for (size_t c = 0; c < 3; c++) {
        void *model = fit_with(cases[c].m, &p, resnet, cases[c].n_pairs);
        assert_non_null(model);
        assert_int_equal(cases[c].m->size(model), cases[c].size);
        cases[c].m->destroy(model);
    }
    discard(&p);
}

static void too_few_rows_are_refused(void **state) {
    (void)state;
    problem p = smooth(2, 0.0, 1);
    for (size_t c = 0; c < 2; c++) {
        value values[16];
        failure why = {""};
        settings_standard(both[c], values);
        assert_null(both[c]->fit(values, &p, &why));
        assert_non_null(strstr(why.text, "2 rows"));
    }
    discard(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_puts_every_row_on_one_side),
        cmocka_unit_test(batches_see_every_row_equally_often),
        cmocka_unit_test(best_epoch_is_kept),
        cmocka_unit_test(descent_begins_at_the_best),
        cmocka_unit_test(lost_training_leaves_finite_parameters),
        cmocka_unit_test(smooth_function_is_learnt),
        cmocka_unit_test(same_seed_gives_the_same_bits),
        cmocka_unit_test(prediction_of_a_row_does_not_need_the_others),
        cmocka_unit_test(sizes_are_those_of_the_structures),
        cmocka_unit_test(too_few_rows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
