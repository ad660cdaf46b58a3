/*
 * One picture per data set: a line for every row of the table, ours as a filled dot, the paper's as an open diamond,
 * bars of one standard deviation. R² is drawn at -log10(1 - R²), so that 0.99 and 0.999 are as far apart as 0.9 and
 * 0.99; what is worse than the left edge sits on it with an arrow head.
 */
#include <math.h>
#include <stdio.h>

#include "html.h"
#include "page.h"

enum { WIDTH = 360, LEFT = 148, RIGHT = 10, LINE = 24, TOP = 6, FOOT = 34 };

static const double ticks[] = {0.7, 0.9, 0.97, 0.99, 0.999};
enum { TICKS = sizeof ticks / sizeof ticks[0] };
static const double low = 0.5, high = 0.9996; /* R² at the edges */

static double position(double r2) {
    double from = -log10(1 - low), to = -log10(1 - high), at = -log10(1 - fmin(fmax(r2, low), high));
    return LEFT + (WIDTH - LEFT - RIGHT) * (at - from) / (to - from);
}

static double line_of(size_t row) { return TOP + LINE * ((double)row + 0.5); }

static void put_axis(io_output *output, size_t rows) {
    double bottom = TOP + LINE * (double)rows;
    for (size_t i = 0; i < TICKS; i++) {
        double x = position(ticks[i]);
        html_put(output,
                 "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.0f\" stroke=\"#dde2ea\"/>"
                 "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#586274\">%g</text>\n",
                 x, x, TOP, bottom, x, bottom + 14, ticks[i]);
    }
    html_put(output, "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#586274\">R²</text>\n",
             (LEFT + WIDTH - RIGHT) / 2.0, bottom + 29);
}

static void put_bar(io_output *output, spread s, double y, const char *colour) {
    if (!isnan(s.sd))
        html_put(output, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\"/>",
                 position(s.mean - s.sd), position(s.mean + s.sd), y, y, colour);
}

static void put_ours(io_output *output, const cell *c, double y) {
    double x = position(c->tally.r2.mean);
    put_bar(output, c->tally.r2, y, "#0b57a4");
    if (c->tally.r2.mean < low) /* off the chart */
        html_put(output, "<path d=\"M%.1f %.1fl9 -5v10z\" fill=\"#0b57a4\"/>", x, y);
    else
        html_put(output, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#0b57a4\"/>", x, y);
}

static void put_papers(io_output *output, const paper_row *theirs, double y) {
    put_bar(output, (spread){theirs->r2, theirs->sd}, y, "#c65a00");
    html_put(output, "<path d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\" fill=\"#fff\" stroke=\"#c65a00\" stroke-width=\"1.6\"/>\n",
             position(theirs->r2), y - 5);
}

static void put_row(io_output *output, const cell *c, double y) {
    html_put(output, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#1d2330\">%s</text>\n", LEFT - 8, y + 4,
             c->row->title);
    if (c->paper)
        put_papers(output, c->paper, y + 4);
    if (c->tally.done > 0)
        put_ours(output, c, y - 4);
}

/* Of a choice that the paper leaves open there is no line without a result of ours. */
static bool is_drawn(const board *b, size_t row, size_t set, page_sets sets) {
    return sets == PAGE_OWN || board_cell(b, row, set)->tally.done > 0;
}

static void put_chart(io_output *output, const board *b, size_t set, page_sets sets) {
    const char *name = board_cell(b, 0, set)->set->name;
    size_t lines = 0, line = 0;
    for (size_t row = 0; row < b->n_rows; row++)
        lines += is_drawn(b, row, set, sets);
    html_put(output,
             "<figure><figcaption>%s</figcaption>"
             "<svg viewBox=\"0 0 %d %zu\" role=\"img\" aria-label=\"R² on %s, ours and the paper's; the numbers are "
             "in the table\" font-size=\"11\" font-family=\"inherit\">\n",
             name, WIDTH, TOP + LINE * lines + FOOT, name);
    put_axis(output, lines);
    for (size_t row = 0; row < b->n_rows; row++)
        if (is_drawn(b, row, set, sets))
            put_row(output, board_cell(b, row, set), line_of(line++));
    io_output_text(output, "</svg></figure>\n");
}

void page_charts(io_output *output, const board *b, page_sets sets) {
    if (sets == PAGE_OWN)
        io_output_text(output,
                       "<p>Filled dot: ours. Open diamond: the paper's. Bars: one standard deviation. Further right is "
                       "better; the axis widens towards 1.</p>\n");
    io_output_text(output, "<div class=\"charts\">\n");
    for (size_t set = 0; set < b->n_sets; set++)
        if (page_has(b, set, sets))
            put_chart(output, b, set, sets);
    io_output_text(output, "</div>\n");
}
