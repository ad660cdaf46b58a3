/* What the tests of the table readers share: tables from bytes, and what is expected of them. */
#ifndef LAB_TEST_IO_CHECK_H
#define LAB_TEST_IO_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/format.h"
#include "io/source.h"

/* A folder of its own for each test program, current while the tests run. */
static char check_folder[64];

static inline int enter_folder(void **state) {
    (void)state;
    snprintf(check_folder, sizeof check_folder, "io-test-XXXXXX");
    return mkdtemp(check_folder) == NULL || chdir(check_folder) != 0;
}

static inline void remove_tree(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (snprintf(name, sizeof name, "%s/%s", path, entry->d_name) >= (int)sizeof name)
            continue;
        if (unlink(name) != 0)
            remove_tree(name);
    }
    closedir(folder);
    rmdir(path);
}

static inline int leave_folder(void **state) {
    (void)state;
    const int failed = chdir("..");
    remove_tree(check_folder);
    return failed;
}

static inline void write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void assert_same_number(double got, double expected) {
    if (memcmp(&got, &expected, sizeof got) != 0 && !(isnan(got) && isnan(expected)))
        fail_msg("got %.17g, expected %.17g", got, expected);
}

/* The open source must hold exactly these cells; it stays open. */
static inline void expect_cells_in(io_source *source, size_t rows, size_t columns, const double *cells) {
    io_error error = {"(no message)"};
    io_table table;
    if (!io_read_all(source, &table, &error))
        fail_msg("%s", error.text);
    assert_int_equal(table.rows, rows);
    assert_int_equal(table.columns, columns);
    for (size_t i = 0; i < rows * columns; i++)
        assert_same_number(table.cells[i], cells[i]);
    io_table_free(&table);
}

/* Likewise, and closes it. */
static inline void expect_cells(io_source *source, size_t rows, size_t columns, const double *cells) {
    expect_cells_in(source, rows, columns, cells);
    io_close(source);
}

static inline io_source *open_bytes(const void *bytes, size_t size, const char *name, const io_options *options) {
    io_error error = {"(no message)"};
    io_source *source;
    if (!io_open_memory(bytes, size, name, options, &source, &error))
        fail_msg("%s", error.text);
    return source;
}

static inline io_source *open_path(const char *path, const io_options *options) {
    io_error error = {"(no message)"};
    io_source *source;
    if (!io_open(path, options, &source, &error))
        fail_msg("%s", error.text);
    return source;
}

static inline void expect_bytes(const void *bytes, size_t size, const char *name, size_t rows, size_t columns,
                                const double *cells) {
    expect_cells(open_bytes(bytes, size, name, NULL), rows, columns, cells);
}

static inline void expect_message(const io_error *error, const char *part) {
    if (strstr(error->text, part) == NULL)
        fail_msg("the message is\n  %s\nwithout\n  %s", error->text, part);
}

/* Opening the source or reading it must fail with a message that contains `part`. Closes it. */
static inline void expect_source_failure(bool opened, io_source *source, io_error *error, const char *part) {
    io_table table = {0};
    if (!opened)
        assert_null(source);
    if (opened && io_read_all(source, &table, error))
        fail_msg("%zu rows were read, but this was expected: %s", table.rows, part);
    assert_null(table.cells);
    expect_message(error, part);
    io_close(source);
}

static inline void expect_bytes_failure(const void *bytes, size_t size, const char *name, const io_options *options,
                                        const char *part) {
    io_error error = {"(no message)"};
    io_source *source;
    const bool opened = io_open_memory(bytes, size, name, options, &source, &error);
    expect_source_failure(opened, source, &error, part);
}

static inline void expect_path_failure(const char *path, const char *part) {
    io_error error = {"(no message)"};
    io_source *source;
    const bool opened = io_open(path, NULL, &source, &error);
    expect_source_failure(opened, source, &error, part);
}

#endif
