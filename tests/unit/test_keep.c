/* Cells that are carried along as text, beside the numbers. */
#include "io_check.h"

#include "io/keep.h"

/* Reads `bytes` with a kept selection, in blocks of `block` rows, and compares the texts row after row. */
static void expect_kept(const void *bytes, size_t size, const char *name, const size_t *columns, size_t count,
                        size_t block, size_t rows, const char *const *texts) {
    io_error error = {"(no message)"};
    io_source *source = open_bytes(bytes, size, name, NULL);
    const size_t selected = 0;
    io_names kept = {0};
    double cells[64];
    size_t done = 0, got = 1;
    assert_true(block <= 64);
    assert_true(io_select(source, &selected, 1, &error) && io_keep(source, columns, count, &error));
    for (; got > 0; done += got) {
        if (!io_read_kept(source, cells, block, &got, &kept, &error))
            fail_msg("%s", error.text);
        assert_int_equal(kept.count, got * count);
        for (size_t i = 0; i < got; i++)
            assert_same_number(cells[i], (double)(done + i + 1)); /* the first column counts the rows */
        for (size_t i = 0; i < got * count; i++)
            assert_string_equal(io_names_get(&kept, i), texts[done * count + i]);
    }
    assert_int_equal(done, rows);
    io_names_free(&kept);
    io_close(source);
}

static void test_csv(void **state) {
    (void)state;
    static const char table[] = "n;id;note;first\n"
                                "1;007;\"say \"\"hi\"\"; you\";\"1\"\n"
                                "\n"
                                "2;  x8\t;\" padded \";?\r\n"
                                "3;;\"\";\"two\nlines\"\n"
                                "4;\"   \";\"\"\"\";a\"b\n"
                                "5;L\351on;\"\351\"\"\";na\303\257ve";
    static const char *const texts[] = {
        "say \"hi\"; you", "007",         "1", " padded ", "x8", "2", "", "", "3", "\"", "   ", "4",
        "\303\251\"",      "L\303\251on", "5"};
    const size_t columns[] = {2, 1, 0};
    for (size_t block = 1; block < 8; block++)
        expect_kept(table, sizeof table - 1, "t.csv", columns, 3, block, 5, texts);
    static const char *const last[] = {"1", "?", "two\nlines", "a\"b", "na\303\257ve"};
    expect_kept(table, sizeof table - 1, "t.csv", (const size_t[]){3}, 1, 2, 5, last);
}

/* In tables of numbers a kept column need not be selected, and one that is selected may be kept. */
static void test_numbers(void **state) {
    (void)state;
    static const char *const texts[] = {"0.5", "0", "1", "-3", "1e+300", "2"};
    const size_t columns[] = {2, 1, 0};
    expect_kept("0.5 1:1\n-3 1:2 2:1e300\n", 23, "t.svm", columns, 3, 1, 2, texts);
    expect_kept("0.5 1:1\n-3 1:2 2:1e300\n", 23, "t.svm", columns, 3, 9, 2, texts);
    static const char npy[] = "\x93NUMPY\1\0\x4c\0"
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}                  \n"
                              "\0\0\x80\x3f\0\0\xc0\x7f\0\0\0\x40\0\0\0\x3f";
    static const char *const cells[] = {"", "0.5"};
    expect_kept(npy, sizeof npy - 1, "t.npy", (const size_t[]){1}, 1, 1, 2, cells);
}

/* Nothing is kept: as io_read. */
static void test_none(void **state) {
    (void)state;
    expect_kept("n,x\n1,a\n2,b\n", 12, "t.csv", NULL, 0, 5, 2, NULL);
    expect_kept("7 1:1\n", 6, "t.svm", NULL, 0, 5, 1, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests_name("keep", tests, NULL, NULL);
}
