/* What least squares over rows remembers. Its functions are in the table lab_rule_rows (rule.h). */
#ifndef LAB_RULE_ROWS_H
#define LAB_RULE_ROWS_H

#include "learn/rule.h"
#include "learn/statistics.h"

typedef struct lab_rows_state {
    bool finds_ridge;   /* when all rows are solved for */
    double ridge;       /* given, or that of the steps */
    size_t window_rows; /* how many rows the statistics hold in a step, older ones counting for less */
    lab_statistics statistics;
    double rcond; /* of the last solve of all rows: its reciprocal condition, at least */
} lab_rows_state;

extern const lab_rule lab_rule_rows;

#endif
