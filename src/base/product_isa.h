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

#define TABLE_OF_(isa) lab_product_##isa
#define TABLE_OF(isa)  TABLE_OF_(isa)
#define TEXT_OF_(isa)  #isa
#define TEXT_OF(isa)   TEXT_OF_(isa)

const lab_product_ops TABLE_OF(VARIANT) = {TEXT_OF(VARIANT),  double_times,     float_times,
                                           double_transposed, float_transposed, double_gram};
