/*
 * Model files of several targets (version 3 of the format): whatever is done to the bytes, the reader says so and
 * neither crashes nor asks for much memory. What they share with files of one target is in test_model_file.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/model_bytes.h"
#include "fixture.h"
#include "oracle.h"

enum { N = 30, M = 2, T = 3, S = 4, FIELDS = 5 }; /* five numbers for each further target: beta, then its scale */

static unsigned char *bytes;
static size_t size;

static int make_model(void **state) {
    (void)state;
    double x[N * M], y[N], all[N * T];
    fixture_data(191, N, M, x, y);
    for (size_t i = 0; i < N * T; i++)
        all[i] = i % T == 0 ? y[i / T] : x[i / T * M + i % T - 1] * 100;
    labrbf_data data = {sizeof data, N, M, T, x, all, NULL, NULL, NULL};
    labrbf_settings *settings = fixture_settings("support_init=4 support_max=4 steps_grow=2 steps_final=2");
    labrbf_model *model = NULL;
    assert_true(labrbf_fit_data(settings, &data, NULL, &model) > 0);
    assert_int_equal(labrbf_model_set_names(model, (const char *const[M]){"a", "b"}, "one"), LABRBF_OK);
    assert_int_equal(labrbf_model_set_targets(model, (const char *const[T]){"one", "two", "three"}), LABRBF_OK);
    bytes = fixture_bytes(model, &size);
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    return 0;
}

static int free_model(void **state) {
    (void)state;
    free(bytes);
    return 0;
}

/* The model with `length` other bytes in place of a section's payload. */
static unsigned char *with_payload(const char *tag, const void *payload, size_t length, size_t *new_size) {
    size_t old_length, padded = (length + 7) / 8 * 8;
    unsigned char *old = model_section(bytes, size, tag, &old_length);
    assert_non_null(old);
    size_t before = (size_t)(old - bytes), after = size - before - (old_length + 7) / 8 * 8;
    unsigned char *changed = calloc(1, before + padded + after);
    assert_non_null(changed);
    memcpy(changed, bytes, before);
    put_u64(changed + before - 8, length);
    memcpy(changed + before, payload, length);
    memcpy(changed + before + padded, bytes + size - after, after);
    *new_size = before + padded + after;
    model_put_right(changed, *new_size);
    return changed;
}

static void expect_refused(const char *tag, const void *payload, size_t length, const char *word) {
    size_t changed_size;
    unsigned char *changed = with_payload(tag, payload, length, &changed_size);
    assert_int_equal(fixture_read(changed, changed_size), LABRBF_E_FORMAT);
    if (!strstr(labrbf_last_error(), word))
        fail_msg("'%s' says nothing of %s", labrbf_last_error(), word);
    free(changed);
}

static void the_model_is_as_the_format_says(void **state) {
    (void)state;
    size_t length;
    assert_int_equal(fixture_read(bytes, size), LABRBF_OK);
    assert_int_equal(get_u64(bytes + 8), 3);
    assert_non_null(model_section(bytes, size, "TARG", &length));
    assert_int_equal(length, 8 * FIELDS * (T - 1));
    assert_non_null(model_section(bytes, size, "SUPP", &length));
    assert_int_equal(length, 8 * S * (1 + 2 * M + 3 * T));
}

static void every_flipped_bit_and_every_cut_is_noticed(void **state) {
    (void)state;
    unsigned char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
        labrbf_status status = fixture_read(copy, size);
        assert_true(status == LABRBF_E_FORMAT || status == LABRBF_E_VERSION);
        copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    size_t length;
    size_t nameless = (size_t)(model_section(bytes, size, "NAME", &length) - bytes) - SECTION_HEADER + CHECKSUM;
    for (size_t cut = 0; cut < size; cut++) {
        memcpy(copy, bytes, size);
        model_put_right(copy, cut);
        assert_int_equal(fixture_read(copy, cut), cut == nameless ? LABRBF_OK : LABRBF_E_FORMAT);
    }
    free(copy);
}

static void numbers_of_targets_are_checked(void **state) {
    (void)state;
    size_t length;
    unsigned char payload[8 * FIELDS * (T - 1)], *good = model_section(bytes, size, "TARG", &length);
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t word = 0; word < FIELDS * (T - 1); word++) {
        for (int c = 0; c < 3; c++) {
            memcpy(payload, good, length);
            put_f64(payload + 8 * word, bad[c]);
            expect_refused("TARG", payload, length, "TARG");
        }
    }
    for (size_t target = 0; target < T - 1; target++) {
        static const struct {
            size_t field;
            double value;
        } wrong[] = {{2, 0}, {2, -1}, {3, 1e9}, {4, -1e9}}; /* scale, and a range upside down */
        for (size_t w = 0; w < 4; w++) {
            memcpy(payload, good, length);
            put_f64(payload + 8 * (FIELDS * target + wrong[w].field), wrong[w].value);
            expect_refused("TARG", payload, length, "TARG");
        }
    }
}

/* The number of targets is that of the entries of TARG: other sections must agree, and nothing is believed before. */
static void lengths_must_agree(void **state) {
    (void)state;
    size_t length;
    static unsigned char many[8 * FIELDS * 100];
    const unsigned char *good = model_section(bytes, size, "TARG", &length);
    for (size_t at = 0; at < sizeof many; at += 8)
        memcpy(many + at, good + at % length, 8);
    expect_refused("TARG", many, 0, "TARG");
    for (size_t cut = 1; cut < 8 * FIELDS; cut++)
        expect_refused("TARG", many, length - cut, "TARG");
    expect_refused("TARG", many, 8 * FIELDS, "SUPP");
    expect_refused("TARG", many, 8 * FIELDS * T, "SUPP");
    expect_refused("TARG", many, sizeof many, "SUPP");
    expect_refused("NAME", "a\0b\0one\0two\0", 12, "NAME");
    expect_refused("NAME", "a\0b\0one\0two\0three\0four\0", 23, "NAME");
}

/* A file of one target has no TARG, and older programs read it: its version is 2. As version 3 it means the same. */
static void versions_say_what_is_there(void **state) {
    (void)state;
    double x[N * M], y[N];
    fixture_data(192, N, M, x, y);
    labrbf_model *model = fixture_fit("support_max=3 steps_grow=1 steps_final=1", x, y, N, M);
    size_t one_size, length;
    unsigned char *one = fixture_bytes(model, &one_size);
    labrbf_model_destroy(model);
    assert_int_equal(get_u64(one + 8), 2);
    assert_null(model_section(one, one_size, "TARG", &length));
    put_u64(one + 8, 3);
    model_put_right(one, one_size);
    assert_int_equal(fixture_read(one, one_size), LABRBF_OK);
    free(one);
    unsigned char *copy = malloc(size);
    assert_non_null(copy);
    for (unsigned version = 1; version <= 2; version++) {
        memcpy(copy, bytes, size);
        put_u64(copy + 8, version);
        model_put_right(copy, size);
        assert_int_equal(fixture_read(copy, size), LABRBF_E_FORMAT);
    }
    free(copy);
}

/* Written by golden/make.c; the C library's exp may differ by an ulp elsewhere, hence 1e-12. */
static labrbf_model *expect_golden(const char *lab, const char *txt) {
    labrbf_model *model = NULL;
    assert_int_equal(labrbf_model_load(lab, NULL, &model), LABRBF_OK);
    assert_int_equal(fixture_info(model).n_targets, 2);
    assert_string_equal(labrbf_model_target_name_at(model, 0), "yield");
    assert_string_equal(labrbf_model_target_name_at(model, 1), "waste, in kg");
    FILE *file = fopen(txt, "r");
    assert_non_null(file);
    double row[3], want[2], out[2];
    size_t rows = 0;
    for (; fscanf(file, "%lf %lf %lf %lf %lf", &row[0], &row[1], &row[2], &want[0], &want[1]) == 5; rows++) {
        assert_int_equal(labrbf_model_predict(model, row, 1, 3, 1, out), LABRBF_OK);
        for (int c = 0; c < 2; c++)
            oracle_close("golden prediction", out[c], want[c], 1e-12L * fmaxl(fabsl(want[c]), 1));
    }
    assert_int_equal(rows, 25);
    (void)fclose(file);
    return model;
}

static void the_golden_model_of_version_3_still_loads_and_predicts(void **state) {
    (void)state;
    labrbf_model_destroy(expect_golden(GOLDEN "/model-v3.lab", GOLDEN "/model-v3.txt"));
}

/* Its labels are learnt by their logarithms, from both ends of their range. */
static void the_golden_model_of_version_4_still_loads_and_predicts(void **state) {
    (void)state;
    labrbf_model *model = expect_golden(GOLDEN "/model-v4.lab", GOLDEN "/model-v4.txt");
    double units[2];
    labrbf_trial trial;
    assert_int_equal(labrbf_model_array(model, LABRBF_LABEL_UNITS, units, 2), LABRBF_OK);
    assert_true(units[0] > 0 && units[1] < 0);
    assert_int_equal(labrbf_model_trial(model, 0, &trial), LABRBF_OK);
    assert_string_equal(trial.label_form, "log");
    labrbf_model_destroy(model);
}

/* Its trials say their rate. */
static void the_golden_model_of_version_5_still_loads_and_predicts(void **state) {
    (void)state;
    labrbf_model *model = expect_golden(GOLDEN "/model-v5.lab", GOLDEN "/model-v5.txt");
    labrbf_trial trial;
    size_t hot = 0;
    for (size_t i = 0; labrbf_model_trial(model, i, &trial) >= 0; i++)
        hot += trial.rate == 0.2;
    assert_true(hot > 0);
    labrbf_model_destroy(model);
}

/* And what their coefficients go by. */
static void the_golden_model_of_version_6_still_loads_and_predicts(void **state) {
    (void)state;
    labrbf_model *model = expect_golden(GOLDEN "/model-v6.lab", GOLDEN "/model-v6.txt");
    labrbf_trial trial;
    size_t by_supports = 0;
    for (size_t i = 0; labrbf_model_trial(model, i, &trial) >= 0; i++) {
        by_supports += strcmp(trial.coefficients, "supports") == 0;
        assert_true(trial.sigma0 > 0);
    }
    assert_int_equal(by_supports, 1);
    labrbf_model_destroy(model);
}

/* And whose their bandwidths are. */
static void the_golden_model_of_version_7_still_loads_and_predicts(void **state) {
    (void)state;
    labrbf_model *model = expect_golden(GOLDEN "/model-v7.lab", GOLDEN "/model-v7.txt");
    labrbf_trial trial;
    size_t shared = 0;
    for (size_t i = 0; labrbf_model_trial(model, i, &trial) >= 0; i++)
        shared += strcmp(trial.bandwidths, "shared") == 0;
    assert_int_equal(shared, 3);
    char text[64];
    assert_int_equal(labrbf_model_setting(model, "bandwidths", text, sizeof text), LABRBF_OK);
    assert_string_equal(text, "shared");
    labrbf_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_is_as_the_format_says),
        cmocka_unit_test(every_flipped_bit_and_every_cut_is_noticed),
        cmocka_unit_test(numbers_of_targets_are_checked),
        cmocka_unit_test(lengths_must_agree),
        cmocka_unit_test(versions_say_what_is_there),
        cmocka_unit_test(the_golden_model_of_version_3_still_loads_and_predicts),
        cmocka_unit_test(the_golden_model_of_version_4_still_loads_and_predicts),
        cmocka_unit_test(the_golden_model_of_version_5_still_loads_and_predicts),
        cmocka_unit_test(the_golden_model_of_version_6_still_loads_and_predicts),
        cmocka_unit_test(the_golden_model_of_version_7_still_loads_and_predicts),
    };
    return cmocka_run_group_tests(tests, make_model, free_model);
}
