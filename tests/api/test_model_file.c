/*
 * Model files: whatever is done to the bytes, the reader says so and neither crashes nor asks for much memory. Where
 * the checksum would hide what is tested, it is put right first. All of it is tried on the golden model, which has
 * every section that there is (golden/golden.h).
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
#include "oracle.h"

/* ---- the golden file */

static void the_golden_file_is_what_its_program_writes(void **state) {
    (void)state;
    FILE *file = fopen(GOLDEN "/model-v1.lab", "rb");
    assert_non_null(file);
    unsigned char *bytes = malloc(golden.size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, golden.size + 1, file), golden.size);
    assert_memory_equal(bytes, golden.bytes, golden.size);
    free(bytes);
    (void)fclose(file);
}

/* The values are those of the format's description, in long double; made by golden/make.c. */
static void the_golden_file_always_predicts_the_same(void **state) {
    (void)state;
    labrbf_model *model = NULL;
    assert_int_equal(labrbf_model_load(GOLDEN "/model-v1.lab", NULL, &model), LABRBF_OK);
    FILE *file = fopen(GOLDEN "/model-v1.txt", "r");
    assert_non_null(file);
    double row[M], want[T], out[T];
    size_t rows = 0, missing = 0;
    for (; fscanf(file, "%lf %lf %lf %lf %lf", &row[0], &row[1], &row[2], &want[0], &want[1]) == 5; rows++) {
        assert_int_equal(labrbf_model_predict(model, row, 1, M, 1, out), LABRBF_OK);
        for (int c = 0; c < T; c++)
            oracle_close("golden prediction", out[c], want[c], 1e-12L * fmaxl(fabsl(want[c]), 1));
        missing += isnan(row[0]) || isnan(row[1]) || isnan(row[2]);
    }
    assert_int_equal(rows, 40);
    assert_true(missing > 3);
    (void)fclose(file);
    labrbf_model_destroy(model);
}

static void the_golden_file_keeps_its_facts(void **state) {
    (void)state;
    labrbf_model *model = read_model(&golden);
    labrbf_model_info info = fixture_info(model);
    assert_int_equal(info.n_features, M);
    assert_int_equal(info.n_targets, T);
    assert_int_equal(info.n_rows, GOLDEN_ROWS);
    assert_int_equal(info.seed, 5);
    assert_int_equal(info.n_trials, 2);
    fixture_expect_setting(model, "ridge", "0.001");
    fixture_expect_setting(model, "batch", "128"); /* not named in the file: that of the preset paper */
    assert_int_equal(info.n_held_out, 4);
    assert_int_equal(info.n_steps_kept, 480);
    assert_true(info.held_out_error == 0.0625);
    assert_int_equal(info.n_rounds, 3);
    labrbf_round round;
    assert_int_equal(labrbf_model_history(model, 1, &round), LABRBF_OK);
    assert_true(round.n_support == 2 && round.n_steps == 250 && round.loss == 0.5 && round.mean_error == 0.25);
    labrbf_trial trial;
    assert_int_equal(labrbf_model_trial(model, 1, &trial), LABRBF_OK);
    assert_true(trial.n_support == 2 && trial.n_steps == 100 && trial.r2 == -0.5);
    assert_non_null(strstr(trial.settings, "kernel=gaussian"));
    assert_non_null(strstr(trial.settings, "bandwidths=shared"));
    assert_string_equal(labrbf_model_feature_name(model, 1), "temperature, inside");
    assert_string_equal(labrbf_model_target_name(model, 1), "waste, in kg");
    assert_null(labrbf_model_feature_category(model, 1));
    assert_string_equal(labrbf_model_feature_category(model, 2), "high, or \xc3\xbc");
    labrbf_model_destroy(model);
}

static void the_golden_file_keeps_its_parts(void **state) {
    (void)state;
    labrbf_model *model = read_model(&golden);
    golden_part parts[GOLDEN_PARTS];
    golden_parts(parts);
    assert_int_equal(fixture_info(model).n_parts, GOLDEN_PARTS);
    for (size_t k = 0; k < GOLDEN_PARTS; k++) {
        labrbf_part_info info = {.struct_size = sizeof info};
        double alpha[GOLDEN_MOST * T];
        size_t rows[GOLDEN_MOST], s = parts[k].s;
        assert_int_equal(labrbf_model_part_info(model, k, &info), LABRBF_OK);
        assert_true(info.weight == parts[k].weight && info.lambda == parts[k].lambda && info.rcond == parts[k].rcond);
        assert_int_equal(info.n_support, s);
        assert_int_equal(info.candidate, parts[k].candidate);
        assert_int_equal(info.fold, parts[k].fold);
        assert_int_equal(info.linear, parts[k].linear);
        assert_int_equal(info.has_second, parts[k].second);
        assert_string_equal(info.kernel, parts[k].kernel);
        assert_int_equal(labrbf_model_support_rows(model, k, rows, s), LABRBF_OK);
        assert_int_equal(rows[s - 1], 7 * (s - 1) + parts[k].fold);
        assert_int_equal(labrbf_model_array(model, k, LABRBF_COEFFICIENTS, alpha, s * T), LABRBF_OK);
        assert_memory_equal(alpha, parts[k].alpha, s * T * sizeof(double));
        if (parts[k].second)
            assert_int_equal(labrbf_model_array(model, k, LABRBF_COEFFICIENTS_2, alpha, s * T), LABRBF_OK);
        if (parts[k].second)
            assert_memory_equal(alpha, parts[k].alpha2, s * T * sizeof(double));
    }
    labrbf_model_destroy(model);
}

/* ---- damage */

static void checksum_is_the_published_one(void **state) {
    (void)state;
    assert_true(model_crc((const unsigned char *)"123456789", 9) == UINT64_C(0x995dc9bbdf1939fa));
    model_image again = written_again(&golden);
    size_t body = again.size - CHECKSUM;
    assert_true(model_crc(again.bytes, body) == get_u64(again.bytes + body));
    assert_int_equal(get_u64(again.bytes + 16), again.size);
    assert_int_equal(get_u64(again.bytes + 8), 1);
    expect_same(&golden, &again);
    free(again.bytes);
}

static void every_flipped_bit_is_noticed(void **state) {
    (void)state;
    model_image flipped = copy_of(&golden);
    for (size_t bit = 0; bit < 8 * flipped.size; bit++) {
        flipped.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        labrbf_status status = fixture_read(flipped.bytes, flipped.size);
        if (status != LABRBF_E_FORMAT && status != LABRBF_E_VERSION)
            fail_msg("bit %zu gives %d", bit, (int)status);
        flipped.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    free(flipped.bytes);
}

/* With the checksum put right many a flipped bit is another number, and the file another model: what is read must be
 * written and read again as the same. */
static void a_flipped_byte_with_the_right_checksum_is_refused_or_another_model(void **state) {
    (void)state;
    size_t refused = 0, read = 0;
    for (size_t at = 0; at < golden.size - CHECKSUM; at++) {
        model_image flipped = copy_of(&golden);
        flipped.bytes[at] ^= (unsigned char)(1u << at % 8);
        model_put_right(flipped.bytes, flipped.size);
        labrbf_status status = fixture_read(flipped.bytes, flipped.size);
        if (status == LABRBF_OK) {
            model_image again = written_again(&flipped);
            expect_same(&flipped, &again);
            free(again.bytes);
            read++;
        } else if (status == LABRBF_E_FORMAT || status == LABRBF_E_VERSION) {
            refused++;
        } else {
            fail_msg("byte %zu gives %d", at, (int)status);
        }
        free(flipped.bytes);
    }
    assert_true(refused > 100 && read > 100);
}

/* What may be absent may also be cut off, if size and checksum are put right. */
static bool is_whole(size_t size) {
    for (size_t t = 3; t < TAGS; t++) {
        size_t part;
        if (model_find(golden.bytes, MODEL_HEADER, golden.size - CHECKSUM, in_file[t], &part) + CHECKSUM == size)
            return true;
    }
    return false;
}

static void every_cut_is_noticed(void **state) {
    (void)state;
    size_t whole = 0;
    for (size_t size = 0; size < golden.size; size++) {
        model_image cut = copy_of(&golden);
        cut.size = size;
        assert_int_equal(fixture_read(cut.bytes, cut.size), LABRBF_E_FORMAT);
        model_put_right(cut.bytes, cut.size);
        assert_int_equal(fixture_read(cut.bytes, cut.size), is_whole(size) ? LABRBF_OK : LABRBF_E_FORMAT);
        whole += is_whole(size);
        free(cut.bytes);
    }
    assert_int_equal(whole, 5);
}

static void bytes_at_the_end_are_noticed(void **state) {
    (void)state;
    for (size_t more = 1; more <= 24; more++) {
        static const unsigned char zeros[24];
        model_image longer = copy_of(&golden);
        image_put(&longer, zeros, more);
        assert_int_equal(fixture_read(longer.bytes, longer.size), LABRBF_E_FORMAT);
        expect_refused(longer, LABRBF_E_FORMAT, "section");
    }
}

static void other_files_are_no_models(void **state) {
    (void)state;
    static const char *const texts[] = {"", "x", "a,b,c\n1,2,3\n", "\x89LABRBF\n",
                                        "\x89PNG\r\n\x1a\n0123456789abcdefghijklmn"};
    for (size_t c = 0; c < sizeof texts / sizeof texts[0]; c++)
        assert_int_equal(fixture_read((const unsigned char *)texts[c], strlen(texts[c])), LABRBF_E_FORMAT);
}

static void newer_versions_are_told_apart_from_damage(void **state) {
    (void)state;
    static const unsigned versions[] = {2, 9, 255, 65536};
    for (int c = 0; c < 4; c++) {
        model_image newer = copy_of(&golden);
        put_u64(newer.bytes + 8, versions[c]);
        memset(newer.bytes + MODEL_HEADER, 0x55, 40); /* nothing else need make sense to us */
        expect_refused(newer, LABRBF_E_VERSION, "version");
    }
    model_image zero = copy_of(&golden);
    put_u64(zero.bytes + 8, 0);
    expect_refused(zero, LABRBF_E_FORMAT, "version is 0");
}

/* ---- memory and files */

static void every_failed_allocation_is_survived(void **state) {
    (void)state;
    labrbf_status status = LABRBF_E_MEMORY;
    size_t failures = 0;
    for (size_t k = 1; status < 0; k++) {
        fixture_memory memory = {.fail_at = k};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_memory(&hooks, &memory);
        labrbf_model *model = (labrbf_model *)(void *)golden.bytes;
        status = labrbf_model_deserialize(golden.bytes, golden.size, &hooks, &model);
        assert_true(status == LABRBF_OK || (status == LABRBF_E_MEMORY && model == NULL));
        labrbf_model_destroy(model);
        assert_int_equal(memory.live_blocks, 0);
        failures += status < 0;
    }
    assert_true(failures > 10);
}

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
        assert_int_equal(fwrite(golden.bytes, 1, sizes[c], file), sizes[c]);
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
    labrbf_model *model = read_model(&golden);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_golden_file_is_what_its_program_writes),
        cmocka_unit_test(the_golden_file_always_predicts_the_same),
        cmocka_unit_test(the_golden_file_keeps_its_facts),
        cmocka_unit_test(the_golden_file_keeps_its_parts),
        cmocka_unit_test(checksum_is_the_published_one),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(a_flipped_byte_with_the_right_checksum_is_refused_or_another_model),
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(bytes_at_the_end_are_noticed),
        cmocka_unit_test(other_files_are_no_models),
        cmocka_unit_test(newer_versions_are_told_apart_from_damage),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(files_are_read_with_the_same_care),
        cmocka_unit_test(saving_where_it_cannot_be_says_so),
    };
    return cmocka_run_group_tests(tests, make_model, free_model);
}
