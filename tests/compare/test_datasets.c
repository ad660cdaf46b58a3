/* The table of data sets: what is said of one that is missing or not the right one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/datasets.h"
#include "protocol/paper_values.h"

static char folder[] = "/tmp/labrbf-datasets-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static void says(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("'%s' does not say '%s'", text, part);
}

static void the_table_is_consistent(void **state) {
    (void)state;
    assert_int_equal(n_datasets, 15);
    for (size_t i = 0; i < n_datasets; i++) {
        const dataset *set = &datasets[i];
        assert_ptr_equal(datasets_find(set->name), set);
        assert_int_equal(strlen(set->sha256), 64);
        assert_int_equal(strspn(set->sha256, "0123456789abcdef"), 64);
        assert_true(paper_has_set(set->paper));
        assert_true(set->fixed_train_rows < set->rows);
        /* a variant has the text of the set whose file it is; all others differ */
        const dataset *original = set->file ? datasets_find(set->file) : set;
        assert_non_null(original);
        assert_string_equal(original->sha256, set->sha256);
        for (size_t k = 0; k < i && !set->file; k++)
            assert_string_not_equal(datasets[k].sha256, set->sha256);
    }
    for (size_t i = 0; i < n_paper; i++)
        assert_non_null(datasets_find(paper[i].set));
    assert_null(datasets_find("yach"));
}

static void a_missing_one_is_explained(void **state) {
    (void)state;
    data d;
    io_error error;
    const dataset *set = datasets_find("yacht");
    assert_false(datasets_read(set, folder, &d, &error));
    says(error.text, "data set 'yacht'");
    says(error.text, folder);
    says(error.text, "UCI Machine Learning Repository, Yacht Hydrodynamics");
    says(error.text, "https://archive.ics.uci.edu/dataset/243/yacht+hydrodynamics");
    says(error.text, "yacht.csv");
    says(error.text, "6 features, the target 'residuary_resistance' last");
    assert_false(datasets_read(set, NULL, &d, &error));
    says(error.text, "--data DIR, or the variable LABRBF_DATA");
}

static void another_text_is_refused(void **state) {
    (void)state;
    data d;
    io_error error;
    char path[128];
    const dataset *set = datasets_find("yacht");
    snprintf(path, sizeof path, "%s/yacht.csv", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("abc", file);
    fclose(file);
    assert_false(datasets_read(set, folder, &d, &error));
    says(error.text, "is ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad, expected a767e2387c0db312");
    says(error.text, path);
    unlink(path);
}

/* The same text, plain and gzipped: a table whose hash is put into a row of our own. */
static void the_right_text_is_read(void **state) {
    (void)state;
    static const char text[] = "a,b,y\n1,2,3\n4,,6\n7,8,9.5\n";
    char path[128], sum[SHA256_TEXT];
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, text, strlen(text));
    sha256_end(&hash, sum);
    dataset set = {.name = "mine", .target = "y", .fixed_train_rows = 2, .sha256 = sum};
    data d;
    io_error error;
    snprintf(path, sizeof path, "%s/mine.csv", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_true(datasets_read(&set, folder, &d, &error));
    assert_string_equal(d.name, "mine");
    assert_string_equal(d.target, "y");
    assert_true(d.n == 3 && d.m == 2 && d.fixed_train_rows == 2);
    assert_true(d.x[0] == 1 && d.x[1] == 2 && d.x[2] == 4 && d.x[3] != d.x[3] && d.y[2] == 9.5);
    data_free(&d);
    unlink(path);
}

static void missing_targets_are_refused(void **state) {
    (void)state;
    data d;
    io_error error;
    bool misuse;
    char path[128];
    snprintf(path, sizeof path, "%s/hole.csv", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("a,y\n1,2\n3,NA\n", file);
    fclose(file);
    assert_false(data_read(path, &(data_columns){0}, &d, &misuse, &error));
    says(error.text, "the target 'y' is missing in data row 2");
    assert_false(misuse);
    data_free(&d);
    assert_false(data_read(path, &(data_columns){.target = "z"}, &d, &misuse, &error));
    assert_true(misuse);
    assert_true(data_read(path, &(data_columns){.target = "a"}, &d, &misuse, &error));
    char first[SHA256_TEXT];
    memcpy(first, d.hash, sizeof first);
    data_free(&d);
    file = fopen(path, "w"); /* the same numbers in another format are the same data */
    assert_non_null(file);
    fputs("y;a\n2.0;1\n;3e0\n", file);
    fclose(file);
    assert_true(data_read(path, &(data_columns){.target = "a"}, &d, &misuse, &error));
    assert_string_equal(d.hash, first);
    data_free(&d);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_consistent),     cmocka_unit_test(a_missing_one_is_explained),
        cmocka_unit_test(another_text_is_refused),     cmocka_unit_test(the_right_text_is_read),
        cmocka_unit_test(missing_targets_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
