/* The options for the rows and columns of a table: the same in fit, tune and cv. */
#ifndef LAB_CLI_CHOICES_H
#define LAB_CLI_CHOICES_H

#include "term/command.h"

/* How --help-all and the manual divide all the options of fit, tune and cv, settings too. */
extern const term_group cli_option_groups[];

/* clang-format off */
#define CLI_COLUMN_CHOICES                                                                                             \
    {.name = "target",                                                                                                 \
     .first = true,                                                                                                    \
     .value = "LIST",                                                                                                  \
     .help = "the column to predict, by name or by number from 1, or several, as a,b,c; default: the last one that is "\
             "not dropped"},                                                                                           \
    {.name = "features",                                                                                               \
     .value = "LIST",                                                                                                  \
     .help = "the columns to predict from, as a,b,c or 1,3-5; default: all but the target"},                           \
    {.name = "drop",                                                                                                   \
     .first = true,                                                                                                    \
     .value = "LIST",                                                                                                  \
     .help = "columns to leave out, such as an identifier or a date"},                                                 \
    {.name = "weights",                                                                                                \
     .value = "COLUMN",                                                                                                \
     .help = "weight of each row in training: 2 counts as two such rows, 0 as none; scores count every row once; the " \
             "column is not a feature"}

#define CLI_PRESET_CHOICE                                                                                              \
    {.name = "preset",                                                                                                 \
     .value = "WORD",                                                                                                  \
     .choices = "default|paper",                                                                                       \
     .help = "values of all settings: the defaults, or those of the paper's Algorithm 1; other options override it"}

#define CLI_ROW_CHOICES                                                                                                \
    {.name = "skip-missing-target", .help = "leave out rows whose target is missing, instead of refusing them"},       \
    {.name = "header",                                                                                                 \
     .value = "WORD",                                                                                                  \
     .choices = "auto|yes|no",                                                                                         \
     .help = "does the table begin with a line of names? auto: yes if that line has text in it, or years alone"}

/* fit and tune */
#define CLI_APART_CHOICES                                                                                              \
    {.name = "group",                                                                                                  \
     .value = "COLUMN",                                                                                                \
     .help = "rows with the same value of this column are all training rows, or all validation (or held-out) rows; it "\
             "is not a feature"},                                                                                      \
    {.name = "time",                                                                                                   \
     .value = "COLUMN",                                                                                                \
     .help = "validation and held-out rows are the last ones by this column, a number or a date; it is not a feature"}

#define CLI_BUDGET_CHOICE                                                                                              \
    {.name = "budget",                                                                                                 \
     .first = true,                                                                                                    \
     .value = "TIME",                                                                                                  \
     .help = "time limit after the table is read, such as 30s, 2m or 1h. In a large table rows may be left out. If "   \
             "the work is cut short, the result depends on the speed of the machine. Default: no limit"}
/* clang-format on */

#endif
