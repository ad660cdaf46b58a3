#include "datasets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/report.h"
#include "io/stream.h"

const dataset *datasets_find(const char *name) {
    for (size_t i = 0; i < n_datasets; i++)
        if (strcmp(datasets[i].name, name) == 0)
            return &datasets[i];
    return NULL;
}

const char *datasets_folder(const char *option) {
    const char *folder = option ? option : getenv("LABRBF_DATA");
    return folder && *folder ? folder : NULL;
}

bool datasets_locate(const dataset *set, const char *folder, char path[DATASET_PATH]) {
    static const char *const endings[] = {".csv.gz", ".csv"};
    for (size_t i = 0; folder && i < sizeof endings / sizeof endings[0]; i++) {
        int length = snprintf(path, DATASET_PATH, "%s/%s%s", folder, set->file ? set->file : set->name, endings[i]);
        if (length < DATASET_PATH && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static bool hash_text(const char *path, char text[SHA256_TEXT], io_error *error) {
    io_stream *stream;
    static char block[65536];
    size_t got;
    sha256 hash;
    sha256_begin(&hash);
    if (!io_stream_open(path, &stream, error))
        return false;
    bool ok;
    while ((ok = io_stream_read(stream, block, sizeof block, &got, error)) && got > 0)
        sha256_add(&hash, block, got);
    io_stream_close(stream);
    sha256_end(&hash, text);
    return ok;
}

static bool missing(const dataset *set, const char *folder, io_error *error) {
    char place[DATASET_PATH];
    const char *file = set->file ? set->file : set->name;
    if (folder)
        snprintf(place, sizeof place, "it is not in '%.500s'", folder);
    else
        snprintf(place, sizeof place, "no folder of data sets is given (--data DIR, or the variable LABRBF_DATA)");
    return io_fail(error,
                   "data set '%s': %s. It is public: %s, %s. Save it as %s.csv (or %s.csv.gz) in %s: a header line, "
                   "%zu features, the target '%s' last; docs/data-sets.md says exactly how",
                   set->name, place, set->source, set->address, file, file,
                   folder ? "that folder" : "a folder of your choice", set->features, set->target);
}

static bool check(const dataset *set, const char *path, io_error *error) {
    char text[SHA256_TEXT];
    if (!hash_text(path, text, error))
        return false;
    if (strcmp(text, set->sha256) == 0)
        return true;
    io_quote quote;
    return io_fail(error,
                   "%s is not the data set '%s': the SHA-256 of its text is %s, expected %s. To use it as it is, give "
                   "its path instead of the name",
                   io_quote_path(&quote, path), set->name, text, set->sha256);
}

bool datasets_read(const dataset *set, const char *folder, data *d, io_error *error) {
    char path[DATASET_PATH];
    bool misuse;
    *d = (data){0};
    if (!datasets_locate(set, folder, path))
        return missing(set, folder, error);
    if (!check(set, path, error) ||
        !data_read(path, &(data_columns){.target = set->target, .drop = set->drop}, d, &misuse, error))
        return false;
    snprintf(d->name, sizeof d->name, "%s", set->name);
    d->fixed_train_rows = set->fixed_train_rows;
    return true;
}
