#include "base/product.h"

#include "base/cpu.h"

LAB_CPU_CHOOSE(const lab_product_ops, lab_product)
