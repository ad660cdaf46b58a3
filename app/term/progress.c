#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "help.h"
#include "message.h"

static const double redraw = 0.1; /* seconds between two bars */

enum { LINE = 256, BAR_STEP = 10, BAR_LONGEST = 30 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void term_progress_start(term_progress *progress, bool quiet) {
    const char *kind = getenv("TERM");
    *progress = (term_progress){.quiet = quiet, .started = now()};
    progress->terminal = term_terminal_width(stderr) > 0 && kind && strcmp(kind, "dumb") != 0;
    progress->reported = progress->started;
}

double term_progress_elapsed(const term_progress *progress) { return now() - progress->started; }

void term_progress_clear(term_progress *progress) {
    if (!progress->visible)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->visible = false;
}

void term_duration(double seconds, char text[TERM_DURATION_TEXT]) {
    double whole = floor(seconds + 0.5);
    if (!(whole < 1e9)) {
        snprintf(text, TERM_DURATION_TEXT, "very long");
        return;
    }
    long s = (long)whole;
    if (seconds < 9.95 && seconds != whole)
        snprintf(text, TERM_DURATION_TEXT, "%.1f s", seconds);
    else if (s < 60)
        snprintf(text, TERM_DURATION_TEXT, "%ld s", s);
    else if (s < 3600)
        snprintf(text, TERM_DURATION_TEXT, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(text, TERM_DURATION_TEXT, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

/* Adds "piece" to the line, two blanks apart, if it still fits into `room` columns. */
static void append(char line[LINE], const char *piece, size_t room) {
    size_t used = strlen(line), gap = used > 0 ? 2 : 0;
    if (*piece && used + gap + strlen(piece) <= room && room < LINE)
        term_append(line, LINE, "%s%s", gap ? "  " : "", piece);
}

/* The bar takes what the words leave over, in steps of ten columns so that it does not jump with every digit. */
static size_t bar_length(const char *words, size_t room) {
    size_t used = strlen(words) + 4, length = BAR_LONGEST;
    while (length > 0 && used + length > room)
        length -= BAR_STEP;
    return length;
}

static void make_bar(char bar[LINE], double fraction, size_t length) {
    size_t full = (size_t)(fmin(fmax(fraction, 0), 1) * (double)length);
    bar[0] = '[';
    memset(bar + 1, '#', full);
    memset(bar + 1 + full, '.', length - full);
    memcpy(bar + 1 + length, "]", 2);
}

static void draw(term_progress *progress, const char *bar, const char *words) {
    fprintf(stderr, "\r%s%s%s\033[K", bar, *bar ? "  " : "", words);
    fflush(stderr);
    progress->visible = true;
}

/* The last column stays free: a character there would wrap the line on some terminals. */
static size_t line_room(void) {
    int width = term_terminal_width(stderr);
    size_t room = width > 1 ? (size_t)width - 1 : 1;
    return room < LINE ? room : LINE - 1;
}

bool term_progress_due(term_progress *progress, double seconds) {
    double time = now();
    if (progress->quiet || time - progress->reported < (progress->terminal ? redraw : seconds))
        return false;
    progress->reported = time;
    return true;
}

void term_progress_draw(term_progress *progress, double fraction, const char *const *pieces) {
    char words[LINE] = "", bar[LINE] = "";
    size_t room = line_room();
    for (; *pieces; pieces++)
        append(words, *pieces, room);
    size_t length = isnan(fraction) ? 0 : bar_length(words, room);
    if (length > 0)
        make_bar(bar, fraction, length);
    draw(progress, bar, words);
}

void term_progress_left(double seconds, char text[TERM_LEFT_TEXT]) {
    char duration[TERM_DURATION_TEXT];
    term_duration(ceil(seconds), duration);
    snprintf(text, TERM_LEFT_TEXT, "%s left", duration);
}
