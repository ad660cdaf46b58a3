/* Numbers as text, whatever the process locale: parse correctly rounded, print the shortest text that reads back. */
#ifndef LAB_NUMBER_H
#define LAB_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { LAB_NUMBER_TEXT = 32 }; /* enough for any double, with the final NUL */

/* Parses all of text[0 .. length) as a decimal number: optional sign, digits with an optional '.', optional exponent;
 * "inf", "infinity" and "nan" in any case, with an optional sign. No blanks, no hex. Correctly rounded; overflow gives
 * infinity, underflow 0 or a subnormal. Returns false, *value untouched, if the text is anything else. */
bool lab_number_parse(const char *text, size_t length, double *value);

/* The same for the longest number that text[0 .. end) begins with: returns where it ends, or NULL if there is none. */
const char *lab_number_scan(const char *text, const char *end, double *value);

/* Writes the shortest of %.15g, %.16g, %.17g that reads back to the same double; returns its length. Infinities and NaN
 * are "inf", "-inf" and "nan". */
size_t lab_number_format(double value, char text[LAB_NUMBER_TEXT]);

#endif
