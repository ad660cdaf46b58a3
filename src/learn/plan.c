#include "learn/plan.h"

#include <math.h>

#include "base/status.h"
#include "model/bytes.h"

enum { AUTO_SUPPORTS = 100, AUTO_ADD = 10, AUTO_WINDOW = 10, AUTO_LEAST = 10, AUTO_MANY = 300, AUTO_MOST = 500 };
enum { ROWS_FOR_SLOPE = 5 };
enum { AVERAGED_LEAST = 40, AVERAGED_MOST = 1000, AUTO_MEMBERS = 3 }; /* rows of tables whose models are averaged */
enum { SMALL_TABLE = 500, SMALL_BATCH = 64, LARGE_BATCH = 256, BATCH_STEP = 32, FEATURES_MORE = 10 };
/* In a step: fits of tables that are not large take seconds, others a minute or so, however many columns they have. */
static const double SECONDS_WORK = 4e5, MINUTE_WORK = 1.4e7;
static const double RANKS_LEAVE = 0.9; /* of the supports, at least */
static const double LONG_TAIL =
    1.0; /* skewness; that of evenly spread and of normal labels is 0, of exponential ones 2 */

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }
static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* An eighth of the rows, but not too few in small tables, and in larger ones not more than steps can be quick with. */
static size_t auto_by_rows(size_t n_rows) {
    size_t few = smaller(AUTO_MANY, larger(n_rows / 8, smaller(AUTO_LEAST, n_rows / 2)));
    return larger(few, smaller(AUTO_MOST, n_rows / 50));
}

/* Where rows are few, the places and bandwidths that come out owe much to chance, which an average evens out; but it is
 * as many times larger, and so not for those who say how many supports there may be. */
static size_t auto_members(const lab_settings *s, size_t n_rows) {
    bool is_size_open = s->support_max == 0 && s->support_init == 0;
    bool is_small = n_rows >= AVERAGED_LEAST && n_rows < AVERAGED_MOST;
    return is_size_open && is_small && s->coefficients != LAB_BY_SUPPORTS ? AUTO_MEMBERS : 1;
}

/* More rows make a step better and dearer; in small tables they make no difference. */
static size_t auto_batch(const lab_plan_table *table, size_t n_support) {
    if (table->n_rows < SMALL_TABLE)
        return SMALL_BATCH;
    double work = table->n_rows < LAB_LARGE_TABLE ? SECONDS_WORK : MINUTE_WORK;
    double rows = work / ((double)n_support * (double)(table->n_features + FEATURES_MORE));
    return smaller(LARGE_BATCH, larger(SMALL_BATCH, (size_t)rows / BATCH_STEP * BATCH_STEP));
}

size_t lab_plan_first_batch(const lab_settings *s, size_t n_rows) {
    if (n_rows < SMALL_TABLE || n_rows >= LAB_LARGE_TABLE)
        return s->batch;
    return smaller(s->batch, larger(SMALL_BATCH, s->batch / 2));
}

/* The largest part that may come out, with some number of supports. */
static lab_bytes largest_part(const lab_settings *s, const lab_plan_table *table, size_t n_support) {
    bool by_rows = s->coefficients != LAB_BY_SUPPORTS;
    bool ranks = s->scaling == LAB_SCALING_RANK || (s->scaling == LAB_SCALING_AUTO && by_rows);
    return (lab_bytes){.n_support = n_support,
                       .n_features = table->n_features,
                       .n_targets = table->n_targets,
                       .n_knots = ranks ? lab_knots_most(table->n_features) : 0,
                       .linear = s->linear == LAB_ON || (s->linear == LAB_AUTO && by_rows),
                       .clipped = s->clip_labels == LAB_ON,
                       .formed = s->label_form != LAB_FORM_PLAIN && (s->label_form != LAB_FORM_AUTO || by_rows)};
}

/* How many supports fit in max_bytes, up to support_max; *least is what a single one takes. Every member has a scaler of
 * its own, and a weight if there are several. */
static double fitting(const lab_settings *s, const lab_plan_table *table, double *least) {
    const lab_bytes none = largest_part(s, table, 0), one = largest_part(s, table, 1);
    double members = (double)s->members, each = lab_bytes_single(&one) - lab_bytes_single(&none);
    double fixed = members * lab_bytes_single(&none) + (members > 1.0 ? 4.0 * members : 0.0);
    *least = fixed + each;
    return fmin(floor(((double)s->max_bytes - fixed) / each), (double)s->support_max);
}

/* Ranks take as many bytes as 33 supports. If they would drive out more than a tenth of the supports, they are no
 * longer a choice. */
static labrbf_status limit_bytes(lab_settings *s, const lab_plan_table *table) {
    lab_settings plain = *s;
    double least;
    if (s->max_bytes == 0)
        return LABRBF_OK;
    plain.scaling = LAB_SCALING_MINMAX;
    if (s->scaling == LAB_SCALING_AUTO && fitting(s, table, &least) < RANKS_LEAVE * fitting(&plain, table, &least))
        s->scaling = LAB_SCALING_MINMAX;
    double most = fitting(s, table, &least);
    while (s->members > 1 && most < (double)s->members) {
        s->members--;
        most = fitting(s, table, &least);
    }
    if (most < 1.0)
        return lab_fail(LABRBF_E_SETTING,
                        "max_bytes is %zu, but for this table a model with a single support takes %.0f bytes%s",
                        s->max_bytes, least,
                        s->scaling == LAB_SCALING_RANK ? "; with another scaling than rank it takes fewer" : "");
    s->support_max = (size_t)most;
    return LABRBF_OK;
}

labrbf_status lab_plan_resolve(lab_settings *s, const lab_plan_table *table) {
    size_t n_rows = table->n_rows;
    if (s->linear == LAB_AUTO && n_rows / ROWS_FOR_SLOPE <= table->n_features)
        s->linear = LAB_OFF; /* there are too few rows to tell a trend from chance */
    if (s->label_form == LAB_FORM_AUTO && !(table->skewness > LONG_TAIL))
        s->label_form = LAB_FORM_PLAIN;
    size_t most = s->coefficients != LAB_BY_SUPPORTS ? auto_by_rows(n_rows) : smaller(AUTO_SUPPORTS, n_rows / 2);
    bool is_auto = s->members == 0;
    if (is_auto)
        s->members = auto_members(s, n_rows);
    size_t all = is_auto ? most * s->members : most;
    if (s->support_max == 0)
        s->support_max = larger(larger(all, 1), s->support_init * s->members);
    const lab_settings before = *s;
    labrbf_status status = limit_bytes(s, table);
    if (is_auto && s->support_max < all) { /* there is no room for them all */
        *s = before;
        s->members = 1;
        status = limit_bytes(s, table);
        s->support_max = smaller(s->support_max, most);
    }
    if (status < 0)
        return status;
    s->members = larger(smaller(s->members, s->support_max), 1);
    s->support_max /= s->members;
    if (s->support_init == 0)
        s->support_init = s->coefficients != LAB_BY_SUPPORTS ? s->support_max : larger(s->support_max / 3, 1);
    if (s->window == 0)
        s->window = AUTO_WINDOW * s->support_max;
    s->support_max = smaller(s->support_max, n_rows);
    s->support_init = smaller(s->support_init, s->support_max);
    if (s->batch == 0)
        s->batch = auto_batch(table, s->support_max);
    s->batch = smaller(s->batch, n_rows);
    if (s->rate_final == 0.0)
        s->rate_final = s->rate == 0.0 ? LAB_USUAL_RATE : s->rate;
    return LABRBF_OK;
}

void lab_plan_as_in(lab_settings *s, const lab_settings *before) {
    if (s->scaling == LAB_SCALING_AUTO)
        s->scaling = before->scaling;
    if (s->kernel == LAB_KERNEL_AUTO)
        s->kernel = before->kernel;
    if (s->linear == LAB_AUTO)
        s->linear = before->linear;
    if (s->coefficients == LAB_BY_AUTO)
        s->coefficients = before->coefficients;
    if (s->bandwidths == LAB_BANDWIDTHS_AUTO)
        s->bandwidths = before->bandwidths;
    if (s->ridge == 0.0)
        s->ridge = before->ridge;
    if (s->label_form == LAB_FORM_AUTO)
        s->label_form = before->label_form;
}

void lab_plan_without_choice(lab_settings *s) {
    if (s->scaling == LAB_SCALING_AUTO)
        s->scaling = LAB_SCALING_MINMAX;
    if (s->kernel == LAB_KERNEL_AUTO)
        s->kernel = LAB_EXPONENTIAL;
    if (s->coefficients == LAB_BY_AUTO)
        s->coefficients = LAB_BY_ROWS;
    if (s->linear == LAB_AUTO)
        s->linear = s->coefficients == LAB_BY_ROWS ? LAB_ON : LAB_OFF;
    if (s->label_form == LAB_FORM_AUTO)
        s->label_form = LAB_FORM_PLAIN;
    if (s->bandwidths == LAB_BANDWIDTHS_AUTO)
        s->bandwidths = LAB_BANDWIDTHS_OWN;
    if (s->rate == 0.0)
        s->rate = LAB_USUAL_RATE;
}

size_t lab_plan_add(const lab_settings *settings, size_t s) {
    size_t add = settings->support_add ? settings->support_add : larger(AUTO_ADD, s / 10);
    return smaller(add, settings->support_max - s);
}

double lab_plan_work(const lab_plan *plan, size_t s) {
    double n = (double)s, rows = n + (double)plan->batch;
    return n * n * n / 3.0 + 4.0 * rows * n * (double)plan->n_features;
}

void lab_plan_make(lab_plan *plan, const lab_settings *settings, size_t n_features) {
    *plan = (lab_plan){.batch = settings->batch, .n_features = n_features};
    size_t s = settings->support_init;
    for (;;) {
        plan->rounds++;
        plan->steps += settings->steps_grow;
        plan->work += (double)settings->steps_grow * lab_plan_work(plan, s);
        if (s >= settings->support_max || plan->rounds == settings->rounds)
            break;
        s += lab_plan_add(settings, s);
    }
    plan->steps += settings->steps_final;
    plan->work += (double)settings->steps_final * lab_plan_work(plan, s);
    if (plan->work == 0.0)
        plan->work = 1.0; /* no steps at all */
    plan->member_steps = plan->steps;
    plan->member_work = plan->work;
    plan->work *= (double)settings->members;
    plan->steps *= settings->members;
}
