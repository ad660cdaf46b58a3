/*
 * Matrix times vector for one scalar type, to be included by product_isa.h with
 *     SCALAR      double or float
 *     NAME(x)     the name of a function for that type
 * Vectors use the compiler's vector types, as wide as a register.
 */

#define LANES (LAB_VECTOR_BYTES / sizeof(SCALAR))
typedef SCALAR NAME(vec) __attribute__((vector_size(LAB_VECTOR_BYTES), aligned(sizeof(SCALAR)), may_alias));

static inline __attribute__((always_inline)) NAME(vec) NAME(load)(const SCALAR *from) {
    return *(const NAME(vec) *)from;
}

/* The sum of the lanes, halves first. */
static inline __attribute__((always_inline)) SCALAR NAME(sum_lanes)(NAME(vec) v) {
    SCALAR lanes[LANES];
    *(NAME(vec) *)lanes = v;
    for (size_t width = LANES / 2; width > 0; width /= 2)
        for (size_t i = 0; i < width; i++)
            lanes[i] += lanes[i + width];
    return lanes[0];
}

/* Four rows at a time (or one), which share the loads of x; two independent sums per row. */
static inline __attribute__((always_inline)) void NAME(some_rows)(const SCALAR *a, size_t columns, size_t ld,
                                                                  const SCALAR *x, SCALAR *y, const size_t rows) {
    NAME(vec) sums[4][2];
    for (size_t r = 0; r < rows; r++)
        sums[r][0] = sums[r][1] = (NAME(vec)){0};
    size_t c = 0;
    for (; c + 2 * LANES <= columns; c += 2 * LANES)
        for (size_t r = 0; r < rows; r++)
            for (size_t v = 0; v < 2; v++)
                sums[r][v] += NAME(load)(a + r * ld + c + v * LANES) * NAME(load)(x + c + v * LANES);
    for (; c + LANES <= columns; c += LANES)
        for (size_t r = 0; r < rows; r++)
            sums[r][0] += NAME(load)(a + r * ld + c) * NAME(load)(x + c);
    for (size_t r = 0; r < rows; r++) {
        SCALAR sum = NAME(sum_lanes)(sums[r][0] + sums[r][1]);
        for (size_t j = c; j < columns; j++)
            sum += a[r * ld + j] * x[j];
        y[r] = sum;
    }
}

static void NAME(times)(const SCALAR *a, size_t rows, size_t columns, size_t ld, const SCALAR *x, SCALAR *y) {
    size_t r = 0;
    for (; r + 4 <= rows; r += 4)
        NAME(some_rows)(a + r * ld, columns, ld, x, y + r, 4);
    for (; r < rows; r++)
        NAME(some_rows)(a + r * ld, columns, ld, x, y + r, 1);
}

/* y += eight rows (or one), weighted by x. */
static inline __attribute__((always_inline)) void NAME(add_rows)(const SCALAR *a, size_t columns, size_t ld,
                                                                 const SCALAR *x, SCALAR *y, const size_t rows) {
    size_t c = 0;
    for (; c + LANES <= columns; c += LANES) {
        NAME(vec) sum = NAME(load)(a + c) * x[0];
        for (size_t r = 1; r < rows; r++)
            sum += NAME(load)(a + r * ld + c) * x[r];
        *(NAME(vec) *)(y + c) += sum;
    }
    for (; c < columns; c++) {
        SCALAR sum = a[c] * x[0];
        for (size_t r = 1; r < rows; r++)
            sum += a[r * ld + c] * x[r];
        y[c] += sum;
    }
}

static void NAME(transposed)(const SCALAR *a, size_t rows, size_t columns, size_t ld, const SCALAR *x, SCALAR *y) {
    for (size_t c = 0; c < columns; c++)
        y[c] = 0;
    size_t r = 0;
    for (; r + 8 <= rows; r += 8)
        NAME(add_rows)(a + r * ld, columns, ld, x + r, y, 8);
    for (; r < rows; r++)
        NAME(add_rows)(a + r * ld, columns, ld, x + r, y, 1);
}

#undef LANES
#undef SCALAR
#undef NAME
