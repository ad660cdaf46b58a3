/*
 * A text file through a growing window: the bytes data[begin .. end) are read and not yet used. A reader looks for what
 * it needs (a line, a quoted record) and asks for more if the window ends too early; no line is ever copied.
 */
#ifndef LAB_IO_TEXT_H
#define LAB_IO_TEXT_H

#include "stream.h"

typedef struct io_text {
    io_stream *stream;
    char *data;
    size_t begin, end;
    size_t capacity;
    size_t limit;     /* the window does not grow beyond this: a longer line is an error */
    bool finished;    /* nothing follows data[end] */
    uint64_t dropped; /* bytes of the file before data[0] */
    uint64_t line;    /* number of the line at data[begin], from 1 */
} io_text;

/* Starts at the beginning of the stream; a UTF-8 byte order mark is skipped. */
bool io_text_start(io_text *text, io_stream *stream, io_error *error);
void io_text_free(io_text *text);

/* At least one more byte at the end of the window, or `finished`. The window moves: data[begin ..) keeps its content,
 * not its address nor `begin`. A NUL byte is an error: this is no text. */
bool io_text_more(io_text *text, io_error *error);

/* The next line, without its end (LF or CR LF), and its number; *line is NULL after the last one. */
bool io_text_line(io_text *text, const char **line, size_t *length, uint64_t *number, io_error *error);

#endif
