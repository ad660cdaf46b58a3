#include "learn/ensemble.h"

#include <math.h>
#include <string.h>

#include "base/status.h"

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

bool lab_ensemble_takes(const lab_ensemble *ensemble, const lab_learner *learner) {
    double error = learner->now.mean_error;
    bool in_vain = error > MUCH_LARGER * ensemble->least_error && error > EXACT;
    return ensemble->n_parts == 0 || (learner->now.phase == LAB_DONE && !in_vain);
}

/* Adds a learner's steps, and what early stopping has left out of them. A learner that is still training, and whose
 * part is not in the model, has all of its steps counted as lost. */
static void count(lab_account *account, const lab_learner *learner, bool takes) {
    const lab_standing *now = &learner->now;
    const lab_looks *looks = &learner->early.looks;
    bool done = now->phase == LAB_DONE;
    account->n_steps += now->steps;
    if (!takes && !done)
        account->n_steps_lost += now->steps;
    if (looks->best > 0 && (done || (takes && now->phase == LAB_FINAL))) {
        account->n_stopped++;
        account->n_steps_lost += now->phase_steps - looks->best;
        account->held_out_errors += looks->least;
    }
}

labrbf_status lab_ensemble_add(lab_ensemble *ensemble, lab_learner *learner) {
    const lab_standing *now = &learner->now;
    bool takes = lab_ensemble_takes(ensemble, learner);
    if (takes) {
        lab_part **part = &ensemble->parts[ensemble->n_parts];
        LAB_OR_RETURN(lab_learner_make_part(learner, part));
        ensemble->least_error = fmin(ensemble->n_parts > 0 ? ensemble->least_error : INFINITY, now->mean_error);
        ensemble->n_support += (*part)->n_support;
        ensemble->n_parts++;
    }
    memcpy(ensemble->history + ensemble->n_rounds, learner->history, now->n_rounds * sizeof *learner->history);
    ensemble->n_rounds += now->n_rounds;
    count(&ensemble->account, learner, takes);
    return LABRBF_OK;
}

labrbf_status lab_ensemble_join(const lab_ensemble *ensemble, lab_part *last, size_t n_rounds, labrbf_model **out) {
    const lab_part *any = last ? last : ensemble->parts[0];
    size_t n_parts = ensemble->n_parts + (last != NULL);
    labrbf_model *model = NULL;
    labrbf_status status;
    LAB_TRY(lab_model_create(&ensemble->allocator, any->n_features, any->n_targets, n_parts, n_rounds, &model));
    for (size_t k = 0; k < ensemble->n_parts; k++) {
        lab_part *copy;
        LAB_TRY(lab_part_copy(ensemble->parts[k], &copy));
        lab_model_add_part(model, copy, 1.0 / (double)n_parts);
    }
    if (last)
        lab_model_add_part(model, last, 1.0 / (double)n_parts);
    *out = model;
    return LABRBF_OK;
fail:
    lab_part_destroy(last);
    lab_model_destroy(model);
    return status;
}

labrbf_status lab_ensemble_model(const lab_ensemble *ensemble, lab_learner *learner, labrbf_model **out) {
    size_t before = ensemble->n_rounds, n_rounds = learner->now.n_rounds;
    bool takes = lab_ensemble_takes(ensemble, learner);
    lab_account account = ensemble->account;
    lab_part *part = NULL;
    if (takes)
        LAB_OR_RETURN(lab_learner_make_part(learner, &part));
    LAB_OR_RETURN(lab_ensemble_join(ensemble, part, before + n_rounds, out));
    labrbf_model *model = *out;
    memcpy(model->history, ensemble->history, before * sizeof *model->history);
    memcpy(model->history + before, learner->history, n_rounds * sizeof *model->history);
    count(&account, learner, takes);
    model->n_steps = account.n_steps;
    model->n_steps_kept = account.n_steps - account.n_steps_lost;
    model->n_held_out = learner->rows.n - learner->rows.n_learnt;
    model->held_out_error = account.n_stopped > 0 ? account.held_out_errors / (double)account.n_stopped : NAN;
    return LABRBF_OK;
}
