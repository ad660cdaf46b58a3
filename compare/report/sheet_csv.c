#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "sheet_print.h"

static void put_number(io_output *output, double number) {
    io_output_text(output, ",");
    io_output_number(output, number);
}

static void put_count(io_output *output, size_t count) { put_number(output, (double)count); }

/* Settings have commas in their lists, but no quotes. */
static void put_settings(io_output *output, const cell *c) {
    char text[CONTENDER_TEXT];
    const contender *own = &c->contenders.list[0];
    contender_text(own, own->values, c->experiment.tune, text);
    io_output_text(output, ",\"");
    io_output_text(output, text);
    io_output_text(output, "\"");
}

static void put_cell(const sheet *s, const cell *c, io_output *output) {
    const double nothing = (double)NAN;
    char seed[32];
    io_output_text(output, c->set->name);
    io_output_text(output, ",");
    io_output_text(output, c->row->name);
    snprintf(seed, sizeof seed, ",%" PRIu64, c->experiment.seed);
    io_output_text(output, seed);
    put_count(output, c->tally.done);
    put_count(output, c->tally.failed);
    if (s->r2) {
        put_number(output, c->tally.r2.mean);
        put_number(output, c->tally.r2.sd);
        put_number(output, c->paper ? c->paper->r2 : nothing);
        put_number(output, c->paper ? c->paper->sd : nothing);
        put_number(output, cell_difference(c));
    }
    if (s->size) {
        put_number(output, c->tally.size.mean);
        put_number(output, c->tally.size.sd);
        put_number(output, c->paper ? c->paper->support : nothing);
    }
    put_settings(output, c);
    io_output_text(output, "\n");
}

void sheet_csv(const board *b, io_output *output) {
    io_output_text(output, "set,row,seed,repeats,failed");
    io_output_text(output, b->sheet->r2 ? ",r2,r2_sd,paper_r2,paper_r2_sd,difference" : "");
    io_output_text(output, b->sheet->size ? ",size,size_sd,paper_size" : "");
    io_output_text(output, ",settings\n");
    for (size_t set = 0; set < b->n_sets; set++)
        for (size_t row = 0; row < b->n_rows; row++)
            put_cell(b->sheet, board_cell(b, row, set), output);
}
