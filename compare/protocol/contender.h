/* A method that takes part in a comparison, with its settings: defaults, or the paper's, changed by --set. */
#ifndef COMPARE_CONTENDER_H
#define COMPARE_CONTENDER_H

#include <stdbool.h>

#include "baselines/method.h"

enum { CONTENDERS_MOST = 32, CONTENDER_TEXT = 4096 };

typedef struct contender {
    const method *method;
    value *values; /* one per option */
    bool *fixed;   /* has the user set it? Such a setting is not tuned */
} contender;

typedef struct contenders {
    contender list[CONTENDERS_MOST];
    size_t count;
} contenders;

/* From a list of names separated by commas; NULL: all of `from`. False with the reason. */
bool contenders_choose(const method *const *from, size_t n, const char *names, contenders *chosen, failure *why);
/* One more, with its default settings; a method may come several times. False with the reason. */
bool contenders_add(contenders *chosen, const method *m, failure *why);
void contenders_free(contenders *chosen);

/* --set "method.key=value" */
bool contenders_set(const contenders *chosen, const char *text, failure *why);

/* "key=value key=value" for one of them, as in paper_values.h. */
bool contender_set_all(const contender *c, const char *text, failure *why);

/* The settings as "key=value key=value". With `tuned`, one that is tuned is shown with its grid: "key=tune(1 2 5)". */
void contender_text(const contender *c, const value *values, bool tuned, char text[CONTENDER_TEXT]);

#endif
