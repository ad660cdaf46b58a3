#include "trials.h"

#include <math.h>
#include <stdio.h>

enum { LINE = 160, NUMBER = 32 };

/* Older models do not say it. */
static const char *rate_text(const labrbf_trial *t, char text[NUMBER]) {
    snprintf(text, NUMBER, "%g", t->rate);
    return isnan(t->rate) ? "-" : text;
}

void cli_trials_text(const labrbf_model *model, const char *indent, io_output *output) {
    char text[LINE], rate[NUMBER];
    labrbf_trial t;
    snprintf(text, sizeof text, "%s%-12s %-8s %-11s %9s %6s  %-6s %9s %9s %9s\n", indent, "kernel", "scaling",
             "linear part", "ridge", "rate", "labels", "supports", "steps", "r2");
    io_output_text(output, text);
    for (size_t i = 0; labrbf_model_trial(model, i, &t) >= 0; i++) {
        snprintf(text, sizeof text, "%s%-12s %-8s %-11s %9g %6s  %-6s %9zu %9zu %9.4f\n", indent, t.kernel, t.scaling,
                 t.linear ? "yes" : "no", t.ridge, rate_text(&t, rate), t.label_form, t.n_support, t.n_steps, t.r2);
        io_output_text(output, text);
    }
}

void cli_trials_csv(const labrbf_model *model, io_output *output) {
    char text[LINE];
    labrbf_trial t;
    io_output_text(output, "kernel,scaling,linear,ridge,rate,label_form,n_support,n_steps,r2\n");
    for (size_t i = 0; labrbf_model_trial(model, i, &t) >= 0; i++) {
        snprintf(text, sizeof text, "%s,%s,%s,", t.kernel, t.scaling, t.linear ? "on" : "off");
        io_output_text(output, text);
        io_output_number(output, t.ridge);
        io_output_text(output, ",");
        if (!isnan(t.rate))
            io_output_number(output, t.rate);
        snprintf(text, sizeof text, ",%s,%zu,%zu,", t.label_form, t.n_support, t.n_steps);
        io_output_text(output, text);
        io_output_number(output, t.r2);
        io_output_text(output, "\n");
    }
}

void cli_trials_json(const labrbf_model *model, cli_json *json) {
    labrbf_trial t;
    cli_json_open_array(json, "trials");
    for (size_t i = 0; labrbf_model_trial(model, i, &t) >= 0; i++) {
        cli_json_open_object(json, NULL);
        cli_json_string(json, "kernel", t.kernel);
        cli_json_string(json, "scaling", t.scaling);
        cli_json_literal(json, "linear", t.linear ? "true" : "false");
        cli_json_number(json, "ridge", t.ridge);
        cli_json_number(json, "rate", t.rate);
        cli_json_string(json, "label_form", t.label_form);
        cli_json_count(json, "n_support", t.n_support);
        cli_json_count(json, "n_steps", t.n_steps);
        cli_json_number(json, "r2", t.r2);
        cli_json_close(json);
    }
    cli_json_close(json);
}
