/*
 * --budget: training that is to end by the clock. The library counts in steps and never looks at a clock; here the time
 * is looked at after every step, and the trainer is told what to leave out.
 */
#ifndef LAB_CLI_BUDGET_H
#define LAB_CLI_BUDGET_H

#include <stdbool.h>

#include "term/command.h"

typedef enum cli_budget_action {
    CLI_BUDGET_NOTHING,
    CLI_BUDGET_SETTLE,  /* the search has had its share */
    CLI_BUDGET_SHORTEN, /* there is no time for all steps */
    CLI_BUDGET_STOP     /* it is used up */
} cli_budget_action;

typedef struct cli_budget {
    const char *text; /* as it was given; NULL: there is none */
    double seconds;
    double training; /* the share of it that the search leaves to training, if that takes as much */
    bool cut_search, cut_training;
    cli_budget_action due;
    bool over;
    size_t tried; /* steps of the search */
    double since; /* when steps of training began to be counted, and the number of them then; 0: they have not */
    size_t from;
    size_t steps; /* that there is time for */
} cli_budget;

/* Reads --budget (30s, 2m, 1h, or seconds). On failure says why and returns the exit code. */
int cli_budget_read(const term_args *args, double training, cli_budget *budget);

/* What is to be cut so many seconds after the start of training. For a progress hook, which stops the trainer unless
 * there is nothing to cut. */
cli_budget_action cli_budget_look(cli_budget *budget, double elapsed, const labrbf_training_info *info);

/* Makes the cut in a trainer that the hook has stopped. LABRBF_OK: continue training; LABRBF_DONE_CANCELLED: end it. */
labrbf_status cli_budget_act(cli_budget *budget, labrbf_trainer *trainer);

/* "the search", "training", "the search and training"; NULL if nothing was cut short. */
const char *cli_budget_cut(const cli_budget *budget);

/* Says what was cut short, and what that means, if anything was. */
void cli_budget_tell(const cli_budget *budget, bool quiet);

#endif
