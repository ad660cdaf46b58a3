#include <string.h>

#include "baselines.h"

const method *const methods[] = {&lab_method, &lab_paper_method, &r_svr_mkl_method, &svr_mkl_method, &krr_method,
                                 &tl1_method, &falkon_method,    &resnet_method,    &wnn_method};
const size_t n_methods = sizeof methods / sizeof methods[0];

const method *methods_find(const char *name) {
    for (size_t i = 0; i < n_methods; i++)
        if (strcmp(methods[i]->name, name) == 0)
            return methods[i];
    return NULL;
}
