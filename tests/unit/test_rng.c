/* Random numbers: the published algorithms restated, their published first values, and what is built on them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#include "base/rng.h"

/* xoshiro256++ and splitmix64, written from their descriptions (Blackman and Vigna; Steele, Lea and Flood). */
static uint64_t rotl(uint64_t x, unsigned k) { return x << k | x >> (64u - k); }

static uint64_t plain_xoshiro(uint64_t s[4]) {
    const uint64_t result = rotl(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
    const uint64_t s2 = s[2] ^ s[0], s3 = s[3] ^ s[1];
    s[1] = s[1] ^ s2;
    s[0] = s[0] ^ s3;
    s[2] = s2 ^ shifted;
    s[3] = rotl(s3, 45);
    return result;
}

static uint64_t plain_splitmix(uint64_t seed, unsigned count) { /* the count-th output, from 1 */
    uint64_t z = seed + count * UINT64_C(0x9e3779b97f4a7c15);
    z ^= z >> 30;
    z *= UINT64_C(0xbf58476d1ce4e5b9);
    z ^= z >> 27;
    z *= UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return z;
}

/* First outputs from state 1, 2, 3, 4, as published with other implementations of xoshiro256++. */
static void known_answers_from_a_known_state(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        UINT64_C(41943041),
        UINT64_C(58720359),
        UINT64_C(3588806011781223),
        UINT64_C(3591011842654386),
        UINT64_C(9228616714210784205),
        UINT64_C(9973669472204895162),
        UINT64_C(14011001112246962877),
        UINT64_C(12406186145184390807),
        UINT64_C(15849039046786891736),
        UINT64_C(10450023813501588000),
    };
    lab_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_true(lab_rng_next(&rng) == expected[i]);
}

/* splitmix64 from 1234567, as published. */
static void known_answers_of_the_seeding(void **state) {
    (void)state;
    lab_rng rng = lab_rng_seed(1234567);
    assert_true(rng.state[0] == UINT64_C(6457827717110365317));
    assert_true(rng.state[1] == UINT64_C(3203168211198807973));
    assert_true(rng.state[2] == UINT64_C(9817491932198370423));
    assert_true(rng.state[3] == UINT64_C(4593380528125082431));
}

static void stream_is_that_of_the_plain_algorithms(void **state) {
    (void)state;
    static const uint64_t seeds[] = {0, 1, 42, UINT64_C(1) << 53, UINT64_MAX};
    for (size_t c = 0; c < sizeof seeds / sizeof seeds[0]; c++) {
        lab_rng rng = lab_rng_seed(seeds[c]);
        uint64_t plain[4];
        for (unsigned i = 0; i < 4; i++)
            plain[i] = plain_splitmix(seeds[c], i + 1);
        for (int i = 0; i < 1000; i++)
            assert_true(lab_rng_next(&rng) == plain_xoshiro(plain));
    }
}

static void draws_stay_below_the_bound(void **state) {
    (void)state;
    static const size_t bounds[] = {1, 2, 3, 7, 64, 1000003, SIZE_MAX / 2 + 2, SIZE_MAX};
    lab_rng rng = lab_rng_seed(3);
    for (size_t c = 0; c < sizeof bounds / sizeof bounds[0]; c++)
        for (int i = 0; i < 2000; i++)
            assert_true(lab_rng_below(&rng, bounds[c]) < bounds[c]);
}

/* Chi-square against 99.99 % points: 10 bins (9 degrees of freedom) 33.7, and 97 bins (96) 156. */
static double chi_square(size_t bins, size_t draws, uint64_t seed) {
    size_t count[97] = {0};
    lab_rng rng = lab_rng_seed(seed);
    for (size_t i = 0; i < draws; i++)
        count[lab_rng_below(&rng, bins)]++;
    double expected = (double)draws / (double)bins, sum = 0;
    for (size_t b = 0; b < bins; b++)
        sum += ((double)count[b] - expected) * ((double)count[b] - expected) / expected;
    return sum;
}

static void draws_are_uniform(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double few = chi_square(10, 50000, seed), many = chi_square(97, 50000, seed);
        assert_true(few < 33.7 && many < 156);
        assert_true(many > 40); /* suspiciously even would be wrong too */
    }
}

/* A bound of 3/4 of the range: without drawing again, the lower third would come up twice as often. */
static void a_large_bound_is_not_biased(void **state) {
    (void)state;
    lab_rng rng = lab_rng_seed(8);
    const size_t quarter = SIZE_MAX / 4 + 1;
    size_t count[3] = {0};
    for (int i = 0; i < 30000; i++)
        count[lab_rng_below(&rng, 3 * quarter) / quarter]++;
    for (int b = 0; b < 3; b++)
        assert_true(count[b] > 9600 && count[b] < 10400); /* five standard deviations */
}

static void choosing_permutes(void **state) {
    (void)state;
    lab_rng rng = lab_rng_seed(4);
    for (size_t n = 0; n <= 40; n++) {
        for (size_t count = 0; count <= n; count += 1 + n / 5) {
            uint32_t items[40];
            for (size_t i = 0; i < n; i++)
                items[i] = (uint32_t)(100 + i);
            lab_rng_choose(&rng, items, n, count);
            bool seen[40] = {false};
            for (size_t i = 0; i < n; i++) {
                assert_true(items[i] >= 100 && items[i] < 100 + n && !seen[items[i] - 100]);
                seen[items[i] - 100] = true;
            }
        }
    }
}

/* All 12 ordered pairs out of 4 equally often: chi-square with 11 degrees of freedom, 99.99 % below 37.4. */
static void choosing_is_uniform_in_subset_and_order(void **state) {
    (void)state;
    enum { DRAWS = 24000 };
    lab_rng rng = lab_rng_seed(5);
    size_t count[4][4] = {{0}};
    for (int i = 0; i < DRAWS; i++) {
        uint32_t items[4] = {0, 1, 2, 3};
        lab_rng_choose(&rng, items, 4, 2);
        count[items[0]][items[1]]++;
    }
    double chi = 0, expected = DRAWS / 12.0;
    for (size_t a = 0; a < 4; a++) {
        assert_int_equal(count[a][a], 0);
        for (size_t b = 0; b < 4; b++)
            chi += a == b ? 0 : ((double)count[a][b] - expected) * ((double)count[a][b] - expected) / expected;
    }
    assert_true(chi < 37.4);
}

static void same_seed_same_stream_other_seed_other_stream(void **state) {
    (void)state;
    lab_rng a = lab_rng_seed(9), b = lab_rng_seed(9), c = lab_rng_seed(10);
    int different = 0;
    for (int i = 0; i < 100; i++) {
        uint64_t draw = lab_rng_next(&a);
        assert_true(draw == lab_rng_next(&b));
        different += draw != lab_rng_next(&c);
    }
    assert_int_equal(different, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers_from_a_known_state),
        cmocka_unit_test(known_answers_of_the_seeding),
        cmocka_unit_test(stream_is_that_of_the_plain_algorithms),
        cmocka_unit_test(draws_stay_below_the_bound),
        cmocka_unit_test(draws_are_uniform),
        cmocka_unit_test(a_large_bound_is_not_biased),
        cmocka_unit_test(choosing_permutes),
        cmocka_unit_test(choosing_is_uniform_in_subset_and_order),
        cmocka_unit_test(same_seed_same_stream_other_seed_other_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
