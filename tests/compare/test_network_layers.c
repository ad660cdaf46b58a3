/* Layers and steps of the networks, each by itself, against plain formulas in double precision. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "baselines/network/layers.h"
#include "baselines/network/optimiser.h"
#include "baselines/random.h"
#include "network_oracle.h"

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
        cmocka_unit_test(steps_of_adam_are_those_of_the_formulas),
        cmocka_unit_test(steps_of_descent_follow_the_gradient),
        cmocka_unit_test(training_batch_has_mean_zero_and_variance_one),
        cmocka_unit_test(running_statistics_follow_the_batches),
        cmocka_unit_test(relu_lets_lost_numbers_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
