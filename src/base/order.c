#include "base/order.h"

static void swap(uint32_t *items, size_t i, size_t j) {
    uint32_t item = items[i];
    items[i] = items[j];
    items[j] = item;
}

static void sift_down(uint32_t *items, size_t n, size_t i, lab_order_after *after, const void *context) {
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= n)
            return;
        if (child + 1 < n && after(context, items[child + 1], items[child]))
            child++;
        if (!after(context, items[child], items[i]))
            return;
        swap(items, i, child);
        i = child;
    }
}

void lab_heap_make(uint32_t *items, size_t n, lab_order_after *after, const void *context) {
    for (size_t i = n / 2; i-- > 0;)
        sift_down(items, n, i, after, context);
}

void lab_heap_pop(uint32_t *items, size_t n, lab_order_after *after, const void *context) {
    swap(items, 0, n - 1);
    sift_down(items, n - 1, 0, after, context);
}

bool lab_order_by_value(const void *context, size_t a, size_t b) {
    const double *values = context;
    return values[a] != values[b] ? values[a] > values[b] : a > b;
}

void lab_order_sort(uint32_t *items, size_t n, lab_order_after *after, const void *context) {
    lab_heap_make(items, n, after, context);
    for (size_t left = n; left > 1; left--)
        lab_heap_pop(items, left, after, context);
}
