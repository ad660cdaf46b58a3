/* What the cells of a table's columns say: settled before the first row is read, and what was found afterwards. */
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "report.h"
#include "source.h"

/* The role of a column, to be changed; NULL after a failure. */
static io_role *role_of(io_source *source, size_t column, io_error *error) {
    const size_t all = source->names.count;
    const char *name = io_stream_name(source->stream);
    if (source->started) {
        io_report(error, "%s: what a column says is settled before the first row is read", name);
        return NULL;
    }
    if (column >= all) {
        io_report(error, "%s has %zu columns, there is no column %zu", name, all, column + 1);
        return NULL;
    }
    if (source->roles == NULL)
        source->roles = calloc(all, sizeof *source->roles);
    if (source->roles == NULL) {
        io_report(error, "out of memory");
        return NULL;
    }
    io_role_free(&source->roles[column]);
    source->roles[column] = (io_role){0};
    return &source->roles[column];
}

bool io_set_meaning(io_source *source, size_t column, io_meaning meaning, io_error *error) {
    static const io_role_kind first[] = {[IO_NUMBERS] = IO_ROLE_NUMBERS,
                                         [IO_NUMBERS_OR_TEXT] = IO_ROLE_UNDECIDED,
                                         [IO_LABELS] = IO_ROLE_LABELS,
                                         [IO_TIMES] = IO_ROLE_TIMES};
    if (!source->format->has_text)
        return true;
    io_role *role = role_of(source, column, error);
    if (role != NULL)
        role->kind = first[meaning];
    return role != NULL;
}

bool io_set_labels(io_source *source, size_t column, const char *const *labels, size_t count, io_error *error) {
    io_role *role = role_of(source, column, error);
    if (role == NULL)
        return false;
    role->kind = IO_ROLE_KNOWN;
    for (size_t i = 0; i < count; i++) {
        size_t number;
        if (!io_dictionary_find(&role->labels, labels[i], strlen(labels[i]), count, &number, error))
            return false;
    }
    io_quote quote;
    return source->format->has_text ||
           io_fail(error, "%s, column %s: this is a column of text, which such a file cannot have; use a CSV table",
                   io_stream_name(source->stream), io_quote_column(&quote, source, column));
}

io_finding io_found(const io_source *source, size_t column) {
    if (source->roles == NULL)
        return (io_finding){.example = ""};
    const io_role *role = &source->roles[column];
    return (io_finding){
        .labels = role->kind == IO_ROLE_TEXT || role->kind == IO_ROLE_LABELS || role->kind == IO_ROLE_KNOWN,
        .dates = role->kind == IO_ROLE_DATES,
        .count = role->labels.names.count,
        .present = role->present,
        .strange = role->strange,
        .different = role->different,
        .example = role->example.text,
    };
}

const char *io_label(const io_source *source, size_t column, size_t label) {
    return io_names_get(&source->roles[column].labels.names, label);
}
