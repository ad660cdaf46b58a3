#include "sheet_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "baselines/memory.h"
#include "protocol/protocol.h"
#include "term/command.h"
#include "term/interrupt.h"
#include "term/message.h"

static size_t open_repeats(const cell *c) { return c->experiment.repeats - c->tally.done; }

/* Seconds until the cell is finished, on one core. */
static double cost(const cell *c) { return c->seconds * (double)open_repeats(c); }

size_t sheet_order(const board *b, const bool *chosen, size_t *order) {
    size_t count = 0;
    for (size_t i = 0; i < b->n_rows * b->n_sets; i++) {
        if (!chosen[i] || open_repeats(&b->cells[i]) == 0)
            continue;
        size_t at = count++;
        for (; at > 0 && cost(&b->cells[order[at - 1]]) > cost(&b->cells[i]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return count;
}

/* Checked before hours of work, not in the middle of them. */
static int check_sets(const board *b, const size_t *order, size_t count, const sheet_work *w) {
    char path[DATASET_PATH];
    data unread;
    io_error error;
    for (size_t i = 0; i < count; i++) {
        const dataset *set = b->cells[order[i]].set;
        if (!datasets_locate(set, w->data, path) && !datasets_read(set, w->data, &unread, &error))
            return term_failure(w->command, "%s", error.text);
    }
    return TERM_SUCCESS;
}

/* The open repeats of one cell; `later` seconds of other cells follow it. */
static protocol_end run_jobs(const cell *c, const sheet_work *w, const char *label, double later, outcome *outcomes,
                             io_error *error) {
    journal *kept;
    watch eye;
    if (!journal_open(c->path, &c->experiment, outcomes, &kept, error))
        return PROTOCOL_FAILED;
    watch_start(&eye, &c->experiment, w->jobs, outcomes, w->quiet);
    eye.label = label;
    eye.later = later;
    protocol_end end = protocol_run(&c->experiment, w->jobs, outcomes, kept, &eye, error);
    journal_close(kept);
    return end;
}

static int run_cell(cell *c, const sheet_work *w, const char *label, double later) {
    io_error error;
    if (!datasets_read(c->set, w->data, &c->data, &error))
        return term_failure(w->command, "%s", error.text);
    outcome *outcomes = memory_get(experiment_jobs(&c->experiment), 1, sizeof *outcomes);
    protocol_end end = run_jobs(c, w, label, later, outcomes, &error);
    free(outcomes);
    data_free(&c->data);
    if (end == PROTOCOL_FAILED)
        return term_failure(w->command, "%s", error.text);
    return end == PROTOCOL_INTERRUPTED ? TERM_INTERRUPTED : TERM_SUCCESS;
}

static int run_all(board *b, const size_t *order, size_t count, const sheet_work *w) {
    double later = 0.0;
    for (size_t i = 0; i < count; i++)
        later += cost(&b->cells[order[i]]);
    for (size_t i = 0; i < count; i++) {
        char label[192];
        cell *c = &b->cells[order[i]];
        later -= cost(c);
        snprintf(label, sizeof label, "cell %zu/%zu, %s %s", i + 1, count, c->set->name, c->row->name);
        int code = run_cell(c, w, label, later / (double)w->jobs);
        if (code == TERM_INTERRUPTED)
            term_note(false, "interrupted in %s; run the same command to go on", label);
        if (code != TERM_SUCCESS)
            return code;
    }
    return TERM_SUCCESS;
}

int sheet_run(board *b, const sheet_work *w) {
    io_error error;
    if (!board_read(b, &error))
        return term_failure(w->command, "%s", error.text);
    size_t *order = memory_sizes(b->n_rows * b->n_sets), count = sheet_order(b, w->chosen, order);
    int code = check_sets(b, order, count, w);
    term_interrupt_catch();
    if (code == TERM_SUCCESS)
        code = run_all(b, order, count, w);
    free(order);
    return code;
}
