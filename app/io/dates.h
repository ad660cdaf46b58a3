/* Dates and times in text. */
#ifndef LAB_IO_DATES_H
#define LAB_IO_DATES_H

#include <stdbool.h>
#include <stddef.h>

/* Is this an ISO 8601 date, 2015-10-21, alone or with a time after a T or a blank: 13:45, 13:45:06.5, then Z or +02:00?
 * *seconds becomes the seconds since 1970-01-01 (of local time if there is no zone). */
bool io_date_parse(const char *text, size_t length, double *seconds);

/* Does it look like a date or a time of any common form? Also 2015/10/21, 21.10.2015, 10/21/15, 21 Oct 2015, Oct 21,
 * 2015, Wed 21 October 2015, 20151021T134506 and 13:45:06. */
bool io_date_looks(const char *text, size_t length);

#endif
