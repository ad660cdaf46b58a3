/* Columns that need not be numbers: labels found and known, dates and times, and when a word among numbers is wrong. */
#include "io_check.h"

#include <time.h>

#include "io/dates.h"
#include "io/dictionary.h"

static io_source *open_text(const char *text) { return open_bytes(text, strlen(text), "t.csv", NULL); }

static void set_all(io_source *source, io_meaning meaning) {
    io_error error = {"(no message)"};
    for (size_t column = 0; column < io_columns(source); column++)
        if (!io_set_meaning(source, column, meaning, &error))
            fail_msg("%s", error.text);
}

/* Reads the whole table with this meaning of every column; the source stays open. */
static io_source *read_text(const char *text, io_meaning meaning, size_t rows, size_t columns, const double *cells) {
    io_source *source = open_text(text);
    set_all(source, meaning);
    expect_cells_in(source, rows, columns, cells);
    return source;
}

static void expect_failure(const char *text, io_meaning meaning, const char *part) {
    io_error error = {"(no message)"};
    io_source *source = open_text(text);
    set_all(source, meaning);
    expect_source_failure(true, source, &error, part);
}

#define CELLS(...) ((const double[]){__VA_ARGS__})

static void text_becomes_labels_in_order_of_appearance(void **state) {
    (void)state;
    io_source *source =
        read_text("a,b,y\n red ,1,x\n\"blue\",,y\nred,NA,\n,2.5,\"say \"\"x\"\"\"\n7,3,x\n", IO_NUMBERS_OR_TEXT, 5, 3,
                  CELLS(0, 1, 0, 1, NAN, 1, 0, NAN, NAN, NAN, 2.5, 2, 2, 3, 0));
    io_finding a = io_found(source, 0), b = io_found(source, 1), y = io_found(source, 2);
    assert_true(a.labels && !a.dates && a.count == 3 && a.present == 4 && a.strange == 0);
    assert_string_equal(a.example, "'red'");
    assert_string_equal(io_label(source, 0, 0), "red");
    assert_string_equal(io_label(source, 0, 1), "blue");
    assert_string_equal(io_label(source, 0, 2), "7");
    assert_false(b.labels);
    assert_string_equal(io_label(source, 2, 2), "say \"x\"");
    assert_int_equal(y.count, 3);
    io_close(source);
}

static void latin1_and_utf8_are_one_label(void **state) {
    (void)state;
    io_source *source = read_text("a\nM\xfcnchen\nM\xc3\xbcnchen\n", IO_NUMBERS_OR_TEXT, 2, 1, CELLS(0, 0));
    assert_string_equal(io_label(source, 0, 0), "M\xc3\xbcnchen");
    io_close(source);
}

/* The first value decides; what does not fit it is an error that names its line. */
static void stray_words_are_still_errors(void **state) {
    (void)state;
    expect_failure("a\n1\n2\nabc\n3\n", IO_NUMBERS_OR_TEXT, "line 4, column 'a': 'abc' is not a number");
    expect_failure("a\n\n?\n1\nabc\n", IO_NUMBERS_OR_TEXT, "line 5, column 'a': 'abc' is not a number");
    expect_failure("a\nn/a\n1\n2\n", IO_NUMBERS_OR_TEXT, "line 2, column 'a': 'n/a' is not a number");
    expect_failure("a\nn/a\n1\nn/a\n2\n3\n", IO_NUMBERS_OR_TEXT, "line 2, column 'a': 'n/a' is not a number");
    expect_failure("a;b\n1,5;2\n", IO_NUMBERS_OR_TEXT, "decimal comma");
    expect_failure("a,b\n1 2,2\n", IO_NUMBERS_OR_TEXT, "several numbers");
    expect_failure("a\ninf\n", IO_NUMBERS_OR_TEXT, "not a finite number");
    io_close(read_text("a\nx\n1\n", IO_NUMBERS_OR_TEXT, 2, 1, CELLS(0, 1))); /* as many: text */
}

/* As many numbers as there may be labels, and a word in front of them: the word is what is wrong. */
static void a_word_before_many_numbers_is_named(void **state) {
    (void)state;
    char text[1024] = "a\nmissing\n";
    for (int i = 0; i < 100; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d\n", i);
    expect_failure(text, IO_NUMBERS_OR_TEXT, "line 2, column 'a': 'missing' is not a number");
}

static void there_are_at_most_fifty_labels(void **state) {
    (void)state;
    char text[2048] = "a\n";
    double cells[120];
    for (int i = 0; i < 120; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "v%d\n", i % 60);
        cells[i] = i % 60 < IO_LABELS_MAX ? i % 60 : io_no_label;
    }
    io_source *source = read_text(text, IO_NUMBERS_OR_TEXT, 120, 1, cells);
    io_finding found = io_found(source, 0);
    assert_int_equal(found.count, IO_LABELS_MAX);
    assert_int_equal(found.strange, 20);
    assert_int_equal(found.present, 120);
    io_close(source);
    for (int i = 0; i < 120; i++)
        cells[i] = i % 60;
    io_close(read_text(text, IO_LABELS, 120, 1, cells)); /* of these there may be any number */
}

static void any_value_can_be_a_label(void **state) {
    (void)state;
    io_close(read_text("a\n1\n1.0\ninf\n1\nx\n\"\"\n", IO_LABELS, 6, 1, CELLS(0, 1, 2, 0, 3, NAN)));
}

static void known_labels_keep_their_numbers(void **state) {
    (void)state;
    static const char *const known[] = {"red", "green", "3"};
    io_error error = {"(no message)"};
    io_source *source = open_text("a,b\ngreen,1\nblue,2\nred,3\n3,4\n,5\nblack,6\nblue,7\n");
    io_table table;
    assert_true(io_set_labels(source, 0, known, 3, &error));
    assert_true(io_read_all(source, &table, &error));
    static const double expected[] = {1, -1, 0, 2, NAN, -1, -1};
    for (size_t i = 0; i < 7; i++)
        assert_same_number(table.cells[2 * i], expected[i]);
    io_finding found = io_found(source, 0);
    assert_true(found.labels && found.count == 3 && found.strange == 3 && found.present == 6);
    assert_string_equal(found.example, "'blue'");
    io_table_free(&table);
    io_close(source);
}

static void only_text_tables_have_text(void **state) {
    (void)state;
    static const char *const known[] = {"red"};
    io_error error = {"(no message)"};
    io_source *source = open_bytes("1 1:2\n3 1:4\n", 12, "t.svm", NULL);
    set_all(source, IO_LABELS);
    assert_false(io_found(source, 0).labels);
    assert_false(io_set_labels(source, 0, known, 1, &error));
    expect_message(&error, "column of text");
    io_close(source);
    source = open_text("a\n1\n");
    size_t rows;
    double cell;
    assert_false(io_set_meaning(source, 1, IO_LABELS, &error));
    assert_true(io_read(source, &cell, 1, &rows, &error));
    assert_false(io_set_meaning(source, 0, IO_LABELS, &error));
    expect_message(&error, "before the first row");
    io_close(source);
}

/* ---- dates */

static bool looks(const char *text) { return io_date_looks(text, strlen(text)); }

static void dates_are_recognised(void **state) {
    (void)state;
    static const char *const dates[] = {
        "2015-10-21", "2015/10/21",      "21/10/2015",         "10/21/15",
        "21.10.2015", "21-Oct-15",       "21 October 2015",    "Oct 21, 2015",
        "13:45",      "13:45:06",        "2015-10-21 13:45",   "2015-10-21T13:45:06Z",
        "1.2.2015",   "20151021T134506", "21/10/2015 1:45 pm", "Wed, 21 Oct 2015 07:28:00 GMT"};
    static const char *const others[] = {"red",        "May",          "1.2.3",      "10-20", "A-1-2015",
                                         "2015-13-01", "192.168.1.10", "32/13/2015", "sat",   "March",
                                         "12:99",      "555-123-4567", "1/2",        ""};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
        if (!looks(dates[i]))
            fail_msg("%s is a date", dates[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (looks(others[i]))
            fail_msg("%s is no date", others[i]);
    io_source *source = read_text("a\n21/10/2015\nlater\n", IO_NUMBERS_OR_TEXT, 2, 1, CELLS(-1, -1));
    assert_true(io_found(source, 0).dates && !io_found(source, 0).labels);
    assert_string_equal(io_found(source, 0).example, "'21/10/2015'");
    io_close(source);
}

/* Every day of eight hundred years against the C library's calendar. */
static void dates_agree_with_the_calendar(void **state) {
    (void)state;
    for (time_t day = -200000; day < 100000; day++) {
        const time_t seconds = day * 86400;
        struct tm broken;
        char text[32];
        double value = NAN;
        assert_non_null(gmtime_r(&seconds, &broken));
        snprintf(text, sizeof text, "%04d-%02d-%02d", broken.tm_year + 1900, broken.tm_mon + 1, broken.tm_mday);
        assert_true(io_date_parse(text, strlen(text), &value));
        if (value != (double)seconds)
            fail_msg("%s is %.0f, not %.0f", text, value, (double)seconds);
    }
}

static void times_of_day_and_zones_count(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } right[] = {{"1970-01-01", 0},
                 {"1970-01-02 00:00", 86400},
                 {"1970-01-01T01:02:03", 3723},
                 {"1970-01-01T00:00:00.25Z", 0.25},
                 {"1970-01-01T02:00:00+02:00", 0},
                 {"1970-01-01 02:00 +0200", 0},
                 {"1970-01-01T00:00:00-01", 3600},
                 {"2000-02-29", 951782400}};
    static const char *const wrong[] = {"1900-02-29",
                                        "2015-00-10",
                                        "2015-10-32",
                                        "2015-1-1",
                                        "2015-10-21x",
                                        "2015-10-21T",
                                        "2015-10-21 25:00",
                                        "2015-10-21 1:60",
                                        "2015-10-21 1:00 q",
                                        "2015-10-21 1:00+99",
                                        "15-10-21",
                                        "",
                                        "1970-01-01 00:00 +2:00"};
    double value;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_true(io_date_parse(right[i].text, strlen(right[i].text), &value));
        assert_same_number(value, right[i].seconds);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (io_date_parse(wrong[i], strlen(wrong[i]), &value))
            fail_msg("%s is no ISO date", wrong[i]);
}

static void times_are_numbers_or_dates(void **state) {
    (void)state;
    io_close(read_text("t\n3\n\"\"\n-1.5\n", IO_TIMES, 3, 1, CELLS(3, NAN, -1.5)));
    io_close(read_text("t\n1970-01-02\n1970-01-01 00:01\n", IO_TIMES, 2, 1, CELLS(86400, 60)));
    expect_failure("t\n3\n1970-01-02\n", IO_TIMES, "line 3, column 't': '1970-01-02' is not a number");
    expect_failure("t\n1970-01-02\n3\n", IO_TIMES, "line 3, column 't': '3' is not a date");
    expect_failure("t\nmonday\n", IO_TIMES, "line 2, column 't': 'monday' is not a date");
}

/* ---- the dictionary */

static void a_dictionary_finds_what_was_added(void **state) {
    (void)state;
    enum { MANY = 20000 };
    io_dictionary d = {0};
    io_error error;
    char text[32];
    size_t number;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < MANY; i++) {
            snprintf(text, sizeof text, "%zu", i * 2654435761u % 1000003);
            assert_true(io_dictionary_find(&d, text, strlen(text), SIZE_MAX, &number, &error));
            assert_int_equal(number, i); /* multiples of a prime below 1000003 all differ */
        }
    assert_true(io_dictionary_find(&d, "other", 5, MANY, &number, &error));
    assert_true(number == IO_DICTIONARY_NONE && d.names.count == MANY);
    io_dictionary_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_labels_in_order_of_appearance),
        cmocka_unit_test(latin1_and_utf8_are_one_label),
        cmocka_unit_test(stray_words_are_still_errors),
        cmocka_unit_test(a_word_before_many_numbers_is_named),
        cmocka_unit_test(there_are_at_most_fifty_labels),
        cmocka_unit_test(any_value_can_be_a_label),
        cmocka_unit_test(known_labels_keep_their_numbers),
        cmocka_unit_test(only_text_tables_have_text),
        cmocka_unit_test(dates_are_recognised),
        cmocka_unit_test(dates_agree_with_the_calendar),
        cmocka_unit_test(times_of_day_and_zones_count),
        cmocka_unit_test(times_are_numbers_or_dates),
        cmocka_unit_test(a_dictionary_finds_what_was_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
