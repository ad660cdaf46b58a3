/*
 * Numbers as text, whatever the process locale.
 *
 * Parsing has three paths, each correctly rounded (to nearest, ties to even), tried from the cheapest:
 *   1. at most 53 bits of digits and a power of ten up to 22: both are exact doubles, so one operation rounds once;
 *   2. at most 64 bits of digits and a power of ten up to 27 (5^27 < 2^64): 128-bit integers give the exact product, or
 *      the quotient with its remainder, and the conversion to double rounds once. This is where 17 digits land;
 *   3. strtod, on a copy without a decimal point, so that the locale does not matter.
 *
 * Printing takes 17 digits from printf and places the point itself, whatever the locale's point is.
 */
#include "number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* value = digits (the '.' left out) * 10^exponent */
typedef struct decimal {
    uint64_t mantissa; /* the digits, if they fit */
    bool fits;
    int64_t exponent;
    const char *digits; /* where they stand, '.' included */
    const char *digits_end;
} decimal;

enum {
    MANTISSA_DIGITS = 19,  /* any 19 digits fit 64 bits */
    DOUBLE_POWER_MAX = 22, /* 10^22 is an exact double, 10^23 is not */
    WIDE_POWER_MAX = 27,   /* 5^27 fits 63 bits */
    DIGITS_MAX = 800,      /* no double and no midpoint of two doubles has more than 767 significant digits */
    EXPONENT_FAR = 9999    /* beyond it even DIGITS_MAX digits overflow, or vanish */
};
static const int64_t exponent_max = INT64_C(100000000000000000);

static bool is_digit(char c) { return (unsigned char)(c - '0') < 10; }

/* ---- reading the digits ---- */

/* "e-12" at p: adds it to *exponent and returns its end; returns p, unchanged, if there is no exponent. */
static const char *scan_exponent(const char *p, const char *end, int64_t *exponent) {
    const char *q = p;
    if (q == end || (*q | 0x20) != 'e')
        return p;
    q++;
    const bool negative = q != end && *q == '-';
    if (q != end && (*q == '-' || *q == '+'))
        q++;
    if (q == end || !is_digit(*q))
        return p;
    int64_t power = 0;
    for (; q != end && is_digit(*q); q++)
        if (power < exponent_max)
            power = 10 * power + (*q - '0');
    *exponent += negative ? -power : power;
    return q;
}

static size_t leading_zeros(const char *p, const char *end) {
    size_t zeros = 0;
    for (; p != end && (*p == '0' || *p == '.'); p++)
        zeros += *p == '0';
    return zeros;
}

/* Unsigned digits with an optional point and exponent. Returns their end, NULL if there is no digit. */
static const char *scan_decimal(const char *p, const char *end, decimal *number) {
    uint64_t mantissa = 0; /* wraps if there are too many digits; then it is not used */
    number->digits = p;
    while (p != end && is_digit(*p))
        mantissa = 10 * mantissa + (uint64_t)(*p++ - '0');
    size_t count = (size_t)(p - number->digits);
    number->exponent = 0;
    if (p != end && *p == '.') {
        const char *fraction = ++p;
        while (p != end && is_digit(*p))
            mantissa = 10 * mantissa + (uint64_t)(*p++ - '0');
        count += (size_t)(p - fraction);
        number->exponent = fraction - p;
    }
    if (count == 0)
        return NULL;
    number->digits_end = p;
    number->mantissa = mantissa;
    number->fits = count <= MANTISSA_DIGITS || count - leading_zeros(number->digits, p) <= MANTISSA_DIGITS;
    return scan_exponent(p, end, &number->exponent);
}

/* ---- digits to double ---- */

/* Path 1. */
static bool convert_double(const decimal *number, double *value) {
    static const double power[DOUBLE_POWER_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (!number->fits || number->mantissa > UINT64_C(1) << 53 || number->exponent < -DOUBLE_POWER_MAX ||
        number->exponent > DOUBLE_POWER_MAX)
        return false;
    const double mantissa = (double)number->mantissa;
    *value = number->exponent < 0 ? mantissa / power[-number->exponent] : mantissa * power[number->exponent];
    return true;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 uint128;

static int leading_zero_bits(uint64_t x) { return __builtin_clzll(x); }

/* Path 2. The exact value is brought into 64 bits, of which the lowest also stands for everything below it; the
 * conversion to double drops ten bits or more, so it sees whether it is above, on or below a midpoint. */
static bool convert_wide(const decimal *number, double *value) {
    // clang-format off
    static const uint64_t five[WIDE_POWER_MAX + 1] = {
        1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125, 6103515625,
        30517578125, 152587890625, 762939453125, 3814697265625, 19073486328125, 95367431640625, 476837158203125,
        2384185791015625, 11920928955078125, 59604644775390625, 298023223876953125, 1490116119384765625,
        7450580596923828125};
    // clang-format on
    if (!number->fits || number->mantissa == 0 || number->exponent < -WIDE_POWER_MAX ||
        number->exponent > WIDE_POWER_MAX)
        return false;
    const int exponent = (int)number->exponent;
    const int shift = leading_zero_bits(number->mantissa);
    const uint64_t mantissa = number->mantissa << shift;
    uint64_t bits;
    int binary = exponent - shift;
    if (exponent >= 0) {
        const uint128 product = (uint128)mantissa * five[exponent];
        const uint64_t high = (uint64_t)(product >> 64);
        const int spare = high == 0 ? 64 : leading_zero_bits(high);
        const uint128 top = product << spare; /* leading bit set */
        bits = (uint64_t)(top >> 64) | ((uint64_t)top != 0);
        binary += 64 - spare;
    } else {
        const int divisor_shift = leading_zero_bits(five[-exponent]);
        const uint64_t divisor = five[-exponent] << divisor_shift;
        const uint128 dividend = (uint128)mantissa << 63; /* quotient between 2^62 and 2^64 */
        const uint64_t quotient = (uint64_t)(dividend / divisor);
        bits = quotient | (dividend != (uint128)quotient * divisor);
        binary += divisor_shift - 63;
    }
    *value = ldexp((double)bits, binary); /* far from overflow and underflow: exact */
    return true;
}
#else
static bool convert_wide(const decimal *number, double *value) {
    (void)number, (void)value;
    return false;
}
#endif

/* "e-0012", four digits whatever the value: beyond them every number is infinite or 0 anyway. */
static void put_exponent(char *text, int64_t exponent) {
    int64_t size = exponent < 0 ? -exponent : exponent;
    if (size > EXPONENT_FAR)
        size = EXPONENT_FAR;
    text[0] = 'e';
    text[1] = exponent < 0 ? '-' : '+';
    for (int i = 5; i >= 2; i--, size /= 10)
        text[i] = (char)('0' + size % 10);
    text[6] = '\0';
}

/* Path 3: "digits" "e" "exponent". The digits cut off a very long number only decide that it is a little larger. */
static double convert_any(const decimal *number) {
    char text[DIGITS_MAX + 32];
    size_t count = 0;
    bool more = false;
    int64_t exponent = number->exponent;
    for (const char *p = number->digits; p != number->digits_end; p++) {
        if (*p == '.' || (count == 0 && *p == '0'))
            continue;
        if (count < DIGITS_MAX) {
            text[count++] = *p;
        } else {
            more |= *p != '0';
            exponent++;
        }
    }
    if (count == 0)
        return 0.0;
    if (more) {
        text[count++] = '1';
        exponent--;
    }
    put_exponent(text + count, exponent);
    return strtod(text, NULL);
}

/* ---- parse ---- */

static bool starts_with(const char *p, const char *end, const char *word) {
    for (; *word != '\0'; p++, word++)
        if (p == end || (*p | 0x20) != *word)
            return false;
    return true;
}

static const char *scan_word(const char *p, const char *end, double *value) {
    const bool infinite = starts_with(p, end, "inf");
    if (!infinite && !starts_with(p, end, "nan"))
        return NULL;
    *value = infinite ? (double)INFINITY : (double)NAN;
    return p + (starts_with(p, end, "infinity") ? 8 : 3);
}

const char *lab_number_scan(const char *text, const char *end, double *value) {
    const char *p = text;
    const bool negative = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+'))
        p++;
    decimal number;
    double magnitude;
    const char *stop = scan_decimal(p, end, &number);
    if (stop == NULL) {
        stop = scan_word(p, end, &magnitude);
        if (stop == NULL)
            return NULL;
    } else if (!convert_double(&number, &magnitude) && !convert_wide(&number, &magnitude)) {
        magnitude = convert_any(&number);
    }
    *value = negative ? -magnitude : magnitude;
    return stop;
}

bool lab_number_parse(const char *text, size_t length, double *value) {
    double parsed = 0.0;
    if (length == 0 || lab_number_scan(text, text + length, &parsed) != text + length)
        return false;
    *value = parsed;
    return true;
}

/* ---- format ---- */

enum { PRECISION_MIN = 15, PRECISION_MAX = 17 };

/* d.ddd * 10^exponent */
typedef struct scientific {
    char digits[PRECISION_MAX];
    int precision;
    int exponent;
} scientific;

static scientific printed(double magnitude, int precision) {
    scientific number = {.precision = precision};
    char text[64];
    snprintf(text, sizeof text, "%.*e", precision - 1, magnitude);
    const char *p = text;
    for (int i = 0; i < precision; p++)
        if (is_digit(*p)) /* skip the point, in whatever bytes the locale writes it */
            number.digits[i++] = *p;
    number.exponent = (int)strtol(p + 1, NULL, 10);
    return number;
}

/* `full` rounded to fewer digits. printf, by far the slowest step, is only asked again if the dropped digits are 5 or
 * 50, which may be rounded themselves. */
static scientific rounded(double magnitude, const scientific *full, int precision) {
    const char *tail = full->digits + precision;
    const bool one = full->precision - precision == 1;
    if (tail[0] == '5' && (one || tail[1] == '0'))
        return printed(magnitude, precision);
    scientific number = *full;
    number.precision = precision;
    if (tail[0] < '5')
        return number;
    int i = precision - 1;
    for (; i >= 0 && number.digits[i] == '9'; i--)
        number.digits[i] = '0';
    if (i >= 0) {
        number.digits[i]++;
    } else {
        number.digits[0] = '1';
        number.exponent++;
    }
    return number;
}

/* As %g lays out digits: plain between 1e-4 and 10^precision, with an exponent outside, no trailing zeros. */
static size_t lay_out(bool negative, const scientific *number, char *text) {
    int count = number->precision;
    while (count > 1 && number->digits[count - 1] == '0')
        count--;
    char *p = text;
    if (negative)
        *p++ = '-';
    const bool plain = number->exponent >= -4 && number->exponent < number->precision;
    const int before = plain ? number->exponent + 1 : 1; /* digits before the point; if < 1, zeros follow the point */
    if (before < 1) {
        memcpy(p, "0.000", (size_t)(2 - before));
        p += 2 - before;
    }
    for (int i = 0; i < count || i < before; i++) {
        if (i == before && before > 0)
            *p++ = '.';
        *p++ = i < count ? number->digits[i] : '0';
    }
    *p = '\0';
    if (!plain)
        p += snprintf(p, 8, "e%c%02d", number->exponent < 0 ? '-' : '+', abs(number->exponent));
    return (size_t)(p - text);
}

size_t lab_number_format(double value, char text[LAB_NUMBER_TEXT]) {
    if (!isfinite(value)) {
        const char *word = isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
        return (size_t)snprintf(text, LAB_NUMBER_TEXT, "%s", word);
    }
    const bool negative = signbit(value) != 0;
    const scientific full = printed(fabs(value), PRECISION_MAX);
    for (int precision = PRECISION_MIN; precision < PRECISION_MAX; precision++) {
        const scientific shorter = rounded(fabs(value), &full, precision);
        const size_t length = lay_out(negative, &shorter, text);
        double back;
        if (lab_number_parse(text, length, &back) && back == value)
            return length;
    }
    return lay_out(negative, &full, text);
}
