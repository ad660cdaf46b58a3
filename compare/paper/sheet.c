#include "sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/method_settings.h"
#include "protocol/grid_search.h"
#include "protocol/journal.h"
#include "term/message.h"

static const double slow = 60.0;             /* seconds; a repeat that takes longer is done fewer times */
static const double brief = 5.0;             /* seconds; a repeat that takes less chooses on all five folds, not one */
static const double share = 0.8;             /* of the rows for training */
static const double near_without_sd = 0.003; /* what counts as the paper's R² where it has no deviation */

const sheet *sheets_find(const char *name) {
    for (size_t i = 0; i < n_sheets; i++)
        if (strcmp(sheets[i].name, name) == 0)
            return &sheets[i];
    return NULL;
}

/* ---- the contender of a cell */

/* The value of a key in "key=a,b key=c,d", with blanks instead of commas, as a grid is written; NULL if there is none.
 * It lasts as long as the program, as the options do that it becomes a part of. */
static char *grid_of(const char *choices, const char *key) {
    size_t key_length = strlen(key);
    for (const char *at = choices; at && *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        if (strncmp(at, key, key_length) != 0 || at[key_length] != '=')
            continue;
        size_t length = strcspn(at + key_length + 1, " ");
        char *grid = memory_text(at + key_length + 1, length);
        for (char *comma; (comma = strchr(grid, ',')) != NULL;)
            *comma = ' ';
        return grid;
    }
    return NULL;
}

/* The method with the row's choices instead of its own grids, which are for --tune. */
static void make_method(cell *c, const method *of, bool own_grids) {
    option *options = memory_get(of->n_options, 1, sizeof *options);
    for (size_t i = 0; i < of->n_options; i++) {
        options[i] = of->options[i];
        options[i].grid = !own_grids            ? grid_of(c->row->choices, options[i].name)
                          : of->options[i].grid ? memory_text(of->options[i].grid, strlen(of->options[i].grid))
                                                : NULL;
    }
    c->method = *of;
    c->method.options = options;
}

static void free_method(cell *c) {
    for (size_t i = 0; i < c->method.n_options; i++)
        free((char *)c->method.options[i].grid);
    free((option *)c->method.options);
}

/* Is every key of the choices a setting, and every value one that it takes? */
static bool check_choices(const cell *c, failure *why) {
    size_t wanted = 0, found = 0;
    for (const char *at = c->row->choices; at && *at; at++)
        wanted += *at == '=';
    value *values = memory_get(c->method.n_options, 1, sizeof *values);
    bool ok = true;
    for (size_t i = 0; ok && i < c->method.n_options; i++) {
        const option *o = &c->method.options[i];
        for (const char *at = o->grid; ok && at && *at; at += strcspn(at, " "), at += strspn(at, " ")) {
            char word[SETTING_TEXT];
            snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
            ok = settings_set(&c->method, values, o->name, word, why);
        }
        found += o->grid != NULL;
    }
    free(values);
    if (ok && found != wanted)
        snprintf(why->text, sizeof why->text, "%s has no such settings: %s", c->row->method, c->row->choices);
    return ok && found == wanted;
}

/* Defaults, then the paper's settings, then the row's; what the row leaves to choose is not fixed. */
static bool make_contender(cell *c, bool own_grids, failure *why) {
    const method *of = methods_find(c->row->method);
    if (!of) {
        snprintf(why->text, sizeof why->text, "there is no method '%s'", c->row->method);
        return false;
    }
    make_method(c, of, own_grids);
    const method *list[] = {&c->method};
    if (!contenders_choose(list, 1, NULL, &c->contenders, why))
        return false;
    const contender *own = &c->contenders.list[0];
    if ((c->paper && !contender_set_all(own, c->paper->settings, why)) ||
        !contender_set_all(own, c->row->settings, why) || (!own_grids && !check_choices(c, why)))
        return false;
    for (size_t i = 0; i < c->method.n_options; i++)
        if (c->method.options[i].grid)
            own->fixed[i] = false;
    return true;
}

/* ---- the cells */

static size_t own_repeats(const cell *c) { return c->row->full || c->seconds <= slow ? REPEATS_FULL : REPEATS_SLOW; }

static bool make_cell(cell *c, const sheet_row *row, size_t set, const char *folder, const provenance *from,
                      failure *why) {
    bool own_grids = from->tune && !row->choices, chosen = from->tune || row->choices;
    *c = (cell){.row = row, .set = datasets_find(sheet_sets[set]), .seconds = row->seconds[set]};
    if (!c->set) {
        snprintf(why->text, sizeof why->text, "there is no data set '%s'", sheet_sets[set]);
        return false;
    }
    if (snprintf(c->path, sizeof c->path, "%s/runs/%s.%s%s.txt", folder, c->set->name, row->name,
                 own_grids ? ".tuned" : "") >= SHEET_PATH) {
        snprintf(why->text, sizeof why->text, "the name of the folder is too long");
        return false;
    }
    c->paper = paper_find(row->method, c->set->paper);
    c->data = (data){.n = c->set->rows, .m = c->set->features, .fixed_train_rows = c->set->fixed_train_rows};
    snprintf(c->data.name, sizeof c->data.name, "%s", c->set->name);
    c->experiment = (experiment){.data = &c->data,
                                 .contenders = &c->contenders,
                                 .n_train = c->set->fixed_train_rows > 0 ? c->set->fixed_train_rows
                                                                         : split_train_rows(c->set->rows, share),
                                 .seed = from->seed,
                                 .tune = chosen,
                                 .one_fold = chosen && row->seconds[set] > brief};
    if (!make_contender(c, own_grids, why))
        return false;
    if (own_grids)
        c->seconds *= 1.0 + (double)tune_fits(&c->method, c->contenders.list[0].fixed, c->experiment.one_fold);
    c->experiment.repeats = from->repeats > 0 ? from->repeats : own_repeats(c);
    return true;
}

bool board_make(board *b, const sheet *s, const char *folder, const provenance *from, failure *why) {
    *b = (board){.sheet = s, .n_sets = s->n_sets};
    while (s->rows[b->n_rows])
        b->n_rows++;
    b->cells = memory_get(b->n_rows, b->n_sets, sizeof *b->cells);
    for (size_t row = 0; row < b->n_rows; row++)
        for (size_t set = 0; set < b->n_sets; set++)
            if (!make_cell(board_cell(b, row, set), s->rows[row], s->first_set + set, folder, from, why))
                return false;
    return true;
}

void board_free(board *b) {
    for (size_t i = 0; i < b->n_rows * b->n_sets; i++) {
        contenders_free(&b->cells[i].contenders);
        free_method(&b->cells[i]);
        data_free(&b->cells[i].data);
    }
    free(b->cells);
    *b = (board){0};
}

static bool read_cell(cell *c, io_error *error) {
    outcome *outcomes = memory_get(experiment_jobs(&c->experiment), 1, sizeof *outcomes);
    bool ok = journal_read(c->path, &c->experiment, outcomes, error);
    results r = {.experiment = &c->experiment, .outcomes = outcomes};
    c->tally = results_tally(&r, 0);
    free(outcomes);
    return ok;
}

bool board_read(board *b, io_error *error) {
    for (size_t i = 0; i < b->n_rows * b->n_sets; i++)
        if (!read_cell(&b->cells[i], error))
            return false;
    return true;
}

/* ---- beside the paper */

double cell_difference(const cell *c) { return c->paper ? c->tally.r2.mean - c->paper->r2 : (double)NAN; }

cell_verdict cell_judge(const cell *c) {
    double difference = cell_difference(c);
    if (isnan(difference))
        return CELL_UNKNOWN;
    double width = isnan(c->paper->sd) ? near_without_sd : c->paper->sd;
    return difference < -width ? CELL_BELOW : difference > width ? CELL_ABOVE : CELL_REACHED;
}
