#include "learn/tune.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/status.h"
#include "learn/train.h"
#include "model/model.h"

/* Candidates by rung: 6, 3, 2; steps by rung, in terms of steps_final: 1/8, 1/4, 1/2. Much shorter ones would favour
 * small ridges: overfitting takes time. */
enum { CANDIDATES = 6, RUNGS = 3, FIRST_SHARE = 8 };
static const size_t in_rung[RUNGS] = {CANDIDATES, 3, 2};
enum { LEAST_ROWS = 40, MOST_TRAINING_ROWS = 20000, MOST_VALIDATION_ROWS = 5000 };
static const double ridges[CANDIDATES] = {1e-7, 1e-5, 1e-4, 1e-3, 1e-2, 1.0};
static const uint64_t STREAM = 0x72696467; /* the split draws its own random numbers */
const double lab_tune_cost = 2.5;

typedef struct candidate {
    double ridge, error;
} candidate;

struct lab_tune {
    lab_allocator allocator;
    lab_log log;
    lab_settings settings;
    size_t n_features, n_targets, n_training, n_validation;
    double *x, *y, *weights; /* training rows, then validation rows; weights is NULL if every row counts once */
    double *predictions;     /* n_validation x n_targets */
    candidate candidates[CANDIDATES];
    size_t rung, at; /* the candidate at work */
    labrbf_trainer *trial;
};

bool lab_tune_possible(const lab_settings *settings, size_t n_rows) {
    return n_rows >= LEAST_ROWS && settings->steps_final > 0;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* A random fifth of the rows for validation, the others for training, both within limits. */
static void split(lab_tune *tune, const lab_tune_rows *from, uint32_t *order) {
    size_t m = tune->n_features, targets = tune->n_targets, rows = tune->n_training + tune->n_validation;
    lab_rng rng = lab_rng_seed(tune->settings.seed ^ STREAM);
    for (size_t r = 0; r < from->n; r++)
        order[r] = (uint32_t)r;
    lab_rng_choose(&rng, order, from->n, rows);
    for (size_t r = 0; r < rows; r++) {
        size_t row = from->rows[order[r]];
        memcpy(tune->x + r * m, from->data->x + row * m, m * sizeof *tune->x);
        memcpy(tune->y + r * targets, from->data->y + row * targets, targets * sizeof *tune->y);
        if (tune->weights)
            tune->weights[r] = from->weights[order[r]];
    }
}

static labrbf_status start_trial(lab_tune *tune) {
    lab_settings settings = tune->settings;
    size_t share = FIRST_SHARE >> tune->rung;
    settings.ridge = tune->candidates[tune->at].ridge;
    settings.steps_final = settings.steps_final / share + 1;
    settings.steps_grow = 0;
    settings.support_max = smaller(settings.support_max, tune->n_training / 2);
    settings.support_init = smaller(settings.support_init, settings.support_max);
    labrbf_hooks hooks = {.struct_size = sizeof hooks,
                          .allocate = tune->allocator.allocate,
                          .release = tune->allocator.release,
                          .allocator_user = tune->allocator.user};
    labrbf_data data = {.struct_size = sizeof data,
                        .n_rows = tune->n_training,
                        .n_features = tune->n_features,
                        .n_targets = tune->n_targets,
                        .x = tune->x,
                        .y = tune->y,
                        .weights = tune->weights};
    return lab_trainer_create(&settings, &data, &hooks, &tune->trial);
}

/* Memory for the rows that are kept. */
static bool allocate(lab_tune *tune, bool weighted) {
    const lab_allocator *allocator = &tune->allocator;
    size_t rows = tune->n_training + tune->n_validation, features, labels;
    if (!lab_size_mul(rows, tune->n_features, &features) || !lab_size_mul(rows, tune->n_targets, &labels))
        return false;
    tune->x = lab_alloc(allocator, features, sizeof *tune->x);
    tune->y = lab_alloc(allocator, labels, sizeof *tune->y);
    tune->weights = weighted ? lab_alloc(allocator, rows, sizeof *tune->weights) : NULL;
    tune->predictions = lab_alloc(allocator, tune->n_validation * tune->n_targets, sizeof *tune->predictions);
    return tune->x && tune->y && tune->predictions && (tune->weights || !weighted);
}

labrbf_status lab_tune_create(const lab_allocator *allocator, const lab_log *log, const lab_settings *settings,
                              const lab_tune_rows *from, lab_tune **out) {
    *out = NULL;
    lab_tune *tune = lab_alloc(allocator, 1, sizeof *tune);
    if (!tune)
        return LABRBF_E_MEMORY;
    *tune = (lab_tune){.allocator = *allocator,
                       .log = *log,
                       .settings = *settings,
                       .n_features = from->data->n_features,
                       .n_targets = from->data->n_targets};
    tune->n_validation = smaller(from->n / 5, MOST_VALIDATION_ROWS);
    tune->n_training = smaller(from->n - tune->n_validation, MOST_TRAINING_ROWS);
    uint32_t *order = lab_alloc(allocator, from->n, sizeof *order);
    labrbf_status status = LABRBF_E_MEMORY;
    if (order && allocate(tune, from->weights != NULL)) {
        split(tune, from, order);
        for (size_t c = 0; c < CANDIDATES; c++)
            tune->candidates[c] = (candidate){ridges[c], INFINITY};
        status = start_trial(tune);
    }
    lab_free(allocator, order);
    if (status < 0)
        lab_tune_destroy(tune);
    else
        *out = tune;
    return status;
}

void lab_tune_destroy(lab_tune *tune) {
    if (!tune)
        return;
    lab_allocator allocator = tune->allocator;
    lab_trainer_destroy(tune->trial);
    lab_free(&allocator, tune->x);
    lab_free(&allocator, tune->y);
    lab_free(&allocator, tune->weights);
    lab_free(&allocator, tune->predictions);
    lab_free(&allocator, tune);
}

/* The weighted mean over the validation rows of the squared errors, summed over targets in terms of their range. */
static double validation_error(const lab_tune *tune, const lab_scaler *scaler) {
    size_t targets = tune->n_targets;
    const double *y = tune->y + tune->n_training * targets;
    const double *weights = tune->weights ? tune->weights + tune->n_training : NULL;
    double sum = 0.0, total = 0.0;
    for (size_t r = 0; r < tune->n_validation; r++) {
        double squares = 0.0, weight = weights ? weights[r] : 1.0;
        for (size_t c = 0; c < targets; c++) {
            double error = (tune->predictions[r * targets + c] - y[r * targets + c]) / scaler->labels[c].scale;
            squares += error * error;
        }
        sum += weight * squares;
        total += weight;
    }
    return sum / total;
}

static labrbf_status score(lab_tune *tune) {
    labrbf_model *model;
    labrbf_status status = lab_trainer_take_model(tune->trial, &model);
    if (status < 0)
        return status;
    const double *x = tune->x + tune->n_training * tune->n_features;
    status = lab_model_predict(model, x, tune->n_validation, tune->settings.threads, tune->predictions);
    tune->candidates[tune->at].error = validation_error(tune, &model->scaler);
    lab_model_destroy(model);
    return status;
}

/* Better ones first; of equal ones the larger ridge, which is the smoother model. */
static void sort(candidate *c, size_t n) {
    for (size_t i = 1; i < n; i++)
        for (size_t j = i;
             j > 0 && (c[j].error < c[j - 1].error || (c[j].error == c[j - 1].error && c[j].ridge > c[j - 1].ridge));
             j--) {
            candidate swap = c[j];
            c[j] = c[j - 1];
            c[j - 1] = swap;
        }
}

/* On to the next candidate, or with the better half to the next rung; true if that was the last. */
static bool advance(lab_tune *tune) {
    lab_trainer_destroy(tune->trial);
    tune->trial = NULL;
    if (++tune->at < in_rung[tune->rung])
        return false;
    sort(tune->candidates, tune->at);
    tune->at = 0;
    return ++tune->rung == RUNGS;
}

labrbf_status lab_tune_step(lab_tune *tune) {
    if (tune->rung == RUNGS)
        return LABRBF_DONE_SUPPORTS;
    labrbf_status status = lab_trainer_step(tune->trial);
    if (status == LABRBF_OK)
        return LABRBF_OK;
    status = status < 0 ? status : score(tune);
    if (status < 0)
        return status;
    if (advance(tune)) {
        lab_say(&tune->log, LABRBF_LOG_INFO, "ridge %g chosen of %d on %zu validation rows", tune->candidates[0].ridge,
                CANDIDATES, tune->n_validation);
        return LABRBF_DONE_SUPPORTS;
    }
    status = start_trial(tune);
    return status < 0 ? status : LABRBF_OK;
}

double lab_tune_fraction(const lab_tune *tune) {
    labrbf_training_info info = {.fraction = 0.0};
    double done = 0.0;
    for (size_t rung = 0; rung < RUNGS && rung < tune->rung; rung++)
        done += (double)(in_rung[rung] << rung);
    if (tune->trial)
        lab_trainer_info(tune->trial, &info);
    return (done + ((double)tune->at + info.fraction) * (double)(1U << tune->rung)) / (lab_tune_cost * FIRST_SHARE);
}

double lab_tune_loss(const lab_tune *tune) {
    labrbf_training_info info = {.loss = NAN};
    if (tune->trial)
        lab_trainer_info(tune->trial, &info);
    return info.loss;
}

double lab_tune_ridge(const lab_tune *tune) { return tune->candidates[0].ridge; }
