/* Tables out: what is written is read back, cell by cell, in every format, packed or not. */
#include "io_check.h"

#include "io/keep.h"
#include "io/writer.h"

static void fill_names(io_names *names, const char *const *texts, size_t count) {
    *names = (io_names){0};
    for (size_t i = 0; i < count; i++)
        assert_true(io_names_add(names, texts[i], strlen(texts[i]), NULL));
}

static io_writer *open_writer(const char *path, const io_names *names) {
    io_error error = {"(no message)"};
    io_writer *writer;
    const io_kind kind = io_kind_of_path(path);
    if (!io_writer_open(path, kind < IO_KINDS ? kind : IO_KIND_CSV, names, &writer, &error))
        fail_msg("%s", error.text);
    return writer;
}

static void commit(io_writer *writer) {
    io_error error = {"(no message)"};
    if (!io_writer_commit(writer, &error))
        fail_msg("%s", error.text);
}

static void test_kinds(void **state) {
    (void)state;
    assert_int_equal(io_kind_of_path("a.csv"), IO_KIND_CSV);
    assert_int_equal(io_kind_of_path("a.TSV.gz"), IO_KIND_TSV);
    assert_int_equal(io_kind_of_path("a.b/c.npy.GZ"), IO_KIND_NPY);
    assert_int_equal(io_kind_of_path("a.npy/b"), IO_KINDS);
    assert_int_equal(io_kind_of_path("-"), IO_KINDS);
    for (io_kind kind = 0; kind < IO_KINDS; kind++)
        assert_int_equal(strlen(io_kind_word(kind)), 3);
}

/* More numbers than wait in memory, and more bytes than a buffer holds. */
static void test_numbers(void **state) {
    (void)state;
    enum { ROWS = 20000, COLUMNS = 3 };
    static const char *const paths[] = {"n.csv", "n.csv.gz", "n.tsv", "n.tsv.gz", "n.npy", "n.npy.gz", "n.txt", "n.gz"};
    double *cells = malloc(ROWS * COLUMNS * sizeof *cells);
    io_names names;
    assert_non_null(cells);
    fill_names(&names, (const char *const[]){"a", "b,c", "d;e|f\tg"}, COLUMNS);
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        cells[i] = i % 7 == 3 ? NAN : sin((double)i) * pow(10, (double)(i % 600) - 300);
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
        io_writer *writer = open_writer(paths[p], &names);
        for (size_t i = 0; i < ROWS * COLUMNS; i++)
            assert_true(io_writer_number(writer, cells[i], NULL));
        assert_int_equal(access(paths[p], F_OK), -1); /* not before it is whole */
        commit(writer);
        io_source *source = open_path(paths[p], NULL);
        if (io_has_header(source))
            assert_string_equal(io_column_name(source, 2), "d;e|f\tg");
        expect_cells(source, ROWS, COLUMNS, cells);
    }
    io_names_free(&names);
    free(cells);
}

static void test_npy_bytes(void **state) {
    (void)state;
    static const char header[] = "\x93NUMPY\1\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }";
    static const unsigned char numbers[] = {0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0};
    char bytes[200];
    io_names names;
    fill_names(&names, (const char *const[]){"only"}, 1);
    io_writer *writer = open_writer("one.npy", &names);
    assert_true(io_writer_number(writer, 1.5, NULL) && io_writer_text(writer, "-2", NULL));
    commit(writer);
    FILE *file = fopen("one.npy", "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), 128 + 16);
    fclose(file);
    assert_memory_equal(bytes, header, sizeof header - 1);
    assert_int_equal(bytes[127], '\n');
    assert_memory_equal(bytes + 128, numbers, 16);
    commit(open_writer("none.npy", &names)); /* no rows */
    expect_cells(open_path("none.npy", NULL), 0, 1, NULL);
    io_names_free(&names);
}

static void test_texts(void **state) {
    (void)state;
    static const char *const texts[] = {"a,b",       "say \"x\"",    "", "two\nlines", " padded ",
                                        "tab\tbar|", "na\303\257ve", "?"};
    static const char *const paths[] = {"t.csv", "t.tsv.gz"};
    const size_t columns[] = {0, 1};
    io_names names;
    fill_names(&names, (const char *const[]){"x", "y"}, 2);
    for (size_t p = 0; p < 2; p++) {
        io_writer *writer = open_writer(paths[p], &names);
        for (size_t i = 0; i < 8; i++)
            assert_true(io_writer_text(writer, texts[i], NULL));
        commit(writer);
        io_source *source = open_path(paths[p], NULL);
        io_names kept = {0};
        double cells[16];
        size_t rows = 0;
        for (size_t c = 0; c < 2; c++)
            assert_true(io_set_meaning(source, c, IO_LABELS, NULL));
        assert_true(io_keep(source, columns, 2, NULL) && io_read_kept(source, cells, 8, &rows, &kept, NULL));
        assert_int_equal(rows, 4);
        for (size_t i = 0; i < 8; i++)
            assert_string_equal(io_names_get(&kept, i), texts[i]);
        io_names_free(&kept);
        io_close(source);
    }
    io_names_free(&names);
}

static void test_failures(void **state) {
    (void)state;
    io_error error;
    io_names names;
    fill_names(&names, (const char *const[]){"id", "x"}, 2);
    io_writer *writer = open_writer("bad.npy", &names);
    assert_true(io_writer_text(writer, "1e3", &error) && io_writer_text(writer, "NA", &error));
    assert_false(io_writer_text(writer, "one", &error));
    expect_message(&error, "column 'id', data row 2: 'one' is text, but an NPY file has only numbers");
    io_writer_discard(writer);
    assert_int_equal(access("bad.npy", F_OK), -1);
    assert_false(io_writer_open("nosuch/x.npy.gz", IO_KIND_NPY, &names, &writer, &error));
    expect_message(&error, "cannot write 'nosuch/x.npy.gz': No such file or directory");
    assert_null(writer);
    assert_int_equal(setenv("TMPDIR", "/nosuch", 1), 0);
    assert_false(io_writer_open("x.npy", IO_KIND_NPY, &names, &writer, &error));
    expect_message(&error, "cannot create a temporary file in '/nosuch'");
    assert_int_equal(unsetenv("TMPDIR"), 0);
    writer = NULL;
    assert_true(io_writer_open("/dev/full", IO_KIND_NPY, &names, &writer, &error));
    assert_false(io_writer_commit(writer, &error));
    expect_message(&error, "cannot write '/dev/full': No space left on device");
    io_writer_discard(NULL);
    io_names_free(&names);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds), cmocka_unit_test(test_numbers),  cmocka_unit_test(test_npy_bytes),
        cmocka_unit_test(test_texts), cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests_name("writer", tests, enter_folder, leave_folder);
}
