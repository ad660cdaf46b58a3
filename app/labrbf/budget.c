#include "budget.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "term/args.h"
#include "term/message.h"

enum { STEPS_TO_MEASURE = 5 };
static const double TIME_TO_MEASURE = 0.02; /* of the budget */

/* ---- reading */

/* Seconds in a unit; 0: there is no such unit. */
static double unit(const char *text) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(text, units[i].name) == 0)
            return units[i].seconds;
    return 0;
}

int cli_budget_read(const term_args *args, double training, cli_budget *budget) {
    const char *text = term_args_value(args, "budget");
    char *end;
    *budget = (cli_budget){.text = text, .training = training};
    if (!text)
        return TERM_SUCCESS;
    budget->seconds = strtod(text, &end);
    if (end != text)
        budget->seconds *= unit(end);
    if (end == text || !(budget->seconds > 0) || isinf(budget->seconds))
        return term_misuse(args->command->name,
                           "--budget is '%s', but must be a time above 0, such as 30s, 2m or 1h; a number alone is "
                           "seconds",
                           text);
    return TERM_SUCCESS;
}

/* checks and cuts */

/* What there is for the search and for steps. */
static double usable(const cli_budget *budget) {
    return fmax(budget->seconds - budget->reserve, 0.5 * budget->seconds);
}

/* Is there time for all steps at the speed so far? The first step is not counted: it does more. */
static bool is_short(cli_budget *budget, double elapsed, const labrbf_training_info *info) {
    if (budget->since == 0) {
        budget->since = info->step > 0 ? elapsed : 0;
        budget->from = info->step;
        return false;
    }
    double spent = elapsed - budget->since, done = (double)(info->step - budget->from);
    if (done < STEPS_TO_MEASURE || spent < TIME_TO_MEASURE * usable(budget))
        return false;
    double room = (usable(budget) - elapsed) * done / spent, left = (double)info->step_limit - (double)info->step;
    if (!(left > room))
        return false;
    budget->steps = (size_t)room;
    return true;
}

/* Is the time of the search over? Steps of candidates take about as long as those of training. */
static bool is_searched(cli_budget *budget, double elapsed, const labrbf_training_info *info) {
    double training = (double)info->step_limit * elapsed / (double)++budget->tried;
    return elapsed + fmin(training, budget->training * usable(budget)) >= usable(budget);
}

cli_budget_action cli_budget_look(cli_budget *budget, double elapsed, const labrbf_training_info *info) {
    budget->due = CLI_BUDGET_NOTHING;
    if (!budget->text || budget->over)
        return CLI_BUDGET_NOTHING;
    if (elapsed >= usable(budget))
        budget->due = CLI_BUDGET_STOP;
    else if (info->stage == LABRBF_STAGE_SEARCH)
        budget->due = is_searched(budget, elapsed, info) ? CLI_BUDGET_SETTLE : CLI_BUDGET_NOTHING;
    else if (is_short(budget, elapsed, info))
        budget->due = CLI_BUDGET_SHORTEN;
    return budget->due;
}

/* No further step: only the end of training is left, or nothing while the model grows. */
static labrbf_status stop(cli_budget *budget, labrbf_trainer *trainer) {
    labrbf_training_info info = {.struct_size = sizeof info};
    labrbf_status status = labrbf_trainer_settle(trainer);
    if (status >= 0)
        status = labrbf_trainer_shorten(trainer, 0);
    if (status >= 0)
        status = labrbf_trainer_info(trainer, &info);
    budget->over = true;
    return status >= 0 && info.step < info.step_limit ? LABRBF_DONE_CANCELLED : status;
}

labrbf_status cli_budget_act(cli_budget *budget, labrbf_trainer *trainer) {
    labrbf_training_info info = {.struct_size = sizeof info};
    labrbf_status status = labrbf_trainer_info(trainer, &info);
    if (status < 0 || budget->due == CLI_BUDGET_NOTHING)
        return status < 0 ? status : LABRBF_DONE_CANCELLED;
    budget->cut_search = budget->cut_search || info.stage == LABRBF_STAGE_SEARCH;
    budget->cut_training = budget->cut_training || (budget->due != CLI_BUDGET_SETTLE && budget->training > 0);
    if (budget->due == CLI_BUDGET_SETTLE)
        return labrbf_trainer_settle(trainer);
    return budget->due == CLI_BUDGET_SHORTEN ? labrbf_trainer_shorten(trainer, budget->steps) : stop(budget, trainer);
}

/* report */

const char *cli_budget_cut(const cli_budget *budget) {
    if (budget->cut_search)
        return budget->cut_training ? "the search and training" : "the search";
    return budget->cut_training ? "training" : NULL;
}

void cli_budget_tell(const cli_budget *budget, bool quiet) {
    if (cli_budget_cut(budget))
        term_note(quiet, "--budget %s has cut %s short: another run or another machine may give another result",
                  budget->text, cli_budget_cut(budget));
}
