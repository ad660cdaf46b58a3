#include "advance.h"

#include <math.h>
#include <stdio.h>

#include "trials.h"

/* Least seconds between two plain lines: at the end of a round, and otherwise. */
static const double line_round = 1.0, line_always = 10.0;

/* The text of a bar, in pieces that can be left out. */
typedef struct pieces {
    char round[CLI_TRIAL_TEXT + 8], supports[64], loss[48], share[16], left[TERM_LEFT_TEXT];
} pieces;

static pieces describe(const term_progress *progress, const labrbf_training_info *info, double most) {
    pieces p = {.left = "", .loss = ""};
    double fraction = fmin(fmax(info->fraction, 0), 1);
    if (info->stage == LABRBF_STAGE_SEARCH) {
        char words[CLI_TRIAL_TEXT];
        cli_trial_words(&info->trial, words);
        snprintf(p.round, sizeof p.round, "trying %s", words);
    } else {
        snprintf(p.round, sizeof p.round, "round %zu", info->round + 1);
    }
    snprintf(p.supports, sizeof p.supports, "%zu/%zu supports", info->n_support, info->support_max);
    if (isfinite(info->loss))
        snprintf(p.loss, sizeof p.loss, "loss %.1e", info->loss);
    snprintf(p.share, sizeof p.share, "%.0f%%", floor(100 * fraction));
    double elapsed = term_progress_elapsed(progress);
    if (fraction > 0 && elapsed > 0.5)
        term_progress_left(fmax(fmin(elapsed * (1 - fraction) / fraction, most), 0), p.left);
    return p;
}

static void draw_training(term_progress *progress, const labrbf_training_info *info, double most) {
    pieces p = describe(progress, info, most);
    /* The losses of different candidates are not comparable, and the supports do not change. */
    if (info->stage == LABRBF_STAGE_SEARCH)
        term_progress_draw(progress, info->fraction, (const char *const[]){p.share, p.left, p.round, NULL});
    else
        term_progress_draw(progress, info->fraction,
                           (const char *const[]){p.share, p.left, p.supports, p.loss, p.round, NULL});
}

static void print_training(term_progress *progress, const labrbf_training_info *info, double most) {
    pieces p = describe(progress, info, most);
    fprintf(stderr, "%s: %s, %s%s%s done%s%s\n", p.round, p.supports, p.loss, *p.loss ? ", " : "", p.share,
            *p.left ? ", " : "", p.left);
    progress->stage = info->round;
}

void cli_progress_training(term_progress *progress, const labrbf_training_info *info, double seconds_most) {
    if (!term_progress_due(progress, info->round != progress->stage ? line_round : line_always))
        return;
    if (progress->terminal)
        draw_training(progress, info, seconds_most);
    else
        print_training(progress, info, seconds_most);
}

void cli_progress_rows(term_progress *progress, size_t rows) {
    if (!term_progress_due(progress, line_always))
        return;
    char text[128];
    snprintf(text, sizeof text, "%zu rows, %.0f rows a second", rows, (double)rows / term_progress_elapsed(progress));
    if (progress->terminal)
        term_progress_draw(progress, NAN, (const char *const[]){text, NULL});
    else
        fprintf(stderr, "%s\n", text);
}
