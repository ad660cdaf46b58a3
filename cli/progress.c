#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "help.h"
#include "message.h"

static const double redraw = 0.1;       /* seconds between two bars */
static const double line_round = 1.0;   /* at least, between two plain lines when a round has ended */
static const double line_always = 10.0; /* otherwise */

enum { LINE = 256, BAR_STEP = 10, BAR_LONGEST = 30 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void cli_progress_start(cli_progress *progress, bool quiet) {
    const char *kind = getenv("TERM");
    *progress = (cli_progress){.quiet = quiet, .started = now()};
    progress->terminal = cli_terminal_width(stderr) > 0 && kind && strcmp(kind, "dumb") != 0;
    progress->reported = progress->started;
}

double cli_progress_elapsed(const cli_progress *progress) { return now() - progress->started; }

void cli_progress_clear(cli_progress *progress) {
    if (!progress->visible)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->visible = false;
}

void cli_duration(double seconds, char text[CLI_DURATION_TEXT]) {
    double whole = floor(seconds + 0.5);
    if (!(whole < 1e9)) {
        snprintf(text, CLI_DURATION_TEXT, "very long");
        return;
    }
    long s = (long)whole;
    if (seconds < 9.95 && seconds != whole)
        snprintf(text, CLI_DURATION_TEXT, "%.1f s", seconds);
    else if (s < 60)
        snprintf(text, CLI_DURATION_TEXT, "%ld s", s);
    else if (s < 3600)
        snprintf(text, CLI_DURATION_TEXT, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(text, CLI_DURATION_TEXT, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

/* What a bar says, in pieces that can be left out. */
typedef struct pieces {
    char round[48], supports[64], loss[48], share[16], left[48];
} pieces;

static pieces describe(const cli_progress *progress, const labrbf_training_info *info) {
    pieces p = {.left = "", .loss = ""};
    double fraction = fmin(fmax(info->fraction, 0), 1);
    snprintf(p.round, sizeof p.round, "round %zu", info->round + 1);
    snprintf(p.supports, sizeof p.supports, "%zu/%zu supports", info->n_support, info->support_max);
    if (isfinite(info->loss))
        snprintf(p.loss, sizeof p.loss, "loss %.1e", info->loss);
    snprintf(p.share, sizeof p.share, "%.0f%%", floor(100 * fraction));
    double elapsed = cli_progress_elapsed(progress);
    if (fraction > 0 && elapsed > 0.5) {
        char duration[CLI_DURATION_TEXT];
        cli_duration(ceil(elapsed * (1 - fraction) / fraction), duration);
        snprintf(p.left, sizeof p.left, "%s left", duration);
    }
    return p;
}

/* Adds "piece" to the line, two blanks apart, if it still fits into `room` columns. */
static void append(char line[LINE], const char *piece, size_t room) {
    size_t used = strlen(line), gap = used > 0 ? 2 : 0;
    if (*piece && used + gap + strlen(piece) <= room && room < LINE)
        cli_append(line, LINE, "%s%s", gap ? "  " : "", piece);
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

static void draw(cli_progress *progress, const char *bar, const char *words) {
    fprintf(stderr, "\r%s%s%s\033[K", bar, *bar ? "  " : "", words);
    fflush(stderr);
    progress->visible = true;
}

/* The last column stays free: a character there would wrap the line on some terminals. */
static size_t line_room(void) {
    int width = cli_terminal_width(stderr);
    size_t room = width > 1 ? (size_t)width - 1 : 1;
    return room < LINE ? room : LINE - 1;
}

static void draw_training(cli_progress *progress, const labrbf_training_info *info) {
    pieces p = describe(progress, info);
    char words[LINE] = "", bar[LINE] = "";
    size_t room = line_room();
    append(words, p.share, room);
    append(words, p.left, room);
    append(words, p.supports, room);
    append(words, p.loss, room);
    append(words, p.round, room);
    size_t length = bar_length(words, room);
    if (length > 0)
        make_bar(bar, info->fraction, length);
    draw(progress, bar, words);
}

static void print_training(cli_progress *progress, const labrbf_training_info *info) {
    pieces p = describe(progress, info);
    fprintf(stderr, "%s: %s, %s%s%s done%s%s\n", p.round, p.supports, p.loss, *p.loss ? ", " : "", p.share,
            *p.left ? ", " : "", p.left);
    progress->round = info->round;
}

void cli_progress_training(cli_progress *progress, const labrbf_training_info *info) {
    if (progress->quiet)
        return;
    double time = now(), since = time - progress->reported;
    bool due = progress->terminal ? since >= redraw
                                  : since >= line_always || (since >= line_round && info->round != progress->round);
    if (!due)
        return;
    progress->reported = time;
    if (progress->terminal)
        draw_training(progress, info);
    else
        print_training(progress, info);
}

void cli_progress_rows(cli_progress *progress, size_t rows) {
    double time = now(), since = time - progress->reported;
    if (progress->quiet || since < (progress->terminal ? redraw : line_always))
        return;
    progress->reported = time;
    char line[LINE] = "", text[LINE];
    snprintf(text, sizeof text, "%zu rows, %.0f rows a second", rows, (double)rows / (time - progress->started));
    if (!progress->terminal) {
        fprintf(stderr, "%s\n", text);
        return;
    }
    append(line, text, line_room());
    draw(progress, "", line);
}
