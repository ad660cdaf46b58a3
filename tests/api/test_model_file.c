/*
 * Model files: whatever is done to the bytes, the reader says so and neither crashes nor asks for much memory. Where
 * the checksum would hide what is tested, it is put right first. The golden files were written by earlier builds.
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

enum { N = 30, M = 2, S = 3 }; /* with two features a support takes 64 bytes, which makes overflow easy to aim at */

/* Fields of the INFO section, in 8-byte words. */
enum { N_SUPPORT, N_FEATURES, N_ROUNDS, N_ROWS, MISSING, N_STEPS, STOPPED, BETA, LAMBDA, RCOND };
enum { LABEL_CENTER = 10, LABEL_SCALE, LABEL_MINIMUM, LABEL_MAXIMUM };

typedef struct image {
    unsigned char *bytes;
    size_t size;
} image;

static image the_model;

static int make_model(void **state) {
    (void)state;
    double x[N * M], y[N];
    fixture_data(181, N, M, x, y);
    static const char *const names[M] = {"one", "two"};
    labrbf_model *model =
        fixture_fit("support_init=2 support_max=3 support_add=1 steps_grow=2 steps_final=2", x, y, N, M);
    static const char *const categories[M] = {NULL, "red"};
    assert_int_equal(labrbf_model_set_names(model, names, "three"), LABRBF_OK);
    assert_int_equal(labrbf_model_set_categories(model, categories), LABRBF_OK);
    the_model.bytes = fixture_bytes(model, &the_model.size);
    labrbf_model_destroy(model);
    return 0;
}

static int free_model(void **state) {
    (void)state;
    free(the_model.bytes);
    return 0;
}

/* A copy with room for more bytes. */
static image copy_of(const image *other, size_t more) {
    image copy = {malloc(other->size + more), other->size};
    assert_non_null(copy.bytes);
    memcpy(copy.bytes, other->bytes, other->size);
    return copy;
}

static unsigned char *section(const image *of, const char *tag, size_t *length) {
    unsigned char *payload = model_section(of->bytes, of->size, tag, length);
    assert_non_null(payload);
    return payload;
}

static void expect_format_error(image *changed, const char *what) {
    model_put_right(changed->bytes, changed->size);
    labrbf_status status = fixture_read(changed->bytes, changed->size);
    if (status != LABRBF_E_FORMAT)
        fail_msg("%s gives %d", what, (int)status);
    assert_non_null(strstr(labrbf_last_error(), "not a valid labrbf model"));
    free(changed->bytes);
}

/* ---- damage */

static void checksum_is_the_published_one(void **state) {
    (void)state;
    assert_true(model_crc((const unsigned char *)"123456789", 9) == UINT64_C(0x995dc9bbdf1939fa));
    size_t body = the_model.size - CHECKSUM;
    assert_true(model_crc(the_model.bytes, body) == get_u64(the_model.bytes + body));
    assert_int_equal(get_u64(the_model.bytes + 16), the_model.size);
    assert_int_equal(fixture_read(the_model.bytes, the_model.size), LABRBF_OK);
}

static void every_flipped_bit_is_noticed(void **state) {
    (void)state;
    image flipped = copy_of(&the_model, 0);
    for (size_t bit = 0; bit < 8 * flipped.size; bit++) {
        flipped.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        labrbf_status status = fixture_read(flipped.bytes, flipped.size);
        if (status != LABRBF_E_FORMAT && status != LABRBF_E_VERSION)
            fail_msg("bit %zu gives %d", bit, (int)status);
        flipped.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    free(flipped.bytes);
}

/* The file without this section and what follows it. */
static size_t size_before(const char *tag) {
    size_t length;
    return (size_t)(section(&the_model, tag, &length) - the_model.bytes) - SECTION_HEADER + CHECKSUM;
}

/* Names and categories may be absent, so a cut just before them that has the right size and checksum is a model. */
static void every_cut_is_noticed(void **state) {
    (void)state;
    size_t nameless = size_before("NAME"), uncategorised = size_before("CATE");
    for (size_t size = 0; size < the_model.size; size++) {
        image cut = copy_of(&the_model, 0);
        cut.size = size;
        assert_int_equal(fixture_read(cut.bytes, cut.size), LABRBF_E_FORMAT);
        if (size != nameless && size != uncategorised) {
            expect_format_error(&cut, "a cut with the right size and checksum");
            continue;
        }
        model_put_right(cut.bytes, cut.size);
        assert_int_equal(fixture_read(cut.bytes, cut.size), LABRBF_OK);
        free(cut.bytes);
    }
}

static void bytes_at_the_end_are_noticed(void **state) {
    (void)state;
    for (size_t more = 1; more <= 24; more++) {
        image longer = copy_of(&the_model, more);
        memset(longer.bytes + longer.size, 0, more);
        longer.size += more;
        assert_int_equal(fixture_read(longer.bytes, longer.size), LABRBF_E_FORMAT);
        expect_format_error(&longer, "bytes after the last section");
    }
}

static void other_files_are_no_models(void **state) {
    (void)state;
    static const char *const texts[] = {"", "x", "a,b,c\n1,2,3\n", "\x89LABRBF\n",
                                        "\x89PNG\r\n\x1a\n0123456789abcdefghijklmn"};
    for (size_t c = 0; c < sizeof texts / sizeof texts[0]; c++) {
        image text = {(unsigned char *)(uintptr_t)texts[c], strlen(texts[c])};
        assert_int_equal(fixture_read(text.bytes, text.size), LABRBF_E_FORMAT);
    }
}

static void newer_versions_are_told_apart_from_damage(void **state) {
    (void)state;
    static const unsigned versions[] = {8, 9, 255, 65536};
    for (int c = 0; c < 4; c++) {
        image newer = copy_of(&the_model, 0);
        put_u64(newer.bytes + 8, versions[c]);
        memset(newer.bytes + MODEL_HEADER, 0x55, 40); /* nothing else need make sense to us */
        model_put_right(newer.bytes, newer.size);
        assert_int_equal(fixture_read(newer.bytes, newer.size), LABRBF_E_VERSION);
        assert_non_null(strstr(labrbf_last_error(), "version"));
        free(newer.bytes);
    }
    image zero = copy_of(&the_model, 0);
    put_u64(zero.bytes + 8, 0);
    expect_format_error(&zero, "version 0");
}

/* ---- hostile values behind a right checksum */

static void expect_word_refused(const char *tag, size_t word, uint64_t value) {
    image changed = copy_of(&the_model, 0);
    size_t length;
    unsigned char *payload = section(&changed, tag, &length);
    assert_true(8 * word + 8 <= length);
    put_u64(payload + 8 * word, value);
    char what[128];
    (void)snprintf(what, sizeof what, "%s word %zu = %#llx", tag, word, (unsigned long long)value);
    expect_format_error(&changed, what);
}

static void expect_number_refused(const char *tag, size_t word, double value) {
    unsigned char bytes[8];
    put_f64(bytes, value);
    expect_word_refused(tag, word, get_u64(bytes));
}

/* Values that multiply to the true length once they overflow are among them. */
static void sizes_that_the_file_does_not_hold_are_refused(void **state) {
    (void)state;
    static const uint64_t offsets[] = {1,
                                       UINT64_C(1) << 20,
                                       UINT64_C(1) << 57,
                                       UINT64_C(1) << 58,
                                       UINT64_C(1) << 59,
                                       UINT64_C(1) << 60,
                                       UINT64_C(1) << 61,
                                       UINT64_C(1) << 62,
                                       UINT64_C(1) << 63};
    size_t length;
    const unsigned char *info = section(&the_model, "INFO", &length);
    for (size_t field = N_SUPPORT; field <= N_ROUNDS; field++) {
        uint64_t true_size = get_u64(info + 8 * field);
        for (size_t c = 0; c < sizeof offsets / sizeof offsets[0]; c++)
            expect_word_refused("INFO", field, true_size + offsets[c]);
        expect_word_refused("INFO", field, 0);
        expect_word_refused("INFO", field, true_size - 1);
        expect_word_refused("INFO", field, UINT64_MAX);
    }
}

static void numbers_that_are_none_are_refused(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int c = 0; c < 3; c++) {
        for (size_t field = BETA; field <= LABEL_MAXIMUM; field++)
            expect_number_refused("INFO", field, bad[c]);
        for (size_t word = 0; word < 3 * M; word++)
            expect_number_refused("SCAL", word, bad[c]);
        for (size_t word = 0; word < 2 * M; word++)
            expect_number_refused("RANG", word, bad[c]);
        for (size_t word = S; word < S * (2 * M + 4); word++)
            expect_number_refused("SUPP", word, bad[c]);
    }
}

static void values_out_of_their_range_are_refused(void **state) {
    (void)state;
    static const double not_positive[] = {0.0, -0.0, -1.0};
    for (int c = 0; c < 3; c++) {
        expect_number_refused("INFO", LABEL_SCALE, not_positive[c]);
        for (size_t j = 0; j < M; j++)
            expect_number_refused("SCAL", M + j, not_positive[c]);
    }
    for (size_t i = 0; i < S * M; i++)
        expect_number_refused("SUPP", S + S * M + i, -1e-300); /* a bandwidth */
    expect_number_refused("INFO", LABEL_MINIMUM, 1e6);         /* above the largest label */
    for (size_t j = 0; j < M; j++) {
        expect_number_refused("RANG", j, 1e6);      /* a minimum above the maximum */
        expect_number_refused("RANG", M + j, -1e6); /* and the other way round */
    }
    expect_word_refused("INFO", STOPPED, LABRBF_DONE_CANCELLED + 1);
    expect_word_refused("INFO", STOPPED, UINT64_C(1) << 32);
    expect_word_refused("INFO", STOPPED, (uint64_t)-1);
}

/* Row numbers index the training table, lambda and rcond have a sign. */
static void values_that_cannot_come_from_training_are_refused(void **state) {
    (void)state;
    expect_word_refused("SUPP", 0, N);
    expect_word_refused("SUPP", S - 1, UINT64_MAX);
    expect_word_refused("INFO", N_ROWS, S - 1);
    expect_number_refused("INFO", LAMBDA, -1);
    expect_number_refused("INFO", RCOND, -1);
    expect_word_refused("INFO", STOPPED, LABRBF_OK); /* there is always a reason, 1 to 4 */
}

/* The format has zero bytes in section headers and between sections; a reader that ignores them has two files for one
 * model. */
static void bytes_that_are_zero_by_definition_are_checked(void **state) {
    (void)state;
    static const char *const tags[] = {"INFO", "SETT", "SCAL", "RANG", "SUPP", "HIST", "NAME", "CATE"};
    for (int t = 0; t < 8; t++) {
        image changed = copy_of(&the_model, 0);
        size_t length;
        unsigned char *payload = section(&changed, tags[t], &length);
        payload[-9] = 1; /* the last of the four after the tag */
        expect_format_error(&changed, "a section header with a byte too much");
        if (length % 8 == 0)
            continue;
        changed = copy_of(&the_model, 0);
        section(&changed, tags[t], &length)[length] = 1;
        expect_format_error(&changed, "padding that is not zero");
    }
}

/* ---- sections */

/* Replaces a section's payload (whole header included if the tag differs) by other bytes. */
static image with_payload(const char *tag, const char *new_tag, const void *payload, size_t new_length) {
    size_t length, padded, new_padded = (new_length + 7) / 8 * 8;
    const unsigned char *old = section(&the_model, tag, &length);
    padded = (length + 7) / 8 * 8;
    image changed = {calloc(1, the_model.size + new_padded + 64), 0};
    assert_non_null(changed.bytes);
    size_t before = (size_t)(old - the_model.bytes), after = the_model.size - before - padded;
    memcpy(changed.bytes, the_model.bytes, before);
    memcpy(changed.bytes + before - SECTION_HEADER, new_tag, 4);
    put_u64(changed.bytes + before - 8, new_length);
    memcpy(changed.bytes + before, payload, new_length);
    memcpy(changed.bytes + before + new_padded, old + padded, after);
    changed.size = before + new_padded + after;
    return changed;
}

static void settings_that_make_no_sense_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "no_such_setting=1\n",
        "lambda=-1\n",
        "lambda=nan\n",
        "kernel=cosine\n",
        "kernel=matern\n",
        "kernel=rbf\n",
        "kernel=2\n",
        "kernel=\n",
        "lambda=0.1",
        "lambda\n",
        "\n",
        "=\n",
        "=1\n",
        "batch=0\n",
        "rate=1e9\n",
        "lambda = 1\n",
        "lambda=00000000000000000000000000000000000000000000000000000000000000000000000000000000001\n"};
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++) {
        image changed = with_payload("SETT", "SETT", wrong[c], strlen(wrong[c]));
        expect_format_error(&changed, wrong[c]);
    }
}

/* A later version may have settings that an older file lacks: they keep their default. */
static void settings_may_be_absent(void **state) {
    (void)state;
    const char *few = "kernel=gaussian\nlambda=0.25\n";
    image changed = with_payload("SETT", "SETT", few, strlen(few));
    model_put_right(changed.bytes, changed.size);
    labrbf_model *model;
    assert_int_equal(labrbf_model_deserialize(changed.bytes, changed.size, NULL, &model), LABRBF_OK);
    char text[64];
    assert_int_equal(labrbf_model_setting(model, "lambda", text, sizeof text), LABRBF_OK);
    assert_string_equal(text, "0.25");
    assert_int_equal(labrbf_model_setting(model, "batch", text, sizeof text), LABRBF_OK);
    assert_string_equal(text, "128");
    labrbf_model_destroy(model);
    free(changed.bytes);
}

static void names_that_are_not_one_per_column_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } wrong[] = {{"", 0}, {"a\0b\0", 4}, {"a\0b\0c", 5}, {"a\0b\0c\0d\0", 8}, {"\0\0\0\0", 4}, {"abcdefgh", 8}};
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++) {
        image changed = with_payload("NAME", "NAME", wrong[c].bytes, wrong[c].size);
        expect_format_error(&changed, "names");
    }
}

static void categories_that_are_not_one_per_feature_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } wrong[] = {{"", 0}, {"a\0", 2}, {"a\0b", 3}, {"a\0b\0c\0", 6}, {"\0\0\0", 3}, {"abcdefgh", 8}};
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++) {
        image changed = with_payload("CATE", "CATE", wrong[c].bytes, wrong[c].size);
        expect_format_error(&changed, "categories");
    }
}

/* Version 1 has neither ranges nor categories; a file of that version with them is no such file. */
static void sections_of_version_2_are_not_for_version_1(void **state) {
    (void)state;
    image older = copy_of(&the_model, 0);
    put_u64(older.bytes + 8, 1);
    expect_format_error(&older, "a range in version 1");
}

static void ranges_and_categories_travel(void **state) {
    (void)state;
    double x[N * M], y[N], low[M], high[M];
    fixture_data(181, N, M, x, y); /* as in make_model */
    labrbf_model *model;
    assert_int_equal(labrbf_model_deserialize(the_model.bytes, the_model.size, NULL, &model), LABRBF_OK);
    assert_int_equal(labrbf_model_array(model, LABRBF_FEATURE_MINIMA, low, M), LABRBF_OK);
    assert_int_equal(labrbf_model_array(model, LABRBF_FEATURE_MAXIMA, high, M), LABRBF_OK);
    for (size_t j = 0; j < M; j++) {
        double least = x[j], most = x[j];
        for (size_t r = 1; r < N; r++) {
            least = x[r * M + j] < least ? x[r * M + j] : least;
            most = x[r * M + j] > most ? x[r * M + j] : most;
        }
        assert_true(low[j] == least && high[j] == most);
    }
    assert_null(labrbf_model_feature_category(model, 0));
    assert_string_equal(labrbf_model_feature_category(model, 1), "red");
    assert_null(labrbf_model_feature_category(model, M));
    assert_int_equal(labrbf_model_set_categories(model, NULL), LABRBF_OK);
    assert_null(labrbf_model_feature_category(model, 1));
    labrbf_model_destroy(model);
}

static void sections_must_be_there_in_order(void **state) {
    (void)state;
    static const char *const tags[] = {"INFO", "SETT", "SCAL", "RANG", "SUPP", "HIST", "NAME", "CATE"};
    for (int t = 0; t < 8; t++) {
        size_t length;
        const unsigned char *payload = section(&the_model, tags[t], &length);
        image renamed = with_payload(tags[t], "NOPE", payload, length);
        expect_format_error(&renamed, "an unknown section");
        image swapped = with_payload(tags[t], tags[(t + 1) % 8], payload, length);
        expect_format_error(&swapped, "a section in another's place");
        image shorter = with_payload(tags[t], tags[t], payload, length - 1);
        expect_format_error(&shorter, "a section that is one byte short");
        static const uint64_t lengths[] = {0, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX, UINT64_MAX - 7};
        for (int c = 0; c < 5; c++) {
            image changed = copy_of(&the_model, 0);
            put_u64(section(&changed, tags[t], &length) - 8, lengths[c]);
            expect_format_error(&changed, "a wrong length");
        }
    }
}

/* ---- files */

static void files_are_read_with_the_same_care(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512], missing[512];
    (void)fixture_path(&folder, "model.lab", path);
    labrbf_model *model = (labrbf_model *)(void *)path;
    static const size_t sizes[] = {0, 7, 31, 32, 500};
    for (int c = 0; c < 5; c++) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(the_model.bytes, 1, sizes[c], file), sizes[c]);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(labrbf_model_load(path, NULL, &model), LABRBF_E_FORMAT);
        assert_null(model);
    }
    assert_int_equal(labrbf_model_load(fixture_path(&folder, "missing", missing), NULL, &model), LABRBF_E_IO);
    assert_non_null(strstr(labrbf_last_error(), missing));
    assert_int_equal(labrbf_model_load(folder.path, NULL, &model), LABRBF_E_IO);
    assert_null(model);
    fixture_folder_remove(&folder);
}

static void saving_where_it_cannot_be_says_so(void **state) {
    (void)state;
    labrbf_model *model;
    assert_int_equal(labrbf_model_deserialize(the_model.bytes, the_model.size, NULL, &model), LABRBF_OK);
    fixture_folder folder = fixture_folder_make();
    char full[512], missing[512];
    const char *places[] = {fixture_path(&folder, "no/such/folder", missing), folder.path, "",
                            fixture_full_device(&folder, full)};
    for (int c = 0; c < 4 && places[c]; c++) {
        assert_int_equal(labrbf_model_save(model, places[c]), LABRBF_E_IO);
        assert_non_null(strstr(labrbf_last_error(), places[c]));
    }
    fixture_folder_remove(&folder);
    labrbf_model_destroy(model);
}

/* The C library's exp may differ by an ulp elsewhere, hence 1e-12; made by golden/make.c. */
static labrbf_model *expect_golden(const char *lab, const char *txt) {
    labrbf_model *model;
    assert_int_equal(labrbf_model_load(lab, NULL, &model), LABRBF_OK);
    assert_int_equal(fixture_info(model).n_features, 3);
    assert_int_equal(fixture_info(model).n_support, 9);
    assert_int_equal(fixture_info(model).seed, 5);
    assert_string_equal(labrbf_model_feature_name(model, 1), "temperature, inside");
    assert_string_equal(labrbf_model_target_name(model), "yield");
    FILE *file = fopen(txt, "r");
    assert_non_null(file);
    double row[3], expected, out;
    size_t rows = 0, missing = 0;
    for (; fscanf(file, "%lf %lf %lf %lf", &row[0], &row[1], &row[2], &expected) == 4; rows++) {
        assert_int_equal(labrbf_model_predict(model, row, 1, 3, 1, &out), LABRBF_OK);
        oracle_close("golden prediction", out, expected, 1e-12L * fabsl(expected));
        missing += isnan(row[0]) || isnan(row[1]) || isnan(row[2]);
    }
    assert_int_equal(rows, 25);
    assert_true(missing > 0);
    (void)fclose(file);
    return model;
}

/* Version 1 does not say the range: it is what the scaling says. */
static void the_golden_model_of_version_1_still_loads_and_predicts(void **state) {
    (void)state;
    labrbf_model *model = expect_golden(GOLDEN "/model-v1.lab", GOLDEN "/model-v1.txt");
    double center[3], scale[3], low[3], high[3];
    assert_int_equal(labrbf_model_array(model, LABRBF_FEATURE_CENTERS, center, 3), LABRBF_OK);
    assert_int_equal(labrbf_model_array(model, LABRBF_FEATURE_SCALES, scale, 3), LABRBF_OK);
    assert_int_equal(labrbf_model_array(model, LABRBF_FEATURE_MINIMA, low, 3), LABRBF_OK);
    assert_int_equal(labrbf_model_array(model, LABRBF_FEATURE_MAXIMA, high, 3), LABRBF_OK);
    for (int j = 0; j < 3; j++) {
        assert_true(low[j] == center[j] - scale[j] && high[j] == center[j] + scale[j]);
        assert_null(labrbf_model_feature_category(model, (size_t)j));
    }
    labrbf_model_destroy(model);
}

static void the_golden_model_of_version_2_still_loads_and_predicts(void **state) {
    (void)state;
    labrbf_model *model = expect_golden(GOLDEN "/model-v2.lab", GOLDEN "/model-v2.txt");
    assert_null(labrbf_model_feature_category(model, 1));
    assert_string_equal(labrbf_model_feature_category(model, 2), "high, or \xc3\xbc");
    labrbf_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksum_is_the_published_one),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(bytes_at_the_end_are_noticed),
        cmocka_unit_test(other_files_are_no_models),
        cmocka_unit_test(newer_versions_are_told_apart_from_damage),
        cmocka_unit_test(sizes_that_the_file_does_not_hold_are_refused),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(values_out_of_their_range_are_refused),
        cmocka_unit_test(values_that_cannot_come_from_training_are_refused),
        cmocka_unit_test(bytes_that_are_zero_by_definition_are_checked),
        cmocka_unit_test(settings_that_make_no_sense_are_refused),
        cmocka_unit_test(settings_may_be_absent),
        cmocka_unit_test(names_that_are_not_one_per_column_are_refused),
        cmocka_unit_test(categories_that_are_not_one_per_feature_are_refused),
        cmocka_unit_test(sections_of_version_2_are_not_for_version_1),
        cmocka_unit_test(ranges_and_categories_travel),
        cmocka_unit_test(sections_must_be_there_in_order),
        cmocka_unit_test(files_are_read_with_the_same_care),
        cmocka_unit_test(saving_where_it_cannot_be_says_so),
        cmocka_unit_test(the_golden_model_of_version_1_still_loads_and_predicts),
        cmocka_unit_test(the_golden_model_of_version_2_still_loads_and_predicts),
    };
    return cmocka_run_group_tests(tests, make_model, free_model);
}
