#include "fold_split.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/command.h"
#include "term/message.h"

enum { ROWS_LEAST = 2 }; /* for training */
enum { VALIDATED = 5 };  /* one row in this many is a validation row */

void cli_split_free(cli_split *split) {
    free(split->fold);
    *split = (cli_split){0};
}

bool cli_split_trains(const cli_split *split, size_t row, size_t number) {
    return split->kind == CLI_SPLIT_TIME ? split->fold[row] < number : split->fold[row] != number;
}

/* Uniform in [0, 1): the splitmix64 generator of Steele, Lea and Flood (2014). */
static double draw(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int no_memory(const char *command, size_t rows) {
    return term_failure(command, "out of memory to split %zu rows", rows);
}

/* ------------------------------------------------------------------------------------------------- rows and keys */

typedef struct entry {
    double key;
    size_t row;
} entry;

static int by_key(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static entry *sorted(const double *keys, size_t rows) {
    entry *entries = calloc(rows, sizeof *entries);
    for (size_t i = 0; entries && i < rows; i++)
        entries[i] = (entry){keys[i], i};
    if (entries)
        qsort(entries, rows, sizeof *entries, by_key);
    return entries;
}

/* ---------------------------------------------------------------------------------------------------- at random */

static int random_folds(const char *command, size_t folds, uint64_t seed, cli_split *split) {
    size_t n = split->rows;
    size_t *order = calloc(n, sizeof *order);
    if (!order)
        return no_memory(command, n);
    for (size_t i = 0; i < n; i++) { /* a random permutation, from the inside out */
        size_t j = (size_t)(draw(&seed) * (double)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < n; i++)
        split->fold[order[i]] = 1 + i % folds;
    free(order);
    return TERM_SUCCESS;
}

/* Selection sampling: every subset of that size has the same probability. */
void cli_split_draw(size_t rows, size_t want, uint64_t seed, bool *taken) {
    size_t held = 0;
    for (size_t i = 0; i < rows; i++) {
        taken[i] = draw(&seed) * (double)(rows - i) < (double)(want - held);
        held += taken[i];
    }
}

static int random_holdout(const char *command, size_t want, uint64_t seed, cli_split *split) {
    bool *taken = calloc(split->rows, sizeof *taken);
    if (!taken)
        return no_memory(command, split->rows);
    cli_split_draw(split->rows, want, seed, taken);
    for (size_t i = 0; i < split->rows; i++)
        split->fold[i] = taken[i];
    free(taken);
    return TERM_SUCCESS;
}

/* ----------------------------------------------------------------------------------------------------- by groups */

/* Rows with the same key, entries[begin .. begin + size). */
typedef struct group {
    size_t begin, size;
    double lot; /* orders groups of the same size */
} group;

typedef struct groups {
    entry *entries;
    group *list;
    size_t count;
} groups;

static void free_groups(groups *g) {
    free(g->entries);
    free(g->list);
}

static bool find_groups(const double *keys, size_t rows, uint64_t seed, groups *g) {
    *g = (groups){.entries = sorted(keys, rows), .list = calloc(rows, sizeof *g->list)};
    if (!g->entries || !g->list)
        return false;
    for (size_t i = 0; i < rows; i++) {
        if (i == 0 || g->entries[i].key != g->entries[i - 1].key)
            g->list[g->count++] = (group){.begin = i, .lot = draw(&seed)};
        g->list[g->count - 1].size++;
    }
    return true;
}

static int by_lot(const void *a, const void *b) {
    const group *x = a, *y = b;
    if (x->lot != y->lot)
        return x->lot < y->lot ? -1 : 1;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static int by_size(const void *a, const void *b) {
    const group *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return by_lot(a, b);
}

static void put_group(const groups *g, const group *one, size_t fold, cli_split *split) {
    for (size_t i = 0; i < one->size; i++)
        split->fold[g->entries[one->begin + i].row] = fold;
}

/* The largest groups first, each into the fold that has the fewest rows. */
static bool share_out(groups *g, size_t folds, cli_split *split) {
    size_t *filled = calloc(folds, sizeof *filled);
    if (!filled)
        return false;
    qsort(g->list, g->count, sizeof *g->list, by_size);
    for (size_t i = 0; i < g->count; i++) {
        size_t least = 0;
        for (size_t k = 1; k < folds; k++)
            if (filled[k] < filled[least])
                least = k;
        filled[least] += g->list[i].size;
        put_group(g, &g->list[i], least + 1, split);
    }
    free(filled);
    return true;
}

/* In random order, takes each group that brings the number of rows closer to `want`; if none does, the smallest, if one
 * is required. */
static void pick_groups(groups *g, size_t want, bool least, cli_split *split) {
    double missing = (double)want;
    qsort(g->list, g->count, sizeof *g->list, by_lot);
    for (size_t i = 0; i < g->count; i++) {
        double size = (double)g->list[i].size;
        if (fabs(missing - size) >= fabs(missing))
            continue;
        missing -= size;
        put_group(g, &g->list[i], 1, split);
    }
    if (missing == (double)want && least && g->count > 1) {
        qsort(g->list, g->count, sizeof *g->list, by_size);
        put_group(g, &g->list[g->count - 1], 1, split);
    }
}

/* Folds, or with `want` rows one fold of about that size. */
static int split_groups(const char *command, const double *keys, size_t folds, size_t want, bool least, uint64_t seed,
                        cli_split *split) {
    groups g;
    int code = TERM_SUCCESS;
    bool ok = find_groups(keys, split->rows, seed, &g);
    if (ok && g.count < folds)
        code = term_misuse(command, "there are %zu groups of rows, too few for %zu folds", g.count, folds);
    else if (ok && want > 0)
        pick_groups(&g, want, least, split);
    else if (ok)
        ok = share_out(&g, folds, split);
    free_groups(&g);
    return ok ? code : no_memory(command, split->rows);
}

/* ------------------------------------------------------------------------------------------------------- in time */

/* The start of a block near `place`: rows of the same time are not separated. */
static size_t block_begin(const entry *entries, size_t rows, size_t place) {
    while (place > 0 && place < rows && entries[place].key == entries[place - 1].key)
        place++;
    return place;
}

/* The first block ends before row `start`; the folds divide the others. */
static int split_time(const char *command, const double *keys, size_t folds, size_t start, cli_split *split) {
    size_t n = split->rows;
    entry *entries = sorted(keys, n);
    if (!entries)
        return no_memory(command, n);
    for (size_t k = 0; k < folds; k++) {
        double share = (double)k / (double)folds;
        size_t begin = block_begin(entries, n, start + (size_t)(share * (double)(n - start)));
        for (size_t i = begin; i < n; i++)
            split->fold[entries[i].row] = k + 1;
    }
    free(entries);
    return TERM_SUCCESS;
}

/* ---------------------------------------------------------------------------------------------------- the whole */

static bool start(cli_split_kind kind, size_t rows, cli_split *split) {
    *split = (cli_split){.kind = kind, .rows = rows, .fold = calloc(rows, sizeof *split->fold)};
    return split->fold != NULL;
}

static const char *advice(cli_split_kind kind) {
    return kind == CLI_SPLIT_RANDOM   ? ""
           : kind == CLI_SPLIT_GROUPS ? " (rows of a group stay together)"
                                      : " (rows of the same time stay together)";
}

/* Every fold needs test rows, and enough training rows. */
static int check(const char *command, const cli_split *split, size_t folds, const char *option) {
    for (size_t k = 1; k <= folds; k++) {
        size_t test = 0, train = 0;
        for (size_t i = 0; i < split->rows; i++) {
            test += split->fold[i] == k;
            train += cli_split_trains(split, i, k);
        }
        if (test < 1 || train < ROWS_LEAST)
            return term_misuse(command, "%s of %zu rows would hold out %zu and train on %zu%s; choose another %s",
                               option, split->rows, test, train, advice(split->kind), folds > 1 ? "number" : "share");
    }
    return TERM_SUCCESS;
}

int cli_split_folds(const char *command, cli_split_kind kind, const double *keys, size_t rows, size_t folds,
                    uint64_t seed, cli_split *split) {
    char option[64];
    snprintf(option, sizeof option, "--folds %zu", folds);
    if (!start(kind, rows, split))
        return no_memory(command, rows);
    if (folds > rows)
        return term_misuse(command, "%s is more than there are rows, %zu", option, rows);
    int code = kind == CLI_SPLIT_RANDOM   ? random_folds(command, folds, seed, split)
               : kind == CLI_SPLIT_GROUPS ? split_groups(command, keys, folds, 0, false, seed, split)
                                          : split_time(command, keys, folds, rows / (folds + 1), split);
    return code == TERM_SUCCESS ? check(command, split, folds, option) : code;
}

int cli_split_holdout(const char *command, cli_split_kind kind, const double *keys, size_t rows, double share,
                      uint64_t seed, cli_split *split) {
    size_t want = (size_t)(share * (double)rows + 0.5);
    char option[64];
    int code = TERM_SUCCESS;
    snprintf(option, sizeof option, "--holdout %g", share);
    if (!start(kind, rows, split))
        return no_memory(command, rows);
    if (!(share > 0))
        return TERM_SUCCESS;
    if (kind == CLI_SPLIT_RANDOM)
        code = random_holdout(command, want, seed, split);
    else if (want > 0 && kind == CLI_SPLIT_GROUPS)
        code = split_groups(command, keys, 1, want, false, seed, split);
    else if (want > 0)
        code = split_time(command, keys, 1, rows - want, split);
    return code == TERM_SUCCESS ? check(command, split, 1, option) : code;
}

static size_t count_tested(const cli_split *split) {
    size_t tested = 0;
    for (size_t i = 0; i < split->rows; i++)
        tested += split->fold[i] > 0;
    return tested;
}

/* The rows of the last time. */
static void split_last(const double *keys, cli_split *split) {
    double last = -INFINITY;
    for (size_t i = 0; i < split->rows; i++)
        last = fmax(last, keys[i]);
    for (size_t i = 0; i < split->rows; i++)
        split->fold[i] = keys[i] == last;
}

int cli_split_validation(const char *command, cli_split_kind kind, const double *keys, size_t rows, uint64_t seed,
                         cli_split *split) {
    size_t want = rows / VALIDATED > 0 ? rows / VALIDATED : 1;
    int code = TERM_SUCCESS;
    if (!start(kind, rows, split))
        return no_memory(command, rows);
    if (kind == CLI_SPLIT_GROUPS)
        code = split_groups(command, keys, 1, want, true, seed, split);
    else if (kind == CLI_SPLIT_TIME)
        code = split_time(command, keys, 1, rows - want, split);
    if (code == TERM_SUCCESS && kind == CLI_SPLIT_TIME && count_tested(split) == 0)
        split_last(keys, split);
    if (rows - count_tested(split) < ROWS_LEAST)
        memset(split->fold, 0, rows * sizeof *split->fold);
    return code;
}
