#include "grid_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/method_settings.h"
#include "baselines/random.h"
#include "trial.h"

bool tune_applies(const method *m, const bool *fixed, size_t i) { return m->options[i].grid && !fixed[i]; }

/* The rows with one fold at the end, where trial_run expects what is predicted. */
static size_t move_fold_last(const size_t *rows, size_t n, size_t fold, size_t *out) {
    size_t begin = n * fold / TUNE_FOLDS, end = n * (fold + 1) / TUNE_FOLDS, width = end - begin;
    memcpy(out, rows, begin * sizeof *rows);
    memcpy(out + begin, rows + end, (n - end) * sizeof *rows);
    memcpy(out + n - width, rows + begin, width * sizeof *rows);
    return width;
}

/* The mean R² over the folds; false if a fold cannot be fitted or scored. */
static bool validate(const method *m, const value *values, const data *d, const size_t *rows, size_t n, size_t folds,
                     uint64_t seed, size_t *work, double *mean, failure *why) {
    double sum = 0.0;
    for (size_t fold = 0; fold < folds; fold++) {
        trial result;
        size_t held = move_fold_last(rows, n, fold, work);
        if (!trial_run(m, values, d, work, n - held, held, seed, &result, why))
            return false;
        if (isnan(result.r2)) {
            snprintf(why->text, sizeof why->text, "the target is the same in every row of a fold");
            return false;
        }
        sum += result.r2;
    }
    *mean = sum / (double)folds;
    return true;
}

/* Word `number` of a grid; blanks separate them. False if it has fewer. */
static bool grid_word(const char *grid, size_t number, char word[SETTING_TEXT]) {
    for (grid += strspn(grid, " "); *grid; grid += strspn(grid, " ")) {
        size_t length = strcspn(grid, " ");
        if (number-- == 0) {
            snprintf(word, SETTING_TEXT, "%.*s", (int)length, grid);
            return true;
        }
        grid += length;
    }
    return false;
}

size_t tune_fits(const method *m, const bool *fixed, bool one_fold) {
    size_t fits = one_fold ? 1 : TUNE_FOLDS;
    for (size_t i = 0; i < m->n_options; i++) {
        char word[SETTING_TEXT];
        size_t words = 0;
        if (tune_applies(m, fixed, i))
            for (; grid_word(m->options[i].grid, words, word); words++)
                ;
        fits *= words > 0 ? words : 1;
    }
    return fits;
}

static bool set_word(const method *m, value *values, size_t i, size_t number) {
    char word[SETTING_TEXT];
    failure why;
    return grid_word(m->options[i].grid, number, word) && settings_set(m, values, m->options[i].name, word, &why);
}

/* The next combination, like an odometer: the last setting turns fastest. False after the last one. */
static bool next_combination(const method *m, const bool *fixed, size_t *position, value *values) {
    for (size_t i = m->n_options; i-- > 0;) {
        if (!tune_applies(m, fixed, i))
            continue;
        if (set_word(m, values, i, ++position[i]))
            return true;
        position[i] = 0;
        set_word(m, values, i, 0);
    }
    return false;
}

bool tune_settings(const method *m, value *values, const bool *fixed, const data *d, const size_t *rows, size_t n,
                   size_t folds, uint64_t fold_seed, uint64_t method_seed, failure *why) {
    if (n < 2 * TUNE_FOLDS) {
        snprintf(why->text, sizeof why->text, "%d-fold cross-validation needs at least %d training rows, there are %zu",
                 TUNE_FOLDS, 2 * TUNE_FOLDS, n);
        return false;
    }
    size_t *position = memory_sizes(m->n_options), *order = memory_sizes(n), *work = memory_sizes(n);
    value *best = memory_get(m->n_options, 1, sizeof *best);
    double best_score = -INFINITY, score;
    bool found = false;
    generator g = random_from(fold_seed);
    memcpy(order, rows, n * sizeof *rows);
    random_shuffle(&g, order, n);
    for (size_t i = 0; i < m->n_options; i++)
        if (tune_applies(m, fixed, i))
            set_word(m, values, i, 0);
    do {
        if (validate(m, values, d, order, n, folds, method_seed, work, &score, why) && (!found || score > best_score)) {
            memcpy(best, values, m->n_options * sizeof *best);
            best_score = score;
            found = true;
        }
    } while (next_combination(m, fixed, position, values));
    if (found) {
        memcpy(values, best, m->n_options * sizeof *best);
        why->text[0] = '\0'; /* of a combination that failed */
    }
    free(position);
    free(order);
    free(work);
    free(best);
    return found;
}
