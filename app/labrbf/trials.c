#include "trials.h"

#include <math.h>
#include <stdio.h>

enum { LINE = 192, NUMBER = 32 };

/* Older models do not say some numbers. */
static const char *number_text(double number, char text[NUMBER]) {
    snprintf(text, NUMBER, "%.3g", number);
    return isnan(number) ? "-" : text;
}

void cli_trials_text(const labrbf_model *model, const char *indent, io_output *output) {
    char text[LINE], rate[NUMBER], sigma0[NUMBER];
    labrbf_trial t;
    snprintf(text, sizeof text, "%s%-12s %-8s %-6s %-12s %-10s %7s %6s %6s  %-6s %8s %6s %8s\n", indent, "kernel",
             "scaling", "linear", "coefficients", "bandwidths", "ridge", "rate", "sigma0", "labels", "supports",
             "steps", "r2");
    io_output_text(output, text);
    for (size_t i = 0; labrbf_model_trial(model, i, &t) >= 0; i++) {
        snprintf(text, sizeof text, "%s%-12s %-8s %-6s %-12s %-10s %7g %6s %6s  %-6s %8zu %6zu %8.4f\n", indent,
                 t.kernel, t.scaling, t.linear ? "yes" : "no", t.coefficients, t.bandwidths, t.ridge,
                 number_text(t.rate, rate), number_text(t.sigma0, sigma0), t.label_form, t.n_support, t.n_steps, t.r2);
        io_output_text(output, text);
    }
}

void cli_trials_csv(const labrbf_model *model, io_output *output) {
    char text[LINE];
    labrbf_trial t;
    io_output_text(output,
                   "kernel,scaling,linear,coefficients,bandwidths,ridge,rate,sigma0,label_form,n_support,n_steps,r2\n");
    for (size_t i = 0; labrbf_model_trial(model, i, &t) >= 0; i++) {
        snprintf(text, sizeof text, "%s,%s,%s,%s,%s,", t.kernel, t.scaling, t.linear ? "on" : "off", t.coefficients,
                 t.bandwidths);
        io_output_text(output, text);
        io_output_number(output, t.ridge);
        io_output_text(output, ",");
        if (!isnan(t.rate))
            io_output_number(output, t.rate);
        io_output_text(output, ",");
        if (!isnan(t.sigma0))
            io_output_number(output, t.sigma0);
        snprintf(text, sizeof text, ",%s,%zu,%zu,", t.label_form, t.n_support, t.n_steps);
        io_output_text(output, text);
        io_output_number(output, t.r2);
        io_output_text(output, "\n");
    }
}

void cli_trials_json(const labrbf_model *model, term_json *json) {
    labrbf_trial t;
    term_json_open_array(json, "trials");
    for (size_t i = 0; labrbf_model_trial(model, i, &t) >= 0; i++) {
        term_json_open_object(json, NULL);
        term_json_string(json, "kernel", t.kernel);
        term_json_string(json, "scaling", t.scaling);
        term_json_literal(json, "linear", t.linear ? "true" : "false");
        term_json_string(json, "coefficients", t.coefficients);
        term_json_string(json, "bandwidths", t.bandwidths);
        term_json_number(json, "ridge", t.ridge);
        term_json_number(json, "rate", t.rate);
        term_json_number(json, "sigma0", t.sigma0);
        term_json_string(json, "label_form", t.label_form);
        term_json_count(json, "n_support", t.n_support);
        term_json_count(json, "n_steps", t.n_steps);
        term_json_number(json, "r2", t.r2);
        term_json_close(json);
    }
    term_json_close(json);
}
