/* Scaling by ranks and by deviations: against counting in plain loops, at the values that break careless arithmetic,
 * and with weights, which are repeated rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model/scaler.h"
#include "model/settings.h"
#include "oracle.h"

enum { MOST = 2000, QUERIES = 400 };

/* One feature; labels do not matter here. */
typedef struct bench {
    lab_scaler scaler;
    double center, scale, mean, low, high;
    lab_label_scale label;
    size_t first[2];
    double value[LAB_KNOTS], position[LAB_KNOTS];
    size_t n;
    double x[MOST], weight[MOST];
} bench;

static size_t fit(bench *b, size_t scaling, bool weighted) {
    static double y[MOST], values[MOST];
    static uint32_t order[MOST];
    b->scaler = (lab_scaler){.scaling = scaling,
                             .n_features = 1,
                             .n_targets = 1,
                             .center = &b->center,
                             .scale = &b->scale,
                             .mean = &b->mean,
                             .low = &b->low,
                             .high = &b->high,
                             .knots = {0, b->first, b->value, b->position},
                             .labels = &b->label};
    return lab_scaler_fit(&b->scaler, b->x, y, weighted ? b->weight : NULL, b->n, values, order);
}

static double scaled(const bench *b, double x) {
    double t;
    lab_scaler_features(&b->scaler, &x, 0, 1, &t);
    return t;
}

/* ---- columns */

typedef double column(oracle_random *random, size_t i);

static double even(oracle_random *random, size_t i) {
    (void)i;
    return oracle_uniform(random, -7, 3);
}
static double heavy(oracle_random *random, size_t i) {
    (void)i;
    return exp(20 * oracle_uniform(random, -1, 1));
}
static double three_values(oracle_random *random, size_t i) {
    (void)i;
    return (double)(oracle_below(random, 3) * oracle_below(random, 2));
}
static double thirty_values(oracle_random *random, size_t i) {
    return i < 30 ? (double)i : floor(30 * pow(oracle_uniform(random, 0, 1), 6));
}
static double mostly_zero(oracle_random *random, size_t i) { return i % 10 < 6 ? 0.0 : oracle_uniform(random, -1, 2); }
static double zero_at_the_end(oracle_random *random, size_t i) { return i % 2 ? 0.0 : oracle_uniform(random, 0, 1e6); }

static column *const columns[] = {even, heavy, three_values, thirty_values, mostly_zero, zero_at_the_end};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Values of one kind, some missing; weights 1 to 4. */
static void fill(bench *b, column *kind, size_t n, uint64_t seed, bool holes) {
    oracle_random random = oracle_seed(seed);
    b->n = n;
    for (size_t i = 0; i < n; i++) {
        b->x[i] = kind(&random, i);
        b->weight[i] = 1.0 + (double)oracle_below(&random, 4);
        if (holes && i % 11 == 7)
            b->x[i] = NAN;
    }
}

/* ---- the reference: counting */

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Twice the middle rank of v, a whole number if the weights are. */
static double twice_rank(const bench *b, bool weighted, double v) {
    double sum = 0;
    for (size_t i = 0; i < b->n; i++) {
        double w = weighted ? b->weight[i] : 1.0;
        sum += b->x[i] < v ? 2 * w : b->x[i] == v ? w : 0;
    }
    return sum;
}

static size_t distinct_values(const bench *b, double *out) {
    size_t n = 0, kept = 0;
    for (size_t i = 0; i < b->n; i++)
        if (!isnan(b->x[i]))
            out[n++] = b->x[i];
    qsort(out, n, sizeof *out, ascending);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || out[i] != out[i - 1])
            out[kept++] = out[i];
    return kept;
}

/* All values if they are few; otherwise for g = 0, 1, ... the first one that is g / 32 of the way along the ranks. */
static void expect_counted_knots(const bench *b, bool weighted) {
    double values[MOST], want[MOST];
    size_t n = distinct_values(b, values), count = 0;
    assert_true(n >= 2);
    double low = twice_rank(b, weighted, values[0]), range = twice_rank(b, weighted, values[n - 1]) - low;
    if (n <= LAB_KNOTS) {
        count = n;
        memcpy(want, values, n * sizeof *want);
    } else {
        for (size_t g = 0; g < LAB_KNOTS; g++) {
            size_t i = 0;
            while ((twice_rank(b, weighted, values[i]) - low) * (LAB_KNOTS - 1) < (double)g * range)
                i++;
            if (count == 0 || values[i] > want[count - 1])
                want[count++] = values[i];
        }
    }
    assert_int_equal(b->scaler.knots.n, count);
    assert_true(b->first[0] == 0 && b->first[1] == count);
    for (size_t k = 0; k < count; k++) {
        assert_true(b->value[k] == want[k]);
        long double share = (long double)(twice_rank(b, weighted, want[k]) - low) / range;
        oracle_close("position", b->position[k], 2 * share - 1, 2 * DBL_EPSILON);
    }
    assert_true(b->position[0] == -1.0 && b->position[count - 1] == 1.0);
    assert_true(lab_knots_sound(&b->scaler.knots, 0, b->low, b->high));
}

/* The polygon through the knots, and beyond it a straight line with the slope of the whole range. */
static long double polygon(const bench *b, double x) {
    size_t n = b->scaler.knots.n, k = 0;
    long double low = b->value[0], high = b->value[n - 1];
    if (x < low)
        return -1 - 2 * (low - x) / (high - low);
    if (x > high)
        return 1 + 2 * (x - high) / (high - low);
    while (k + 2 < n && x >= b->value[k + 1])
        k++;
    long double share = ((long double)x - b->value[k]) / ((long double)b->value[k + 1] - b->value[k]);
    return b->position[k] + share * ((long double)b->position[k + 1] - b->position[k]);
}

static void expect_polygon(const bench *b, uint64_t seed) {
    oracle_random random = oracle_seed(seed);
    double queries[QUERIES], last = -INFINITY;
    double width = b->high / 4 - b->low / 4; /* a quarter, so that it is a number */
    for (size_t i = 0; i < QUERIES; i++) {
        double from = i % 3 ? b->value[oracle_below(&random, b->scaler.knots.n)] : b->low;
        double by = (i % 3 == 0 ? 5 : i % 3 == 1 ? 1e-3 : 1e-12) * oracle_uniform(&random, -1, 1) * width;
        queries[i] = fmax(-DBL_MAX, fmin(DBL_MAX, from + by));
    }
    qsort(queries, QUERIES, sizeof *queries, ascending);
    for (size_t i = 0; i < QUERIES; i++) {
        double t = scaled(b, queries[i]);
        assert_true(isfinite(t) && t >= last);
        last = t;
        long double want = polygon(b, queries[i]);
        oracle_close("map", t, want, 16 * DBL_EPSILON * fmaxl(1, fabsl(want)));
    }
}

/* At a knot the map has its position to the bit, and the next numbers on both sides are no jump away. */
static void expect_continuity(const bench *b) {
    for (size_t k = 0; k < b->scaler.knots.n; k++) {
        double v = b->value[k], below = nextafter(v, -INFINITY), above = nextafter(v, INFINITY);
        assert_true(scaled(b, v) == b->position[k]);
        assert_true(scaled(b, below) <= b->position[k] && scaled(b, above) >= b->position[k]);
        oracle_close("from below", scaled(b, below), polygon(b, below), 16 * DBL_EPSILON);
        oracle_close("from above", scaled(b, above), polygon(b, above), 16 * DBL_EPSILON);
    }
}

/* From places back to values: only an increasing map can be undone. */
static void expect_inverse(const bench *b, uint64_t seed) {
    oracle_random random = oracle_seed(seed);
    for (size_t i = 0; i < QUERIES; i++) {
        size_t k = oracle_below(&random, b->scaler.knots.n - 1);
        long double run = (long double)b->value[k + 1] - b->value[k],
                    rise = (long double)b->position[k + 1] - b->position[k];
        double u = oracle_uniform(&random, 0, 1), x = b->value[k] * (1 - u) + b->value[k + 1] * u;
        if (x < b->value[k] || x > b->value[k + 1])
            continue; /* rounded out of a narrow segment */
        long double back = b->value[k] + (scaled(b, x) - (long double)b->position[k]) / rise * run;
        oracle_close("and back", back, x, 8 * DBL_EPSILON * (run / rise + fabsl(back)));
    }
}

/* ---- ranks */

static void ranks_are_counted(void **state) {
    (void)state;
    static const size_t sizes[] = {60, 300, 1999};
    static bench b;
    for (size_t c = 0; c < COLUMNS * 3 * 4; c++) {
        bool weighted = c / COLUMNS / 3 % 2, holes = c / COLUMNS / 6;
        fill(&b, columns[c % COLUMNS], sizes[c / COLUMNS % 3], 700 + c, holes);
        size_t missing = 0;
        for (size_t i = 0; i < b.n; i++)
            missing += isnan(b.x[i]) != 0;
        assert_int_equal(fit(&b, LAB_SCALING_RANK, weighted), missing);
        expect_counted_knots(&b, weighted);
        expect_polygon(&b, 800 + c);
        expect_continuity(&b);
        expect_inverse(&b, 900 + c);
        assert_true(scaled(&b, NAN) == scaled(&b, b.mean));
        oracle_close("missing", scaled(&b, NAN), polygon(&b, b.mean), 16 * DBL_EPSILON);
    }
}

static void few_knots_and_many_values(void **state) {
    (void)state;
    static bench b;
    for (size_t n = LAB_KNOTS - 1; n <= LAB_KNOTS + 2; n++) { /* distinct values, each once */
        fill(&b, even, n, 730 + n, false);
        (void)fit(&b, LAB_SCALING_RANK, false);
        expect_counted_knots(&b, false);
        assert_true(b.scaler.knots.n <= LAB_KNOTS && b.scaler.knots.n >= LAB_KNOTS - 2);
    }
}

static void weights_are_repeated_values(void **state) {
    (void)state;
    static bench b, many;
    for (size_t c = 0; c < COLUMNS; c++) {
        fill(&b, columns[c], 300, 740 + c, true);
        many.n = 0;
        for (size_t i = 0; i < b.n; i++)
            for (size_t k = 0; k < (size_t)b.weight[i]; k++)
                many.x[many.n++] = b.x[i];
        (void)fit(&b, LAB_SCALING_RANK, true);
        (void)fit(&many, LAB_SCALING_RANK, false);
        assert_int_equal(b.scaler.knots.n, many.scaler.knots.n);
        assert_memory_equal(b.value, many.value, b.scaler.knots.n * sizeof(double));
        assert_memory_equal(b.position, many.position, b.scaler.knots.n * sizeof(double));
    }
}

/* Outside the range, ranks are what min-max scaling says. */
static void outside_it_goes_on_as_the_range_does(void **state) {
    (void)state;
    static bench b, plain;
    fill(&b, heavy, 200, 750, false);
    plain = b;
    (void)fit(&b, LAB_SCALING_RANK, false);
    (void)fit(&plain, LAB_SCALING_MINMAX, false);
    static const double beyond[] = {1.0000001, 2, 1e5, 1e290};
    for (size_t i = 0; i < 4; i++) {
        assert_true(scaled(&b, b.high * beyond[i]) == scaled(&plain, b.high * beyond[i]));
        assert_true(scaled(&b, -b.high * beyond[i]) == scaled(&plain, -b.high * beyond[i]));
    }
    assert_true(isfinite(scaled(&b, DBL_MAX)) && isfinite(scaled(&b, -DBL_MAX)));
    assert_int_equal(plain.scaler.knots.n, 0);
}

static void one_value_has_no_ranks(void **state) {
    (void)state;
    static bench b;
    static const double constants[] = {0, -7.25, 1e308, NAN};
    for (size_t c = 0; c < 4; c++) {
        b.n = 50;
        for (size_t i = 0; i < b.n; i++)
            b.x[i] = i % 7 == 3 ? NAN : constants[c];
        for (size_t scaling = LAB_SCALING_MINMAX; scaling <= LAB_SCALING_RANK; scaling++) {
            (void)fit(&b, scaling, false);
            assert_int_equal(b.scaler.knots.n, 0);
            assert_true(scaled(&b, b.x[0]) == 0.0 && scaled(&b, NAN) == 0.0 && b.scale == 1.0);
        }
    }
}

static void two_values_are_the_ends(void **state) {
    (void)state;
    static bench b;
    static const double pairs[][2] = {{0, 1}, {-3, 1e6}, {-DBL_MAX, DBL_MAX}, {5e-324, 1e-323}, {1, 1 + DBL_EPSILON}};
    for (size_t c = 0; c < 5; c++) {
        b.n = 40;
        for (size_t i = 0; i < b.n; i++) {
            b.x[i] = pairs[c][i % 9 == 0];
            b.weight[i] = i % 9 == 0 ? 1e-300 : 7; /* hardly there: an end nevertheless */
        }
        for (int weighted = 0; weighted < 2; weighted++) {
            (void)fit(&b, LAB_SCALING_RANK, weighted);
            assert_int_equal(b.scaler.knots.n, 2);
            assert_true(scaled(&b, pairs[c][0]) == -1.0 && scaled(&b, pairs[c][1]) == 1.0);
            for (int part = 1; part < 4 && c < 3; part++) /* also where the difference of the two is no number */
                oracle_close("between", scaled(&b, pairs[c][0] * (1 - part / 4.0) + pairs[c][1] * (part / 4.0)),
                             part / 2.0L - 1, 4 * DBL_EPSILON);
            assert_true(lab_knots_sound(&b.scaler.knots, 0, b.low, b.high));
        }
    }
}

/* Just below a knot rounding must not lead beyond its position, also if from far away the two are the same. */
static void rounding_does_not_break_the_order(void **state) {
    (void)state;
    oracle_random random = oracle_seed(755);
    for (size_t c = 0; c < 100000; c++) {
        double one = pow(oracle_uniform(&random, -1, 1), 3), other = pow(oracle_uniform(&random, -1, 1), 3);
        size_t first[] = {0, 4};
        double value[] = {-2e17, c % 2 ? 0 : -1e17, 1, 2}, position[] = {-1, fmin(one, other), fmax(one, other), 1};
        lab_knots knots = {4, first, value, position};
        assert_true(lab_knots_position(&knots, 0, nextafter(1, 0), 0) <= lab_knots_position(&knots, 0, 1, 0));
    }
}

static void values_of_hardly_any_weight_do_not_stand_still(void **state) {
    (void)state;
    static bench b;
    b.n = 200;
    for (size_t i = 0; i < b.n; i++) {
        b.x[i] = (double)(i % 25);
        b.weight[i] = i % 5 % 4 == 0 ? 1e10 : DBL_MIN; /* three of them side by side */
    }
    (void)fit(&b, LAB_SCALING_RANK, true);
    assert_true(b.scaler.knots.n >= 10 && b.scaler.knots.n < 25);
    assert_true(lab_knots_sound(&b.scaler.knots, 0, 0, 24));
}

static void the_whole_range_of_doubles_has_ranks(void **state) {
    (void)state;
    static bench b;
    static const double sizes[] = {DBL_MAX, 1e308, 1e-307, 40 * 5e-324};
    for (size_t c = 0; c < 4; c++) {
        oracle_random random = oracle_seed(760 + c);
        b.n = 500;
        for (size_t i = 0; i < b.n; i++)
            b.x[i] = sizes[c] * (i == 0 ? 1 : i == 1 ? -1 : oracle_uniform(&random, -1, 1));
        (void)fit(&b, LAB_SCALING_RANK, false);
        expect_counted_knots(&b, false);
        for (size_t k = 0; k < b.scaler.knots.n; k++)
            assert_true(scaled(&b, b.value[k]) == b.position[k]);
        if (c < 3)
            expect_polygon(&b, 770 + c);
        double rise, run;
        for (size_t i = 2; i < b.n; i++)
            if (lab_knots_slope(&b.scaler.knots, 0, b.x[i], &rise, &run))
                assert_true(isfinite(rise) && isfinite(run) && rise > 0 && run > 0);
    }
}

/* ---- slopes */

static void slopes_are_those_of_the_segments(void **state) {
    (void)state;
    static bench b;
    fill(&b, mostly_zero, 700, 780, false);
    (void)fit(&b, LAB_SCALING_RANK, false);
    const lab_label_scale label = {.center = 3, .scale = 40};
    for (size_t k = 0; k + 1 < b.scaler.knots.n; k++) {
        double low = b.value[k], run = b.value[k + 1] - low;
        long double want = 40 * 0.7L * ((long double)b.position[k + 1] - b.position[k]) / run;
        for (size_t i = 0; i < 4; i++) /* at the knot the one to the right */
            oracle_close("slope", lab_scaler_unslope(&b.scaler, &label, 0.1, 0.7, 0, low + 0.25 * (double)i * run),
                         want, 8 * DBL_EPSILON * want);
        long double step = (scaled(&b, low + 0.75 * run) - (long double)scaled(&b, low + 0.25 * run)) / (0.5L * run);
        oracle_close("difference", 40 * 0.7L * step, want, 1e-12L * want);
    }
    static const double outside[] = {-5, -1.5, 2.5, 1e9};
    for (size_t i = 0; i < 4; i++)
        oracle_close("outside", lab_scaler_unslope(&b.scaler, &label, 0.1, 0.7, 0, outside[i]), 28 / b.scale, 1e-14L);
    oracle_close("the end", lab_scaler_unslope(&b.scaler, &label, 0.1, 0.7, 0, b.high), 28 / b.scale, 1e-14L);
    assert_true(lab_scaler_unslope(&b.scaler, &label, 0.1, 0.0, 0, b.value[3]) == 0.0);
}

/* ---- what is no map */

static void unsound_knots_are_told(void **state) {
    (void)state;
    static bench b;
    fill(&b, even, 300, 790, false);
    (void)fit(&b, LAB_SCALING_RANK, false);
    const lab_knots *knots = &b.scaler.knots;
    assert_true(lab_knots_sound(knots, 0, b.low, b.high));
    assert_false(lab_knots_sound(knots, 0, b.low - 1, b.high));
    assert_false(lab_knots_sound(knots, 0, b.low, b.high + 1));
    double *arrays[] = {b.value, b.position};
    for (size_t a = 0; a < 2; a++) {
        for (size_t k = 0; k < knots->n; k++) {
            const double bad[] = {NAN, INFINITY, -INFINITY, arrays[a][k ? k - 1 : 1]};
            double kept = arrays[a][k];
            for (size_t i = 0; i < 4; i++) {
                arrays[a][k] = bad[i];
                assert_false(lab_knots_sound(knots, 0, b.low, b.high));
            }
            arrays[a][k] = kept;
        }
    }
    assert_true(lab_knots_most(3) == 3 * LAB_KNOTS && lab_knots_most(SIZE_MAX / 2) == SIZE_MAX);
}

/* ---- mean and deviation */

static void expect_standard(const bench *b, bool weighted) {
    long double sum = 0, total = 0, squares = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < b->n; i++) {
            long double w = isnan(b->x[i]) ? 0 : weighted ? b->weight[i] : 1;
            if (w == 0)
                continue;
            if (pass == 0) {
                sum += w * b->x[i];
                total += w;
            } else {
                squares += w * (b->x[i] - sum / total) * (b->x[i] - sum / total);
            }
        }
    }
    long double size = sqrtl(3 * squares / total);
    oracle_close("center", b->center, sum / total, 64 * DBL_EPSILON * (fabsl(sum / total) + size));
    oracle_close("scale", b->scale, size, 1e-11L * size);
    assert_true(b->center == b->mean && scaled(b, NAN) == 0.0);
    assert_true(scaled(b, b->low) == (b->low - b->center) / b->scale);
}

static void standard_is_mean_and_deviation(void **state) {
    (void)state;
    static bench b;
    for (size_t c = 0; c < COLUMNS * 2; c++) {
        fill(&b, columns[c % COLUMNS], 700, 830 + c, true);
        (void)fit(&b, LAB_SCALING_STANDARD, c / COLUMNS);
        expect_standard(&b, c / COLUMNS);
        assert_int_equal(b.scaler.knots.n, 0);
    }
    b.n = MOST; /* evenly spread values get what min-max scaling gives, nearly */
    for (size_t i = 0; i < b.n; i++)
        b.x[i] = 1e6 + 3 * (double)i / (MOST - 1);
    (void)fit(&b, LAB_SCALING_STANDARD, false);
    oracle_close("low end", scaled(&b, b.low), -1, 1e-3L);
    oracle_close("high end", scaled(&b, b.high), 1, 1e-3L);
}

/* Deviations from the mean that are no numbers: the range is used. */
static void huge_columns_are_scaled_by_their_range(void **state) {
    (void)state;
    static bench b;
    b.n = 100;
    for (size_t i = 0; i < b.n; i++)
        b.x[i] = i % 10 ? -1.7e308 : 1.7e308;
    (void)fit(&b, LAB_SCALING_STANDARD, false);
    oracle_close("low end", scaled(&b, b.low), -1, 1e-15L);
    oracle_close("high end", scaled(&b, b.high), 1, 1e-15L);
    for (size_t i = 0; i < b.n; i++) { /* a weight next to nothing is no deviation, and no division by 0 */
        b.x[i] = i == 3 ? 5 : -1;
        b.weight[i] = i == 3 ? DBL_TRUE_MIN : 1;
    }
    (void)fit(&b, LAB_SCALING_STANDARD, true);
    assert_true(b.scale > 0 && isfinite(scaled(&b, 5)));
    for (size_t i = 0; i < b.n; i++)
        b.x[i] = 1e308 * sin((double)i);
    (void)fit(&b, LAB_SCALING_STANDARD, false);
    for (size_t i = 0; i < b.n; i++)
        assert_true(fabs(scaled(&b, b.x[i])) <= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_counted),
        cmocka_unit_test(few_knots_and_many_values),
        cmocka_unit_test(weights_are_repeated_values),
        cmocka_unit_test(outside_it_goes_on_as_the_range_does),
        cmocka_unit_test(one_value_has_no_ranks),
        cmocka_unit_test(two_values_are_the_ends),
        cmocka_unit_test(rounding_does_not_break_the_order),
        cmocka_unit_test(values_of_hardly_any_weight_do_not_stand_still),
        cmocka_unit_test(the_whole_range_of_doubles_has_ranks),
        cmocka_unit_test(slopes_are_those_of_the_segments),
        cmocka_unit_test(unsound_knots_are_told),
        cmocka_unit_test(standard_is_mean_and_deviation),
        cmocka_unit_test(huge_columns_are_scaled_by_their_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
