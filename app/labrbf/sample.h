/*
 * --budget on a large table. Some work has to be done whatever the steps: rows are sorted, candidates and the model are
 * solved for, errors are computed. Its time grows with the rows, so if there is no time for it, rows are left out at
 * random.
 *
 * How long it takes is measured on a few rows: a pilot is a fit of one step.
 */
#ifndef LAB_CLI_SAMPLE_H
#define LAB_CLI_SAMPLE_H

#include "train_fold.h"

/* With a budget: measures, leaves out training and test rows for which there is no time, says so, and reserves the time
 * that the end of training will take. */
labrbf_status cli_sample_fold(cli_training *training, cli_fold *fold);

#endif
