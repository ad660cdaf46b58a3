/* The candidates of the search: the table in labrbf info and labrbf tune, and the text of the current one. */
#ifndef LAB_CLI_TRIALS_H
#define LAB_CLI_TRIALS_H

#include "io/output.h"
#include "labrbf/labrbf.h"
#include "term/json.h"

enum { CLI_VALUE_TEXT = 64 };

/* The value of a setting in a trial; "" if there is none. */
void cli_trial_value(const labrbf_trial *trial, const char *name, char value[CLI_VALUE_TEXT]);

/* The settings in which candidates differ most: "exponential, minmax, linear, ridge 0.01". */
enum { CLI_TRIAL_TEXT = 384 };
void cli_trial_words(const labrbf_trial *trial, char text[CLI_TRIAL_TEXT]);

/* All trials of the model, the choice first; every line begins with the indent. */
void cli_trials_text(const labrbf_model *model, const char *indent, io_output *output);
void cli_trials_csv(const labrbf_model *model, io_output *output);

/* An array "trials". */
void cli_trials_json(const labrbf_model *model, term_json *json);

/* A member of an object: the value of a setting as text, which is a number, a word, or auto. */
void cli_setting_json(term_json *json, const labrbf_setting_info *setting, const char *value);

#endif
