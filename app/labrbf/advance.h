/* Progress of training and prediction, shown as app/term/progress.h says. */
#ifndef LAB_CLI_ADVANCE_H
#define LAB_CLI_ADVANCE_H

#include "labrbf/labrbf.h"
#include "term/progress.h"

/* Shows the state of training, with the seconds left at most; may be called after every step. */
void cli_progress_training(term_progress *progress, const labrbf_training_info *info, double seconds_most);

/* Shows the number of predicted rows; may be called after every block. */
void cli_progress_rows(term_progress *progress, size_t rows);

#endif
