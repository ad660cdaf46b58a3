/* Values of a method's settings: defaults, text in, text out. */
#ifndef COMPARE_METHOD_SETTINGS_H
#define COMPARE_METHOD_SETTINGS_H

#include <stdbool.h>

#include "method.h"

enum { SETTING_TEXT = 512 }; /* bytes that the text of any value fits into */

/* values has m->n_options elements. */
void settings_standard(const method *m, value *values);

/* Sets one by name from text; false with the reason, which names method, setting, value and what is allowed. */
bool settings_set(const method *m, value *values, const char *name, const char *text, failure *why);

/* The value as text that settings_set reads back to the same value. */
void settings_text(const option *o, const value *v, char text[SETTING_TEXT]);

#endif
