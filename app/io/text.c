/* A text file through a growing window. */
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

enum { FIRST_CAPACITY = 1 << 17 };
static const size_t line_limit = (size_t)1 << 30;

void io_text_free(io_text *text) {
    free(text->data);
    text->data = NULL;
}

bool io_text_start(io_text *text, io_stream *stream, io_error *error) {
    free(text->data);
    *text = (io_text){.stream = stream, .capacity = FIRST_CAPACITY, .limit = line_limit, .line = 1};
    text->data = malloc(text->capacity);
    if (text->data == NULL)
        return io_fail_memory(error);
    while (text->end < 3 && !text->finished)
        if (!io_text_more(text, error))
            return false;
    if (text->end >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0)
        text->begin = 3;
    return true;
}

static bool grow(io_text *text, io_error *error) {
    if (text->capacity >= text->limit)
        return io_fail(error,
                       "%s, line %" PRIu64 ": longer than %zu MiB; is it a text file, and are its quotes closed?",
                       io_stream_name(text->stream), text->line, text->limit >> 20);
    const size_t capacity = text->capacity > text->limit / 2 ? text->limit : 2 * text->capacity;
    char *data = realloc(text->data, capacity);
    if (data == NULL)
        return io_fail_memory(error);
    text->data = data;
    text->capacity = capacity;
    return true;
}

bool io_text_more(io_text *text, io_error *error) {
    if (text->begin > 0) {
        memmove(text->data, text->data + text->begin, text->end - text->begin);
        text->dropped += text->begin;
        text->end -= text->begin;
        text->begin = 0;
    }
    if (text->end == text->capacity && !grow(text, error))
        return false;
    char *fresh = text->data + text->end;
    size_t got;
    if (!io_stream_read(text->stream, fresh, text->capacity - text->end, &got, error))
        return false;
    const char *nul = memchr(fresh, '\0', got);
    if (nul != NULL)
        return io_fail(error, "%s is not a text file: byte %" PRIu64 " is NUL", io_stream_name(text->stream),
                       text->dropped + (uint64_t)(nul - text->data) + 1);
    text->end += got;
    text->finished = got == 0;
    return true;
}

bool io_text_line(io_text *text, const char **line, size_t *length, uint64_t *number, io_error *error) {
    *line = NULL;
    size_t searched = 0;
    const char *stop;
    for (;;) {
        const char *from = text->data + text->begin + searched;
        searched = text->end - text->begin;
        stop = memchr(from, '\n', (size_t)(text->data + text->end - from));
        if (stop != NULL || text->finished)
            break;
        if (!io_text_more(text, error))
            return false;
    }
    if (stop == NULL && text->begin == text->end)
        return true;
    if (stop == NULL)
        stop = text->data + text->end;
    *line = text->data + text->begin;
    *length = (size_t)(stop - *line);
    *number = text->line++;
    text->begin += *length + (stop < text->data + text->end);
    if (*length > 0 && stop[-1] == '\r')
        --*length;
    return true;
}
