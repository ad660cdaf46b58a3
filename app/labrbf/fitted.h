/* What a fit has come to, in a line or two: time, size, score, and what the search has chosen. */
#ifndef LAB_CLI_FITTED_H
#define LAB_CLI_FITTED_H

#include "train_fold.h"

void cli_fitted_tell(const cli_training *training, bool quiet);

#endif
