/* Whole networks against plain loops in double precision: outputs, first parameters, gradients. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "baselines/network/training.h"
#include "network_oracle.h"

static float *some_floats(generator *g, size_t n, double low, double high) {
    float *values = memory_floats(n, 1);
    for (size_t i = 0; i < n; i++)
        values[i] = (float)(low + (high - low) * random_unit(g));
    return values;
}

/* ---- a small network with a batch, in both precisions */

typedef struct bench {
    network *net;
    workspace *work;
    size_t rows;
    float *x, *y, *d_out, *gradient;
    double *xx, *yy, *p; /* the same in double */
} bench;

static const struct {
    const char *name;
    block_kind kind;
    size_t widths[5], rows;
} shapes[] = {
    {"structure 1", BLOCK_RESIDUAL, {7, 5, 5, 5, 1}, 13},
    {"structure 1", BLOCK_RESIDUAL, {12, 6, 6, 6, 1}, 37},
    {"structure 2", BLOCK_RESIDUAL, {9, 4, 1}, 7},
    {"structure 2", BLOCK_RESIDUAL, {3, 3, 1}, 5},
    {"wnn", BLOCK_RELU, {11, 1}, 3},
    {"wnn", BLOCK_RELU, {8, 1}, 1},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], INPUTS = 3 };

static bench bench_open(size_t shape) {
    bench b = {.net = network_create(INPUTS), .rows = shapes[shape].rows};
    generator g = random_from(100 + shape);
    for (size_t i = 0; i < 5 && shapes[shape].widths[i]; i++)
        network_append(b.net, shapes[shape].widths[i] == 1 ? BLOCK_LINEAR : shapes[shape].kind,
                       shapes[shape].widths[i]);
    network_draw(b.net, 200 + shape);
    for (size_t i = 0; i < b.net->n_parameters; i++) /* so that no bias, scale or shift is 0 or 1 */
        b.net->parameters[i] += (float)(0.6 * random_unit(&g) - 0.3);
    b.work = workspace_create(b.net, b.rows);
    b.x = some_floats(&g, b.rows * INPUTS, -1, 1);
    b.y = some_floats(&g, b.rows, -1, 1);
    b.d_out = memory_floats(b.rows, 1);
    b.gradient = some_floats(&g, b.net->n_parameters, 50, 60); /* the way back must overwrite it */
    b.xx = doubles_of(b.x, b.rows * INPUTS);
    b.yy = doubles_of(b.y, b.rows);
    b.p = doubles_of(b.net->parameters, b.net->n_parameters);
    return b;
}

static void bench_close(bench *b) {
    network_destroy(b->net);
    workspace_destroy(b->work);
    float *singles[] = {b->x, b->y, b->d_out, b->gradient};
    double *twice[] = {b->xx, b->yy, b->p};
    for (size_t i = 0; i < 4; i++)
        free(singles[i]);
    for (size_t i = 0; i < 3; i++)
        free(twice[i]);
}

/* Rounding is 6e-8 for each of the some 20 operations in a row that lead to an output, times what normalisations
 * enlarge it by: 1e-5 leaves room for a factor of ten. */
static void expect_outputs(const float *out, const double *plain, size_t rows) {
    double largest = 0.0;
    for (size_t r = 0; r < rows; r++)
        largest = fmax(largest, fabs(plain[r]));
    for (size_t r = 0; r < rows; r++)
        expect_close("output", (double)out[r], plain[r], 1e-5 * largest);
}

static void outputs_are_those_of_plain_loops(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++) {
        bench b = bench_open(s);
        double plain[PLAIN_MOST];
        plain_network(b.net, b.p, NULL, b.xx, b.rows, plain);
        expect_outputs(network_train(b.net, b.work, b.x, b.rows), plain, b.rows);
        double *statistics = doubles_of(b.net->statistics, b.net->n_statistics); /* after a batch: neither 0 nor 1 */
        plain_network(b.net, b.p, statistics, b.xx, b.rows, plain);
        expect_outputs(network_evaluate(b.net, b.work, b.x, b.rows), plain, b.rows);
        free(statistics);
        bench_close(&b);
    }
}

/* Kaiming: normal with mean 0 and variance 2 / in. Of n draws the mean is off by 1 / sqrt(n) deviations and the
 * variance by sqrt(2 / n) of itself; five times that is allowed. */
static void expect_kaiming(const network *net, const dense_place *d) {
    const size_t n = d->in * d->out;
    double *w = doubles_of(net->parameters + d->weight, n), variance = 2.0 / (double)d->in;
    expect_close("mean", plain_mean(w, n, 1, 0), 0.0, 5.0 * sqrt(variance / (double)n));
    expect_close("variance", plain_spread(w, n, 1, 0) / (double)n, variance, 5.0 * variance * sqrt(2.0 / (double)n));
    for (size_t i = 0; i < d->out; i++)
        assert_true(net->parameters[d->bias + i] == 0.0F);
    free(w);
}

static void expect_fresh_norm(const network *net, const norm_place *n) {
    for (size_t j = 0; j < n->width; j++) {
        assert_true(net->parameters[n->scale + j] == 1.0F && net->parameters[n->shift + j] == 0.0F);
        assert_true(net->statistics[n->mean + j] == 0.0F && net->statistics[n->variance + j] == 1.0F);
    }
}

static void first_parameters_are_those_of_kaiming(void **state) {
    (void)state;
    network *net = network_create(50);
    network_append(net, BLOCK_RESIDUAL, 80);
    network_append(net, BLOCK_LINEAR, 40);
    network_draw(net, 1);
    const block *b = net->blocks;
    expect_kaiming(net, &b[0].first);
    expect_kaiming(net, &b[0].second);
    expect_kaiming(net, &b[0].shortcut);
    expect_kaiming(net, &b[1].first);
    expect_fresh_norm(net, &b[0].inner);
    expect_fresh_norm(net, &b[0].outer);
    network_destroy(net);
}

/* ---- the gradient */

static double loss_at(bench *b, bool squared) {
    double out[PLAIN_MOST];
    plain_network(b->net, b->p, NULL, b->xx, b->rows, out);
    return plain_loss(squared, out, b->yy, b->rows);
}

/* Four points, step 1e-4: errors of 1e-16 / 1e-4 by rounding and of the order of 1e-16 by the formula. */
static double difference(bench *b, bool squared, size_t i) {
    static const double h = 1e-4, weights[4] = {1, -8, 8, -1}, offsets[4] = {-2, -1, 1, 2};
    double at = b->p[i], sum = 0.0;
    for (size_t k = 0; k < 4; k++) {
        b->p[i] = at + h * offsets[k];
        sum += weights[k] * loss_at(b, squared);
    }
    b->p[i] = at;
    return sum / (12.0 * h);
}

/* One kind of parameter of one layer: the error's norm against the norm of the differences, or, where those vanish (a
 * bias before a batch normalisation), against a hundredth of the whole gradient's. Rounding comes to 3e-6 of it. */
static void expect_part(const char *what, bench *b, const double *d, size_t at, size_t count, double whole) {
    double error = 0.0, length = 0.0;
    for (size_t i = at; i < at + count; i++) {
        error += pow((double)b->gradient[i] - d[i], 2);
        length += d[i] * d[i];
    }
    double scale = fmax(sqrt(length), 0.01 * whole);
    if (!(sqrt(error) <= 2e-5 * scale))
        fail_msg("%s: the error is %.3g of %.3g", what, sqrt(error), scale);
}

static void expect_dense(bench *b, const double *d, const dense_place *at, double whole) {
    expect_part("weights", b, d, at->weight, at->in * at->out, whole);
    expect_part("biases", b, d, at->bias, at->out, whole);
}

static void expect_norm(bench *b, const double *d, const norm_place *at, double whole) {
    expect_part("scales", b, d, at->scale, at->width, whole);
    expect_part("shifts", b, d, at->shift, at->width, whole);
}

static void expect_gradient(bench *b, const double *d) {
    double whole = 0.0;
    for (size_t i = 0; i < b->net->n_parameters; i++)
        whole += d[i] * d[i];
    whole = sqrt(whole);
    assert_true(whole > 1e-3);
    for (size_t k = 0; k < b->net->n_blocks; k++) {
        const block *at = &b->net->blocks[k];
        expect_dense(b, d, &at->first, whole);
        if (at->kind != BLOCK_RESIDUAL)
            continue;
        expect_norm(b, d, &at->inner, whole);
        expect_dense(b, d, &at->second, whole);
        expect_norm(b, d, &at->outer, whole);
        if (at->in != at->out)
            expect_dense(b, d, &at->shortcut, whole);
    }
}

static void gradient_is_that_of_differences(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++)
        for (int squared = 0; squared < 2; squared++) {
            bench b = bench_open(s);
            double *d = memory_doubles(b.net->n_parameters, 1);
            for (size_t i = 0; i < b.net->n_parameters; i++)
                d[i] = difference(&b, squared, i);
            const float *out = network_train(b.net, b.work, b.x, b.rows);
            double loss = training_loss(squared, out, b.y, b.rows, b.d_out);
            expect_close("loss", loss, loss_at(&b, squared), 1e-5 * loss);
            network_back(b.net, b.work, b.x, b.rows, b.d_out, b.gradient);
            expect_gradient(&b, d);
            free(d);
            bench_close(&b);
        }
}

/* A perfect prediction has no direction to go: zeros, not 0 / 0. */
static void loss_of_zero_has_no_gradient(void **state) {
    (void)state;
    const float y[2] = {0.5F, -1.0F};
    for (int squared = 0; squared < 2; squared++) {
        float d[2] = {9, 9};
        assert_true(training_loss(squared, y, y, 2, d) == 0.0);
        assert_true(d[0] == 0.0F && d[1] == 0.0F);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_are_those_of_plain_loops),
        cmocka_unit_test(first_parameters_are_those_of_kaiming),
        cmocka_unit_test(gradient_is_that_of_differences),
        cmocka_unit_test(loss_of_zero_has_no_gradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
