/* Numbers as text, against the C library's own conversions in the C locale: the same bits, the same characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static uint64_t random_state = 20240521;

static uint64_t random_bits(void) { /* splitmix64 */
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int random_below(int limit) { return (int)(random_bits() % (uint64_t)limit); }

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static double parsed(const char *text) {
    double value = -12345.0;
    if (!lab_number_parse(text, strlen(text), &value))
        fail_msg("'%s' is not parsed", text);
    return value;
}

static void expect_parsed(const char *text, double expected) {
    const double value = parsed(text);
    if (!same_bits(value, expected))
        fail_msg("'%.60s' gives %a, expected %a", text, value, expected);
}

static void as_strtod(const char *text) { expect_parsed(text, strtod(text, NULL)); }

static void test_plain(void **state) {
    (void)state;
    expect_parsed("0", 0.0);
    expect_parsed("-0", -0.0);
    expect_parsed("+1.5", 1.5);
    expect_parsed("1.", 1.0);
    expect_parsed(".5", 0.5);
    expect_parsed("-.5e1", -5.0);
    expect_parsed("007", 7.0);
    expect_parsed("1E3", 1000.0);
    expect_parsed("1e+03", 1000.0);
    expect_parsed("12345678901234567890", 12345678901234567890.0);
    expect_parsed("0.1", 0x1.999999999999ap-4);
    expect_parsed("inf", INFINITY);
    expect_parsed("-Infinity", -INFINITY);
    expect_parsed("+INF", INFINITY);
    assert_true(isnan(parsed("nan")));
    assert_true(isnan(parsed("-NaN")));
}

/* Where careless conversions go wrong. Written in hex, so that the compiler's own conversion is not the oracle. */
static void test_hard(void **state) {
    (void)state;
    expect_parsed("9007199254740993", 0x1p53); /* tie, to even */
    expect_parsed("9007199254740995", 0x1.0000000000002p53);
    expect_parsed("9007199254740993.0000000000000000000000000000000000000000000001", 0x1.0000000000001p53);
    expect_parsed("9007199254740992.9999999999999999999999999999999999999999999999", 0x1p53);
    expect_parsed("1e22", 0x1.0f0cf064dd592p73);
    expect_parsed("1e23", 0x1.52d02c7e14af6p76);
    expect_parsed("8.5e-27", 0x1.50b83da615fd1p-87);
    expect_parsed("6.9294956446009195e15", 0x1.89e56ee5e7a58p52);
    expect_parsed("2.2250738585072011e-308", 0x0.fffffffffffffp-1022); /* once an endless loop in PHP */
    expect_parsed("2.2250738585072012e-308", 0x1p-1022);
    expect_parsed("2.2250738585072014e-308", 0x1p-1022);
    expect_parsed("4.9406564584124654e-324", 0x1p-1074);
    expect_parsed("2.4703282292062327e-324", 0.0);
    expect_parsed("2.4703282292062328e-324", 0x1p-1074);
    expect_parsed("1e-400", 0.0);
    expect_parsed("-1e-99999999999999999999", -0.0);
    expect_parsed("1.7976931348623157e308", DBL_MAX);
    expect_parsed("1.7976931348623158e308", DBL_MAX);
    expect_parsed("1.7976931348623159e308", INFINITY);
    expect_parsed("-1e99999999999999999999", -INFINITY);
    expect_parsed("0e99999999999999999999", 0.0);
    expect_parsed("0.000000000000000000000000000000000000000000000000123e51", 123.0);
    expect_parsed("123000000000000000000000000000000000000000000000000e-48", 123.0);
}

/* The midpoint of 1 and the next double, in all its digits, then with one digit more far behind them. */
static void test_long_midpoint(void **state) {
    (void)state;
    char text[4096] = "1.00000000000000011102230246251565404236316680908203125";
    expect_parsed(text, 1.0);
    size_t length = strlen(text);
    memset(text + length, '0', 3000);
    text[length + 3000] = '\0';
    expect_parsed(text, 1.0);
    text[length + 2999] = '1';
    expect_parsed(text, 0x1.0000000000001p0);
    memset(text, '9', 2000); /* an integer of 2000 digits, brought back */
    snprintf(text + 2000, 16, "e-2000");
    expect_parsed(text, 1.0);
    memset(text, '0', 2000);
    text[1] = '.';
    snprintf(text + 2000, 16, "7e1999");
    expect_parsed(text, 7.0);
}

/* Half the smallest double has 751 significant digits: every one of them counts. */
static void test_longest_midpoint(void **state) {
    (void)state;
    char text[1200];
    snprintf(text, sizeof text, "%.1074f", 0x1p-1074);
    char half[1300]; /* 2^-1075 = 5 * 2^-1074 / 10 */
    int carry = 0;
    const size_t length = strlen(text);
    for (size_t i = length; i-- > 2;) {
        const int digit = 5 * (text[i] - '0') + carry;
        half[i + 1] = (char)('0' + digit % 10);
        carry = digit / 10;
    }
    half[0] = '0', half[1] = '.', half[2] = (char)('0' + carry), half[length + 1] = '\0';
    expect_parsed(half, 0.0);
    half[length] = '6';
    expect_parsed(half, 0x1p-1074);
}

static void test_garbage(void **state) {
    (void)state;
    static const char *const texts[] = {"",      " ",   "+",     "-",         ".",          "+.",    "e5",  ".e5",
                                        "1e",    "1e+", "1e-",   "1 ",        " 1",         "1.2.3", "1,5", "0x10",
                                        "1f",    "--1", "+-1",   "infinit",   "in",         "nanx",  "na",  "1e5.5",
                                        "1_000", "1d5", "NAN()", "infinityy", "\xc2\xa0+1", "1e5e5", "٣",   "1\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = 42.0;
        if (lab_number_parse(texts[i], strlen(texts[i]), &value))
            fail_msg("'%s' is parsed", texts[i]);
        assert_true(value == 42.0);
    }
    double value = 42.0;
    assert_false(lab_number_parse("1\0"
                                  "2",
                                  3, &value));
    assert_true(lab_number_parse("12345", 2, &value) && value == 12.0); /* the length ends the text, not a NUL */
}

static void test_scan(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t used;
        double value;
    } cases[] = {{"1.5,2", 3, 1.5}, {"3e,", 1, 3.0},        {"3e+x", 1, 3.0},
                 {"-7:8", 2, -7.0}, {"infin", 3, INFINITY}, {"infinity;", 8, INFINITY},
                 {"1..2", 2, 1.0},  {"2e5e5", 3, 2e5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = 42.0;
        const char *text = cases[i].text;
        assert_ptr_equal(lab_number_scan(text, text + strlen(text), &value), text + cases[i].used);
        assert_true(value == cases[i].value);
    }
    double value;
    const char *text = "x1";
    assert_null(lab_number_scan(text, text + 2, &value));
    assert_null(lab_number_scan(text, text, &value));
}

static void test_random_digits(void **state) {
    (void)state;
    for (int i = 0; i < 300000; i++) {
        char text[96];
        const int digits = 1 + random_below(30), point = random_below(digits + 1);
        int length = random_below(2) ? snprintf(text, 2, "-") : 0;
        for (int d = 0; d < digits; d++) {
            if (d == point)
                text[length++] = '.';
            text[length++] = (char)('0' + random_below(10));
        }
        text[length] = '\0';
        if (random_below(4) > 0)
            snprintf(text + length, 16, "e%d", random_below(random_below(2) ? 700 : 60) - (random_below(2) ? 370 : 30));
        as_strtod(text);
    }
}

/* Integers halfway between two doubles, divided and multiplied by powers of ten. */
static void test_ties(void **state) {
    (void)state;
    for (int i = 0; i < 100000; i++) {
        char text[64];
        const uint64_t odd = (random_bits() >> 10 | UINT64_C(1) << 53) | 1; /* 54 bits, the last one set */
        const uint64_t near = (odd << random_below(9)) + (uint64_t)(random_below(3) - 1);
        snprintf(text, sizeof text, "%" PRIu64 "e%d", near, random_below(3) ? 0 : random_below(61) - 30);
        as_strtod(text);
    }
}

static double random_double(void) {
    double value;
    do {
        const uint64_t bits = random_bits();
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

/* The oracle of lab_number_format. */
static void shortest(double value, char text[LAB_NUMBER_TEXT]) {
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(text, LAB_NUMBER_TEXT, "%.*g", precision, value);
        if (same_bits(strtod(text, NULL), value))
            return;
    }
}

static void expect_format(double value) {
    char text[LAB_NUMBER_TEXT], expected[LAB_NUMBER_TEXT];
    const size_t length = lab_number_format(value, text);
    shortest(value, expected);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    expect_parsed(text, value);
}

static void test_format(void **state) {
    (void)state;
    static const double values[] = {0.0,
                                    -0.0,
                                    1.0,
                                    -1.5,
                                    0.1,
                                    1e15,
                                    123456789012345.0,
                                    1e16,
                                    1e17,
                                    1e22,
                                    1e-4,
                                    1e-5,
                                    0.00012345,
                                    1.0 / 3,
                                    DBL_MAX,
                                    DBL_MIN,
                                    5e-324,
                                    99999999999999.95,
                                    999999999999999.9,
                                    0.3,
                                    9.9999999999999995e22,
                                    9007199254740993.0,
                                    0.1 + 0.2,
                                    100.0,
                                    5e15,
                                    1e100};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        expect_format(values[i]);
        expect_format(-values[i]);
    }
    char text[LAB_NUMBER_TEXT];
    assert_int_equal(lab_number_format(INFINITY, text), 3);
    assert_string_equal(text, "inf");
    lab_number_format(-INFINITY, text);
    assert_string_equal(text, "-inf");
    lab_number_format(-(double)NAN, text);
    assert_string_equal(text, "nan");
}

static void test_format_random(void **state) {
    (void)state;
    for (int i = 0; i < 100000; i++)
        expect_format(random_double());
    for (int i = 0; i < 100000; i++) { /* few digits, small exponents: where %g changes its form */
        char text[64];
        snprintf(text, sizeof text, "%de%d", random_below(1000000), random_below(40) - 20);
        expect_format(strtod(text, NULL));
    }
    for (int i = 0; i < 100000; i++) /* 17 digits that end in 5 or 50: rounding twice would show */
        expect_format(ldexp((double)(random_bits() >> 12), -random_below(60)));
}

static bool set_comma_locale(void) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",       "fr_FR.UTF-8", "fr_FR.utf8",
                                        "nl_NL.UTF-8", "it_IT.UTF-8", "es_ES.UTF-8", "pl_PL.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_ALL, names[i]) != NULL && strcmp(localeconv()->decimal_point, ",") == 0)
            return true;
    return false;
}

static void test_locale(void **state) {
    (void)state;
    if (!set_comma_locale()) {
        setlocale(LC_ALL, "C");
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    char text[LAB_NUMBER_TEXT];
    const double fast = parsed("1.5"), wide = parsed("0.30000000000000004"), slow = parsed("1.2345678901234567e-30");
    lab_number_format(0.1 + 0.2, text);
    double value = 42.0;
    const bool comma = lab_number_parse("1,5", 3, &value);
    setlocale(LC_ALL, "C");
    assert_true(same_bits(fast, 1.5) && same_bits(wide, 0.1 + 0.2) && same_bits(slow, 1.2345678901234567e-30));
    assert_string_equal(text, "0.30000000000000004");
    assert_false(comma);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),         cmocka_unit_test(test_hard),
        cmocka_unit_test(test_long_midpoint), cmocka_unit_test(test_longest_midpoint),
        cmocka_unit_test(test_garbage),       cmocka_unit_test(test_scan),
        cmocka_unit_test(test_random_digits), cmocka_unit_test(test_ties),
        cmocka_unit_test(test_format),        cmocka_unit_test(test_format_random),
        cmocka_unit_test(test_locale),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
