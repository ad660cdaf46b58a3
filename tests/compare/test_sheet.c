/* The paper's tables: cells ask for what their methods have, files of `run` are theirs, sums and verdicts are right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "baselines/memory.h"
#include "paper/sheet_run.h"
#include "protocol/grid_search.h"
#include "protocol/journal.h"
#include "report/sheet_print.h"

static char folder[] = "/tmp/labrbf-sheet-XXXXXX";

static char *in_folder(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int set_up(void **state) {
    (void)state;
    return !mkdtemp(folder) || mkdir(in_folder("runs"), 0777) != 0;
}

static int tear_down(void **state) {
    (void)state;
    return rmdir(in_folder("runs")) != 0 || rmdir(folder) != 0;
}

static void make(board *b, const char *name, size_t repeats) {
    failure why = {""};
    const sheet *s = sheets_find(name);
    assert_non_null(s);
    if (!board_make(b, s, folder, &(provenance){.seed = 1, .repeats = repeats}, &why))
        fail_msg("%s: %s", name, why.text);
}

static cell *find(const board *b, const char *set, const char *row) {
    for (size_t i = 0; i < b->n_rows * b->n_sets; i++)
        if (strcmp(b->cells[i].set->name, set) == 0 && strcmp(b->cells[i].row->name, row) == 0)
            return &b->cells[i];
    fail_msg("no cell %s.%s", set, row);
    return b->cells;
}

/* ---- the tables themselves */

static void the_paper_has_every_cell(void **state) {
    (void)state;
    for (size_t i = 0; i < n_sheets; i++) {
        board b;
        make(&b, sheets[i].name, 0);
        assert_in_range(b.n_rows, 1, SHEET_ROWS_MOST);
        for (size_t at = 0; at < b.n_rows * b.n_sets; at++) {
            const cell *c = &b.cells[at];
            assert_non_null(c->paper);
            assert_true(c->seconds > 0);
            assert_true(!sheets[i].size || sheets[i].r2 || c->paper->support > 0); /* table2 is about supports */
            bool slow = c->seconds > 60 && strcmp(c->row->method, "lab-paper") != 0;
            assert_int_equal(c->experiment.repeats, slow ? 10 : 50);
        }
        board_free(&b);
    }
}

/* Six combinations, of settings of Algorithm 1; the supports are the paper's, and nothing else is open. */
static void the_best_row_leaves_two_settings_open(void **state) {
    (void)state;
    board b;
    make(&b, "table1", 0);
    const cell *c = find(&b, "parkinson", "lab-best");
    const contender *own = &c->contenders.list[0];
    char text[CONTENDER_TEXT];
    size_t open = 0;
    for (size_t i = 0; i < c->method.n_options; i++)
        open += tune_applies(own->method, own->fixed, i);
    assert_int_equal(open, 2);
    contender_text(own, own->values, true, text);
    assert_non_null(strstr(text, " rate=tune(0.02 0.05) "));
    assert_non_null(strstr(text, " lambda=tune(0.00001 0.01 1) "));
    assert_non_null(strstr(text, " batch_rows=all "));
    assert_non_null(strstr(text, "kernel=exponential "));
    assert_non_null(strstr(text, " sigma0=30 support_max=110 "));
    assert_true(c->experiment.tune && c->experiment.one_fold);
    assert_false(find(&b, "parkinson", "lab-exponential")->experiment.tune);
    board_free(&b);
}

/* With --tune: KRR's sigma (5 values) and lambda (5) are open, each of 25 pairs is fitted to five folds, and it goes to
 * a file of its own; what the paper has no grid for stays the paper's, and the row that chooses anyway stays as it is.
 */
static void tuned_rows_leave_their_grids_open(void **state) {
    (void)state;
    board plain, tuned;
    failure why = {""};
    make(&plain, "table1", 0);
    assert_true(board_make(&tuned, sheets_find("table1"), folder, &(provenance){.seed = 1, .tune = true}, &why));
    const cell *before = find(&plain, "airfoil", "krr"), *c = find(&tuned, "airfoil", "krr");
    char text[CONTENDER_TEXT];
    contender_text(&c->contenders.list[0], c->contenders.list[0].values, true, text);
    assert_string_equal(text, "sigma=tune(0.1 1 5 20 80) lambda=tune(1e-5 1e-4 1e-3 1e-2 1e-1)");
    assert_true(c->experiment.tune && !c->experiment.one_fold && !before->experiment.tune);
    assert_float_equal(c->seconds, before->seconds * (1 + 25 * 5), 1e-12);
    assert_string_equal(c->path + strlen(c->path) - 22, "/airfoil.krr.tuned.txt");
    c = find(&tuned, "airfoil", "lab-gaussian");
    contender_text(&c->contenders.list[0], c->contenders.list[0].values, true, text);
    assert_non_null(strstr(text, "support_max=200 batch=128"));
    before = find(&plain, "airfoil", "lab-best"), c = find(&tuned, "airfoil", "lab-best");
    assert_string_equal(c->path, before->path);
    assert_float_equal(c->seconds, before->seconds, 0);
    board_free(&plain);
    board_free(&tuned);
}

static void rows_are_checked(void **state) {
    (void)state;
    static const sheet_row wrong[] = {
        {"a", "A", "nothing", "", NULL, false, {1}},
        {"b", "B", "krr", "sigma=many", NULL, false, {1}},
        {"c", "C", "krr", "", "width=1,2", false, {1}},
        {"d", "D", "krr", "", "sigma=1,many", false, {1}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const sheet_row *const rows[] = {&wrong[i], NULL};
        const sheet s = {"s", "S", rows, 0, 1, .r2 = true};
        failure why = {""};
        board b;
        assert_false(board_make(&b, &s, folder, &(provenance){.seed = 1, .repeats = 1}, &why));
        assert_true(strlen(why.text) > 10);
        board_free(&b);
    }
}

/* ---- files */

enum { DONE = 4 };
static const double r2_of[DONE] = {0.9, 0.95, 0.97, 0.9861};
static const size_t size_of[DONE] = {30, 30, 29, 29};

/* A file as `run SET --paper-settings SET --methods lab-paper --set lab-paper.kernel=KERNEL` makes it, with these
 * outcomes. */
static void write_run(const char *path, const char *kernel, const char *hash) {
    data d = {.n = 308, .m = 6};
    contenders c;
    failure why;
    io_error error;
    journal *j;
    outcome *outcomes = memory_get(DONE + 1, 1, sizeof *outcomes);
    char set[64];
    snprintf(d.hash, sizeof d.hash, "%s", hash);
    snprintf(set, sizeof set, "lab-paper.kernel=%s", kernel);
    assert_true(contenders_choose(methods, n_methods, "lab-paper", &c, &why));
    assert_true(contender_set_all(&c.list[0], paper_find("lab-paper", "yacht")->settings, &why));
    assert_true(contenders_set(&c, set, &why));
    experiment e = {.data = &d, .contenders = &c, .repeats = DONE + 1, .n_train = 247, .seed = 1};
    assert_true(journal_open(path, &e, outcomes, &j, &error));
    for (size_t i = 0; i <= DONE; i++) {
        outcome o = {.state = i < DONE ? OUTCOME_DONE : OUTCOME_FAILED};
        if (i < DONE)
            o.trial = (trial){.r2 = r2_of[i], .size = size_of[i], .fit_seconds = 2};
        assert_true(journal_add(j, &e, i, &o, &error));
    }
    journal_close(j);
    contenders_free(&c);
    free(outcomes);
}

/* Several blanks in a row become one: how wide columns are is not the point here. */
static void squeeze(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || to == text || to[-1] != ' ')
            *to++ = *from;
    *to = '\0';
}

static char *printed(const board *b, int how) {
    static char text[1 << 17];
    char path[512];
    io_output *output;
    io_error error;
    provenance from = {.seed = 1, .commit = "c0ffee"};
    snprintf(path, sizeof path, "%s/out", folder);
    assert_true(io_output_open(path, &output, &error));
    if (how == 0)
        sheet_csv(b, output);
    else if (how == 1)
        sheet_text(b, output);
    else
        sheet_markdown(b, &from, output);
    assert_true(io_output_commit(output, &error));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
    squeeze(text);
    return text;
}

static void a_file_of_run_fills_its_cell(void **state) {
    (void)state;
    board b;
    io_error error = {""};
    long double mean = 0, squares = 0;
    char expected[256];
    make(&b, "table1", 0);
    cell *c = find(&b, "yacht", "lab-exponential");
    write_run(c->path, "exponential", "abc");
    if (!board_read(&b, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < DONE; i++)
        mean += (long double)r2_of[i] / DONE;
    for (size_t i = 0; i < DONE; i++)
        squares += (r2_of[i] - mean) * (r2_of[i] - mean);
    double sd = (double)sqrtl(squares / (DONE - 1));
    assert_true(c->tally.done == DONE && c->tally.failed == 1);
    assert_true(fabsl(c->tally.r2.mean - mean) < 1e-15L && fabs(c->tally.r2.sd - sd) < 1e-15);
    assert_true(fabsl(cell_difference(c) - (mean - 0.9985L)) < 1e-15L);
    for (size_t i = 0; i < b.n_rows * b.n_sets; i++)
        assert_true(&b.cells[i] == c || (b.cells[i].tally.done == 0 && isnan(cell_difference(&b.cells[i]))));

    snprintf(expected, sizeof expected, "LAB RBF, exponential %.4f ± %.4f 0.9985 ± 0.0004 %+.4f ▼ 4 (1 failed)",
             (double)mean, sd, (double)(mean - 0.9985L));
    assert_non_null(strstr(printed(&b, 1), expected));
    snprintf(expected, sizeof expected,
             "| LAB RBF, exponential | %.4f ± %.4f | 0.9985 ± 0.0004 | %+.4f ▼ | 4 (1 failed) |", (double)mean, sd,
             (double)(mean - 0.9985L));
    assert_non_null(strstr(printed(&b, 2), expected));
    assert_non_null(strstr(printed(&b, 2), "Made by `labrbf-compare table1 --seed 1` at commit `c0ffee`."));

    const char *line = strstr(printed(&b, 0), "\nyacht,lab-exponential,1,4,1,");
    double got[5];
    assert_non_null(line);
    assert_int_equal(sscanf(line, "\nyacht,lab-exponential,1,4,1,%lf,%lf,%lf,%lf,%lf,\"kernel=exponential", &got[0],
                            &got[1], &got[2], &got[3], &got[4]),
                     5);
    assert_true(got[0] == c->tally.r2.mean && got[1] == c->tally.r2.sd && got[2] == 0.9985 && got[3] == 0.0004);
    unlink(c->path);
    board_free(&b);
}

static void sizes_come_from_the_same_file(void **state) {
    (void)state;
    board b;
    io_error error;
    make(&b, "table2", 0);
    cell *c = find(&b, "yacht", "lab-gaussian");
    write_run(c->path, "gaussian", "abc");
    assert_true(board_read(&b, &error));
    assert_true(c->tally.size.mean == 29.5);
    assert_non_null(strstr(printed(&b, 1), "LAB RBF, Gaussian 29.5 30 4 (1 failed)"));
    unlink(c->path);
    board_free(&b);
}

/* Only so many repeats as are asked for. */
static void further_repeats_are_left_out(void **state) {
    (void)state;
    board b;
    io_error error;
    make(&b, "table1", 2);
    cell *c = find(&b, "yacht", "lab-gaussian");
    write_run(c->path, "gaussian", "abc");
    assert_true(board_read(&b, &error));
    assert_int_equal(c->tally.done, 2);
    assert_true(fabs(c->tally.r2.mean - 0.925) < 1e-15);
    unlink(c->path);
    board_free(&b);
}

static void files_of_others_are_refused(void **state) {
    (void)state;
    board b;
    io_error error = {""};
    make(&b, "table1", 0);
    cell *c = find(&b, "yacht", "lab-gaussian");
    write_run(c->path, "exponential", "abc");
    assert_false(board_read(&b, &error));
    assert_non_null(strstr(error.text, "has the results of another comparison; lab-paper is"));
    unlink(c->path);
    write_run(c->path, "gaussian", "abc");
    assert_true(board_read(&b, &error));
    snprintf(c->data.hash, sizeof c->data.hash, "abd"); /* as if the data had been read */
    assert_false(board_read(&b, &error));
    assert_non_null(strstr(error.text, "data is 'abc' there and 'abd' here"));
    unlink(c->path);
    board_free(&b);
}

/* A file that grows: the line that is being written does not count, and reading changes nothing. */
static void reading_leaves_files_alone(void **state) {
    (void)state;
    board b;
    io_error error;
    struct stat before, after;
    make(&b, "table1", 0);
    cell *c = find(&b, "yacht", "lab-gaussian");
    write_run(c->path, "gaussian", "abc");
    FILE *file = fopen(c->path, "a");
    assert_non_null(file);
    fputs("9\tlab\tdone\t0.5", file);
    fclose(file);
    stat(c->path, &before);
    chmod(c->path, 0444);
    assert_true(board_read(&b, &error));
    assert_int_equal(c->tally.done, DONE);
    stat(c->path, &after);
    assert_int_equal(before.st_size, after.st_size);
    unlink(c->path);
    board_free(&b);
}

/* ---- order and verdict */

static void cheap_cells_come_first(void **state) {
    (void)state;
    board b;
    make(&b, "table1", 0);
    size_t cells = b.n_rows * b.n_sets, *order = memory_sizes(cells);
    bool *chosen = memory_get(cells, 1, sizeof *chosen);
    for (size_t i = 0; i < cells; i++)
        chosen[i] = i != 7;
    b.cells[3].tally.done = b.cells[3].experiment.repeats; /* finished */
    assert_int_equal(sheet_order(&b, chosen, order), cells - 2);
    bool *seen = memory_get(cells, 1, sizeof *seen);
    for (size_t i = 0; i + 2 < cells; i++) {
        const cell *c = &b.cells[order[i]], *next = i + 3 < cells ? &b.cells[order[i + 1]] : c;
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
        assert_true(c->seconds * (double)c->experiment.repeats <= next->seconds * (double)next->experiment.repeats);
    }
    assert_false(seen[3] || seen[7]);
    free(seen);
    free(chosen);
    free(order);
    board_free(&b);
}

static void verdicts_are_by_the_papers_deviation(void **state) {
    (void)state;
    static const paper_row with = {"m", "s", "", 0.9, 0.01, NAN}, without = {"m", "s", "", 0.9, NAN, NAN};
    static const struct {
        const paper_row *paper;
        double r2;
        cell_verdict verdict;
        const char *text;
    } cases[] = {
        {&with, 0.8899, CELL_BELOW, "-0.0101 ▼"},    {&with, 0.8901, CELL_REACHED, "-0.0099 ="},
        {&with, 0.9099, CELL_REACHED, "+0.0099 ="},  {&with, 0.9101, CELL_ABOVE, "+0.0101 ▲"},
        {&without, 0.8969, CELL_BELOW, "-0.0031 ▼"}, {&without, 0.8971, CELL_REACHED, "-0.0029 ="},
        {&without, 0.9031, CELL_ABOVE, "+0.0031 ▲"}, {NULL, 0.9, CELL_UNKNOWN, "-"},
        {&with, (double)NAN, CELL_UNKNOWN, "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cell c = {.paper = cases[i].paper, .tally = {.r2 = {.mean = cases[i].r2}}};
        char text[DIFFERENCE_TEXT];
        cell_difference_text(&c, text);
        assert_int_equal(cell_judge(&c), cases[i].verdict);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_paper_has_every_cell),
        cmocka_unit_test(the_best_row_leaves_two_settings_open),
        cmocka_unit_test(tuned_rows_leave_their_grids_open),
        cmocka_unit_test(rows_are_checked),
        cmocka_unit_test(a_file_of_run_fills_its_cell),
        cmocka_unit_test(sizes_come_from_the_same_file),
        cmocka_unit_test(further_repeats_are_left_out),
        cmocka_unit_test(files_of_others_are_refused),
        cmocka_unit_test(reading_leaves_files_alone),
        cmocka_unit_test(cheap_cells_come_first),
        cmocka_unit_test(verdicts_are_by_the_papers_deviation),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
