/*
 * Columns of K^T K, to be included by product_isa.h. A panel of columns is copied, so that its rows are adjacent in the
 * cache; tiles of the product are then summed in registers, row by row of K.
 */

/* A tile's sums fill 24 of the 32 registers of AVX-512, 12 of the 16 of the others. */
enum {
    PANEL_ROWS = 96, /* 18 KB: a panel and the columns it is multiplied by fit into a first-level cache of 32 KB */
    GRAM_LANES = LAB_VECTOR_BYTES / sizeof(double),
    TILE_VECTORS = LAB_GRAM_COLUMNS / GRAM_LANES,
    TILE_HEIGHT = (LAB_VECTOR_BYTES == 64 ? 24 : 12) / TILE_VECTORS
};

/* Some columns of some rows of K, padded with 0. */
static void fill_panel(const double *k, size_t rows, size_t n, size_t columns, double *panel) {
    for (size_t r = 0; r < rows; r++, k += n, panel += LAB_GRAM_COLUMNS)
        for (size_t j = 0; j < LAB_GRAM_COLUMNS; j++)
            panel[j] = j < columns ? k[j] : 0.0;
}

/* G_ij = keep G_ij + sum_r K_ri P_rj for `height` rows i of G. */
static inline __attribute__((always_inline)) void add_tile(const double *k, size_t rows, size_t n, const double *panel,
                                                           size_t columns, double keep, double *gram,
                                                           const size_t height) {
    double_vec sums[TILE_HEIGHT][TILE_VECTORS];
    for (size_t i = 0; i < height; i++)
        for (size_t v = 0; v < TILE_VECTORS; v++)
            sums[i][v] = (double_vec){0};
    for (size_t r = 0; r < rows; r++)
        for (size_t v = 0; v < TILE_VECTORS; v++) {
            double_vec p = double_load(panel + r * LAB_GRAM_COLUMNS + v * GRAM_LANES);
            for (size_t i = 0; i < height; i++)
                sums[i][v] += p * k[r * n + i];
        }
    for (size_t i = 0; i < height; i++) {
        double tile[LAB_GRAM_COLUMNS];
        for (size_t v = 0; v < TILE_VECTORS; v++)
            *(double_vec *)(tile + v * GRAM_LANES) = sums[i][v];
        for (size_t j = 0; j < columns; j++)
            gram[i * n + j] = keep * gram[i * n + j] + tile[j];
    }
}

static void double_gram(const double *k, size_t rows, size_t n, size_t begin, size_t end, double keep, double *gram) {
    double panel[PANEL_ROWS * LAB_GRAM_COLUMNS];
    for (size_t first = 0; first < rows; first += PANEL_ROWS) {
        size_t some = rows - first < PANEL_ROWS ? rows - first : PANEL_ROWS, i = 0;
        const double *part = k + first * n;
        fill_panel(part + begin, some, n, end - begin, panel);
        for (; i + TILE_HEIGHT <= end; i += TILE_HEIGHT)
            add_tile(part + i, some, n, panel, end - begin, first ? 1.0 : keep, gram + i * n + begin, TILE_HEIGHT);
        for (; i < end; i++)
            add_tile(part + i, some, n, panel, end - begin, first ? 1.0 : keep, gram + i * n + begin, 1);
    }
}
