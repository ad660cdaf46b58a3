/* What goes into a message: the text of a failure, and bytes of the user's file made safe to print. */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void io_report(io_error *error, const char *format, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
}

void io_report_system(io_error *error, const char *what, const char *name, int number) {
    char reason[128];
    if (strerror_r(number, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", number);
    io_report(error, "%s %s: %s", what, name, reason);
}

/* Smallest character that needs a sequence of this many bytes: a longer sequence for less is not UTF-8. */
static const unsigned long utf8_least[5] = {0, 0, 0x80, 0x800, 0x10000};

size_t io_utf8_character(const char *text, size_t length) {
    const unsigned char *p = (const unsigned char *)text;
    if (length == 0)
        return 0;
    if (p[0] < 0x80)
        return 1;
    const size_t count = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc0 || p[0] >= 0xf8 || count > length)
        return 0;
    unsigned long character = p[0] & (0x7fu >> count);
    for (size_t i = 1; i < count; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        character = character << 6 | (p[i] & 0x3f);
    }
    const bool surrogate = character >= 0xd800 && character <= 0xdfff;
    return character < utf8_least[count] || character > 0x10ffff || surrogate ? 0 : count;
}

/* One character of the text, as it is or escaped; returns how many bytes of the text it took. */
static size_t quote_character(char out[8], const char *text, size_t length) {
    const unsigned char c = (unsigned char)*text;
    const size_t count = io_utf8_character(text, length);
    const bool c1_control = c == 0xc2 && count == 2 && (unsigned char)text[1] < 0xa0;
    if (count > 0 && c >= 0x20 && c != 0x7f && !c1_control) {
        memcpy(out, text, count);
        out[count] = '\0';
        return count;
    }
    const char *name = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : NULL;
    if (name != NULL)
        snprintf(out, 8, "%s", name);
    else
        snprintf(out, 8, "\\x%02x", c);
    return 1;
}

static const char *quote(io_quote *quoted, const char *text, size_t length, size_t room) {
    char *out = quoted->text;
    *out++ = '\'';
    for (size_t i = 0; i < length;) {
        char piece[8];
        const size_t taken = quote_character(piece, text + i, length - i);
        const size_t bytes = strlen(piece);
        if ((size_t)(out - quoted->text) + bytes > room) {
            memcpy(out, "...", 3);
            out += 3;
            break;
        }
        memcpy(out, piece, bytes);
        out += bytes;
        i += taken;
    }
    *out++ = '\'';
    *out = '\0';
    return quoted->text;
}

const char *io_quote_cell(io_quote *quoted, const char *text, size_t length) {
    return quote(quoted, text, length, IO_QUOTE_SHORT);
}

const char *io_quote_path(io_quote *quoted, const char *path) {
    return quote(quoted, path, strlen(path), IO_QUOTE_LONG);
}
