/* Dates and times in text. */
#include "dates.h"

#include <string.h>

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

static bool done(const cursor *c) { return c->at == c->end; }

static bool take(cursor *c, const char *any) {
    const bool found = !done(c) && *c->at != '\0' && strchr(any, *c->at) != NULL;
    c->at += found;
    return found;
}

/* A number of `least` to `most` digits, not more of them. Returns how many, 0 if it is none. */
static int digits(cursor *c, int least, int most, int *value) {
    int count = 0;
    const char *start = c->at;
    *value = 0;
    for (; !done(c) && is_digit(*c->at) && count < most; c->at++, count++)
        *value = 10 * *value + (*c->at - '0');
    if (count >= least && (done(c) || !is_digit(*c->at)))
        return count;
    c->at = start;
    return 0;
}

/* ---- ISO 8601 ---- */

static bool leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_in(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && leap(year));
}

/* Days from 1970-01-01, counted plainly from year 0. */
static double day_number(int year, int month, int day) {
    const int before = year - 1;
    int days = year == 0 ? 0 : 366 + 365 * before + before / 4 - before / 100 + before / 400;
    for (int m = 1; m < month; m++)
        days += days_in(year, m);
    return days + day - 1 - 719528;
}

/* 13:45 or 13:45:06 or 13:45:06.25, as seconds. */
static bool clock_time(cursor *c, double *seconds) {
    int hour, minute, second = 0;
    if (!digits(c, 1, 2, &hour) || !take(c, ":") || !digits(c, 2, 2, &minute) || hour > 24 || minute > 59)
        return false;
    *seconds = 3600.0 * hour + 60.0 * minute;
    if (!take(c, ":"))
        return true;
    if (!digits(c, 2, 2, &second) || second > 60)
        return false;
    *seconds += second;
    double fraction = 0, unit = 1;
    if (take(c, ".,"))
        for (; !done(c) && is_digit(*c->at); c->at++) {
            fraction = 10 * fraction + (*c->at - '0');
            unit *= 10;
        }
    *seconds += fraction / unit;
    return true;
}

/* Z, +02:00, +0200, +02 or nothing, as seconds east of Greenwich. */
static bool zone(cursor *c, double *east) {
    int hours, minutes = 0;
    *east = 0;
    if (take(c, "Zz") || done(c))
        return true;
    const double sign = *c->at == '-' ? -1 : 1;
    if (!take(c, "+-"))
        return false;
    const int count = digits(c, 2, 4, &hours);
    if (count == 4) {
        minutes = hours % 100;
        hours /= 100;
    } else if (count != 2 || (take(c, ":") && !digits(c, 2, 2, &minutes))) {
        return false;
    }
    *east = sign * (3600.0 * hours + 60.0 * minutes);
    return hours <= 14 && minutes <= 59;
}

bool io_date_parse(const char *text, size_t length, double *seconds) {
    cursor c = {text, text + length};
    int year, month, day;
    double time = 0, east = 0;
    if (!digits(&c, 4, 4, &year) || !take(&c, "-") || !digits(&c, 2, 2, &month) || !take(&c, "-") ||
        !digits(&c, 2, 2, &day) || month < 1 || month > 12 || day < 1 || day > days_in(year, month))
        return false;
    if (!done(&c)) {
        if (!take(&c, "Tt ") || !clock_time(&c, &time))
            return false;
        (void)take(&c, " ");
        if (!zone(&c, &east))
            return false;
    }
    *seconds = 86400 * day_number(year, month, day) + time - east;
    return done(&c);
}

/* ---- common forms ---- */

/* A name of a month or of a day of the week, or its first three letters. */
static bool name_of(cursor *c, const char *const *names, size_t count) {
    const char *start = c->at;
    size_t length = 0;
    for (; !done(c) && is_letter(*c->at); c->at++)
        length++;
    for (size_t i = 0; i < count; i++) {
        const size_t full = strlen(names[i]);
        bool same = length == 3 || length == full;
        for (size_t k = 0; same && k < length; k++)
            same = lower(start[k]) == names[i][k];
        if (same)
            return true;
    }
    c->at = start;
    return false;
}

static bool month_name(cursor *c) {
    static const char *const months[] = {"january", "february", "march",     "april",   "may",      "june",
                                         "july",    "august",   "september", "october", "november", "december"};
    return name_of(c, months, 12);
}

static void skip_weekday(cursor *c) {
    static const char *const days[] = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
    if (name_of(c, days, 7))
        while (take(c, ", "))
            ;
}

/* Three numbers between the same marks: year first or last, day and month in either order. */
static bool three_numbers(cursor *c) {
    int first, second, third;
    const int width = digits(c, 1, 4, &first);
    const char mark = done(c) ? '\0' : *c->at;
    if (width == 0 || width == 3 || !take(c, "-/."))
        return false;
    if (!digits(c, 1, 2, &second) || done(c) || *c->at != mark)
        return false;
    c->at++;
    if (width == 4)
        return digits(c, 1, 2, &third) && second >= 1 && second <= 12 && third >= 1 && third <= 31;
    const int last = digits(c, 2, 4, &third);
    const bool in_year = first >= 1 && second >= 1 && first <= 31 && second <= 31 && (first <= 12 || second <= 12);
    return (last == 2 || last == 4) && in_year;
}

/* 21 Oct 2015, 21-Oct-15, Oct 21, 2015. */
static bool with_month_name(cursor *c) {
    int day, year;
    const bool day_first = digits(c, 1, 2, &day) != 0;
    if (day_first)
        (void)take(c, " -.");
    if (!month_name(c))
        return false;
    while (take(c, " -.,"))
        ;
    if (!day_first && !digits(c, 1, 2, &day))
        return false;
    while (!day_first && take(c, " ,"))
        ;
    return digits(c, 2, 4, &year) != 0 && day >= 1 && day <= 31;
}

/* 20151021T134506 */
static bool compact(cursor *c) {
    int date, time;
    return digits(c, 8, 8, &date) && take(c, "Tt") && digits(c, 4, 6, &time);
}

bool io_date_looks(const char *text, size_t length) {
    double seconds;
    if (io_date_parse(text, length, &seconds))
        return true;
    bool (*const forms[])(cursor *) = {three_numbers, with_month_name, compact};
    cursor start = {text, text + length}, c = start;
    if (clock_time(&c, &seconds) && done(&c))
        return true;
    skip_weekday(&start);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        c = start;
        if (!forms[i](&c))
            continue;
        if (done(&c) || take(&c, "Tt ,Zz")) /* what follows is a time, in whatever form */
            return true;
    }
    return false;
}
