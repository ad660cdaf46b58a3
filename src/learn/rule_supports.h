/* What the rule of the paper remembers. Its functions are in the table lab_rule_supports (rule.h). */
#ifndef LAB_RULE_SUPPORTS_H
#define LAB_RULE_SUPPORTS_H

#include "learn/rule.h"
#include "learn/solver.h"

enum { LAB_SUPPORTS_PARTS = 4 };

typedef struct lab_supports_state {
    double *packed;     /* the supports, for the kernel of pairs */
    double *slopes;     /* kappa of the supports among themselves, as the kernel of pairs leaves it */
    double *parts;      /* LAB_SUPPORTS_PARTS of the supports' own share in the gradient's sums, each like gradient */
    double *last_alpha; /* of the last gradient step, with one target */
    double *right;      /* right side of a system */
    lab_solver solver;
} lab_supports_state;

extern const lab_rule lab_rule_supports;

#endif
