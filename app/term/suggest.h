/* "Did you mean …?": the candidate nearest to a mistyped word, by edit distance. */
#ifndef LAB_TERM_SUGGEST_H
#define LAB_TERM_SUGGEST_H

#include <stddef.h>

typedef struct term_suggestion {
    const char *word;
    const char *best; /* the nearest candidate so far that is near enough; NULL: none */
    size_t distance;
} term_suggestion;

term_suggestion term_suggest(const char *word);
void term_suggest_offer(term_suggestion *suggestion, const char *candidate);

#endif
