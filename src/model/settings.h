/* Settings: the struct made from settings.def, checks, and access by name. */
#ifndef LAB_SETTINGS_H
#define LAB_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/number.h"
#include "labrbf/labrbf.h"
#include "model/kernel.h"

/* The rules that coefficients are found by (learn/rule.h): enumerator, word and help of each. */
#define LAB_RULES(RULE)                                                                                                \
    RULE(SUPPORTS, supports, "from their own labels, by kernel ridge regression, as in the paper")                     \
    RULE(ROWS, rows, "by least squares over all rows")
#define LAB_RULE_ENUM(NAME, word, help) LAB_BY_##NAME,
#define LAB_RULE_WORD(NAME, word, help) #word "|"
#define LAB_RULE_HELP(NAME, word, help) #word ": " help "; "
enum { LAB_RULES(LAB_RULE_ENUM) LAB_BY_AUTO };

/* The words of the other choices, in the order of settings.def. */
enum { LAB_KERNEL_AUTO = LAB_KERNELS }; /* the others: model/kernel.h */
enum { LAB_SCALING_MINMAX, LAB_SCALING_STANDARD, LAB_SCALING_RANK, LAB_SCALING_AUTO };
enum { LAB_DECAY_NONE, LAB_DECAY_COSINE };
enum { LAB_THETA_PLAIN, LAB_THETA_LOG };
enum { LAB_BANDWIDTHS_OWN, LAB_BANDWIDTHS_SHARED, LAB_BANDWIDTHS_AUTO };
enum { LAB_RULE_RANDOM, LAB_RULE_LABEL };
enum { LAB_ROWS_OUTSIDE, LAB_ROWS_ALL };
enum { LAB_ADAM, LAB_SGD, LAB_ADAM_SGD };
enum { LAB_THETA_MEAN, LAB_THETA_NEAREST };
enum { LAB_BIAS_NONE, LAB_BIAS_MEAN };
enum { LAB_FORM_PLAIN, LAB_FORM_ROOT, LAB_FORM_LOG, LAB_FORM_AUTO };
enum { LAB_OFF, LAB_ON, LAB_AUTO };

typedef struct lab_settings {
#define REAL(name, ...)   double name;
#define COUNT(name, ...)  size_t name;
#define CHOICE(name, ...) size_t name;
#include "model/settings.def"
#undef REAL
#undef COUNT
#undef CHOICE
} lab_settings;

/* Every setting to its value in the preset "default" or "paper". Codes: E_SETTING. */
labrbf_status lab_settings_preset(lab_settings *settings, const char *preset);

/* Sets one setting from text, checked; codes: E_SETTING. `length` is the length of the name, which need not be
 * terminated. */
labrbf_status lab_settings_set(lab_settings *settings, const char *name, size_t length, const char *text);

/* Is there a setting of this name? */
bool lab_settings_has(const char *name, size_t length);

/* The value as text; codes: E_SETTING. */
labrbf_status lab_settings_get(const lab_settings *settings, const char *name, char text[LAB_NUMBER_TEXT]);

/* The word of a choice with this number, and the number of a word; false if there is none. */
bool lab_settings_word(const char *name, size_t number, char text[LAB_NUMBER_TEXT]);
bool lab_settings_word_number(const char *name, const char *text, size_t *number);

/* The settings that the search may choose: whether a and b agree in all; copy all; copy those that are auto in `to`; as
 * text, "kernel=exponential scaling=minmax ...", in table order. */
enum { LAB_SEARCHED_TEXT = sizeof((labrbf_trial *)0)->settings };
bool lab_settings_same_searched(const lab_settings *a, const lab_settings *b);
void lab_settings_copy_searched(lab_settings *to, const lab_settings *from);
void lab_settings_fill_searched(lab_settings *to, const lab_settings *from);
void lab_settings_searched_text(const lab_settings *settings, char text[LAB_SEARCHED_TEXT]);

size_t lab_settings_count(void);
/* A row of the table; NULL past the end. */
const labrbf_setting_info *lab_settings_describe(size_t index);

#endif
