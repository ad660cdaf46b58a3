#include "learn/resolve.h"

#include <math.h>

#include "base/status.h"
#include "learn/rule.h"
#include "model/bytes.h"

enum { AUTO_SUPPORTS = 100, WINDOW_ROWS = 10, AUTO_LEAST = 10, AUTO_MANY = 300, AUTO_MOST = 500 };
enum { ROWS_FOR_SLOPE = 5 };
enum { AVERAGED_LEAST = 40, AVERAGED_MOST = 1000, AUTO_MEMBERS = 3 }; /* rows of tables whose models are averaged */
enum { SMALL_TABLE = 500, SMALL_BATCH = 64, LARGE_BATCH = 256, BATCH_STEP = 32, FEATURES_MORE = 10 };
/* Multiplications in a gradient step, at most: with the first a fit takes seconds, with the second, for large tables, a
 * minute or so. Batches are as large as this allows. */
static const double SECONDS_WORK = 4e5, MINUTE_WORK = 1.4e7;
static const double RANKS_LEAVE = 0.9; /* of the supports, at least */
static const double WEIGHT_BYTES = 4.0;
static const double LONG_TAIL = 1.0; /* skewness; evenly spread and normal labels have 0, exponential ones 2 */

/* Least squares over rows, or another rule that smooths; auto is one. */
static bool smooths(const lab_settings *s) { return !lab_rule_of(s->coefficients)->interpolates; }

/* An eighth of the rows, but not too few in small tables, and in larger ones not more than steps can be quick with. */
static size_t auto_by_rows(size_t n_rows) {
    size_t few = lab_smaller(AUTO_MANY, lab_larger(n_rows / 8, lab_smaller(AUTO_LEAST, n_rows / 2)));
    return lab_larger(few, lab_smaller(AUTO_MOST, n_rows / 50));
}

/* Where rows are few, centres and bandwidths owe much to chance, which an average evens out. An average is as many
 * times larger, so it is not for users who say how many supports there may be. */
static size_t auto_members(const lab_settings *s, size_t n_rows) {
    bool is_size_open = s->support_max == 0 && s->support_init == 0;
    bool is_small = n_rows >= AVERAGED_LEAST && n_rows < AVERAGED_MOST;
    return is_size_open && is_small && smooths(s) ? AUTO_MEMBERS : 1;
}

/* More rows make a step more accurate and slower; in small tables they make no difference. */
static size_t auto_batch(const lab_table *table, size_t n_support) {
    if (table->n_rows < SMALL_TABLE)
        return SMALL_BATCH;
    double work = table->n_rows < LAB_LARGE_TABLE ? SECONDS_WORK : MINUTE_WORK;
    double rows = work / ((double)n_support * (double)(table->n_features + FEATURES_MORE));
    return lab_smaller(LARGE_BATCH, lab_larger(SMALL_BATCH, (size_t)rows / BATCH_STEP * BATCH_STEP));
}

size_t lab_plan_first_batch(size_t batch, size_t n_rows) {
    if (n_rows < SMALL_TABLE || n_rows >= LAB_LARGE_TABLE)
        return batch;
    return lab_smaller(batch, lab_larger(SMALL_BATCH, batch / 2));
}

/* The largest part that may come out, with some number of supports. */
static lab_bytes largest_part(const lab_settings *s, const lab_table *table, size_t n_support) {
    bool open = smooths(s); /* what is auto is searched for, then */
    bool ranks = s->scaling == LAB_SCALING_RANK || (s->scaling == LAB_SCALING_AUTO && open);
    return (lab_bytes){.n_support = n_support,
                       .n_features = table->n_features,
                       .n_targets = table->n_targets,
                       .n_knots = ranks ? lab_knots_most(table->n_features) : 0,
                       .linear = s->linear == LAB_ON || (s->linear == LAB_AUTO && open),
                       .clipped = s->clip_labels == LAB_ON,
                       .formed = s->label_form != LAB_FORM_PLAIN && (s->label_form != LAB_FORM_AUTO || open)};
}

/* How many supports, up to `most`, fit in max_bytes with so many parts; *least is what a single one takes. Every part
 * has a scaler of its own, and a weight if there are several. */
static double fitting(const lab_settings *s, const lab_table *table, size_t parts, size_t most, double *least) {
    const lab_bytes none = largest_part(s, table, 0), one = largest_part(s, table, 1);
    double each = lab_bytes_single(&one) - lab_bytes_single(&none);
    double fixed = (double)parts * (lab_bytes_single(&none) + (parts > 1 ? WEIGHT_BYTES : 0.0));
    *least = fixed + each;
    if (s->max_bytes == 0)
        return (double)most;
    return fmin(floor(((double)s->max_bytes - fixed) / each), (double)most);
}

/* The same without knots of ranks if scaling is open: they are given up where they leave too little room. */
static double room(const lab_settings *s, const lab_table *table, size_t parts, size_t most) {
    lab_settings plain = *s;
    double least;
    if (plain.scaling == LAB_SCALING_AUTO)
        plain.scaling = LAB_SCALING_MINMAX;
    return fitting(&plain, table, parts, most, &least);
}

/* *most becomes what fits in max_bytes. Knots of ranks take as many bytes as 33 supports: if there would be less than
 * nine tenths of the supports with them, ranks are not tried. */
static labrbf_status limit_bytes(lab_settings *s, const lab_table *table, size_t parts, size_t *most) {
    double least;
    if (s->scaling == LAB_SCALING_AUTO &&
        fitting(s, table, parts, *most, &least) < RANKS_LEAVE * room(s, table, parts, *most))
        s->scaling = LAB_SCALING_MINMAX;
    double fits = fitting(s, table, parts, *most, &least);
    if (fits < 1.0)
        return lab_fail(LABRBF_E_SETTING,
                        "max_bytes is %zu, but for this table a model with a single support takes %.0f bytes%s",
                        s->max_bytes, least,
                        s->scaling == LAB_SCALING_RANK ? "; with another scaling than rank it takes fewer" : "");
    *most = (size_t)fits;
    return LABRBF_OK;
}

/* What a model that is trained further leaves open is as it was before; only its steps are the usual ones. */
static void go_on_from(lab_settings *s, const labrbf_model *start) {
    lab_settings before = start->settings;
    before.rate = s->rate;
    lab_settings_fill_searched(s, &before);
    if (s->coefficients == LAB_BY_AUTO)
        s->coefficients = before.coefficients;
    s->support_init = start->parts[0]->n_support;
}

/* The number of members, and the supports that one of them may have. */
static labrbf_status share_supports(lab_plan *plan, const lab_table *table) {
    const lab_settings *asked = &plan->asked;
    lab_settings *s = &plan->one;
    size_t n_rows = table->n_rows, members = asked->members ? asked->members : auto_members(s, n_rows);
    size_t usual = smooths(s) ? auto_by_rows(n_rows) : lab_smaller(AUTO_SUPPORTS, n_rows / 2);
    size_t wanted = asked->members ? usual : usual * members, all = asked->support_max;
    if (all == 0)
        all = lab_larger(lab_larger(wanted, 1), s->support_init * members);
    if (asked->members == 0 && members > 1 && room(s, table, members, all) < (double)wanted) {
        members = 1; /* there is no room for them all */
        all = usual;
    }
    while (members > 1 && room(s, table, members, all) < (double)members)
        members--;
    LAB_OR_RETURN(limit_bytes(s, table, members, &all));
    plan->n_members = lab_larger(lab_smaller(members, all), 1);
    s->members = 1;
    s->support_max = all / plan->n_members;
    return LABRBF_OK;
}

labrbf_status lab_plan_make(lab_plan *plan, const lab_settings *asked, const lab_table *table,
                            const labrbf_model *start) {
    *plan = (lab_plan){.asked = *asked, .one = *asked};
    lab_settings *s = &plan->one;
    size_t n_rows = table->n_rows;
    if (start && asked->members > 1)
        return lab_fail(LABRBF_E_ARGUMENT,
                        "members is %zu, but a model to start from gives the supports of one: set members to 1",
                        asked->members);
    if (start)
        go_on_from(s, start);
    if (s->linear == LAB_AUTO && n_rows / ROWS_FOR_SLOPE <= table->n_features)
        s->linear = LAB_OFF; /* there are too few rows to tell a trend from chance */
    if (s->label_form == LAB_FORM_AUTO && !(lab_table_skewness(table) > LONG_TAIL))
        s->label_form = LAB_FORM_PLAIN;
    LAB_OR_RETURN(share_supports(plan, table));
    if (s->coefficients == LAB_BY_AUTO)
        s->coefficients = LAB_BY_ROWS;
    if (s->support_init == 0)
        s->support_init = smooths(s) ? s->support_max : lab_larger(s->support_max / 3, 1);
    plan->window_rows = WINDOW_ROWS * s->support_max;
    s->support_max = lab_smaller(s->support_max, n_rows);
    s->support_init = lab_smaller(s->support_init, s->support_max);
    if (s->batch == 0)
        s->batch = auto_batch(table, s->support_max);
    s->batch = lab_smaller(s->batch, n_rows);
    if (s->rate_final == 0.0)
        s->rate_final = s->rate == 0.0 ? LAB_USUAL_RATE : s->rate;
    return LABRBF_OK;
}

static lab_resolved resolved(const lab_plan *plan, const lab_settings *settings) {
    return (lab_resolved){.settings = *settings,
                          .finds_sigma0 = settings->sigma0 == 0.0,
                          .finds_ridge = settings->ridge == 0.0,
                          .size_is_asked = plan->asked.support_max > 0 || plan->asked.max_bytes > 0,
                          .window_rows = plan->window_rows,
                          .final_steps = settings->steps_final,
                          .rate_final = settings->rate_final};
}

lab_resolved lab_resolve_usual(const lab_plan *plan) {
    lab_settings s = plan->one, usual = s;
    usual.kernel = LAB_EXPONENTIAL;
    usual.scaling = LAB_SCALING_MINMAX;
    usual.linear = smooths(&s) ? LAB_ON : LAB_OFF;
    usual.label_form = LAB_FORM_PLAIN;
    usual.bandwidths = LAB_BANDWIDTHS_OWN;
    usual.rate = LAB_USUAL_RATE;
    lab_settings_fill_searched(&s, &usual);
    return resolved(plan, &s);
}

lab_resolved lab_resolve_trial(const lab_plan *plan, const lab_trial *trial) {
    lab_settings s = plan->one;
    lab_settings_copy_searched(&s, &trial->settings);
    if (s.support_init == s.support_max)
        s.support_init = s.support_max = trial->n_support;
    return resolved(plan, &s);
}

lab_settings lab_resolve_report(const lab_settings *first, size_t n_members) {
    lab_settings s = *first;
    s.members = n_members;
    s.support_max *= n_members;
    s.threads = 0;
    return s;
}
