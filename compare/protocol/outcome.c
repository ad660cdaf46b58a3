#include "outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 11 };

static void flatten(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            *text = ' ';
}

void outcome_write(const outcome *o, char line[OUTCOME_LINE]) {
    outcome flat = *o;
    flatten(flat.settings);
    flatten(flat.why.text);
    const trial *t = &o->trial;
    snprintf(line, OUTCOME_LINE, "%s\t%.17g\t%.17g\t%.17g\t%zu\t%.6f\t%.6f\t%.6f\t%.1f\t%s\t%s",
             o->state == OUTCOME_DONE ? "done" : "failed", t->r2, t->rmse, t->mae, t->size, o->tune_seconds,
             t->fit_seconds, t->predict_seconds, o->peak_mb, flat.settings, flat.why.text);
}

/* Cuts a line at its tabs, in place; returns how many fields there are. */
static size_t cut(char *line, char *fields[FIELDS]) {
    size_t count = 0;
    for (char *at = line; at; count++) {
        char *tab = strchr(at, '\t');
        if (count < FIELDS)
            fields[count] = at;
        if (tab)
            *tab++ = '\0';
        at = tab;
    }
    return count;
}

static bool number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0';
}

bool outcome_read(const char *line, outcome *o) {
    char copy[OUTCOME_LINE], *field[FIELDS];
    double size;
    *o = (outcome){0};
    if (strlen(line) >= sizeof copy)
        return false;
    memcpy(copy, line, strlen(line) + 1);
    if (cut(copy, field) != FIELDS)
        return false;
    if (strcmp(field[0], "done") != 0 && strcmp(field[0], "failed") != 0)
        return false;
    if (!number(field[1], &o->trial.r2) || !number(field[2], &o->trial.rmse) || !number(field[3], &o->trial.mae) ||
        !number(field[4], &size) || !(size >= 0 && size < 1e15) || !number(field[5], &o->tune_seconds) ||
        !number(field[6], &o->trial.fit_seconds) || !number(field[7], &o->trial.predict_seconds) ||
        !number(field[8], &o->peak_mb))
        return false;
    o->trial.size = (size_t)size;
    o->state = field[0][0] == 'd' ? OUTCOME_DONE : OUTCOME_FAILED;
    snprintf(o->settings, sizeof o->settings, "%s", field[9]);
    snprintf(o->why.text, sizeof o->why.text, "%s", field[10]);
    return true;
}
