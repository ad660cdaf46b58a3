#include "input.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "args.h"
#include "message.h"

int term_read_header(const term_args *args, io_header *header) {
    const char *text = term_args_value(args, "header");
    *header = IO_HEADER_AUTO;
    if (!text || strcmp(text, "auto") == 0)
        return TERM_SUCCESS;
    *header = strcmp(text, "no") == 0 ? IO_HEADER_NO : IO_HEADER_YES;
    if (*header == IO_HEADER_NO || strcmp(text, "yes") == 0)
        return TERM_SUCCESS;
    return term_misuse(args->command->name, "--header is '%s', but must be one of auto, yes, no", text);
}

void term_note_header(const io_source *source, const char *shown, bool quiet) {
    if (io_header_is_guessed(source))
        term_note(quiet,
                  "%s: the first line, %s to %s, is taken as the names of the columns; if it is a row, add --header no",
                  shown, io_column_name(source, 0), io_column_name(source, io_columns(source) - 1));
}

void term_show_path(const char *path, char text[TERM_PATH_TEXT]) {
    if (strcmp(path, "-") == 0)
        snprintf(text, TERM_PATH_TEXT, "standard input");
    else if (strlen(path) + 3 <= TERM_PATH_TEXT)
        snprintf(text, TERM_PATH_TEXT, "'%s'", path);
    else /* its end says more than its beginning */
        snprintf(text, TERM_PATH_TEXT, "'…%s'", path + strlen(path) - (TERM_PATH_TEXT - 8));
}

bool term_same_file(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}
