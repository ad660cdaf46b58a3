/* CSV and TSV: what is read, and what the messages say. */
#include "io_check.h"

static void expect_text(const char *text, size_t rows, size_t columns, const double *cells) {
    expect_bytes(text, strlen(text), "t.csv", rows, columns, cells);
}

static void expect_failure(const char *text, const char *part) {
    expect_bytes_failure(text, strlen(text), "t.csv", NULL, part);
}

static void expect_names(const char *text, bool header, const char *first, const char *second) {
    io_source *source = open_bytes(text, strlen(text), "t.csv", NULL);
    assert_int_equal(io_columns(source), 2);
    assert_int_equal(io_has_header(source), header);
    assert_string_equal(io_column_name(source, 0), first);
    assert_string_equal(io_column_name(source, 1), second);
    io_close(source);
}

#define CELLS(...) ((const double[]){__VA_ARGS__})

static void test_delimiters(void **state) {
    (void)state;
    const double cells[] = {1, 2, 3, 4};
    expect_text("a,b\n1,2\n3,4\n", 2, 2, cells);
    expect_text("a;b\n1;2\n3;4\n", 2, 2, cells);
    expect_text("a\tb\n1\t2\n3\t4\n", 2, 2, cells);
    expect_text("a|b\n1|2\n3|4\n", 2, 2, cells);
    expect_text("1,2\n3,4", 2, 2, cells);
    expect_text("\"a;b;c\",d\n1,2\n3,4\n", 2, 2, cells);          /* not counted inside quotes */
    expect_text("\"a\nb;c;\"\t\"d\"\n1\t2\n3\t4\n", 2, 2, cells); /* nor behind a line end inside quotes */
    expect_text("a;b,c,d\n1,2,3\n", 1, 3, CELLS(1, 2, 3));        /* the most frequent */
    expect_text("price, net;tax\n1;2\n3;4\n", 2, 2, cells);       /* a tie */
    expect_text("1\n2\n", 2, 1, CELLS(1, 2));
    expect_bytes("a,b\tc\n1\t2\n", 10, "T.TSV.GZ", 1, 2, CELLS(1, 2)); /* the name decides */
    expect_bytes("a,b\n1,2\n", 8, "t.tsv", 1, 2, CELLS(1, 2));         /* unless it cannot */
}

static void test_lines(void **state) {
    (void)state;
    const double cells[] = {1, 2, 3, 4};
    expect_text("a,b\r\n1,2\r\n3,4\r\n", 2, 2, cells);
    expect_text("\n \n\t\r\na,b\n\n1,2\n  \n3,4\n\n\n", 2, 2, cells);
    expect_text("\xef\xbb\xbf"
                "a,b\n1,2\n3,4",
                2, 2, cells);
    expect_text("a,b\n1,2\n3,4\r", 2, 2, cells);
    expect_text("a\tb\n\t\n", 1, 2, CELLS(NAN, NAN)); /* two empty cells are no blank line */
    expect_text("a\n1\n\n\"\"\n2\n", 3, 1, CELLS(1, NAN, 2));
}

static void test_cells(void **state) {
    (void)state;
    expect_text("a,b,c\n 1 ,\t-2e3\t,+.5\n", 1, 3, CELLS(1, -2000, 0.5));
    expect_text("a,b,c,d,e,f,g\n,NA,NaN,nan,?, NA , \n", 1, 7, CELLS(NAN, NAN, NAN, NAN, NAN, NAN, NAN));
    expect_text("a,b,c\n\"1\", \"2\" ,\" 3 \"\n", 1, 3, CELLS(1, 2, 3));
    expect_text("a,b\n\"\",\"NA\"\n", 1, 2, CELLS(NAN, NAN));
    expect_text("a,b,c\n1 ,2\t,3 \n", 1, 3, CELLS(1, 2, 3));
    expect_text("a,b\n0.1,123456789012345678\n", 1, 2, CELLS(0.1, 123456789012345678.0));
}

static void test_header(void **state) {
    (void)state;
    expect_names("a,b\n1,2\n", true, "a", "b");
    expect_names("1,b\n1,2\n", true, "1", "b");
    expect_names("1,2\n", false, "column_1", "column_2");
    expect_names("NA,?\n1,2\n", false, "column_1", "column_2");
    expect_names("\"1\",\"2\"\n", false, "column_1", "column_2");
    expect_names(" a , \"b\"\"c \"\n", true, "a", "b\"c");
    expect_names("\"x\ny\",b\n", true, "x\ny", "b");
    expect_names(",b\n1,2\n", true, "column_1", "b");
    expect_names("Temp\xc3\xa9rature,b\n", true, "Temp\xc3\xa9rature", "b");
    expect_names("Temp\xe9rature,\xfc\n", true, "Temp\xc3\xa9rature", "\xc3\xbc"); /* Latin-1 */
    expect_names("a\xc3,\x80", true, "a\xc3\x83", "\xc2\x80");
    expect_names("5\" pipe,b\n", true, "5\" pipe", "b");
}

static void test_header_option(void **state) {
    (void)state;
    io_options options = {.header = IO_HEADER_YES};
    io_source *source = open_bytes("1,2\n3,4\n", 8, "t.csv", &options);
    assert_string_equal(io_column_name(source, 0), "1");
    expect_cells(source, 1, 2, CELLS(3, 4));
    options.header = IO_HEADER_NO;
    expect_bytes_failure("a,b\n3,4\n", 8, "t.csv", &options, "'t.csv', line 1, column 'column_1': 'a' is not a number");
}

static void test_select(void **state) {
    (void)state;
    const char *text = "id,a,b,c\nx1,1,2,3\n\"x, 2\",4,5,6\n";
    const size_t wanted[] = {3, 1, 3};
    io_error error = {""};
    io_source *source = open_bytes(text, strlen(text), "t.csv", NULL);
    assert_true(io_select(source, wanted, 3, &error));
    expect_cells(source, 2, 3, CELLS(3, 1, 3, 6, 4, 6));

    source = open_bytes(text, strlen(text), "t.csv", NULL);
    const size_t wrong[] = {0, 4};
    assert_false(io_select(source, wrong, 2, &error));
    expect_message(&error, "'t.csv' has 4 columns, there is no column 5");
    assert_false(io_select(source, wrong, 0, &error));
    expect_message(&error, "no column is selected");
    double cells[4];
    size_t rows;
    assert_false(io_read(source, cells, 1, &rows, &error)); /* all columns, then */
    expect_message(&error, "line 2, column 'id': 'x1' is not a number");
    assert_false(io_read(source, cells, 1, &rows, &error));
    expect_message(&error, "already failed");
    assert_false(io_select(source, wanted, 1, &error));
    expect_message(&error, "before the first row");
    io_close(source);
}

static void test_bad_cells(void **state) {
    (void)state;
    expect_failure("a,b\n1,2\n1,red\n", "'t.csv', line 3, column 'b': 'red' is not a number; correct the cell (empty, "
                                        "NA, NaN and ? mean missing)");
    expect_failure("a,b\n\n\"1\n\",2\n1,2\n1,red\n", "line 3, column 'a': '1\\n' is not a number");
    expect_failure("a,\"b\nc\"\n\n1,2\n1,red\n", "line 5, column 'b\\nc': 'red'");
    expect_failure("a,b\n1,x\x1b[31m\x7fy\xff\n", "'x\\x1b[31m\\x7fy\\xff' is not a number");
    expect_failure("a,b\n1,\xc3\xa4\xc2\x9b\n", "'\xc3\xa4\\xc2\\x9b'"); /* C1 controls too */
    expect_failure("a\nx234567890123456789012345678901234567890123456789012345\n",
                   "'x2345678901234567890123456789012345678901234567...'");
    expect_failure("a,b\n1,inf\n", "column 'b': 'inf' is not a finite number");
    expect_failure("a,b\n1,-Infinity\n", "'-Infinity' is not a finite number");
    expect_failure("a,b\n1,1e999\n", "'1e999' is not a finite number");
    expect_failure("a,b\n1,\"2\"\"\"\n", "'2\"\"' is not a number");
    expect_failure("a,b\n1,N A\n", "'N A' is not a number");
    expect_failure("a,b\n1,0x10\n", "'0x10' is not a number");
    expect_failure("a b\n1 2.5\n", "'1 2.5' is several numbers; separate columns by comma");
}

static void expect_failed(const char *text, bool known, size_t expected) {
    io_source *source = open_bytes(text, strlen(text), "t.csv", NULL);
    double cells[4];
    size_t rows, column;
    assert_false(io_read(source, cells, 2, &rows, NULL));
    assert_int_equal(io_failed_column(source, &column), known);
    if (known)
        assert_int_equal(column, expected);
    io_close(source);
}

static void test_failed_column(void **state) {
    (void)state;
    expect_failed("a,b\n1,x\n", true, 1);
    expect_failed("a,b\nx,1\n", true, 0);
    expect_failed("a,b\n1\n", false, 0);
}

/* The limits of UTF-8: the first and last of each length, and what lies just beyond them. */
static void test_utf8(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {{"a", 1},
                 {"\x7f", 1},
                 {"\x80", 0},
                 {"\xc1\xbf", 0}, /* longer than need be */
                 {"\xc2\x80", 2},
                 {"\xdf\xbf", 2},
                 {"\xe0\x9f\xbf", 0},
                 {"\xe0\xa0\x80", 3},
                 {"\xed\x9f\xbf", 3},
                 {"\xed\xa0\x80", 0}, /* surrogates */
                 {"\xed\xbf\xbf", 0},
                 {"\xee\x80\x80", 3},
                 {"\xef\xbf\xbf", 3},
                 {"\xf0\x8f\xbf\xbf", 0},
                 {"\xf0\x90\x80\x80", 4},
                 {"\xf4\x8f\xbf\xbf", 4},
                 {"\xf4\x90\x80\x80", 0}, /* beyond the last character */
                 {"\xf8\x80\x80\x80", 0},
                 {"\xc2"
                  "a",
                  0},
                 {"\xe2\x82"
                  "a",
                  0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t size = strlen(cases[i].bytes);
        assert_int_equal(io_utf8_character(cases[i].bytes, size), cases[i].length);
        if (cases[i].length > 1) /* cut off */
            assert_int_equal(io_utf8_character(cases[i].bytes, size - 1), 0);
    }
    io_quote quote;
    assert_string_equal(io_quote_cell(&quote, "\xc2\x9f\xc2\xa0\xc3\x80\xe2\x82", 8),
                        "'\\xc2\\x9f\xc2\xa0\xc3\x80\\xe2\\x82'");
}

/* Whatever is long is shortened, so that the advice at the end is not cut off. */
static void test_long_message(void **state) {
    (void)state;
    char path[4000], text[4000];
    memset(path, '\x01', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "\xe2\x82\xac"[i % 3];
    text[2400] = '\n';
    expect_bytes_failure(text, 3900, path, NULL,
                         "...' is not a number; correct the cell (empty, NA, NaN and ? mean missing)");
}

static void test_decimal_comma(void **state) {
    (void)state;
    expect_failure("a;b\n1,5;2\n", "line 2, column 'a': '1,5' has a decimal comma");
    expect_failure("0,9;9,0;0,9\n", "column 'column_1': '0,9' has a decimal comma");
    expect_failure("1,5;2,5;3,5\n", "line 1, column 'column_1': '1,5' has a decimal comma");
    expect_failure("1,5\t2,5\n", "'1,5' has a decimal comma");
    expect_failure("a,b\n\"1,5\",2\n", "'1,5' has a decimal comma");
}

static void test_ragged(void **state) {
    (void)state;
    expect_failure("a,b\n1,2\n1\n", "line 3: 1 cell, but the table has 2 columns; is there a comma too few");
    expect_failure("a;b\n1;2;3\n", "line 2: 3 cells, but the table has 2 columns; is there a semicolon too few");
    expect_failure("a\n1,2\n", "line 2: 2 cells, but the table has 1 column");
    expect_failure("a,b\nred,2,3\n", "3 cells"); /* the cause, not its effect */
    expect_failure("a,b\n1,\"2\",3\n", "3 cells");
}

static void test_quotes(void **state) {
    (void)state;
    expect_failure("a,b\n1,\"2\n3,4\n", "line 2: a quote in the record that begins here is never closed");
    expect_failure("a,b\n1,\"2\"\"\n", "never closed");
    expect_failure("a,b\n1,\"2\"\"", "never closed");
    expect_failure("a,b\n1,\"2\"x\n", "line 2, cell 2: text follows a closing quote");
    expect_failure("\"a\"x,b\n", "line 1, cell 1: text follows a closing quote");
    const size_t first[] = {0};
    io_error error;
    const char *text = "a,b\n1,5\"\n2,5\" \"\n2,\"x\r\n\ny,\"\"z\"\n3,\" \"\n";
    io_source *source = open_bytes(text, strlen(text), "t.csv", NULL);
    assert_true(io_select(source, first, 1, &error));
    expect_cells(source, 4, 1, CELLS(1, 2, 2, 3));
}

/* Names may be the same: the caller knows which columns are wanted. */
static void test_names(void **state) {
    (void)state;
    expect_names("a, \"a\"\n1,2\n", true, "a", "a");
    expect_names("column_2,\n1,2\n", true, "column_2", "column_2");
}

/* Delimiters at the end of the header are no column, if there is nothing below them. */
static void test_spare_delimiters(void **state) {
    (void)state;
    const double cells[] = {1, 2, 3, 4};
    expect_text("a,b,\n1,2\n3,4\n", 2, 2, cells);
    expect_text("a,b,\n1,2,\n3,4,\n", 2, 2, cells);
    expect_text("a,b,,\r\n\r\n1,2\r\n3,4,\"\", \r\n", 2, 2, cells);
    expect_text("\"a\nx\",b,\n\"1\",2,\n3,4\n", 2, 2, cells);
    expect_text("a\tb\t\n1\t2\n3\t4\t\n", 2, 2, cells);
    expect_names("a,b,", true, "a", "b");
    expect_text("a,b,\n1,2,3\n3,4,\n", 2, 3, CELLS(1, 2, 3, 3, 4, NAN)); /* a column without a name */
    expect_text("a,b,\n1,,\n3,4\n", 2, 2, CELLS(1, NAN, 3, 4));
    expect_text("1,2,\n3,4,\n", 2, 3, CELLS(1, 2, NAN, 3, 4, NAN)); /* no header: values may be missing */
    expect_failure("a,b,\n1,2\n3,4,5\n", "line 3: 3 cells, but the table has 2 columns");
    expect_failure("a,b,\n1,2,\n3,x,\n", "line 3, column 'b': 'x' is not a number");
    expect_failure("a,b,\n1\n", "line 2: 1 cell, but the table has 2 columns");
}

static void expect_years(const char *text, const io_options *options, bool header, bool guessed) {
    io_source *source = open_bytes(text, strlen(text), "t.csv", options);
    assert_int_equal(io_has_header(source), header);
    assert_int_equal(io_header_is_guessed(source), guessed);
    io_close(source);
}

/* A line of years is a header if the numbers below are others. */
static void test_years(void **state) {
    (void)state;
    expect_years("2019,2020,2021\n1.5,2,3\n", NULL, true, true);
    expect_years("2021;2020;2019;\n1;2;3;\n", NULL, false, false); /* an empty cell is no year */
    expect_years("2021,2020,2019\n\n1,2,3\n", NULL, true, true);
    expect_years("\"1990\",\"2000\",\"2010\"\n2001,2002.5,NA\n", NULL, true, true);
    expect_years("2019,2020,2021\n2018,2020,2021\n", NULL, false, false); /* years below, too */
    expect_years("2019,2020,2021\n2018,NA,2021\n", NULL, false, false);
    expect_years("2019,2020,2021\n", NULL, false, false);
    expect_years("2019,2020\n1,2\n", NULL, false, false); /* two may be so by chance */
    expect_years("2019,2021,2020\n1,2,3\n", NULL, false, false);
    expect_years("2019,2020,2020\n1,2,3\n", NULL, false, false);
    expect_years("1,2,3\n7,8,9\n", NULL, false, false);
    expect_years("town,2019,2020\n1,2,3\n", NULL, true, false);
    expect_years("2019,2020,2021\n1,2,3\n", &(io_options){.header = IO_HEADER_NO}, false, false);
    expect_years("2019,2020,2021\n1,2,3\n", &(io_options){.header = IO_HEADER_YES}, true, false);
    expect_text("2019,2020,2021\n1,2,3\n", 1, 3, CELLS(1, 2, 3));
    expect_text("2019,2020,2021\n2001,2002,2003\n", 2, 3, CELLS(2019, 2020, 2021, 2001, 2002, 2003));
}

static void test_not_text(void **state) {
    (void)state;
    expect_bytes_failure("a,b\n1,\0002\n", 9, "t.csv", NULL, "'t.csv' is not a text file: byte 7 is NUL");
    expect_bytes_failure("\xff\xfe"
                         "a\0",
                         4, "t.csv", NULL, "UTF-16 text");
    expect_bytes_failure("\xff\xfe", 2, "t.csv", NULL, "UTF-16 text");
    expect_bytes_failure("\xfe\xff\0a", 4, "t.csv", NULL, "save it as UTF-8");
    expect_bytes_failure("PK\x03\x04xyz", 7, "t.csv", NULL, "spreadsheet");
    expect_bytes_failure("\xfd"
                         "7zXZ\0",
                         6, "t.csv.xz", NULL, "compressed with xz");
    expect_failure("a\x01,b\n", "not a text table: there is a control character (\\x01)");
    expect_failure("a,b\r1,2\r3,4\r", "line 1: a carriage return without line feed");
    expect_names("PAR1,PAR2\n", true, "PAR1", "PAR2"); /* no magic bytes */
}

static void test_empty(void **state) {
    (void)state;
    expect_failure("", "'t.csv' is empty");
    expect_failure("\n\r\n  \n", "'t.csv' is empty: there are only blank lines");
    expect_failure("\xef\xbb\xbf", "is empty");
    expect_text("a,b\n", 0, 2, NULL); /* a header alone is for the caller to judge */
}

/* ---- beyond the window of 128 KiB ---- */

typedef struct text {
    char *bytes;
    size_t used, room;
} text;

static void append(text *t, const char *bytes, size_t count) {
    if (t->used + count > t->room) {
        t->room = 2 * (t->used + count);
        t->bytes = realloc(t->bytes, t->room);
        assert_non_null(t->bytes);
    }
    memcpy(t->bytes + t->used, bytes, count);
    t->used += count;
}

/* 60000 rows of every kind of cell, read in blocks of several sizes. */
static void test_many_rows(void **state) {
    (void)state;
    enum { ROWS = 60000 };
    text t = {0};
    append(&t, "x,\"text, more\",y\n", 17);
    for (int i = 0; i < ROWS; i++) {
        char line[128];
        const char *middle = i % 7 == 0 ? "\"quoted, with\n\"\"lines\"\"\n\"" : i % 5 == 0 ? "" : "plain";
        const int length =
            snprintf(line, sizeof line, "%d.25,%s,%s%d%s\r\n", i, middle, i % 3 ? "" : " \"", -i, i % 3 ? "" : "\"");
        append(&t, line, (size_t)length);
    }
    const size_t wanted[] = {2, 0}, blocks[] = {1, 7, 1000, ROWS + 1};
    double *cells = malloc((ROWS + 1) * 2 * sizeof *cells);
    for (size_t b = 0; b < 4; b++) {
        io_error error = {""};
        io_source *source = open_bytes(t.bytes, t.used, "t.csv", NULL);
        assert_true(io_select(source, wanted, 2, &error));
        size_t rows = 0;
        for (size_t got = 1; got > 0; rows += got) {
            if (!io_read(source, cells, blocks[b], &got, &error))
                fail_msg("%s", error.text);
            for (size_t i = 0; i < got; i++) {
                assert_true(cells[2 * i] == -(double)(rows + i));
                assert_true(cells[2 * i + 1] == (double)(rows + i) + 0.25);
            }
        }
        assert_int_equal(rows, ROWS);
        io_close(source);
    }
    free(cells);
    free(t.bytes);
}

/* A line, a cell and a quoted cell longer than the window; an error behind them must name the right line. */
static void test_long_lines(void **state) {
    (void)state;
    enum { COLUMNS = 100000, FILL = 300000 };
    text t = {0};
    for (int i = 0; i < COLUMNS; i++)
        append(&t, i > 0 ? ",7" : "7", i > 0 ? 2 : 1);
    append(&t, "\n", 1);
    double *cells = malloc(COLUMNS * sizeof *cells);
    for (int i = 0; i < COLUMNS; i++)
        cells[i] = 7;
    expect_bytes(t.bytes, t.used, "t.csv", 1, COLUMNS, cells);
    free(cells);

    t.used = 0;
    append(&t, "a,b\n1,", 6);
    for (int i = 0; i < FILL; i++)
        append(&t, " ", 1);
    append(&t, "2\n\"", 3);
    for (int i = 0; i < FILL; i++)
        append(&t, i % 1000 == 0 ? "\n" : " ", 1);
    append(&t, "3\",4\nred,5\n", 11);
    const size_t second[] = {1, 0};
    io_error error;
    io_source *source = open_bytes(t.bytes, t.used, "t.csv", NULL);
    assert_true(io_select(source, second, 1, &error));
    expect_cells(source, 3, 1, CELLS(2, 4, 5));
    source = open_bytes(t.bytes, t.used, "t.csv", NULL);
    double row[2];
    size_t rows;
    assert_true(io_read(source, row, 1, &rows, &error) && rows == 1 && row[1] == 2);
    assert_false(io_read(source, row, 1, &rows, &error));
    expect_message(&error, "line 3, column 'a': '\\n  ");
    io_close(source);
    free(t.bytes);
}

static void test_too_wide(void **state) {
    (void)state;
    char *bytes = malloc(IO_COLUMNS_MAX + 1);
    memset(bytes, ',', IO_COLUMNS_MAX);
    bytes[IO_COLUMNS_MAX] = '\n';
    expect_bytes_failure(bytes, IO_COLUMNS_MAX + 1, "t.csv", NULL, "1000001 columns; at most 1000000 can be read");
    io_source *source = open_bytes(bytes + 1, IO_COLUMNS_MAX, "t.csv", NULL);
    assert_int_equal(io_columns(source), IO_COLUMNS_MAX);
    io_close(source);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_delimiters),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_header_option),
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_bad_cells),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_long_message),
        cmocka_unit_test(test_decimal_comma),
        cmocka_unit_test(test_ragged),
        cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_not_text),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_many_rows),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_too_wide),
        cmocka_unit_test(test_spare_delimiters),
        cmocka_unit_test(test_years),
        cmocka_unit_test(test_failed_column),
    };
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
