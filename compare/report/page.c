#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "html.h"

/* ---- the page. Blue and orange can be told apart by everybody, and every colour has a sign beside it. */

static const char style[] =
    "body{margin:0;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;color:#1d2330;"
    "background:#fff}\n"
    "header,main,footer{max-width:76rem;margin:0 auto;padding:0 1rem}\n"
    "header{padding-top:1.5rem}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:1rem 0 .5rem}\n"
    "h2{font-size:1.3rem;margin:2.5rem 0 .5rem;padding-top:1rem;border-top:1px solid #cfd5e0}\n"
    "h3{font-size:1.05rem;margin:1.8rem 0 .4rem}\n"
    "p,ul{max-width:48rem;margin:.6rem 0}\n"
    "code{font:.9em ui-monospace,'DejaVu Sans Mono',monospace;background:#f0f2f6;padding:.05em .25em;"
    "border-radius:3px;overflow-wrap:anywhere}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem}\n"
    "nav a{white-space:nowrap}\n"
    "a{color:#0b57a4}\n"
    ".box{overflow-x:auto;width:fit-content;max-width:100%;box-sizing:border-box;border:1px solid "
    "#cfd5e0;border-radius:6px;margin:1rem 0}\n"
    "table{border-collapse:collapse;font-size:.86rem;line-height:1.35}\n"
    "th,td{padding:.45rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid "
    "#e4e8ef;white-space:nowrap}\n"
    "thead th{background:#f0f2f6;vertical-align:bottom}\n"
    "tbody tr:last-child>*{border-bottom:0}\n"
    "tbody th{position:sticky;left:0;background:#fff;border-right:1px solid #cfd5e0;font-weight:600;white-space:normal;"
    "min-width:6.5rem;max-width:9rem}\n"
    "thead th:first-child{position:sticky;left:0;z-index:1;border-right:1px solid #cfd5e0}\n"
    ".numbers td,.numbers thead th:not(:first-child){text-align:right;font-variant-numeric:tabular-nums}\n"
    "tr.lab>*{background:#f7faff}\n"
    ".sub,.paper,.few{color:#586274;font-weight:400;font-size:.92em}\n"
    ".above{color:#0b57a4}.below{color:#a84300}.reached{color:#2f3a4c}\n"
    ".none{color:#6b7485}\n"
    ".legend{max-width:none}.legend span{display:inline-block;margin-right:1rem}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(21rem,100%),1fr));gap:1rem;margin:1rem 0}\n"
    ".charts figure,.figure{margin:0;border:1px solid #cfd5e0;border-radius:6px;padding:.5rem}\n"
    ".charts svg{display:block;width:100%;height:auto}\n"
    "figcaption{font-weight:600;font-size:.95rem}\n"
    ".figure{margin:1rem 0}.figure div{overflow-x:auto}.figure "
    "img{display:block;width:100%;min-width:38rem;max-width:64rem;height:auto;margin:0 auto}\n"
    ".figure figcaption{font-weight:400;max-width:48rem}\n"
    "footer{padding:2rem 1rem 3rem;color:#586274;font-size:.9rem}\n";

void page_begin(io_output *output, const provenance *from, const char *home, bool with_default) {
    io_output_text(output, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                           "<title>labrbf: results</title>\n<style>\n");
    io_output_text(output, style);
    io_output_text(output, "</style>\n</head>\n<body>\n<header>\n<nav>");
    if (home)
        html_put(output, "<a href=\"%s\">labrbf: front page</a>", home);
    if (with_default)
        io_output_text(output, "<a href=\"#default\">The default</a>");
    for (size_t i = 0; i < n_sheets; i++)
        html_put(output, "<a href=\"#%s\">Paper: table %zu</a>", sheets[i].name, i + 1);
    io_output_text(output, "<a href=\"#figures\">Paper: figures</a></nav>\n<h1>labrbf: results</h1>\n<p>");
    if (with_default)
        io_output_text(output,
                       "First what <code>labrbf fit</code> does without a flag, beside other methods. Then every "
                       "table and figure of the paper's experiments, made again");
    else
        io_output_text(output, "Every table and figure of the paper's experiments, made again");
    html_put(output, " by <code>labrbf-compare</code> (seed %" PRIu64, from->seed);
    if (from->commit) {
        io_output_text(output, ", commit <code>");
        html_text(output, from->commit, strlen(from->commit));
        io_output_text(output, "</code>");
    }
    io_output_text(output, ").</p>\n</header>\n<main>\n");
}

void page_end(io_output *output) {
    io_output_text(output, "</main>\n<footer>Made by <code>labrbf-compare report</code>. The files of all single fits "
                           "are beside this page, in <code>runs</code>, the tables as CSV and Markdown, too.</footer>\n"
                           "</body>\n</html>\n");
}

/* ---- a table */

static void put_spread(io_output *output, double mean, double sd) {
    html_put(output, "%.4f", mean);
    if (!isnan(sd))
        html_put(output, " ± %.4f", sd);
}

static void put_count(io_output *output, double number) {
    html_put(output, number == floor(number) ? "%.0f" : "%.1f", number);
}

static void put_r2(io_output *output, const cell *c) {
    static const char *const classes[] = {
        [CELL_UNKNOWN] = "none", [CELL_BELOW] = "below", [CELL_REACHED] = "reached", [CELL_ABOVE] = "above"};
    io_output_text(output, "<strong>");
    put_spread(output, c->tally.r2.mean, c->tally.r2.sd);
    io_output_text(output, "</strong>");
    if (cell_judge(c) == CELL_UNKNOWN)
        return;
    io_output_text(output, "<br><span class=\"paper\">paper ");
    put_spread(output, c->paper->r2, c->paper->sd);
    html_put(output, "</span><br><span class=\"%s\">%s %+.4f</span>", classes[cell_judge(c)], cell_mark(c),
             cell_difference(c));
}

static void put_size(io_output *output, const cell *c, bool with_unit) {
    bool known = c->paper && !isnan(c->paper->support);
    io_output_text(output, with_unit ? "<br><span class=\"sub\">" : "<strong>");
    put_count(output, c->tally.size.mean);
    io_output_text(output, with_unit ? " " : "</strong>");
    if (with_unit)
        html_put(output, "%s", c->method.unit);
    if (known) {
        io_output_text(output, with_unit ? " (paper " : "<br><span class=\"paper\">paper ");
        put_count(output, c->paper->support);
        io_output_text(output, with_unit ? ")" : "</span>");
    }
    io_output_text(output, with_unit ? "</span>" : "");
}

static void put_cell(io_output *output, const sheet *s, const cell *c) {
    io_output_text(output, "<td>");
    if (c->tally.done == 0) {
        io_output_text(output, "<span class=\"none\">–</span>");
    } else {
        if (s->r2)
            put_r2(output, c);
        if (s->size)
            put_size(output, c, s->r2);
        if (c->tally.done < REPEATS_FULL)
            html_put(output, "<br><span class=\"few\">%zu repeat%s only</span>", c->tally.done,
                     c->tally.done == 1 ? "" : "s");
    }
    if (c->tally.failed > 0)
        html_put(output, "<br><span class=\"below\">%zu failed</span>", c->tally.failed);
    io_output_text(output, "</td>");
}

/* ---- which sets and rows */

bool page_has(const board *b, size_t set, page_sets sets) {
    const dataset *of = board_cell(b, 0, set)->set;
    return (strcmp(of->name, of->paper) == 0) == (sets == PAGE_OWN);
}

bool page_has_row(const board *b, size_t row, page_sets sets) {
    for (size_t set = 0; set < b->n_sets; set++)
        if (page_has(b, set, sets) && (sets == PAGE_OWN || board_cell(b, row, set)->tally.done > 0))
            return true;
    return false;
}

static void put_head(io_output *output, const board *b, page_sets sets) {
    io_output_text(output, "<thead><tr><th scope=\"col\">Method</th>");
    for (size_t set = 0; set < b->n_sets; set++) {
        const dataset *of = board_cell(b, 0, set)->set;
        if (page_has(b, set, sets))
            html_put(output, "<th scope=\"col\">%s<br><span class=\"sub\">%zu × %zu</span></th>", of->name, of->rows,
                     of->features);
    }
    io_output_text(output, "</tr></thead>\n<tbody>\n");
}

static void put_row(io_output *output, const board *b, size_t row, page_sets sets) {
    html_put(output, "<tr%s><th scope=\"row\">%s</th>",
             strcmp(b->sheet->rows[row]->method, "lab-paper") == 0 ? " class=\"lab\"" : "", b->sheet->rows[row]->title);
    for (size_t set = 0; set < b->n_sets; set++)
        if (page_has(b, set, sets))
            put_cell(output, b->sheet, board_cell(b, row, set));
    io_output_text(output, "</tr>\n");
}

void page_table(io_output *output, const board *b, page_sets sets) {
    if (b->sheet->r2)
        io_output_text(output, "<p class=\"legend\"><span class=\"above\">▲ above the paper by more than its standard "
                               "deviation</span> <span class=\"reached\">= within it (0.003 where it has none)</span> "
                               "<span class=\"below\">▼ below</span></p>\n");
    html_put(output, "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n", b->sheet->title);
    put_head(output, b, sets);
    for (size_t row = 0; row < b->n_rows; row++)
        if (page_has_row(b, row, sets))
            put_row(output, b, row, sets);
    io_output_text(output, "</tbody></table></div>\n");
}
