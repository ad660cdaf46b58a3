/* Sorting rows without allocating: a heap over an array of 32-bit row numbers. */
#ifndef LAB_ORDER_H
#define LAB_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if row a comes after row b. Must be a strict total order, so that the result does not depend on the input's. */
typedef bool lab_order_after(const void *context, size_t a, size_t b);

/* Makes items[0 .. n) a heap with the last row of the order at items[0]. */
void lab_heap_make(uint32_t *items, size_t n, lab_order_after *after, const void *context);

/* Moves the last row of the order from the heap items[0 .. n) to items[n - 1]; the rest stays a heap of n - 1. */
void lab_heap_pop(uint32_t *items, size_t n, lab_order_after *after, const void *context);

/* Order by value: `context` is an array of numbers, one for each row; equal values are ordered by row number. */
bool lab_order_by_value(const void *context, size_t a, size_t b);

/* Sorts items[0 .. n). */
void lab_order_sort(uint32_t *items, size_t n, lab_order_after *after, const void *context);

#endif
