#include "svr.h"

#include <libsvm/svm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"

struct svr_kernel {
    size_t n;
    struct svm_node *nodes; /* n rows of n + 1 */
    struct svm_node **rows;
};

/* Of a precomputed kernel LIBSVM reads values only: K_ij = rows[i][rows[j][0].value].value. */
svr_kernel *svr_kernel_make(size_t n) {
    svr_kernel *kernel = memory_get(1, 1, sizeof *kernel);
    kernel->n = n;
    kernel->nodes = memory_get(n, n + 1, sizeof *kernel->nodes);
    kernel->rows = memory_get(n, 1, sizeof *kernel->rows);
    for (size_t i = 0; i < n; i++) {
        kernel->rows[i] = kernel->nodes + i * (n + 1);
        kernel->rows[i][0].value = (double)(i + 1);
    }
    return kernel;
}

void svr_kernel_set_row(svr_kernel *kernel, size_t row, const double *values) {
    for (size_t j = 0; j < kernel->n; j++)
        kernel->rows[row][j + 1].value = values[j];
}

void svr_kernel_free(svr_kernel *kernel) {
    free(kernel->rows);
    free(kernel->nodes);
    free(kernel);
}

static void say_nothing(const char *text) { (void)text; }

static struct svm_parameter parameters(const svr_settings *settings) {
    return (struct svm_parameter){.svm_type = EPSILON_SVR,
                                  .kernel_type = PRECOMPUTED,
                                  .cache_size = settings->cache_mb,
                                  .eps = settings->tolerance,
                                  .C = settings->c,
                                  .p = settings->epsilon,
                                  .shrinking = 1};
}

bool svr_solve(const svr_settings *settings, const svr_kernel *kernel, const double *y, double *a, double *rho,
               failure *why) {
    svm_set_print_string_function(say_nothing);
    double *labels = memory_doubles(kernel->n, 1); /* LIBSVM's problem has no const */
    memcpy(labels, y, kernel->n * sizeof *labels);
    struct svm_problem train = {(int)kernel->n, labels, kernel->rows};
    struct svm_parameter parameter = parameters(settings);
    const char *refusal = svm_check_parameter(&train, &parameter);
    if (refusal) {
        snprintf(why->text, sizeof why->text, "LIBSVM does not accept the settings: %.200s", refusal);
    } else {
        struct svm_model *machine = svm_train(&train, &parameter);
        memset(a, 0, kernel->n * sizeof *a);
        for (int i = 0; i < machine->l; i++)
            a[machine->sv_indices[i] - 1] = machine->sv_coef[0][i];
        *rho = machine->rho[0];
        svm_free_and_destroy_model(&machine);
    }
    free(labels);
    return !refusal;
}
