#include "learn/rule.h"

/* Each rule is in a file of its own, rule_WORD.c. */
#define DECLARE(NAME, word, help) extern const lab_rule lab_rule_##word;
#define ADDRESS(NAME, word, help) &lab_rule_##word,
LAB_RULES(DECLARE)

static const lab_rule *const rules[] = {LAB_RULES(ADDRESS)};

const lab_rule *lab_rule_of(size_t coefficients) {
    return rules[coefficients < LAB_BY_AUTO ? coefficients : LAB_BY_ROWS];
}
