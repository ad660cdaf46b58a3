#include "request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baselines/memory.h"
#include "count_option.h"
#include "datasets.h"
#include "paper_values.h"
#include "protocol.h"
#include "term/args.h"
#include "term/input.h"
#include "term/message.h"
#include "term/suggest.h"

enum { REPEATS_STANDARD = 10, REPEATS_MOST = 10000, ROWS_LEAST = 2 };
static const double share_standard = 0.8;

/* ---- numbers */

static int train_share(const term_args *args, double *share) {
    const char *text = term_args_value(args, "train-share");
    char *end = NULL;
    *share = share_standard;
    if (!text)
        return TERM_SUCCESS;
    *share = strtod(text, &end);
    if (end == text || *end != '\0' || !(*share > 0.0 && *share < 1.0))
        return term_misuse(args->command->name, "--train-share is '%s', but must be a number between 0 and 1", text);
    return TERM_SUCCESS;
}

static int read_numbers(const term_args *args, request *r) {
    uint64_t repeats = REPEATS_STANDARD, jobs = 1;
    r->experiment.seed = 1;
    int code = count_option_read(args, "repeats", 1, REPEATS_MOST, &repeats);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "seed", 0, UINT64_MAX, &r->experiment.seed);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "jobs", 1, PROTOCOL_JOBS_MOST, &jobs);
    r->experiment.repeats = (size_t)repeats;
    r->jobs = (size_t)jobs;
    return code;
}

/* ---- methods and their settings */

static int check_paper_set(const term_args *args, const request *r) {
    if (!r->paper || paper_has_set(r->paper))
        return TERM_SUCCESS;
    term_suggestion near = term_suggest(r->paper);
    for (size_t i = 0; i < n_paper; i++)
        term_suggest_offer(&near, paper[i].set);
    return term_misuse(args->command->name, "the paper has no data set '%s'%s%s%s", r->paper,
                       near.best ? "; did you mean '" : "", near.best ? near.best : "",
                       near.best ? "'?" : "; 'labrbf-compare list' shows them");
}

static int use_paper(const term_args *args, const request *r) {
    const char *name = args->command->name;
    failure why;
    for (size_t i = 0; i < r->contenders.count; i++) {
        const contender *c = &r->contenders.list[i];
        const paper_row *row = paper_find(c->method->name, r->paper);
        if (!row)
            return term_misuse(name, "the paper has no settings of method '%s' for '%s'; leave it out of --methods",
                               c->method->name, r->paper);
        if (!contender_set_all(c, row->settings, &why))
            return term_failure(name, "the paper's settings: %s", why.text);
    }
    return TERM_SUCCESS;
}

/* Those that are named, or all; with --paper-settings all that the paper has settings of. */
static bool choose_methods(const char *names, request *r, failure *why) {
    const method **from = memory_get(n_methods, 1, sizeof *from);
    size_t count = 0;
    for (size_t i = 0; i < n_methods; i++)
        if (names || !r->paper || paper_find(methods[i]->name, r->paper))
            from[count++] = methods[i];
    bool good = contenders_choose(from, count, names, &r->contenders, why);
    free((void *)from);
    return good;
}

static int read_methods(const term_args *args, request *r) {
    failure why;
    const char *name = args->command->name;
    if (r->paper && r->experiment.tune)
        return term_misuse(name, "--tune and --paper-settings exclude each other: settings are tuned or given");
    int code = check_paper_set(args, r);
    if (code != TERM_SUCCESS)
        return code;
    if (!choose_methods(term_args_value(args, "methods"), r, &why))
        return term_misuse(name, "%s", why.text);
    if (r->paper)
        code = use_paper(args, r);
    size_t place = 0;
    for (const char *text; code == TERM_SUCCESS && (text = term_args_each(args, "set", &place)) != NULL;)
        if (!contenders_set(&r->contenders, text, &why))
            code = term_misuse(name, "%s", why.text);
    return code;
}

/* ---- data */

/* Neither a file nor a data set: a slip in the name of one? */
static int no_such_data(const term_args *args, const char *text, const char *why) {
    term_suggestion near = term_suggest(text);
    for (size_t i = 0; i < n_datasets; i++)
        term_suggest_offer(&near, datasets[i].name);
    if (near.best)
        return term_failure(args->command->name, "%s; did you mean the data set '%s'?", why, near.best);
    return term_failure(args->command->name, "%s", why);
}

static int read_data(const term_args *args, request *r) {
    const char *text = args->arguments[0], *name = args->command->name;
    const data_columns wanted = {term_args_value(args, "target"), term_args_value(args, "features"),
                                 term_args_value(args, "drop")};
    const dataset *set = datasets_find(text);
    io_error error;
    bool misuse = false;
    if (set && wanted.target)
        return term_misuse(name, "the target of data set '%s' is '%s'; --target is for tables given by their path",
                           text, set->target);
    if (set && (wanted.features || wanted.drop))
        return term_misuse(name,
                           "data set '%s' comes with its columns; --features and --drop are for tables given by their "
                           "path",
                           text);
    if (set)
        return datasets_read(set, datasets_folder(term_args_value(args, "data")), &r->data, &error)
                   ? TERM_SUCCESS
                   : term_failure(name, "%s", error.text);
    if (data_read(text, &wanted, &r->data, &misuse, &error))
        return TERM_SUCCESS;
    if (misuse)
        return term_misuse(name, "%s", error.text);
    return strcmp(text, "-") != 0 && access(text, F_OK) != 0 ? no_such_data(args, text, error.text)
                                                             : term_failure(name, "%s", error.text);
}

static int choose_split(const term_args *args, request *r) {
    const data *d = &r->data;
    double share;
    int code = train_share(args, &share);
    if (code != TERM_SUCCESS)
        return code;
    if (d->fixed_train_rows > 0 && term_args_has(args, "train-share"))
        return term_misuse(args->command->name, "data set '%s' has a given split, so --train-share does not apply",
                           d->name);
    r->experiment.n_train = d->fixed_train_rows > 0 ? d->fixed_train_rows : split_train_rows(d->n, share);
    if (r->experiment.n_train >= ROWS_LEAST && d->n >= r->experiment.n_train + ROWS_LEAST)
        return TERM_SUCCESS;
    return term_failure(args->command->name,
                        "'%s' has %zu rows: %zu for training and %zu for test; both need at least %d", d->name, d->n,
                        r->experiment.n_train, d->n - r->experiment.n_train, ROWS_LEAST);
}

/* What is written must not be what is read. */
static int check_paths(const term_args *args, const request *r) {
    const char *name = args->command->name, *table = args->arguments[0];
    if (r->csv && term_same_file(r->csv, table))
        return term_misuse(name, "--csv would overwrite the table %s", table);
    if (r->resume && term_same_file(r->resume, table))
        return term_misuse(name, "--resume cannot be the table %s itself", table);
    if (r->csv && r->resume && (strcmp(r->csv, r->resume) == 0 || term_same_file(r->csv, r->resume)))
        return term_misuse(name, "--csv and --resume cannot be the same file");
    return TERM_SUCCESS;
}

/* Variants of a data set (another target) go by the paper's settings of that set. */
static const char *paper_set(const char *name) {
    const dataset *set = name ? datasets_find(name) : NULL;
    return set && set->paper ? set->paper : name;
}

int request_read(const term_args *args, request *r) {
    *r = (request){.paper = paper_set(term_args_value(args, "paper-settings")),
                   .csv = term_args_value(args, "csv"),
                   .resume = term_args_value(args, "resume"),
                   .json = term_args_has(args, "json"),
                   .quiet = term_args_has(args, "quiet"),
                   .experiment = {.tune = term_args_has(args, "tune")}};
    r->experiment.data = &r->data;
    r->experiment.contenders = &r->contenders;
    int code = check_paths(args, r);
    if (code == TERM_SUCCESS)
        code = read_numbers(args, r);
    if (code == TERM_SUCCESS)
        code = read_methods(args, r);
    if (code == TERM_SUCCESS)
        code = read_data(args, r);
    if (code == TERM_SUCCESS)
        code = choose_split(args, r);
    return code;
}

void request_free(request *r) {
    data_free(&r->data);
    contenders_free(&r->contenders);
}
