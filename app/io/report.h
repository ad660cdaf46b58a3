/* What goes into a message: the text of a failure, and bytes of the user's file made safe to print. */
#ifndef LAB_IO_REPORT_H
#define LAB_IO_REPORT_H

#include "source.h"

/* Fills `error` (may be NULL) as printf does. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void io_report(io_error *error, const char *format, ...);

/* The same, and false as its value, so that a failure is one return statement. A macro, so that every reader of the
 * code can see that it is false. */
#define io_fail(error, ...) (io_report(error, __VA_ARGS__), false)

#define io_fail_memory(error) io_fail(error, "out of memory")

/* "cannot open 'x.csv': No such file or directory", from what = "cannot open", name = "'x.csv'" and errno's value. */
#define io_fail_system(error, what, name, number) (io_report_system(error, what, name, number), false)
void io_report_system(io_error *error, const char *what, const char *name, int number);

/* A piece of user text in quotes for a message: shortened to about IO_QUOTE_SHORT bytes, control characters and bytes
 * that are not UTF-8 escaped. Returns quote->text. */
enum { IO_QUOTE_SHORT = 48, IO_QUOTE_LONG = 240 };
typedef struct io_quote {
    char text[IO_QUOTE_LONG + 16];
} io_quote;
const char *io_quote_cell(io_quote *quote, const char *text, size_t length);
/* The same for a file's path, with room for IO_QUOTE_LONG bytes. */
const char *io_quote_path(io_quote *quote, const char *path);

/* Length of the UTF-8 character at the start of text[0 .. length), 0 if there is none. */
size_t io_utf8_character(const char *text, size_t length);

#endif
