#include "choices.h"

const term_group cli_option_groups[] = {
    {"Files and results", "output start keep-partial json csv"},
    {"Columns and rows", "target features drop weights header skip-missing-target"},
    {"Validation", "folds holdout refit group time"},
    {"The run", "preset budget seed threads"},
    {"The model", "kernel scaling linear label-form bandwidths coefficients ridge lambda bias clip-labels"},
    {"Its size", "support-max max-bytes members"},
    {"Training",
     "steps-final batch batch-rows optimizer rate rate-final rate-decay center-rate theta-form clip-norm sigma0 "
     "support-rule patience"},
    {"Growth, in preset paper", "support-init support-add steps-grow rounds tolerance theta-new"},
    {"Other options", NULL},
    {NULL, NULL},
};
