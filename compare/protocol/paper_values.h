/* What the paper prints: the hyper-parameters of every method for every data set, and its results. */
#ifndef COMPARE_PAPER_VALUES_H
#define COMPARE_PAPER_VALUES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct paper_row {
    const char *method;
    const char *set;
    const char *settings; /* "key=value key=value" */
    double r2, sd;        /* sd is NaN where the paper has none */
    double support;       /* number of support vectors; NaN where the paper has none */
} paper_row;

extern const paper_row paper[];
extern const size_t n_paper;

/* NULL if the paper has no such cell. */
const paper_row *paper_find(const char *method, const char *set);
/* Is this one of the paper's nine sets? */
bool paper_has_set(const char *set);

#endif
