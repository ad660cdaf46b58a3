/* LIBSVM text: the table it stands for, how it is recognised, and what the messages say. */
#include "io_check.h"

#define CELLS(...) ((const double[]){__VA_ARGS__})

static void expect_text(const char *text, size_t rows, size_t columns, const double *cells) {
    expect_bytes(text, strlen(text), "t.libsvm", rows, columns, cells);
}

static void expect_failure(const char *text, const char *part) {
    expect_bytes_failure(text, strlen(text), "t.svm", NULL, part);
}

static void test_table(void **state) {
    (void)state;
    expect_text("1 1:2 3:4\n-1 2:5\n", 2, 4, CELLS(2, 0, 4, 1, 0, 5, 0, -1));
    expect_text("+1.5\t2:1e3 \r\n", 1, 3, CELLS(0, 1000, 1.5));
    expect_text("# all\n\n  \n0 1:1# no 2:2\n #x\n1\n", 2, 2, CELLS(1, 0, 0, 1));
    expect_text("\xef\xbb\xbf"
                "nan 1:nan",
                1, 2, CELLS(NAN, NAN));
    io_source *source = open_bytes("1 2:3", 5, "t.svmlight", NULL);
    assert_int_equal(io_columns(source), 3);
    assert_string_equal(io_column_name(source, 0), "column_1");
    assert_string_equal(io_column_name(source, 2), "label");
    assert_false(io_has_header(source));
    io_close(source);
}

static void test_select(void **state) {
    (void)state;
    const char *text = "1 1:2 3:4\n-1 2:5\n";
    const size_t wanted[] = {3, 1, 3};
    io_error error;
    io_source *source = open_bytes(text, strlen(text), "t.svm", NULL);
    assert_true(io_select(source, wanted, 3, &error));
    expect_cells(source, 2, 3, CELLS(1, 0, 1, -1, 5, -1));
}

static void test_features_known(void **state) {
    (void)state;
    const io_options three = {.libsvm_features = 3};
    expect_cells(open_bytes("1 1:2\n", 6, "t.svm", &three), 1, 4, CELLS(2, 0, 0, 1));
    expect_cells(open_bytes("1\n", 2, "t.svm", &three), 1, 4, CELLS(0, 0, 0, 1));
    expect_bytes_failure("1 1:2\n1 4:2\n", 12, "t.svm", &three,
                         "'t.svm', line 2: '4:2' has an index beyond the 3 features expected");
    const io_options most = {.libsvm_features = 1000000};
    io_source *source = open_bytes("1 1000000:2\n", 12, "t.svm", &most);
    assert_int_equal(io_columns(source), 1000001);
    io_close(source);
    const io_options many = {.libsvm_features = 1000001};
    expect_bytes_failure("1 1:2\n", 6, "t.svm", &many, "1000001 features are expected; at most 1000000");
}

static void test_recognised(void **state) {
    (void)state;
    expect_bytes("1 1:2\n", 6, "t.dat", 1, 2, CELLS(2, 1));
    expect_bytes("# c\n\n\n1 1:2\n", 12, "t", 1, 2, CELLS(2, 1));
    expect_bytes("1 1:2", 5, "T.SVM.GZ", 1, 2, CELLS(2, 1));
    static const char *const others[] = {"12:30 1:2\n", "1 a:2\n", "1 1:x\n", "1 1\n", "1,2 1:2\n", "1 :2\n"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) { /* a CSV file with an odd header */
        io_source *source = open_bytes(others[i], strlen(others[i]), "t.txt", NULL);
        assert_true(strcmp(io_column_name(source, io_columns(source) - 1), "label") != 0);
        io_close(source);
    }
    io_source *source = open_bytes("1 1:2\n", 6, "t.csv", NULL); /* the name says otherwise */
    assert_string_equal(io_column_name(source, 0), "1 1:2");
    io_close(source);
}

static void test_messages(void **state) {
    (void)state;
    expect_failure("1 1:1\n\n1 0:2\n", "'t.svm', line 3: '0:2' has index 0, but indices begin at 1");
    expect_failure("1 2:1 2:3\n", "line 1: '2:3' does not continue the ascending order");
    expect_failure("1 2:1 1:3\n", "'1:3' does not continue");
    expect_failure("1 4000000000:1\n", "'4000000000:1' has an index beyond 1000000");
    expect_failure("1 99999999999999999999999999:1\n", "has an index beyond 1000000");
    expect_failure("1 1000001:1\n", "has an index beyond 1000000");
    expect_failure("1 x:1\n", "'x:1' is not of the form index:value");
    expect_failure("1 1\n", "'1' is not of the form index:value");
    expect_failure("1 -1:1\n", "'-1:1' is not of the form index:value");
    expect_failure("1 1x:2 2:3\n", "'1x:2' is not of the form index:value");
    expect_failure("1 :5\n", "':5' is not of the form index:value");
    expect_failure("1 1:\n", "'1:' has no finite number after its index");
    expect_failure("1 1: 2\n", "'1:' has no finite number after its index");
    expect_failure("1 1:2x\n", "'1:2x' has no finite number");
    expect_failure("1 1:inf\n", "'1:inf' has no finite number");
    expect_failure("1 1:1e999\n", "'1:1e999' has no finite number");
    expect_failure("1:2 2:3\n", "'1:2' is not a finite number; a line begins with its label");
    expect_failure("inf 1:3\n", "'inf' is not a finite number");
    expect_failure("1 qid:3 1:2\n", "'qid:3' is not of the form index:value");
    expect_failure("1\n2\n", "'t.svm' has no feature");
    expect_failure("# nothing\n", "'t.svm' has no feature");
    expect_failure("", "'t.svm' is empty");
}

/* The largest index stands at the end; the file is longer than every buffer. */
static void test_large(void **state) {
    (void)state;
    enum { ROWS = 20000 };
    FILE *file = fopen("large.svm", "w");
    assert_non_null(file);
    for (int i = 0; i < ROWS; i++)
        fprintf(file, "%d.5 1:%d 2:%d.25\n", i, -i, i);
    fprintf(file, "0 9:1\n");
    fclose(file);
    io_source *source = open_path("large.svm", NULL);
    assert_int_equal(io_columns(source), 10);
    io_error error;
    io_table table;
    assert_true(io_read_all(source, &table, &error));
    assert_int_equal(table.rows, ROWS + 1);
    for (size_t i = 0; i < ROWS; i++) {
        const double *row = table.cells + 10 * i, x = (double)i;
        assert_true(row[0] == -x && row[1] == x + 0.25 && row[2] == 0 && row[8] == 0 && row[9] == x + 0.5);
    }
    assert_true(table.cells[10 * ROWS + 8] == 1);
    io_table_free(&table);
    io_close(source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),      cmocka_unit_test(test_select),   cmocka_unit_test(test_features_known),
        cmocka_unit_test(test_recognised), cmocka_unit_test(test_messages), cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests_name("libsvm", tests, enter_folder, leave_folder);
}
