/* What ResNet and WNN have in common as methods: the settings that say how to train, fit, predict, size, destroy. */
#ifndef COMPARE_NETWORK_REGRESSOR_H
#define COMPARE_NETWORK_REGRESSOR_H

#include "baselines/method.h"
#include "network.h"

/* The positions of the settings that both tables begin with; a method's own follow. */
enum {
    NETWORK_WIDTH,
    NETWORK_RATE,
    NETWORK_RATE_SGD,
    NETWORK_BATCH,
    NETWORK_STEPS_ADAM,
    NETWORK_STEPS_SGD,
    NETWORK_LOSS,
    NETWORK_VALIDATION,
    NETWORK_OWN
};

/* Appends the blocks that the settings ask for to a network that has none. */
typedef void regressor_build(const value *settings, network *net);

void *regressor_fit(const value *settings, const problem *data, regressor_build *build, failure *why);
void regressor_predict(const void *model, const double *x, size_t n, double *out);
size_t regressor_size(const void *model);
void regressor_destroy(void *model);

#endif
