#include "learn/ensemble.h"

#include <math.h>
#include <string.h>

/* A mean error is much larger than another's if it is so many times as large; errors below EXACT do not matter. */
static const double MUCH_LARGER = 10.0, EXACT = 1e-10;

labrbf_status lab_ensemble_make(lab_ensemble *ensemble, const lab_allocator *allocator, size_t members, size_t rounds) {
    size_t lines;
    *ensemble = (lab_ensemble){.allocator = *allocator};
    ensemble->parts = lab_alloc(allocator, members, sizeof *ensemble->parts);
    if (lab_size_mul(members, rounds, &lines))
        ensemble->history = lab_alloc(allocator, lines, sizeof *ensemble->history);
    return ensemble->parts && ensemble->history ? LABRBF_OK : LABRBF_E_MEMORY;
}

void lab_ensemble_free(lab_ensemble *ensemble) {
    for (size_t k = 0; k < ensemble->n_parts; k++)
        lab_part_destroy(ensemble->parts[k]);
    lab_free(&ensemble->allocator, ensemble->parts);
    lab_free(&ensemble->allocator, ensemble->history);
    *ensemble = (lab_ensemble){0};
}

size_t lab_ensemble_supports(const lab_ensemble *ensemble) {
    size_t sum = 0;
    for (size_t k = 0; k < ensemble->n_parts; k++)
        sum += ensemble->parts[k]->n_support;
    return sum;
}

bool lab_ensemble_takes(const lab_ensemble *ensemble, const lab_learner *learner) {
    double error = learner->now.mean_error;
    bool in_vain = error > MUCH_LARGER * ensemble->least_error && error > EXACT;
    return ensemble->n_parts == 0 || (learner->now.phase == LAB_DONE && !in_vain);
}

labrbf_status lab_ensemble_add(lab_ensemble *ensemble, lab_learner *learner) {
    const lab_standing *now = &learner->now;
    if (lab_ensemble_takes(ensemble, learner)) {
        labrbf_status status = lab_learner_make_part(learner, &ensemble->parts[ensemble->n_parts]);
        if (status < 0)
            return status;
        ensemble->least_error = fmin(ensemble->n_parts > 0 ? ensemble->least_error : INFINITY, now->mean_error);
        ensemble->n_parts++;
    }
    memcpy(ensemble->history + ensemble->n_rounds, learner->history, now->n_rounds * sizeof *learner->history);
    ensemble->n_rounds += now->n_rounds;
    ensemble->n_steps += now->steps;
    if (learner->early.looks.best > 0) {
        ensemble->n_stopped++;
        ensemble->n_steps_lost += now->phase_steps - learner->early.looks.best;
        ensemble->held_out_errors += learner->early.looks.least;
    }
    return LABRBF_OK;
}

/* What is said of the steps, the learner at work being among those that are told of. */
static void describe(const lab_ensemble *ensemble, const lab_learner *learner, labrbf_model *model) {
    const lab_standing *now = &learner->now;
    bool done = now->phase == LAB_DONE, takes = lab_ensemble_takes(ensemble, learner);
    bool own = learner->early.looks.best > 0 && (done || (takes && now->phase == LAB_FINAL));
    size_t n = ensemble->n_stopped + own, lost = ensemble->n_steps_lost;
    if (own)
        lost += now->phase_steps - learner->early.looks.best;
    if (!takes && !done)
        lost += now->steps;
    memcpy(model->history, ensemble->history, ensemble->n_rounds * sizeof *model->history);
    memcpy(model->history + ensemble->n_rounds, learner->history, now->n_rounds * sizeof *model->history);
    model->n_steps = ensemble->n_steps + now->steps;
    model->n_held_out = learner->rows.n - learner->rows.n_learnt;
    model->n_steps_kept = model->n_steps - lost;
    model->held_out_error =
        n > 0 ? (ensemble->held_out_errors + (own ? learner->early.looks.least : 0.0)) / (double)n : NAN;
}

labrbf_status lab_ensemble_model(const lab_ensemble *ensemble, lab_learner *learner, labrbf_model **out) {
    bool takes = lab_ensemble_takes(ensemble, learner);
    double weight = 1.0 / (double)(ensemble->n_parts + takes);
    labrbf_model *model;
    lab_part *part;
    labrbf_status status =
        lab_model_create(&ensemble->allocator, learner->rows.n_features, learner->rows.n_targets,
                         ensemble->n_parts + takes, ensemble->n_rounds + learner->now.n_rounds, &model);
    if (status < 0)
        return status;
    for (size_t k = 0; k < ensemble->n_parts && status >= 0; k++) {
        status = lab_part_copy(ensemble->parts[k], &part);
        if (status >= 0)
            lab_model_add_part(model, part, weight);
    }
    if (takes && status >= 0) {
        status = lab_learner_make_part(learner, &part);
        if (status >= 0)
            lab_model_add_part(model, part, weight);
    }
    if (status < 0) {
        lab_model_destroy(model);
        return status;
    }
    describe(ensemble, learner, model);
    *out = model;
    return LABRBF_OK;
}
