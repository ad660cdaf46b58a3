/* The contents of labrbf info, gathered from the library. */
#ifndef LAB_CLI_SUMMARY_H
#define LAB_CLI_SUMMARY_H

#include "labrbf/labrbf.h"
#include "term/json.h"

/* The bandwidths of a feature over all supports, and its scaling in the first part. */
typedef struct cli_bandwidths {
    const char *name;     /* the column's */
    const char *category; /* NULL: the feature is a number */
    char *title;          /* name=category, or the name; for people */
    double minimum;
    double median;
    double maximum;
    double center; /* scaled = (value - center) / scale; with ranks, outside their range */
    double scale;
    double mean; /* replaces missing values */
} cli_bandwidths;

typedef struct cli_target {
    const char *name; /* NULL: it has none */
    double bias;
    double minimum, maximum; /* of its labels in training */
} cli_target;

typedef struct cli_summary {
    labrbf_model *model; /* borrowed */
    labrbf_model_info info;
    char (*names)[32];        /* for features without a name */
    cli_bandwidths *features; /* info.n_features */
    cli_target *targets;      /* info.n_targets, of the first part */
    labrbf_part_info *parts;  /* info.n_parts */
} cli_summary;

/* Returns false if the library or memory fails; call cli_summary_free in every case. */
bool cli_summary_make(labrbf_model *model, cli_summary *summary);
void cli_summary_free(cli_summary *summary);

/* Value of setting `index` in training; false if the model does not keep it. */
bool cli_summary_setting(const cli_summary *summary, size_t index, labrbf_setting_info *setting, char text[64]);

void cli_summary_text(const cli_summary *summary, const char *path, io_output *output);
void cli_summary_json(const cli_summary *summary, const char *path, io_output *output);

/* The regularisation of a model or a part: "lambda" with coefficients by supports, "ridge" with coefficients by rows;
 * the other one of the two is null. */
void cli_lambda_json(term_json *json, const labrbf_model *model, double value);

#endif
