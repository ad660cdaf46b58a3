/* What a learner has learnt: the errors of rows, a part of a model, and its state as bytes. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "learn/learner.h"

/* ---- errors */

enum { SCAN_BLOCK = 64 };

/* Rules that interpolate leave errors on supports that are lambda alpha: of no interest. */
static bool is_scanned(const lab_learner *l, size_t row) {
    return !l->rule->interpolates || row >= l->rows.n_learnt || !lab_support_has(&l->supports, row);
}

typedef struct scan_job {
    lab_learner *learner;
    size_t first;
} scan_job;

/* The squared error of every row, the mean over targets. */
static void scan_block(void *context, size_t begin, size_t end) {
    const scan_job *job = context;
    lab_learner *l = job->learner;
    const lab_expansion *e = &l->expansion;
    lab_supports supports = lab_expansion_supports(e);
    double f[SCAN_BLOCK];
    begin += job->first;
    end += job->first;
    for (size_t r = begin; r < end; r++)
        l->errors[r] = 0.0;
    for (size_t c = 0; c < e->n_targets; c++) {
        const double *y = l->rows.y + c * l->rows.n;
        lab_kernel()->dot(&supports, e->alpha + c * e->s_max, l->rows.x + begin * e->n_features, end - begin,
                          e->n_features, f);
        for (size_t r = begin; r < end; r++) {
            double error = is_scanned(l, r) ? e->beta[c] + f[r - begin] - y[r] : 0.0;
            l->errors[r] += error * error / (double)e->n_targets;
        }
    }
}

double lab_learner_scan(lab_learner *l, size_t begin, size_t end, double *largest) {
    scan_job job = {l, begin};
    double sum = 0.0, total = 0.0;
    lab_par_run(l->par, end - begin, SCAN_BLOCK, scan_block, &job);
    *largest = 0.0;
    for (size_t r = begin; r < end; r++) {
        sum += lab_rows_weight(&l->rows, r) * l->errors[r];
        total += is_scanned(l, r) ? lab_rows_weight(&l->rows, r) : 0.0;
        *largest = fmax(*largest, l->errors[r]);
    }
    return total > 0.0 ? sum / total : 0.0;
}

/* ---- a part */

static void copy_supports(const lab_learner *l, const lab_expansion *e, lab_part *part) {
    size_t s = e->s, bytes = s * sizeof(double);
    for (size_t j = 0; j < e->n_features; j++) {
        for (size_t i = 0; i < s; i++) {
            part->x[j * s + i] = e->x[j * e->s_max + i];
            part->theta[j * s + i] = fabs(e->theta[j * e->s_max + i]);
        }
    }
    for (size_t c = 0; c < e->n_targets; c++) {
        memcpy(part->y + c * s, e->y + c * e->s_max, bytes);
        memcpy(part->alpha + c * s, e->alpha + c * e->s_max, bytes);
        part->beta[c] = e->beta[c];
        for (size_t i = c * s; i < (c + 1) * s && part->alpha2; i++)
            part->alpha2[i] = part->y[i] - part->beta[c];
        if (part->alpha2)
            l->rule->second(l->rule_state, part->alpha2 + c * s);
    }
    for (size_t i = 0; i < s; i++)
        part->rows[i] = l->numbers[l->supports.rows[i]];
}

labrbf_status lab_learner_make_part(lab_learner *l, lab_part **out) {
    bool has_best = l->now.phase == LAB_FINAL && l->early.looks.best > 0;
    lab_expansion e = has_best ? lab_early_best(&l->early, &l->expansion) : l->expansion;
    double lambda = l->now.lambda; /* if this solve has to raise it, later steps do not notice */
    if (!l->now.solved)
        LAB_OR_RETURN(l->rule->solve(l->rule_state, &e, &l->rows, l->rows.n, &lambda));
    const lab_part_size size = {.n_support = e.s,
                                .n_features = e.n_features,
                                .n_targets = e.n_targets,
                                .n_knots = l->rows.scaler.knots.n,
                                .second = l->rule->second != NULL};
    lab_part *part;
    LAB_OR_RETURN(lab_part_create(&l->allocator, &size, &part));
    part->profile = e.profile;
    part->clips = l->how.settings.clip_labels == LAB_ON;
    copy_supports(l, &e, part);
    memcpy(part->slopes, l->rows.slopes, e.n_targets * e.n_features * sizeof *part->slopes);
    lab_scaler_copy(&part->scaler, &l->rows.scaler);
    part->lambda = lambda;
    part->rcond = l->rule->rcond(l->rule_state);
    *out = part;
    return LABRBF_OK;
}

/* ---- the state as bytes */

/* All that changes from step to step. Arrays that every step writes before it reads them are not in it. */
static void visit(lab_learner *l, lab_codec *bytes) {
    lab_expansion *e = &l->expansion;
    size_t values = e->n_features * e->s_max;
    lab_codec_count(bytes, &e->s, e->s_max);
    lab_codec_count(bytes, &e->b, e->b_max);
    lab_codec_items(bytes, e->x, values, sizeof *e->x);
    lab_codec_items(bytes, e->theta, values, sizeof *e->theta);
    lab_codec_items(bytes, e->points, values, sizeof *e->points);
    lab_codec_items(bytes, e->y, e->n_targets * e->s_max, sizeof *e->y);
    lab_codec_items(bytes, e->alpha, e->n_targets * e->s_max, sizeof *e->alpha);
    lab_codec_items(bytes, e->beta, e->n_targets, sizeof *e->beta);
    lab_support_visit(&l->supports, bytes, e->s_max);
    lab_optim_visit(&l->optim, bytes, values);
    if (e->moves_centres)
        lab_optim_visit(&l->centre_optim, bytes, values);
    lab_early_visit(&l->early, bytes, values);
    l->rule->visit(l->rule_state, e, bytes);
    LAB_CODEC_FIELD(bytes, l->rng);
    lab_codec_count(bytes, &l->n_pool, l->rows.n_learnt);
    lab_codec_items(bytes, l->pool, l->n_pool, sizeof *l->pool);
    LAB_CODEC_FIELD(bytes, l->schedule.steps);
    LAB_CODEC_FIELD(bytes, l->schedule.work);
    LAB_CODEC_FIELD(bytes, l->now);
    lab_codec_items(bytes, l->history, l->schedule.rounds + 1, sizeof *l->history);
}

size_t lab_learner_save(lab_learner *l, unsigned char *bytes) {
    lab_codec codec = {.to = bytes};
    visit(l, &codec);
    return codec.used;
}

bool lab_learner_restore(lab_learner *l, const unsigned char *bytes, size_t size) {
    lab_codec codec = {.from = bytes, .size = size};
    visit(l, &codec);
    return lab_codec_ended(&codec);
}
