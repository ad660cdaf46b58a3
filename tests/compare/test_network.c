/* The networks' mathematics against plain loops in double precision: passes, gradients, steps, batch normalisation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "baselines/network/layers.h"
#include "baselines/network/optimiser.h"
#include "baselines/network/training.h"
#include "memory.h"
#include "network_oracle.h"

static void expect_close(const char *what, double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%s: %.9g, expected %.9g within %.3g", what, a, b, tolerance);
}

static double *doubles_of(const float *values, size_t n) {
    double *copy = memory_doubles(n, 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = (double)values[i];
    return copy;
}

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
 * bias before a batch normalisation), against the whole gradient's. */
static void expect_part(const char *what, bench *b, const double *d, size_t at, size_t count, double whole) {
    double error = 0.0, length = 0.0;
    for (size_t i = at; i < at + count; i++) {
        error += pow((double)b->gradient[i] - d[i], 2);
        length += d[i] * d[i];
    }
    double scale = fmax(sqrt(length), 0.01 * whole);
    if (!(sqrt(error) <= 1e-4 * scale))
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

/* ---- steps */

/* The gradients reach from far below Adam's epsilon to far above. Parameters are near 1, so each step may round by
 * 6e-8; the step itself, of 0.01 at most, by a few times 6e-8 of it. */
static void steps_of_adam_are_those_of_the_formulas(void **state) {
    (void)state;
    enum { N = 9, STEPS = 5 };
    const double rate = 0.01;
    float p[N], g[N];
    double plain[N], m[N] = {0}, v[N] = {0};
    generator random = random_from(5);
    adam a = adam_create(N);
    for (size_t i = 0; i < N; i++)
        plain[i] = p[i] = (float)random_unit(&random);
    for (int t = 1; t <= STEPS; t++) {
        for (size_t i = 0; i < N; i++) {
            g[i] = (float)(random_normal(&random) * pow(10.0, (double)i - 6.0));
            double d = (double)g[i];
            m[i] = 0.9 * m[i] + 0.1 * d;
            v[i] = 0.999 * v[i] + 0.001 * d * d;
            plain[i] -= rate * (m[i] / (1 - pow(0.9, t))) / (sqrt(v[i] / (1 - pow(0.999, t))) + 1e-8);
        }
        adam_step(&a, rate, g, p);
        for (size_t i = 0; i < N; i++)
            expect_close("parameter", (double)p[i], plain[i], t * (6e-8 + rate * 1e-6));
    }
    adam_destroy(&a);
}

static void steps_of_descent_follow_the_gradient(void **state) {
    (void)state;
    float p[3] = {1, 2, 3};
    const float g[3] = {0.5F, -4.0F, 0.0F};
    descent_step(3, 0.25, g, p);
    assert_true(p[0] == 0.875F && p[1] == 3.0F && p[2] == 3.0F);
    descent_step(3, 0.25, g, p);
    assert_true(p[0] == 0.75F && p[1] == 4.0F && p[2] == 3.0F);
}

/* ---- batch normalisation */

enum { WIDTH = 5, BATCHES = 4, ROWS = 11 };

typedef struct norm_bench {
    float scale[WIDTH], shift[WIDTH], mean[WIDTH], variance[WIDTH], moments[2 * WIDTH];
    norm norm;
} norm_bench;

static void norm_open(norm_bench *b) {
    for (size_t j = 0; j < WIDTH; j++) {
        b->scale[j] = 1.5F + (float)j;
        b->shift[j] = -2.0F + (float)j;
        b->mean[j] = 0.0F;
        b->variance[j] = 1.0F;
    }
    b->norm = (norm){WIDTH, b->scale, b->shift, b->mean, b->variance};
}

/* Columns of different sizes and offsets. */
static float *norm_batch(uint64_t seed) {
    generator g = random_from(seed);
    float *z = memory_floats(ROWS, WIDTH);
    for (size_t i = 0; i < ROWS * WIDTH; i++)
        z[i] = (float)(random_normal(&g) * (double)(1 + i % WIDTH) + 3.0 * (double)(i % WIDTH) - 4.0);
    return z;
}

static void training_batch_has_mean_zero_and_variance_one(void **state) {
    (void)state;
    norm_bench b;
    norm_open(&b);
    float *z = norm_batch(1), *y = memory_floats(ROWS, WIDTH);
    layer_norm_train(&b.norm, ROWS, z, b.moments, y);
    double *zz = doubles_of(z, ROWS * WIDTH);
    for (size_t j = 0; j < WIDTH; j++) {
        expect_close("mean", plain_mean(zz, ROWS, WIDTH, j), 0.0, 1e-6);
        expect_close("variance", plain_spread(zz, ROWS, WIDTH, j) / ROWS, 1.0, 1e-4); /* epsilon takes 1e-5 / var */
        for (size_t r = 0; r < ROWS; r++)
            expect_close("scaled", (double)y[r * WIDTH + j],
                         (double)b.scale[j] * zz[r * WIDTH + j] + (double)b.shift[j], 2e-6);
    }
    free(z);
    free(y);
    free(zz);
}

/* running = 0.9 running + 0.1 of the batch, whose variance divides by rows - 1 here. */
static void running_statistics_follow_the_batches(void **state) {
    (void)state;
    norm_bench b;
    norm_open(&b);
    double mean[WIDTH] = {0}, variance[WIDTH] = {1, 1, 1, 1, 1};
    float *y = memory_floats(ROWS, WIDTH);
    for (uint64_t k = 0; k < BATCHES; k++) {
        float *z = norm_batch(10 + k);
        double *zz = doubles_of(z, ROWS * WIDTH);
        layer_norm_train(&b.norm, ROWS, z, b.moments, y);
        for (size_t j = 0; j < WIDTH; j++) {
            mean[j] = 0.9 * mean[j] + 0.1 * plain_mean(zz, ROWS, WIDTH, j);
            variance[j] = 0.9 * variance[j] + 0.1 * plain_spread(zz, ROWS, WIDTH, j) / (ROWS - 1);
        }
        free(z);
        free(zz);
    }
    float *z = norm_batch(99), *before = norm_batch(99);
    layer_norm_evaluate(&b.norm, ROWS, z, b.moments);
    for (size_t i = 0; i < ROWS * WIDTH; i++) {
        size_t j = i % WIDTH;
        expect_close("running mean", (double)b.mean[j], mean[j], 1e-6 * (1 + fabs(mean[j])));
        expect_close("running variance", (double)b.variance[j], variance[j], 1e-6 * variance[j]);
        double plain = (double)b.scale[j] * ((double)before[i] - mean[j]) / sqrt(variance[j] + 1e-5);
        expect_close("evaluated", (double)z[i], plain + (double)b.shift[j], 1e-5);
    }
    free(z);
    free(before);
    free(y);
}

static void relu_lets_lost_numbers_through(void **state) {
    (void)state;
    float y[4] = {-1.0F, 2.0F, NAN, 0.0F}, d[4] = {5, 5, 5, 5};
    layer_relu(y, 4);
    assert_true(y[0] == 0.0F && y[1] == 2.0F && isnan(y[2]) && y[3] == 0.0F);
    layer_relu_back(y, 4, d);
    assert_true(d[0] == 0.0F && d[1] == 5.0F && d[3] == 0.0F);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_are_those_of_plain_loops),
        cmocka_unit_test(first_parameters_are_those_of_kaiming),
        cmocka_unit_test(gradient_is_that_of_differences),
        cmocka_unit_test(loss_of_zero_has_no_gradient),
        cmocka_unit_test(steps_of_adam_are_those_of_the_formulas),
        cmocka_unit_test(steps_of_descent_follow_the_gradient),
        cmocka_unit_test(training_batch_has_mean_zero_and_variance_one),
        cmocka_unit_test(running_statistics_follow_the_batches),
        cmocka_unit_test(relu_lets_lost_numbers_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
