/*
 * --budget: training within a time limit. The library counts in steps and never looks at the clock; here the time is
 * checked after every step, and the trainer is told what to cut.
 */
#ifndef LAB_CLI_BUDGET_H
#define LAB_CLI_BUDGET_H

#include <stdbool.h>

#include "term/command.h"

typedef enum cli_budget_action {
    CLI_BUDGET_NOTHING,
    CLI_BUDGET_SETTLE,  /* the time of the search is over */
    CLI_BUDGET_SHORTEN, /* there is no time for all steps */
    CLI_BUDGET_STOP     /* all of the time is used up */
} cli_budget_action;

typedef struct cli_budget {
    const char *text; /* as it was given; NULL: there is none */
    double seconds;
    double reserve;       /* seconds that the end of training takes */
    size_t rows_left_out; /* for lack of time */
    double training;      /* the share that the search leaves to training, if that needs as much */
    bool cut_search, cut_training;
    cli_budget_action due;
    bool over;
    size_t tried; /* steps of the search */
    double since; /* when the counting of training steps began, and their number then; 0: not yet */
    size_t from;
    size_t steps; /* for which there is time */
} cli_budget;

/* Reads --budget (30s, 2m, 1h, or seconds). On failure says why and returns the exit code. */
int cli_budget_read(const term_args *args, double training, cli_budget *budget);

/* What to cut at this time, in seconds since the start of training. For a progress hook, which stops the trainer if
 * there is something to cut. */
cli_budget_action cli_budget_look(cli_budget *budget, double elapsed, const labrbf_training_info *info);

/* Makes the cut in a trainer that the hook has stopped. LABRBF_OK: continue training; LABRBF_DONE_CANCELLED: end it. */
labrbf_status cli_budget_act(cli_budget *budget, labrbf_trainer *trainer);

/* "the search", "training", "the search and training"; NULL if nothing was cut short. */
const char *cli_budget_cut(const cli_budget *budget);

/* Prints what was cut short, if anything, and what follows from it. */
void cli_budget_tell(const cli_budget *budget, bool quiet);

#endif
