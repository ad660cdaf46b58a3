#include "suggest.h"

#include <string.h>

enum { LONGEST = 63 };

static char fold(char c) {
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Insertions, deletions, substitutions and swaps of neighbours; letter case and '-' against '_' cost nothing. */
static size_t distance(const char *a, size_t n, const char *b, size_t m) {
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= m; j++)
        before[j] = last[j] = j;
    for (size_t i = 1; i <= n; i++) {
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            char x = fold(a[i - 1]), y = fold(b[j - 1]);
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == fold(b[j - 2]) && fold(a[i - 2]) == y)
                now[j] = least(now[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[m];
}

term_suggestion term_suggest(const char *word) {
    size_t length = strlen(word);
    size_t limit = length < 3 ? 1 : (length + 1) / 3;
    return (term_suggestion){.word = word, .best = NULL, .distance = limit + 1};
}

void term_suggest_offer(term_suggestion *suggestion, const char *candidate) {
    size_t n = strlen(suggestion->word), m = strlen(candidate);
    if (n == 0 || n > LONGEST || m > LONGEST)
        return;
    size_t d = distance(suggestion->word, n, candidate, m);
    if (n >= 3 && m > n && distance(suggestion->word, n, candidate, n) == 0)
        d = 1; /* the beginning of it */
    if (d >= suggestion->distance || d >= (n > m ? n : m))
        return;
    suggestion->best = candidate;
    suggestion->distance = d;
}
