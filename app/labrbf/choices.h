/* The options that say which rows and columns of a table are learnt from: the same in fit, tune and cv. */
#ifndef LAB_CLI_CHOICES_H
#define LAB_CLI_CHOICES_H

/* clang-format off */
#define CLI_COLUMN_CHOICES                                                                                             \
    {.name = "target",                                                                                                 \
     .value = "LIST",                                                                                                  \
     .help = "the column to predict, by name or by number from 1, or several, as a,b,c; default: the last one"},       \
    {.name = "features",                                                                                               \
     .value = "LIST",                                                                                                  \
     .help = "the columns to predict from, as a,b,c or 1,3-5; default: all but the target"},                           \
    {.name = "drop", .value = "LIST", .help = "columns to leave out, such as an identifier or a date"},                \
    {.name = "weights",                                                                                                \
     .value = "COLUMN",                                                                                                \
     .help = "how much each row counts in training: 2 as two such rows, 0 not at all; the column is no feature, and "  \
             "scores count every row once"}

#define CLI_PRESET_CHOICE                                                                                              \
    {.name = "preset",                                                                                                 \
     .value = "WORD",                                                                                                  \
     .choices = "default|paper",                                                                                       \
     .help = "values of all settings at once: this program's, or the paper's Algorithm 1 as printed; settings given "  \
             "as well override it"}

#define CLI_ROW_CHOICES                                                                                                \
    {.name = "skip-missing-target", .help = "leave out rows whose target is missing, instead of refusing them"},       \
    {.name = "header",                                                                                                 \
     .value = "WORD",                                                                                                  \
     .choices = "auto|yes|no",                                                                                         \
     .help = "does the table begin with a line of names? auto: yes if that line has text in it"}

/* fit and tune */
#define CLI_APART_CHOICES                                                                                              \
    {.name = "group",                                                                                                  \
     .value = "COLUMN",                                                                                                \
     .help = "rows with the same value of this column stay together where rows are set apart: to choose settings by, " \
             "and to hold out; it is no feature"},                                                                     \
    {.name = "time",                                                                                                   \
     .value = "COLUMN",                                                                                                \
     .help = "the rows set apart are the last ones by this column, a number or a date; it is no feature"}

#define CLI_BUDGET_CHOICE                                                                                              \
    {.name = "budget",                                                                                                 \
     .value = "TIME",                                                                                                  \
     .help = "end by the clock after this time, such as 30s, 2m or 1h, if the work is not done before; what comes out "\
             "then depends on the machine. Default: the work is counted in steps, and does not"}
/* clang-format on */

#endif
