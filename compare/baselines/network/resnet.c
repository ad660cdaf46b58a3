/*
 * ResNet for regression, as the paper takes it from Chen et al. 2020 ("Deep residual learning for nonlinear
 * regression"): residual blocks with two dense layers. The shortcut to another width is a dense layer without a batch
 * normalisation of its own, as in the code of the paper's authors; Chen et al. have one there, and a third dense layer.
 */
#include "baselines/baselines.h"
#include "regressor.h"

enum { STRUCTURE = NETWORK_OWN, SETTINGS };

static const option options[SETTINGS] = {
    [NETWORK_WIDTH] = {"width", OPTION_COUNT, "1000", 1, 20000, NULL, "300 1000", "outputs of the first block"},
    [NETWORK_RATE] = {"rate", OPTION_NUMBER, "0.001", 1e-9, 10, NULL, "0.001 0.003", "learning rate of Adam"},
    [NETWORK_RATE_SGD] = {"rate_sgd", OPTION_NUMBER, "0.0001", 1e-9, 10, NULL, NULL, "learning rate of SGD"},
    [NETWORK_BATCH] = {"batch", OPTION_COUNT, "128", 2, 65536, NULL, NULL, "rows of a step"},
    [NETWORK_STEPS_ADAM] = {"steps_adam", OPTION_COUNT, "3000", 0, 1e7, NULL, NULL, "steps of Adam"},
    [NETWORK_STEPS_SGD] = {"steps_sgd", OPTION_COUNT, "1000", 0, 1e7, NULL, NULL, "steps of SGD that follow"},
    [NETWORK_LOSS] = {"loss", OPTION_WORD, "rmse", 0, 0, "rmse|mse", NULL, "what a step makes smaller"},
    [NETWORK_VALIDATION] = {"validation", OPTION_NUMBER, "0.1", 0.001, 0.9, NULL, NULL,
                            "share of the rows that choose the epoch"},
    [STRUCTURE] = {"structure", OPTION_WORD, "1", 0, 0, "1|2", NULL, "1: M-W-100-100-100-1, 2: M-W-50-1"},
};

static void build(const value *settings, network *net) {
    network_append(net, BLOCK_RESIDUAL, (size_t)settings[NETWORK_WIDTH].number);
    if (settings[STRUCTURE].number == 0.0)
        for (int i = 0; i < 3; i++)
            network_append(net, BLOCK_RESIDUAL, 100);
    else
        network_append(net, BLOCK_RESIDUAL, 50);
    network_append(net, BLOCK_LINEAR, 1);
}

static void *fit(const value *settings, const problem *data, failure *why) {
    return regressor_fit(settings, data, build, why);
}

const method resnet_method = {.name = "resnet",
                              .title = "ResNet",
                              .unit = "parameters",
                              .options = options,
                              .n_options = SETTINGS,
                              .fit = fit,
                              .predict = regressor_predict,
                              .size = regressor_size,
                              .destroy = regressor_destroy};
