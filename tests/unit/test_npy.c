/* NPY: every type, order and version that is read, and what is said of the rest. */
#include "io_check.h"

#include <zlib.h>

enum { FILE_ROOM = 1 << 20 };

typedef struct npy_file {
    unsigned char *bytes;
    size_t size;
} npy_file;

/* The file numpy would write, for a header of any text. */
static npy_file with_header(int version, const char *header) {
    npy_file file = {calloc(FILE_ROOM, 1), 0};
    assert_non_null(file.bytes);
    const size_t prefix = version == 1 ? 10 : 12;
    size_t length = strlen(header) + 1;
    while ((prefix + length) % 64 != 0)
        length++;
    memcpy(file.bytes, "\x93NUMPY", 6);
    file.bytes[6] = (unsigned char)version;
    file.bytes[8] = (unsigned char)(length & 255);
    file.bytes[9] = (unsigned char)(length >> 8);
    memset(file.bytes + prefix, ' ', length);
    memcpy(file.bytes + prefix, header, strlen(header));
    file.bytes[prefix + length - 1] = '\n';
    file.size = prefix + length;
    return file;
}

static void append_number(npy_file *file, const char *type, double value) {
    const size_t count = type[2] == '8' ? 8 : 4;
    const float single = (float)value;
    unsigned char native[8];
    memcpy(native, count == 8 ? (const void *)&value : (const void *)&single, count);
    assert_true(file->size + count <= FILE_ROOM);
    const uint16_t probe = 1;
    const bool little = *(const unsigned char *)&probe == 1;
    for (size_t i = 0; i < count; i++)
        file->bytes[file->size++] = native[(type[0] == '<') == little ? i : count - 1 - i];
}

/* rows x columns, cell (r, c) = 100 r + c + 0.5 */
static double cell(size_t row, size_t column) { return 100.0 * (double)row + (double)column + 0.5; }

static npy_file table(int version, const char *type, bool fortran, size_t rows, size_t columns) {
    char header[128];
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': %s, 'shape': (%zu, %zu), }", type,
             fortran ? "True" : "False", rows, columns);
    npy_file file = with_header(version, header);
    for (size_t i = 0; i < rows * columns; i++)
        append_number(&file, type, fortran ? cell(i % rows, i / rows) : cell(i / columns, i % columns));
    return file;
}

static void expect_failure(npy_file file, const char *part) {
    expect_bytes_failure(file.bytes, file.size, "t.npy", NULL, part);
    free(file.bytes);
}

static void expect_grid(io_source *source, size_t rows, size_t columns) {
    double *cells = malloc(rows * columns * sizeof *cells);
    assert_non_null(cells);
    for (size_t i = 0; i < rows * columns; i++)
        cells[i] = cell(i / columns, i % columns);
    expect_cells(source, rows, columns, cells);
    free(cells);
}

static void test_types(void **state) {
    (void)state;
    static const char *const types[] = {"<f8", ">f8", "<f4", ">f4"};
    for (int version = 1; version <= 3; version++)
        for (size_t t = 0; t < 4; t++)
            for (int fortran = 0; fortran < 2; fortran++) {
                npy_file file = table(version, types[t], fortran != 0, 5, 3);
                io_source *source = open_bytes(file.bytes, file.size, "any name", NULL);
                assert_false(io_has_header(source));
                assert_string_equal(io_column_name(source, 2), "column_3");
                expect_grid(source, 5, 3);
                free(file.bytes);
            }
}

static void test_shapes(void **state) {
    (void)state;
    npy_file file = with_header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }");
    for (int i = 0; i < 3; i++)
        append_number(&file, "<f8", i);
    expect_bytes(file.bytes, file.size, "t.npy", 3, 1, (const double[]){0, 1, 2});
    free(file.bytes);
    file = table(1, "<f8", true, 0, 3);
    expect_bytes(file.bytes, file.size, "t.npy", 0, 3, NULL);
    free(file.bytes);
    expect_failure(with_header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': ()}"), "an array of 0 dimensions");
    expect_failure(with_header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3)}"),
                   "'t.npy': an array of 3 dimensions; a table has two");
    expect_failure(with_header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 0)}"), "no columns");
    expect_failure(with_header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 1000001)}"),
                   "1000001 columns; at most 1000000 can be read");
    file = with_header(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (0, 1000000)}");
    expect_bytes(file.bytes, file.size, "t.npy", 0, 1000000, NULL);
    free(file.bytes);
}

static void test_header_forms(void **state) {
    (void)state;
    static const char *const good[] = {
        "{\"shape\":(1,1),\"fortran_order\":True,\"descr\":\"<f8\"}",
        " { 'fortran_order' : False , 'shape' : ( 1L , 1L , ) , 'descr' : '<f8' , } \n ",
    };
    for (size_t i = 0; i < 2; i++) {
        npy_file file = with_header(1, good[i]);
        append_number(&file, "<f8", 4.0);
        expect_bytes(file.bytes, file.size, "t.npy", 1, 1, (const double[]){4});
        free(file.bytes);
    }
    static const char *const bad[] = {
        "",
        "{}",
        "{descr: '<f8', 'fortran_order': False, 'shape': (1, 1)}",
        "{'descr",
        "{'descr': <f8, 'fortran_order': False, 'shape': (1, 1)}",
        "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1 1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999, 1)}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (1, 1)}",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (1, 1)}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), 'x': 1}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)} x",
        "{'descr': '<f\\x38', 'fortran_order': False, 'shape': (1, 1)}",
        "{'descr': [('a', '<f8'), 'fortran_order': False, 'shape': (1, 1)}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_failure(with_header(1, bad[i]), "'t.npy': its NPY header is damaged");
}

static void test_other_types(void **state) {
    (void)state;
    expect_failure(with_header(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 1)}"),
                   "'t.npy': its type is '<i8'; save it as floating point");
    expect_failure(with_header(1, "{'descr': '<f88901234567890', 'fortran_order': False, 'shape': (1, 1)}"),
                   "its type is not a simple one"); /* or anything else that is long */
    expect_failure(with_header(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1, 1)}"), "its type is '|O'");
    expect_failure(with_header(1, "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 1)}"), "its type is '<f2'");
    expect_failure(with_header(1, "{'descr': [('a', '<f8'), ('b', [('c]', '<f4')])], 'fortran_order': False, 'shape': "
                                  "(1,)}"),
                   "its type is not a simple one");
    expect_failure(with_header(9, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}"),
                   "NPY version 9 is not known");
    expect_bytes_failure("abc", 3, "t.npy.gz", NULL, "is not an NPY file");
}

/* Every proper beginning of a good file is an error, and so is a longer file. */
static void test_sizes(void **state) {
    (void)state;
    for (int fortran = 0; fortran < 2; fortran++) {
        npy_file file = table(1, "<f8", fortran != 0, 2, 2);
        for (size_t size = 6; size < file.size; size++)
            expect_bytes_failure(file.bytes, size, "any name", NULL, "'any name' is cut short");
        expect_bytes_failure(file.bytes, file.size - 1, "t.npy", NULL,
                             "'t.npy' is cut short: its header promises 2 rows and 2 columns");
        expect_bytes_failure(file.bytes, file.size + 1, "t.npy", NULL, "there are bytes after the table");
        free(file.bytes);
    }
    expect_failure(with_header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2305843009213693952, 4)}"),
                   "is cut short"); /* the product of all is 2^66 */
    expect_failure(with_header(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (1000000000000, 4)}"),
                   "is cut short");
    npy_file file = with_header(2, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}");
    file.bytes[10] = 255; /* a header of 16 MB */
    expect_failure(file, "its NPY header is damaged: no header is 16711");
}

static void test_special_values(void **state) {
    (void)state;
    npy_file file = with_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}");
    append_number(&file, "<f4", NAN);
    append_number(&file, "<f4", 1);
    append_number(&file, "<f4", 2);
    append_number(&file, "<f4", -INFINITY);
    io_error error;
    const size_t first[] = {0};
    io_source *source = open_bytes(file.bytes, file.size, "t.npy", NULL);
    assert_true(io_select(source, first, 1, &error));
    expect_cells(source, 2, 1, (const double[]){NAN, 2}); /* what is not selected is not looked at */
    expect_failure(file, "'t.npy', row 2, column 'column_2': infinity is not a finite number");
    file = table(1, "<f8", true, 9000, 2); /* the second block of a column */
    npy_file infinite = {file.bytes, file.size - 8};
    append_number(&infinite, "<f8", INFINITY);
    expect_failure(infinite, "row 9000, column 'column_2': infinity");
}

static void write_gzip(const char *path, npy_file file) {
    gzFile out = gzopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(gzwrite(out, file.bytes, (unsigned)file.size), file.size);
    assert_int_equal(gzclose(out), Z_OK);
}

/* Larger than every buffer; from a file, gzipped, and through a pipe, in both orders, with columns picked. */
static void test_large(void **state) {
    (void)state;
    enum { ROWS = 30000, COLUMNS = 4 };
    for (int fortran = 0; fortran < 2; fortran++) {
        npy_file file = table(1, "<f8", fortran != 0, ROWS, COLUMNS);
        write_file("large.npy", file.bytes, file.size);
        write_gzip("large.npy.gz", file);
        expect_grid(open_path("large.npy", NULL), ROWS, COLUMNS);
        expect_grid(open_path("large.npy.gz", NULL), ROWS, COLUMNS);

        const size_t wanted[] = {3, 1, 3};
        io_error error;
        io_source *source = open_path("large.npy", NULL);
        assert_true(io_select(source, wanted, 3, &error));
        double cells[7 * 3];
        size_t row = 0;
        for (size_t got = 1; got > 0; row += got) {
            assert_true(io_read(source, cells, 7, &got, &error));
            for (size_t i = 0; i < 3 * got; i++)
                assert_true(cells[i] == cell(row + i / 3, wanted[i % 3]));
        }
        assert_int_equal(row, ROWS);
        io_close(source);

        gzFile cut = gzopen("cut.npy.gz", "wb"); /* a good gzip file of a table that is cut short */
        gzwrite(cut, file.bytes, (unsigned)file.size - 8);
        gzclose(cut);
        expect_path_failure("cut.npy.gz", "'cut.npy.gz' is cut short: its header promises 30000 rows");
        free(file.bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),       cmocka_unit_test(test_shapes), cmocka_unit_test(test_header_forms),
        cmocka_unit_test(test_other_types), cmocka_unit_test(test_sizes),  cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests_name("npy", tests, enter_folder, leave_folder);
}
