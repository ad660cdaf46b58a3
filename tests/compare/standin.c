#include "standin.h"

#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baselines/memory.h"
#include "baselines/random.h"

typedef struct model {
    size_t n, m, k;
    double *x, *y;
    double constant;
    uint64_t seed;
} model;

static model *keep(const problem *p) {
    model *kept = memory_get(1, 1, sizeof *kept);
    kept->n = p->n;
    kept->m = p->m;
    kept->k = 1;
    kept->seed = p->seed;
    kept->x = memory_doubles(p->n, p->m);
    kept->y = memory_doubles(p->n, 1);
    memcpy(kept->x, p->x, p->n * p->m * sizeof *p->x);
    memcpy(kept->y, p->y, p->n * sizeof *p->y);
    return kept;
}

static void destroy(void *of) {
    model *kept = of;
    free(kept->x);
    free(kept->y);
    free(kept);
}

static size_t size(const void *of) { return ((const model *)of)->n; }

/* ---- neighbours */

static const option neighbours_options[] = {
    {.name = "k", .kind = OPTION_COUNT, .standard = "3", .low = 1, .high = 50, .grid = "1 3 9", .help = "neighbours"},
    {.name = "power",
     .kind = OPTION_NUMBER,
     .standard = "0",
     .low = 0,
     .high = 8,
     .help = "weights 1 / distance^power"},
};

static void *neighbours_fit(const value *settings, const problem *p, failure *why) {
    if (settings[0].number > (double)p->n) {
        snprintf(why->text, sizeof why->text, "there are only %zu rows", p->n);
        return NULL;
    }
    model *kept = keep(p);
    kept->k = (size_t)settings[0].number;
    kept->constant = settings[1].number;
    return kept;
}

static double squared_distance(const model *of, const double *x, size_t i) {
    double sum = 0.0;
    for (size_t j = 0; j < of->m; j++)
        sum += (x[j] - of->x[i * of->m + j]) * (x[j] - of->x[i * of->m + j]);
    return sum;
}

static double neighbours_value(const model *of, const double *x, char *used) {
    double sum = 0.0, weights = 0.0;
    memset(used, 0, of->n);
    for (size_t round = 0; round < of->k; round++) {
        size_t best = of->n;
        double nearest = INFINITY;
        for (size_t i = 0; i < of->n; i++) {
            double d = squared_distance(of, x, i);
            if (!used[i] && d < nearest) {
                nearest = d;
                best = i;
            }
        }
        double weight = pow(nearest + 1e-12, -of->constant / 2);
        used[best] = 1;
        sum += weight * of->y[best];
        weights += weight;
    }
    return sum / weights;
}

static void neighbours_predict(const void *of, const double *x, size_t n, double *out) {
    const model *kept = of;
    char *used = memory_get(kept->n, 1, 1);
    for (size_t i = 0; i < n; i++)
        out[i] = neighbours_value(kept, x + i * kept->m, used);
    free(used);
}

const method standin_neighbours = {"neighbours",       "Neighbours", "rows", neighbours_options, 2, neighbours_fit,
                                   neighbours_predict, size,         destroy};

/* ---- dice */

static void *dice_fit(const value *settings, const problem *p, failure *why) {
    (void)settings, (void)why;
    return keep(p);
}

static void dice_predict(const void *of, const double *x, size_t n, double *out) {
    generator g = random_from(((const model *)of)->seed);
    (void)x;
    for (size_t i = 0; i < n; i++)
        out[i] = 2 * random_unit(&g) - 1;
}

const method standin_dice = {"dice", "Dice", "rows", NULL, 0, dice_fit, dice_predict, size, destroy};

/* ---- bias */

static const option bias_options[] = {
    {.name = "bias", .kind = OPTION_NUMBER, .standard = "7", .low = -9, .high = 9, .grid = "-0.5 0 0.5 2", .help = "b"},
    {.name = "sign",
     .kind = OPTION_WORD,
     .standard = "minus",
     .words = "plus|minus",
     .grid = "minus plus",
     .help = "s"},
};

static void *bias_fit(const value *settings, const problem *p, failure *why) {
    (void)why;
    model *kept = keep(p);
    for (size_t i = 0; i < p->n; i++)
        kept->constant += p->y[i] / (double)p->n;
    kept->constant += settings[1].number == 0 ? settings[0].number : -settings[0].number;
    return kept;
}

static void bias_predict(const void *of, const double *x, size_t n, double *out) {
    (void)x;
    for (size_t i = 0; i < n; i++)
        out[i] = ((const model *)of)->constant;
}

const method standin_bias = {"bias", "Bias", "rows", bias_options, 2, bias_fit, bias_predict, size, destroy};

/* ---- trouble */

enum { NO_TROUBLE, REFUSE, SIGNAL, KILLED, EXIT, MEMORY, NOT_A_NUMBER, SLEEP, LARGE };

static const option trouble_options[] = {
    {.name = "how",
     .kind = OPTION_WORD,
     .standard = "none",
     .words = "none|refuse|signal|killed|exit|memory|nan|sleep|large",
     .help = "what goes wrong"},
    {.name = "below", .kind = OPTION_NUMBER, .standard = "2", .low = -2, .high = 2, .help = "where it does"},
};

/* Memory that is written to, and freed. */
static void touch(size_t megabytes) {
    volatile char *block = memory_get(megabytes, 1 << 20, 1);
    for (size_t i = 0; i < megabytes << 20; i += 512)
        block[i] = 1;
    free((void *)block);
}

static void *trouble_fit(const value *settings, const problem *p, failure *why) {
    model *kept = keep(p);
    if (p->y[0] >= settings[1].number)
        return kept;
    fputs("some talk before it\n", stderr);
    puts("some talk on standard output, which is not for the results");
    switch ((int)settings[0].number) {
    case REFUSE:
        snprintf(why->text, sizeof why->text, "a reason\twith a tab, \"quotes\" and\na line end");
        destroy(kept);
        return NULL;
    case SIGNAL:
        signal(SIGFPE, SIG_DFL); /* a sanitizer may have it */
        raise(SIGFPE);
        break;
    case KILLED:
        raise(SIGKILL);
        break;
    case EXIT:
        _exit(7);
    case MEMORY:
        memory_get(SIZE_MAX, 2, 8);
        break;
    case NOT_A_NUMBER:
        for (size_t i = 0; i < kept->n; i++)
            kept->y[i] = (double)NAN;
        break;
    case SLEEP:
        sleep(100);
        break;
    case LARGE:
        touch(STANDIN_LARGE_MB);
        break;
    default:
        break;
    }
    return kept;
}

const method standin_trouble = {"trouble",   "Trouble",          "rows", trouble_options, 2,
                                trouble_fit, neighbours_predict, size,   destroy};
