/* LAB RBF itself, through its public interface: `lab` as users get it, `lab-paper` as the paper has it. */
#include <labrbf/labrbf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "baselines/baselines.h"
#include "baselines/memory.h"
#include "baselines/method_settings.h"

/*
 * The settings are the library's own, read from its table: any of them may be given, and one that is not keeps its
 * value in the preset. The comparison decides about two of them: the seed, and that there is one thread.
 */
#define AS_PRESET "preset"

static bool is_ours(const char *name) { return strcmp(name, "seed") == 0 || strcmp(name, "threads") == 0; }

/* What --tune tries of lab-paper: 12 combinations. lab has none: it chooses its settings itself. */
static const char *paper_grid(const char *name) {
    static const char *const grids[][2] = {
        {"rate", "0.001 0.01 0.05"}, {"sigma0", "auto 10"}, {"lambda", "0.0001 0.001"}};
    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++)
        if (strcmp(grids[i][0], name) == 0)
            return grids[i][1];
    return NULL;
}

/* The words beside numbers, or all there are. */
static const char *words_of(const labrbf_setting_info *info) {
    if (info->type != LABRBF_SETTING_CHOICE)
        return info->allows_auto ? AS_PRESET "|auto" : AS_PRESET;
    size_t room = strlen(info->choices) + sizeof AS_PRESET "|";
    char *words = memory_get(room, 1, 1);
    snprintf(words, room, AS_PRESET "|%s", info->choices);
    return words;
}

static option option_of(const labrbf_setting_info *info, const char *grid) {
    static const option_kind kinds[] = {[LABRBF_SETTING_REAL] = OPTION_NUMBER,
                                        [LABRBF_SETTING_COUNT] = OPTION_COUNT,
                                        [LABRBF_SETTING_CHOICE] = OPTION_WORD};
    return (option){.name = info->name,
                    .kind = kinds[info->type],
                    .standard = AS_PRESET,
                    .low = info->minimum,
                    .high = info->maximum,
                    .words = words_of(info),
                    .grid = grid,
                    .help = info->help};
}

/* The library's table is known when the program runs, not before: ours are made of it before main() begins, so that
 * every user of the methods finds their options. They last as long as the program. */
__attribute__((constructor)) static void make_options(void) {
    size_t count = labrbf_settings_count(), used = 0;
    option *ours = memory_get(count, 1, sizeof *ours), *papers = memory_get(count, 1, sizeof *papers);
    for (size_t i = 0; i < count; i++) {
        labrbf_setting_info info;
        if (labrbf_settings_describe(i, &info) < 0 || is_ours(info.name))
            continue;
        ours[used] = option_of(&info, NULL);
        papers[used++] = option_of(&info, paper_grid(info.name));
    }
    lab_method.options = ours;
    lab_paper_method.options = papers;
    lab_method.n_options = lab_paper_method.n_options = used;
}

/* ---- */

/* The settings that are given change the preset. */
static bool apply(labrbf_settings *settings, const char *preset, const value *values, uint64_t seed) {
    const uint64_t largest_seed = 9007199254740991u; /* 2^53 - 1 */
    char text[SETTING_TEXT];
    bool good = labrbf_settings_preset(settings, preset) >= 0;
    for (size_t i = 0; i < lab_method.n_options && good; i++) {
        settings_text(&lab_method.options[i], &values[i], text);
        if (strcmp(text, AS_PRESET) != 0)
            good = labrbf_settings_set(settings, lab_method.options[i].name, text) >= 0;
    }
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)(seed & largest_seed));
    return good && labrbf_settings_set(settings, "seed", text) >= 0 &&
           labrbf_settings_set(settings, "threads", "1") >= 0;
}

static void *fit(const char *preset, const value *values, const problem *train, failure *why) {
    labrbf_settings *settings = NULL;
    labrbf_model *model = NULL;
    bool good = labrbf_settings_create(&settings) >= 0 && apply(settings, preset, values, train->seed) &&
                labrbf_fit(settings, train->x, train->y, train->n, train->m, NULL, &model) >= 0;
    if (!good)
        snprintf(why->text, sizeof why->text, "%.250s", labrbf_last_error());
    labrbf_settings_destroy(settings);
    return model;
}

static void *fit_default(const value *values, const problem *train, failure *why) {
    return fit("default", values, train, why);
}

static void *fit_paper(const value *values, const problem *train, failure *why) {
    return fit("paper", values, train, why);
}

static labrbf_model_info about(const void *model) {
    labrbf_model_info info = {.struct_size = sizeof info};
    labrbf_model_info_get(model, &info);
    return info;
}

static void predict(const void *model, const double *x, size_t n, double *out) {
    if (labrbf_model_predict(model, x, n, about(model).n_features, 1, out) < 0)
        for (size_t i = 0; i < n; i++)
            out[i] = NAN; /* rows that cannot be predicted show in every score */
}

static size_t size(const void *model) { return about(model).n_support; }

static void destroy(void *model) { labrbf_model_destroy(model); }

method lab_method = {"lab", "LAB RBF", "support vectors", NULL, 0, fit_default, predict, size, destroy};
method lab_paper_method = {
    "lab-paper", "LAB RBF, as in the paper", "support vectors", NULL, 0, fit_paper, predict, size, destroy};
