#include "start.h"

#include <string.h>

#include "model_files.h"
#include "term/args.h"
#include "term/message.h"

int cli_start_load(const term_args *args, labrbf_model **model) {
    const char *path = term_args_value(args, "start");
    io_error error;
    *model = path ? cli_model_load(path, &error) : NULL;
    return path && !*model ? term_failure(args->command->name, "%s", error.text) : TERM_SUCCESS;
}

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

int cli_start_check(const cli_dataset *d, const cli_encoding *encoding, const char *path, const labrbf_model *model) {
    labrbf_model_info info = {.struct_size = sizeof info};
    if (labrbf_model_info_get(model, &info) < 0)
        return term_failure(d->command, "%s", labrbf_last_error());
    if (info.n_features != encoding->n_features || info.n_targets != d->columns.n_targets)
        return term_failure(d->command,
                            "%s cannot start from %s: that is a model of %zu feature%s and %zu target%s, here are %zu "
                            "and %zu",
                            d->shown, path, info.n_features, info.n_features == 1 ? "" : "s", info.n_targets,
                            info.n_targets == 1 ? "" : "s", encoding->n_features, d->columns.n_targets);
    for (size_t j = 0; info.has_names && j < info.n_features; j++) {
        const char *name = io_column_name(d->source, d->columns.features[encoding->input[j]]);
        if (!same_text(name, labrbf_model_feature_name(model, j)) ||
            !same_text(encoding->category[j], labrbf_model_feature_category(model, j)))
            return term_failure(d->command,
                                "%s cannot start from %s: feature %zu of that model is '%s'%s, here it is '%s'%s; "
                                "--features puts columns in order",
                                d->shown, path, j + 1, labrbf_model_feature_name(model, j),
                                labrbf_model_feature_category(model, j) ? " (a category)" : "", name,
                                encoding->category[j] ? " (a category)" : "");
    }
    for (size_t c = 0; info.has_names && c < info.n_targets; c++) {
        const char *name = io_column_name(d->source, d->columns.targets[c]);
        if (!same_text(name, labrbf_model_target_name(model, c)))
            return term_failure(d->command, "%s cannot start from %s: that model predicts '%s', not '%s'", d->shown,
                                path, labrbf_model_target_name(model, c), name);
    }
    return TERM_SUCCESS;
}
