/*
 * A session (labrbf_trainer): a whole fit, as an object that can be stepped. A default fit proceeds so:
 *
 *     The rows become a table, sorted and with equal rows made one (table.h). A plan follows from the table and from
 *     the settings that were asked for: how many supports, how large a batch, how many members (resolve.h). What the
 *     plan leaves open is searched for: candidates are learners on folds of the table, the better ones go on, and the
 *     best one's settings are chosen (search.h). A learner trains on all rows, from where the best candidate is, and
 *     makes a part of a model; in small tables two further members follow (learner.h, where Algorithm 1 is). The model
 *     is the mean of the parts (ensemble.h).
 *
 * The stages are search, train and done. If nothing is open, as with the preset paper, there is no search.
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
