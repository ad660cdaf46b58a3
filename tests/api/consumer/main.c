/* Fits y = sin(2 x^3) from 50 samples and predicts them again. */
#include <math.h>
#include <stdio.h>

#include <labrbf/labrbf.h>

enum { ROWS = 50, FEATURES = 1 };

int main(void) {
    double x[ROWS], y[ROWS], prediction[ROWS];
    for (int i = 0; i < ROWS; i++) {
        x[i] = 2.0 * i / (ROWS - 1);
        y[i] = sin(2 * x[i] * x[i] * x[i]);
    }

    labrbf_settings *settings = NULL;
    labrbf_model *model = NULL;
    labrbf_metrics metrics = {0};
    labrbf_status status = labrbf_settings_create(&settings);
    if (status >= 0)
        status = labrbf_settings_set(settings, "support_max", "25");
    if (status >= 0)
        status = labrbf_fit(settings, x, y, ROWS, FEATURES, NULL, &model);
    if (status >= 0)
        status = labrbf_model_predict(model, x, ROWS, FEATURES, 1, prediction);
    if (status >= 0)
        status = labrbf_metrics_compute(y, prediction, ROWS, &metrics);
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);

    if (status < 0) {
        fprintf(stderr, "%s: %s\n", labrbf_status_text(status), labrbf_last_error());
        return 1;
    }
    printf("labrbf %s, R2 = %.4f\n", labrbf_version(), metrics.r2);
    return metrics.r2 > 0.9 ? 0 : 1;
}
