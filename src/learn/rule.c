#include "learn/rule.h"

extern const lab_rule lab_rule_supports, lab_rule_rows; /* each in a file of its own */

/* In the order of the words of the setting `coefficients`. */
static const lab_rule *const rules[] = {&lab_rule_supports, &lab_rule_rows};

const lab_rule *lab_rule_of(size_t coefficients) {
    return rules[coefficients < sizeof rules / sizeof rules[0] ? coefficients : LAB_BY_ROWS];
}
