/* Argument checks that several of the exported functions share. */
#ifndef LAB_API_CHECK_H
#define LAB_API_CHECK_H

#include <stddef.h>

#include "labrbf/labrbf.h"
#include "model/settings.h"

struct labrbf_settings {
    lab_settings values;
};

/* The hooks with the fields of this version: those that an older caller lacks are zero. NULL gives all zero. */
labrbf_status lab_check_hooks(const labrbf_hooks *given, labrbf_hooks *hooks);

/* Copies a struct to a caller whose header may have fewer fields; the first member is the size of the caller's struct.
 * */
labrbf_status lab_give_struct(void *given, size_t given_size, const void *full, size_t full_size);

/* The value of a setting as text, if it fits. Codes: E_ARGUMENT, E_SETTING. */
labrbf_status lab_give_setting(const lab_settings *values, const char *name, char *text, size_t capacity);

/* Every value finite (or NaN where that means missing). Names the first that is not. Codes: E_DATA. */
labrbf_status lab_check_features(const double *x, size_t n_rows, size_t n_features);
labrbf_status lab_check_finite(const char *what, const double *values, size_t n);

/* n_rows x n_features doubles can be addressed. */
labrbf_status lab_check_shape(size_t n_rows, size_t n_features);

/* Rows for a model to predict. Codes: E_ARGUMENT, E_DATA. */
labrbf_status lab_check_query(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                              const double *out);

#endif
