/*
 * A session (labrbf_trainer): a whole fit, as an object that can be stepped.
 *
 *     search   what the settings leave open is chosen on validation rows (search.h)
 *     train    a learner (learner.h) on all rows, from where the best candidate is; then further members (ensemble.h)
 *     done
 */
#ifndef LAB_SESSION_H
#define LAB_SESSION_H

#include <stddef.h>

#include "labrbf/labrbf.h"
#include "model/settings.h"

/* The data are checked: features NaN where missing, labels finite, weights as they should be, the model to start from
 * fitting. Codes: E_ARGUMENT (more supports to start from than there may be), E_DATA, E_MEMORY, E_SINGULAR. */
labrbf_status lab_session_create(const lab_settings *settings, const labrbf_data *data, const labrbf_hooks *hooks,
                                 labrbf_trainer **session);
void lab_session_destroy(labrbf_trainer *session);

labrbf_status lab_session_step(labrbf_trainer *session);
labrbf_status lab_session_run(labrbf_trainer *session, double seconds); /* INFINITY: to the end */

/* For callers in a hurry: ends the search; leaves at most n_steps to do. See labrbf.h. */
labrbf_status lab_session_settle(labrbf_trainer *session);
void lab_session_shorten(labrbf_trainer *session, size_t n_steps);

void lab_session_info(const labrbf_trainer *session, labrbf_training_info *info);
labrbf_status lab_session_take_model(labrbf_trainer *session, labrbf_model **model);

#endif
