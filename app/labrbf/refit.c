#include "refit.h"

#include <math.h>

#include "term/args.h"
#include "term/interrupt.h"
#include "term/message.h"

int cli_refit_read(const term_args *args, double holdout, cli_budget *budget, cli_refit *refit) {
    *refit = (cli_refit){.asked = term_args_has(args, "refit"), .seconds = budget->seconds};
    if (!refit->asked)
        return TERM_SUCCESS;
    if (!(holdout > 0))
        return term_misuse(args->command->name,
                           "--refit trains again after --holdout, which is missing; without it, fit trains on all rows "
                           "anyway");
    budget->seconds *= (1 - holdout) / (2 - holdout);
    return TERM_SUCCESS;
}

/* The second training, before it begins. What the first has cut short is still told at the end. */
static cli_training again(const cli_refit *refit, const cli_training *first) {
    const cli_budget *before = &first->budget;
    cli_training t = {.settings = first->settings, .start = first->start, .quiet = first->quiet};
    t.budget = (cli_budget){.text = before->text,
                            .seconds = fmax(refit->seconds - refit->spent, 0),
                            .training = before->training,
                            .cut_search = before->cut_search,
                            .cut_training = before->cut_training};
    term_progress_start(&t.progress, t.quiet);
    return t;
}

labrbf_status cli_refit_train(cli_refit *refit, cli_training *training) {
    refit->begun = true;
    refit->spent = term_progress_elapsed(&training->progress);
    cli_training second = again(refit, training);
    labrbf_status status = cli_train(&second, &refit->fold);
    bool interrupted = second.stopped == LABRBF_DONE_CANCELLED && term_interrupt_seen();
    if (status < 0 || interrupted) {
        labrbf_model_destroy(second.model);
        return status;
    }
    labrbf_model_destroy(training->model);
    *training = second;
    refit->done = true;
    return status;
}
