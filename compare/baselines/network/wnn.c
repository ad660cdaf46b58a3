/* WNN: a wide network, which has one hidden layer with relu. */
#include "baselines/baselines.h"
#include "regressor.h"

static const option options[NETWORK_OWN] = {
    [NETWORK_WIDTH] = {"width", OPTION_COUNT, "3000", 1, 100000, NULL, "1000 5000", "units of the hidden layer"},
    [NETWORK_RATE] = {"rate", OPTION_NUMBER, "0.001", 1e-9, 10, NULL, "0.001 0.01", "learning rate of Adam"},
    [NETWORK_RATE_SGD] = {"rate_sgd", OPTION_NUMBER, "0.001", 1e-9, 10, NULL, NULL, "learning rate of SGD"},
    [NETWORK_BATCH] = {"batch", OPTION_COUNT, "128", 2, 65536, NULL, NULL, "rows of a step"},
    [NETWORK_STEPS_ADAM] = {"steps_adam", OPTION_COUNT, "3000", 0, 1e7, NULL, NULL, "steps of Adam"},
    [NETWORK_STEPS_SGD] = {"steps_sgd", OPTION_COUNT, "3000", 0, 1e7, NULL, NULL, "steps of SGD that follow"},
    [NETWORK_LOSS] = {"loss", OPTION_WORD, "rmse", 0, 0, "rmse|mse", NULL, "what a step makes smaller"},
    [NETWORK_VALIDATION] = {"validation", OPTION_NUMBER, "0.1", 0.001, 0.9, NULL, NULL,
                            "share of the rows that choose the epoch"},
};

static void build(const value *settings, network *net) {
    network_append(net, BLOCK_RELU, (size_t)settings[NETWORK_WIDTH].number);
    network_append(net, BLOCK_LINEAR, 1);
}

static void *fit(const value *settings, const problem *data, failure *why) {
    return regressor_fit(settings, data, build, why);
}

const method wnn_method = {.name = "wnn",
                           .title = "WNN",
                           .unit = "parameters",
                           .options = options,
                           .n_options = NETWORK_OWN,
                           .fit = fit,
                           .predict = regressor_predict,
                           .size = regressor_size,
                           .destroy = regressor_destroy};
