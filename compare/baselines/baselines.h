/* The methods; each is defined in its own folder. */
#ifndef COMPARE_BASELINES_H
#define COMPARE_BASELINES_H

#include "method.h"

/* Their options come from the library when the program starts. */
extern method lab_method, lab_paper_method;
extern const method krr_method, tl1_method, r_svr_mkl_method, svr_mkl_method, falkon_method, resnet_method, wnn_method;

#endif
