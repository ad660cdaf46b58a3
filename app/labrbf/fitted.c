#include "fitted.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "term/message.h"
#include "trials.h"

enum { SIZE_TEXT = 32 };

/* "0.9 KB", "12 MB" */
static void describe_size(size_t bytes, char text[SIZE_TEXT]) {
    static const char *const units[] = {"KB", "MB", "GB"};
    double size = (double)bytes / 1000;
    size_t unit = 0;
    for (; size >= 999.5 && unit < 2; unit++)
        size /= 1000;
    snprintf(text, SIZE_TEXT, "%.*f %s", size < 9.95 ? 1 : 0, size, units[unit]);
}

/* Why training ended before its plan was done; the plan ends with the largest number of supports. */
static void append_reason(labrbf_status stopped, char *text, size_t capacity) {
    const char *colon = strstr(labrbf_status_text(stopped), ": ");
    if (colon && stopped != LABRBF_DONE_SUPPORTS)
        term_append(text, capacity, " (%s)", colon + 2);
}

void cli_fitted_tell(const cli_training *t, bool quiet) {
    char duration[TERM_DURATION_TEXT], size[SIZE_TEXT], text[256], words[CLI_TRIAL_TEXT];
    labrbf_model_info info = {.struct_size = sizeof info};
    labrbf_trial trial;
    if (labrbf_model_info_get(t->model, &info) < 0)
        return;
    bool searched = labrbf_model_trial(t->model, 0, &trial) >= 0;
    term_duration(term_progress_elapsed(&t->progress), duration);
    describe_size(info.bytes_single, size);
    snprintf(text, sizeof text, "fitted in %s: %zu support%s, %s in single precision", duration, info.n_support,
             info.n_support == 1 ? "" : "s", size);
    if (searched && !isnan(trial.r2) && !t->budget.cut_search) /* cut short, it tells little of the model */
        term_append(text, sizeof text, ", validation R2 %.3f", trial.r2);
    append_reason(t->stopped, text, sizeof text);
    if (searched) {
        cli_trial_words(&trial, words);
        term_note(quiet, "chosen: %s", words);
    }
    term_note(quiet, "%s", text);
}
