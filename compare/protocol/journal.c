#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "baselines/memory.h"
#include "io/report.h"
#include "labrbf/labrbf.h"
#include "term/message.h"

static const char title[] = "labrbf-compare results 1";

struct journal {
    io_quote name;
    int file;
};

/* ---- the first line: the title, then key=value, separated by tabs */

static const char *tuning(const experiment *e) { return !e->tune ? "no" : e->one_fold ? "one fold of five" : "yes"; }

static char *first_line(const experiment *e, const char *hash, size_t hash_length) {
    size_t room = 1024 + e->contenders->count * (CONTENDER_TEXT + 64);
    char *line = memory_get(room, 1, 1), text[CONTENDER_TEXT];
    snprintf(line, room, "%s\tversion=%s\tdata=%.*s\tsplit=%s\ttraining rows=%zu\tseed=%" PRIu64 "\ttuning=%s", title,
             LABRBF_VERSION, (int)hash_length, hash, e->data->fixed_train_rows > 0 ? "given" : "random", e->n_train,
             e->seed, tuning(e));
    for (size_t i = 0; i < e->contenders->count; i++) {
        const contender *c = &e->contenders->list[i];
        contender_text(c, c->values, e->tune, text);
        term_append(line, room, "\t%s=%s", c->method->name, text);
    }
    return line;
}

/* The value of a key in a first line, up to the next tab; NULL if it has none. */
static const char *item(const char *line, const char *key, size_t key_length, size_t *length) {
    for (const char *at = strchr(line, '\t'); at; at = strchr(at, '\t')) {
        at++;
        if (strncmp(at, key, key_length) == 0 && at[key_length] == '=') {
            at += key_length + 1;
            *length = strcspn(at, "\t");
            return at;
        }
    }
    return NULL;
}

/* Adds what of `line` is not the same in `other`. */
static void differences(const char *line, const char *other, bool here, io_error *error) {
    enum { SHOWN = 120 };
    for (const char *at = strchr(line, '\t'); at; at = strchr(at, '\t')) {
        at++;
        size_t key = strcspn(at, "="), length = strcspn(at + key + 1, "\t"), length_there = 0;
        const char *there = item(other, at, key, &length_there);
        if (!there)
            term_append(error->text, sizeof error->text, "; %.*s is only %s", (int)key, at, here ? "here" : "there");
        else if (here && (length != length_there || memcmp(at + key + 1, there, length) != 0))
            term_append(error->text, sizeof error->text, "; %.*s is '%.*s' there and '%.*s' here", (int)key, at,
                        (int)(length_there < SHOWN ? length_there : SHOWN), there,
                        (int)(length < SHOWN ? length : SHOWN), at + key + 1);
    }
}

/* The same title and the same items, in whatever order; if not, says what differs. */
static bool same_first_line(const journal *j, const char *expected, const char *found, io_error *error) {
    if (strncmp(found, title, sizeof title - 1) != 0)
        return io_fail(error, "%s is not a file of results; choose another name", j->name.text);
    io_report(error, "%s has the results of another comparison", j->name.text);
    size_t before = strlen(error->text);
    differences(expected, found, true, error);
    differences(found, expected, false, error);
    return strlen(error->text) == before;
}

static bool check_first_line(const journal *j, const experiment *e, const char *found, io_error *error) {
    size_t length = strlen(e->data->hash);
    const char *hash = length > 0 ? e->data->hash : item(found, "data", 4, &length);
    char *expected = first_line(e, hash ? hash : "", length);
    bool same = same_first_line(j, expected, found, error);
    free(expected);
    return same;
}

/* ---- the other lines: repeat (from 1), method, outcome */

static bool read_line(const experiment *e, const char *line, bool failed_too, outcome *outcomes) {
    char *end;
    unsigned long long repeat = strtoull(line, &end, 10);
    if (*end != '\t' || repeat == 0)
        return false;
    const char *name = end + 1;
    size_t length = strcspn(name, "\t");
    outcome o;
    if (name[length] != '\t' || !outcome_read(name + length + 1, &o))
        return false;
    for (size_t c = 0; c < e->contenders->count; c++) {
        const char *known = e->contenders->list[c].method->name;
        if (strlen(known) != length || memcmp(known, name, length) != 0)
            continue;
        if (repeat <= e->repeats && (o.state == OUTCOME_DONE || failed_too))
            outcomes[(repeat - 1) * e->contenders->count + c] = o;
        return true;
    }
    return false;
}

/* The complete lines. */
static bool read_lines(const journal *j, const experiment *e, char *text, bool failed_too, outcome *outcomes,
                       io_error *error) {
    size_t number = 1;
    for (char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        *next++ = '\0';
        if (number++ == 1) {
            if (!check_first_line(j, e, line, error))
                return false;
            continue;
        }
        if (!read_line(e, line, failed_too, outcomes))
            return io_fail(error, "%s, line %zu, is damaged; take the line out, and that job will run again",
                           j->name.text, number - 1);
    }
    return true;
}

/* ---- the file */

static bool write_text(const journal *j, const char *text, io_error *error) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(j->file, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return io_fail_system(error, "cannot write", j->name.text, errno);
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* The whole file as text. */
static bool read_text(const journal *j, char **text, size_t *length, io_error *error) {
    struct stat status;
    if (fstat(j->file, &status) != 0)
        return io_fail_system(error, "cannot read", j->name.text, errno);
    if (!S_ISREG(status.st_mode))
        return io_fail(error, "%s is not a regular file; results cannot be kept there", j->name.text);
    size_t size = (size_t)status.st_size;
    *text = memory_get(size + 1, 1, 1);
    *length = 0;
    while (*length < size) {
        ssize_t got = pread(j->file, *text + *length, size - *length, (off_t)*length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return io_fail_system(error, "cannot read", j->name.text, errno);
        if (got == 0)
            break;
        *length += (size_t)got;
    }
    return true;
}

/* Up to the end of the last complete line. */
static size_t whole_lines(const char *text, size_t length) {
    while (length > 0 && text[length - 1] != '\n')
        length--;
    return length;
}

/* Takes over what the file has; cuts off a last line without its end; writes the first line if there is none. Nothing
 * is written before all of it is known to be ours. */
static bool take_over(const journal *j, const experiment *e, char *text, size_t length, outcome *outcomes,
                      io_error *error) {
    char *expected = first_line(e, e->data->hash, strlen(e->data->hash));
    size_t whole = whole_lines(text, length);
    bool ok = true;
    /* not text, or not even the beginning of our first line */
    if (memchr(text, '\0', length) || (whole == 0 && strncmp(expected, text, length) != 0))
        ok = io_fail(error, "%s is not a file of results; choose another name", j->name.text);
    text[whole] = '\0';
    ok = ok && read_lines(j, e, text, false, outcomes, error);
    if (ok && ftruncate(j->file, (off_t)whole) != 0)
        ok = io_fail_system(error, "cannot write", j->name.text, errno);
    if (ok && whole == 0)
        ok = write_text(j, expected, error) && write_text(j, "\n", error);
    free(expected);
    return ok;
}

static bool lock(const journal *j, io_error *error) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(j->file, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) /* some file systems have none */
        return true;
    return io_fail(error, "%s is in use by another labrbf-compare", j->name.text);
}

bool journal_open(const char *path, const experiment *e, outcome *outcomes, journal **opened, io_error *error) {
    journal *j = memory_get(1, 1, sizeof *j);
    char *text = NULL;
    size_t length = 0;
    *opened = j;
    io_quote_path(&j->name, path);
    j->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
    bool ok = j->file >= 0 || io_fail_system(error, "cannot open", j->name.text, errno);
    ok = ok && lock(j, error) && read_text(j, &text, &length, error) && take_over(j, e, text, length, outcomes, error);
    free(text);
    if (!ok) {
        journal_close(j);
        *opened = NULL;
    }
    return ok;
}

bool journal_read(const char *path, const experiment *e, outcome *outcomes, io_error *error) {
    journal j;
    char *text = NULL;
    size_t length = 0;
    io_quote_path(&j.name, path);
    j.file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (j.file < 0)
        return errno == ENOENT || io_fail_system(error, "cannot open", j.name.text, errno);
    bool ok = read_text(&j, &text, &length, error);
    if (ok) {
        text[whole_lines(text, length)] = '\0';
        ok = read_lines(&j, e, text, true, outcomes, error);
    }
    close(j.file);
    free(text);
    return ok;
}

bool journal_add(journal *j, const experiment *e, size_t job, const outcome *o, io_error *error) {
    enum { BEFORE = 128 };
    char line[BEFORE + OUTCOME_LINE + 1], text[OUTCOME_LINE];
    outcome_write(o, text);
    snprintf(line, sizeof line, "%zu\t%s\t%s\n", experiment_repeat(e, job) + 1,
             experiment_contender(e, job)->method->name, text);
    return write_text(j, line, error);
}

void journal_close(journal *j) {
    if (!j)
        return;
    if (j->file >= 0)
        close(j->file);
    free(j);
}
