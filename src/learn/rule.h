/*
 * How the coefficients of an expansion are found: a rule. Algorithm 1 (learner.c) is the same for all of them.
 *
 *     rule_supports   the paper's: alpha = (K(X,X) + lambda I)^-1 (y - beta), from the labels of the supports
 *     rule_rows       alpha and beta by ridge least squares over the rows
 *
 * A rule is a constant table of functions and what they have to remember, its state. settings.h lists the rules by the
 * words of the setting `coefficients`.
 */
#ifndef LAB_RULE_H
#define LAB_RULE_H

#include "base/codec.h"
#include "learn/expansion.h"
#include "learn/resolve.h"
#include "learn/rows.h"

typedef struct lab_rule {
    bool sorts_rows;    /* it sums over rows: equal ones are made one, and their order does not matter */
    bool moves_centres; /* its gradient has a part for the centres */
    bool interpolates;  /* the labels of supports, but for lambda: their errors are of no interest */

    size_t state_size; /* of a state, which begins as zeros */
    /* Work space for an expansion of this size, and what the rule takes from the settings. */
    void (*layout)(void *state, lab_arena *arena, const lab_expansion *expansion, const lab_resolved *how);

    /* alpha and beta for the present supports and bandwidths, from the first n rows. *lambda is the ridge parameter in
     * use; if the system is singular, it may be raised. Codes: E_SINGULAR. */
    labrbf_status (*solve)(void *state, lab_expansion *expansion, const lab_rows *rows, size_t n, double *lambda);

    /* The loss L of the batch and its gradient; alpha and beta for it are found on the way. Codes: E_SINGULAR. */
    labrbf_status (*gradient)(void *state, lab_expansion *expansion, const lab_rows *rows, double *lambda,
                              double *loss);

    /* After a solve: the coefficients of the second regressor, from y - beta, which they replace; NULL: it has none.
     * The reciprocal condition of the system. */
    void (*second)(void *state, double *alpha2);
    double (*rcond)(void *state);

    /* Lists what steps remember of those before. */
    void (*visit)(void *state, const lab_expansion *expansion, lab_codec *bytes);
} lab_rule;

/* The rule of a word of the setting; auto is rows. */
const lab_rule *lab_rule_of(size_t coefficients);

#endif
