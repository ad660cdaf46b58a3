/*
 * A regression method, as the comparison sees it: a name, a table of settings, fit, predict, a count of what the fitted
 * model consists of, destroy. compare/baselines/methods.c lists them all.
 */
#ifndef COMPARE_METHOD_H
#define COMPARE_METHOD_H

#include <stddef.h>
#include <stdint.h>

/* ---- settings */

typedef enum option_kind {
    OPTION_NUMBER, /* a real number in [low, high] */
    OPTION_COUNT,  /* a whole number in [low, high] */
    OPTION_WORD,   /* one of a few words */
    OPTION_NUMBERS /* up to OPTION_MOST real numbers in [low, high]; may be empty */
} option_kind;

enum { OPTION_MOST = 16 };

/* One row of a method's table of settings. */
typedef struct option {
    const char *name;
    option_kind kind;
    const char *standard; /* the default, as text; numbers of a list are separated by commas */
    double low, high;     /* NUMBER, COUNT, NUMBERS */
    const char *words;    /* separated by '|'. WORD: all there are; NUMBER, COUNT: may stand for a number; or NULL */
    const char *grid;     /* what --tune tries, separated by spaces; NULL: it is not tuned */
    const char *help;
} option;

/* The value of an option. A method reads its own by position: settings[i] belongs to options[i]. */
typedef struct value {
    double number; /* NUMBER, COUNT; WORD: the position of the word */
    size_t count;  /* NUMBERS */
    double list[OPTION_MOST];
    size_t word; /* NUMBER, COUNT: 0, or 1 + the position of the word that stands for the number */
} value;

/* ---- what a method learns from */

/* Training rows, scaled to [-1, 1] by their own statistics, features and labels alike. They are gone after `fit`. */
typedef struct problem {
    const double *x; /* n x m, row-major */
    const double *y; /* n */
    size_t n, m;
    uint64_t seed; /* everything random in the method comes from this */
} problem;

/* Why a method could not fit, in words for a person. */
typedef struct failure {
    char text[256];
} failure;

/* ---- the method */

typedef struct method {
    const char *name;  /* what users type */
    const char *title; /* what tables print */
    const char *unit;  /* what `size` counts: "support vectors" or "parameters" */
    const option *options;
    size_t n_options;
    /* Returns the fitted model, or NULL with the reason. Single-threaded: BLAS is not safe to call from two threads. */
    void *(*fit)(const value *settings, const problem *problem, failure *why);
    void (*predict)(const void *model, const double *x, size_t n, double *out); /* x scaled as in training */
    size_t (*size)(const void *model);
    void (*destroy)(void *model);
} method;

/* The methods, in the order of the paper's tables; `methods_find` returns NULL for an unknown name. */
extern const method *const methods[];
extern const size_t n_methods;
const method *methods_find(const char *name);

#endif
