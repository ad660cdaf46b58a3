/* Both scalar types, and the table of one instruction set; VARIANT names it. Included by product_VARIANT.c. */
#include "base/cpu.h"
#include "base/product.h"

#define SCALAR  double
#define NAME(x) double_##x
#include "base/product_vector.h"
#define SCALAR  float
#define NAME(x) float_##x
#include "base/product_vector.h"

#include "base/product_gram.h"

const lab_product_ops LAB_CPU_NAME(lab_product) = {LAB_CPU_TEXT,      double_times,     float_times,
                                                   double_transposed, float_transposed, double_gram};
