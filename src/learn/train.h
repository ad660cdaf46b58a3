/* Algorithm 1 of the paper, as an object that can be stepped. */
#ifndef LAB_TRAIN_H
#define LAB_TRAIN_H

#include <stddef.h>

#include "labrbf/labrbf.h"
#include "model/settings.h"

/* The data are checked: features NaN where missing, labels finite, weights as they should be, the model to start from
 * fitting. Codes: E_ARGUMENT (more supports to start from than there may be), E_DATA, E_MEMORY, E_SINGULAR. */
labrbf_status lab_trainer_create(const lab_settings *settings, const labrbf_data *data, const labrbf_hooks *hooks,
                                 labrbf_trainer **trainer);
labrbf_status lab_trainer_step(labrbf_trainer *trainer);
labrbf_status lab_trainer_run(labrbf_trainer *trainer, double seconds); /* INFINITY: to the end */
labrbf_status lab_trainer_settle(labrbf_trainer *trainer);
void lab_trainer_shorten(labrbf_trainer *trainer, size_t n_steps);
void lab_trainer_info(const labrbf_trainer *trainer, labrbf_training_info *info);
labrbf_status lab_trainer_take_model(labrbf_trainer *trainer, labrbf_model **model);
void lab_trainer_destroy(labrbf_trainer *trainer);

#endif
