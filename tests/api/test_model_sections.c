/*
 * The sections of a model file, behind a right checksum: which ones must be there, may be there and are not known, and
 * hostile values in every one of them.
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

#include "api/model_image.h"

/* ---- sections */

static void unknown_sections_are_skipped(void **state) {
    (void)state;
    for (size_t t = 0; t < 2 * TAGS; t++) {
        const char *tag = t < TAGS ? in_file[t] : in_part[t - TAGS];
        model_image section = model_one_section("NEW1", 0, "whatever it may be", 18);
        model_image once = model_insert(golden.bytes, golden.size, tag, &section);
        model_image twice = model_insert(once.bytes, once.size, tag, &section); /* it may well be repeated */
        expect_same(&golden, &once);
        expect_same(&golden, &twice);
        free(section.bytes);
        free(once.bytes);
        free(twice.bytes);
    }
}

static void unknown_sections_that_are_required_are_refused_by_name(void **state) {
    (void)state;
    for (size_t t = 0; t < 2 * TAGS; t++) {
        const char *tag = t < TAGS ? in_file[t] : in_part[t - TAGS];
        model_image section = model_one_section("ROTA", 1, "", 0);
        expect_refused(model_insert(golden.bytes, golden.size, tag, &section), LABRBF_E_VERSION, "ROTA");
        free(section.bytes);
    }
}

/* Flags of known sections may change; flags that nobody knows, and tags that are none, are not guessed at. */
static void headers_are_checked(void **state) {
    (void)state;
    for (size_t t = 0; t < 2 * TAGS; t++) {
        const char *tag = t < TAGS ? in_file[t] : in_part[t - TAGS];
        size_t part, header = model_find(golden.bytes, MODEL_HEADER, golden.size - CHECKSUM, tag, &part);
        for (size_t bit = 0; bit < 32; bit++) {
            model_image changed = copy_of(&golden);
            changed.bytes[header + 4 + bit / 8] ^= (unsigned char)(1u << bit % 8);
            if (bit > 0) {
                expect_refused(changed, LABRBF_E_VERSION, tag);
                continue;
            }
            model_put_right(changed.bytes, changed.size);
            expect_same(&golden, &changed);
            free(changed.bytes);
        }
        static const char letters[] = {'\0', ' ', 'a', '[', '@', '/', ':', '\x7f', '\xc3'};
        for (size_t c = 0; c < sizeof letters; c++) {
            model_image changed = copy_of(&golden);
            changed.bytes[header + 3] = (unsigned char)letters[c];
            expect_refused(changed, LABRBF_E_FORMAT, "tag");
        }
    }
}

static void sections_that_are_there_twice_are_refused(void **state) {
    (void)state;
    for (size_t t = 0; t < 2 * TAGS; t++) {
        const char *tag = t < TAGS ? in_file[t] : in_part[t - TAGS];
        model_image section = section_of(tag);
        bool part = strcmp(tag, "PART") == 0; /* which repeats, but there are more than MODL says */
        expect_refused(model_insert(golden.bytes, golden.size, tag, &section), LABRBF_E_FORMAT, part ? "5 parts" : tag);
        free(section.bytes);
    }
}

static void sections_that_are_needed_must_be_there(void **state) {
    (void)state;
    for (size_t t = 0; t < 2 * TAGS; t++) {
        const char *tag = t < TAGS ? in_file[t] : in_part[t - TAGS];
        model_image without = model_replace(golden.bytes, golden.size, tag, NULL);
        if (strcmp(tag, "PART") == 0) {
            expect_refused(without, LABRBF_E_FORMAT, "3 parts");
        } else if (strcmp(tag, "NAME") == 0) {
            expect_refused(without, LABRBF_E_FORMAT, "CATE");
        } else if (strstr("TRIA HELD HIST CATE ALP2 LINE", tag)) {
            assert_int_equal(fixture_read(without.bytes, without.size), LABRBF_OK);
            free(without.bytes);
        } else {
            expect_refused(without, LABRBF_E_FORMAT, tag);
        }
    }
}

/* All sections of [from, end), the last one first. */
static void put_backwards(model_image *image, size_t from, size_t end) {
    if (from >= end)
        return;
    size_t after = from + SECTION_HEADER + (size_t)(get_u64(golden.bytes + from + 8) + 7) / 8 * 8;
    put_backwards(image, after, end);
    image_put(image, golden.bytes + from, after - from);
}

static void sections_are_found_in_any_order(void **state) {
    (void)state;
    model_image backwards = {0};
    image_put(&backwards, golden.bytes, MODEL_HEADER);
    put_backwards(&backwards, MODEL_HEADER, golden.size - CHECKSUM);
    image_end(&backwards);
    assert_int_equal(backwards.size, golden.size);
    assert_int_equal(fixture_read(backwards.bytes, backwards.size), LABRBF_OK); /* its parts are in another order */
    free(backwards.bytes);
    model_image part = section_of("PART"), other = {0};
    size_t begin = image_section(&other, "PART", 1);
    put_backwards(&other, (size_t)(model_section(golden.bytes, golden.size, "PART", &begin) - golden.bytes),
                  (size_t)(model_section(golden.bytes, golden.size, "PART", &begin) - golden.bytes) + part.size -
                      SECTION_HEADER);
    image_section_end(&other, 0);
    model_image changed = model_replace(golden.bytes, golden.size, "PART", &other);
    expect_same(&golden, &changed);
    free(part.bytes);
    free(other.bytes);
    free(changed.bytes);
}

static void lengths_are_checked(void **state) {
    (void)state;
    for (size_t t = 0; t < 2 * TAGS; t++) {
        const char *tag = t < TAGS ? in_file[t] : in_part[t - TAGS];
        size_t length;
        const unsigned char *payload = model_section(golden.bytes, golden.size, tag, &length);
        if (strcmp(tag, "SETT") != 0) /* which is text of any length */
            expect_refused(with_payload(tag, payload, length - 1), LABRBF_E_FORMAT, "not a valid labrbf model");
        static const uint64_t lengths[] = {UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX, UINT64_MAX - 7};
        for (int c = 0; c < 4; c++) {
            model_image changed = copy_of(&golden);
            put_u64(model_section(changed.bytes, changed.size, tag, &length) - 8, lengths[c]);
            expect_refused(changed, LABRBF_E_FORMAT, "longer than");
        }
        if (length % 8 == 0)
            continue;
        model_image changed = copy_of(&golden);
        model_section(changed.bytes, changed.size, tag, &length)[length] = 1;
        expect_refused(changed, LABRBF_E_FORMAT, "zero bytes");
    }
}

/* As many slopes as there are features and targets are not allocated for a file that does not have them. */
static void many_slopes_must_be_in_the_file(void **state) {
    (void)state;
    for (int line = 0; line < 2; line++) {
        model_image wide = golden_plain(300, 2, line), both = golden_plain(300, 300, line);
        assert_int_equal(fixture_read(wide.bytes, wide.size), LABRBF_OK);
        assert_int_equal(fixture_read(both.bytes, both.size), line ? LABRBF_OK : LABRBF_E_FORMAT);
        if (line) {
            model_image again = written_again(&both);
            expect_same(&both, &again);
            free(again.bytes);
        }
        free(wide.bytes);
        free(both.bytes);
    }
}

/* ---- hostile values behind a right checksum */

static void expect_word_refused(const char *tag, size_t word, uint64_t value) {
    fixture_expect_refused(golden.bytes, golden.size, tag, 8 * word, value, "not a valid labrbf model");
}

static void expect_number_refused(const char *tag, size_t word, double value) {
    expect_word_refused(tag, word, bits_of_f64(value));
}

/* Values that multiply to the true length once they overflow are among them. */
static void sizes_that_the_file_does_not_hold_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *tag;
        size_t word;
    } sizes[] = {{"MODL", 0}, {"MODL", 1}, {"MODL", 2}, {"HEAD", 0}}; /* features, targets, parts; supports */
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        size_t length;
        const unsigned char *payload = model_section(golden.bytes, golden.size, sizes[c].tag, &length);
        uint64_t true_size = get_u64(payload + 8 * sizes[c].word);
        expect_word_refused(sizes[c].tag, sizes[c].word, 0);
        expect_word_refused(sizes[c].tag, sizes[c].word, true_size - 1);
        expect_word_refused(sizes[c].tag, sizes[c].word, UINT64_MAX);
        for (int bit = 0; bit < 64; bit++)
            expect_word_refused(sizes[c].tag, sizes[c].word, true_size + (UINT64_C(1) << bit));
    }
}

static void numbers_that_are_none_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *tag;
        size_t from, to;
    } numbers[] = {{"HEAD", 4, 7},         {"SCAL", 0, 3 * M}, {"RANG", 0, 2 * M},
                   {"KNOT", M, M + 2 * 7}, {"LABL", 0, 7 * T}, {"SUPP", S, S * (1 + 2 * M + 2 * T)},
                   {"ALP2", 0, 2 * T},     {"LINE", 0, M * T}};
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t c = 0; c < sizeof numbers / sizeof numbers[0]; c++)
        for (size_t word = numbers[c].from; word < numbers[c].to; word++)
            for (int b = 0; b < 3; b++)
                expect_number_refused(numbers[c].tag, word, bad[b]);
}

static void values_out_of_their_range_are_refused(void **state) {
    (void)state;
    static const double not_positive[] = {0.0, -0.0, -1.0};
    for (int c = 0; c < 3; c++) {
        for (size_t j = 0; j < M; j++)
            expect_number_refused("SCAL", M + j, not_positive[c]);
        for (size_t target = 0; target < T; target++)
            expect_number_refused("LABL", 7 * target + 2, not_positive[c]); /* scale */
    }
    for (size_t i = 0; i < S * M; i++)
        expect_number_refused("SUPP", S + S * M + i, -1e-300); /* a bandwidth */
    for (size_t target = 0; target < T; target++) {
        expect_number_refused("LABL", 7 * target + 3, 1e6);  /* a smallest label above the largest */
        expect_number_refused("LABL", 7 * target + 4, -1e6); /* and the other way round */
    }
    expect_number_refused("LABL", 7 + 5, 1); /* an anchor without a unit */
    for (size_t j = 0; j < M; j++) {
        expect_number_refused("RANG", j, 1e6);
        expect_number_refused("RANG", M + j, -1e6);
    }
    for (size_t reason = 0; reason < 70; reason++)
        if (reason < LABRBF_DONE_TOLERANCE || reason > LABRBF_DONE_CANCELLED)
            expect_word_refused("MODL", 6, reason);
    expect_word_refused("MODL", 6, UINT64_C(1) << 32);
    expect_word_refused("MODL", 6, (uint64_t)-1);
    expect_word_refused("HEAD", 3, 2);       /* predictions are clipped or not */
    expect_number_refused("HEAD", 5, -1);    /* lambda */
    expect_number_refused("HEAD", 6, -1e-9); /* reciprocal condition */
    expect_number_refused("TRIA", 2, 1.5);   /* R2 */
    expect_word_refused("HELD", 0, 0);
    expect_word_refused("HELD", 1, 501); /* more steps than there were */
    expect_number_refused("HELD", 2, -1);
    expect_number_refused("HELD", 2, INFINITY);
}

static void row_numbers_are_those_of_the_training_rows(void **state) {
    (void)state;
    expect_word_refused("SUPP", 0, GOLDEN_ROWS);
    expect_word_refused("SUPP", S - 1, UINT64_MAX);
    expect_word_refused("MODL", 3, 15); /* so many rows, and a support is row 15 */
}

static void words_are_those_of_the_settings(void **state) {
    (void)state;
    static const size_t places[] = {56, 72, 88};
    static const char *const wrong[] = {"auto", "", "kernel", "Gaussian", "minmax ", "2", "gaussianexponenti"};
    for (int p = 0; p < 3; p++) {
        size_t length;
        for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++) {
            model_image changed = copy_of(&golden);
            unsigned char *head = model_section(changed.bytes, changed.size, "HEAD", &length);
            memset(head + places[p], 0, 16);
            memcpy(head + places[p], wrong[c], strlen(wrong[c]) > 16 ? 16 : strlen(wrong[c]));
            expect_refused(changed, LABRBF_E_FORMAT, "HEAD");
        }
        model_image changed = copy_of(&golden);
        model_section(changed.bytes, changed.size, "HEAD", &length)[places[p] + 15] = 'x'; /* after the zero bytes */
        expect_refused(changed, LABRBF_E_FORMAT, "HEAD");
    }
}

static model_image with_word(size_t place, const char *word) {
    model_image changed = copy_of(&golden);
    size_t length;
    unsigned char *head = model_section(changed.bytes, changed.size, "HEAD", &length);
    memset(head + place, 0, 16);
    memcpy(head + place, word, strlen(word));
    model_put_right(changed.bytes, changed.size);
    return changed;
}

static void scaling_and_knots_go_together(void **state) {
    (void)state;
    expect_refused(with_word(72, "minmax"), LABRBF_E_FORMAT, "its scaling is not rank");
    expect_refused(model_replace(golden.bytes, golden.size, "KNOT", NULL), LABRBF_E_FORMAT, "no KNOT section");
    static const uint64_t counts[] = {1, 34, 1000, UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 16 + 1, UINT64_C(1) << 60};
    for (size_t j = 0; j < M; j++)
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
            expect_word_refused("KNOT", j, counts[c]);
    for (size_t word = M; word < M + 2 * 7; word++) { /* neither below its neighbours nor above them */
        expect_number_refused("KNOT", word, -1e300);
        expect_number_refused("KNOT", word, 1e300);
    }
}

static void forms_and_units_go_together(void **state) {
    (void)state;
    expect_refused(with_word(88, "plain"), LABRBF_E_FORMAT, "LABL"); /* with a unit */
    model_image other = with_word(88, "log");
    assert_int_equal(fixture_read(other.bytes, other.size), LABRBF_OK);
    free(other.bytes);
}

/* ---- text */

static void settings_that_make_no_sense_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"lambda=-1\n",
                                        "lambda=nan\n",
                                        "kernel=cosine\n",
                                        "kernel=matern\n",
                                        "kernel=2\n",
                                        "kernel=\n",
                                        "lambda\n",
                                        "\n",
                                        "=\n",
                                        "=1\n",
                                        "batch=0\n",
                                        "rate=1e9\n",
                                        "lambda= 1\n",
                                        "seed=1\n\nseed=2\n",
                                        "lambda=0000000000000000000000000000000000000000000000000000000000000001\n"};
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++)
        expect_refused(with_payload("SETT", wrong[c], strlen(wrong[c])), LABRBF_E_FORMAT, "SETT");
    expect_refused(with_payload("SETT", "lambda=1\0\n", 10), LABRBF_E_FORMAT, "SETT");
}

/* Other versions have other settings. */
static void settings_may_be_unknown_or_absent(void **state) {
    (void)state;
    const char *few = "kernel=gaussian\nno_such_setting=what it may be\nlambda=0.25\n";
    model_image changed = with_payload("SETT", few, strlen(few));
    labrbf_model *model = read_model(&changed);
    fixture_expect_setting(model, "lambda", "0.25");
    fixture_expect_setting(model, "batch", "128");
    labrbf_model_destroy(model);
    free(changed.bytes);
    changed = with_payload("SETT", "", 0);
    assert_int_equal(fixture_read(changed.bytes, changed.size), LABRBF_OK);
    free(changed.bytes);
}

static model_image with_trial(const char *text, size_t length) {
    model_image payload = {0};
    image_u64(&payload, 3);
    image_u64(&payload, 4);
    image_f64s(&payload, (const double[]){0.5}, 1);
    image_u64(&payload, length);
    image_put(&payload, text, length);
    image_padding(&payload);
    model_image changed = with_payload("TRIA", payload.bytes, payload.size);
    free(payload.bytes);
    return changed;
}

static void trials_are_settings(void **state) {
    (void)state;
    static const char *const wrong[] = {"", " ", "rate", "rate=", "rate=-1", "kernel=cosine", "rate=1  ridge=1"};
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++)
        expect_refused(with_trial(wrong[c], strlen(wrong[c])), LABRBF_E_FORMAT, "TRIA");
    static const uint64_t lengths[] = {0, 1000, UINT64_MAX, UINT64_MAX - 31, UINT64_C(1) << 63};
    for (size_t c = 0; c < sizeof lengths / sizeof lengths[0]; c++)
        expect_word_refused("TRIA", 3, lengths[c]);
    const char *said = "kernel=matern32 no_such_setting=1 seed=12 rate=0.5", *kept = "kernel=matern32 rate=0.5";
    model_image more = with_trial(said, strlen(said)), less = with_trial(kept, strlen(kept));
    expect_same(&more, &less); /* what nobody searches is not kept */
    free(more.bytes);
    free(less.bytes);
}

static void texts_that_are_not_one_per_column_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *tag, *bytes;
        size_t size;
    } wrong[] = {{"NAME", "", 0},
                 {"NAME", "a\0b\0c\0d\0", 8},
                 {"NAME", "a\0b\0c\0d\0e", 9},
                 {"NAME", "a\0b\0c\0d\0e\0f\0", 12},
                 {"NAME", "abcdefgh", 8},
                 {"CATE", "", 0},
                 {"CATE", "a\0b\0", 4},
                 {"CATE", "a\0b\0c", 5},
                 {"CATE", "a\0b\0c\0d\0", 8},
                 {"CATE", "\0\0\0\0", 4}};
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++)
        expect_refused(with_payload(wrong[c].tag, wrong[c].bytes, wrong[c].size), LABRBF_E_FORMAT, wrong[c].tag);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_sections_are_skipped),
        cmocka_unit_test(unknown_sections_that_are_required_are_refused_by_name),
        cmocka_unit_test(headers_are_checked),
        cmocka_unit_test(sections_that_are_there_twice_are_refused),
        cmocka_unit_test(sections_that_are_needed_must_be_there),
        cmocka_unit_test(sections_are_found_in_any_order),
        cmocka_unit_test(lengths_are_checked),
        cmocka_unit_test(many_slopes_must_be_in_the_file),
        cmocka_unit_test(sizes_that_the_file_does_not_hold_are_refused),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(values_out_of_their_range_are_refused),
        cmocka_unit_test(row_numbers_are_those_of_the_training_rows),
        cmocka_unit_test(words_are_those_of_the_settings),
        cmocka_unit_test(scaling_and_knots_go_together),
        cmocka_unit_test(forms_and_units_go_together),
        cmocka_unit_test(settings_that_make_no_sense_are_refused),
        cmocka_unit_test(settings_may_be_unknown_or_absent),
        cmocka_unit_test(trials_are_settings),
        cmocka_unit_test(texts_that_are_not_one_per_column_are_refused),
    };
    return cmocka_run_group_tests(tests, make_model, free_model);
}
