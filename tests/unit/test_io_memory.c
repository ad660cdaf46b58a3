/*
 * Out of memory: the k-th allocation fails, for k = 1, 2, … until everything succeeds. Each time the call must fail
 * with the message, leak nothing and leave nothing behind. Linked with --wrap, which puts the functions below in the
 * place of malloc and its kin.
 */
#include "io_check.h"

#include <errno.h>

#include "io/keep.h"
#include "io/output.h"
#include "io/writer.h"

static size_t allowed = SIZE_MAX; /* allocations until one fails */
static size_t living;             /* not an exact count: it only has to come back to what it was */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
char *__real_strdup(const char *text);
char *__real_realpath(const char *path, char *resolved);
char *__wrap_strdup(const char *text);
char *__wrap_realpath(const char *path, char *resolved);

static bool refuse(void) {
    if (allowed == 0)
        return true;
    allowed--;
    return false;
}

static void *counted(void *block) {
    living += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size) { return refuse() ? NULL : counted(__real_malloc(size)); }

void *__wrap_calloc(size_t count, size_t size) { return refuse() ? NULL : counted(__real_calloc(count, size)); }

void *__wrap_realloc(void *block, size_t size) {
    if (refuse())
        return NULL;
    void *moved = __real_realloc(block, size);
    return block == NULL ? counted(moved) : moved;
}

void __wrap_free(void *block) {
    living -= block != NULL;
    __real_free(block);
}

char *__wrap_strdup(const char *text) { return refuse() ? NULL : counted(__real_strdup(text)); }

char *__wrap_realpath(const char *path, char *resolved) {
    errno = ENOMEM;
    return refuse() ? NULL : counted(__real_realpath(path, resolved));
}

typedef struct input {
    const char *name;
    const void *bytes;
    size_t size;
} input;

static bool read_input(const input *in, io_error *error) {
    io_source *source;
    io_table table;
    const size_t columns[] = {1, 0, 1};
    if (!io_open_memory(in->bytes, in->size, in->name, NULL, &source, error)) {
        assert_null(source);
        return false;
    }
    const bool good = io_select(source, columns, 3, error) && io_set_meaning(source, 1, IO_NUMBERS_OR_TEXT, error) &&
                      io_read_all(source, &table, error);
    if (good) {
        assert_true(table.rows > 0);
        io_table_free(&table);
    }
    io_close(source);
    return good;
}

/* Both kinds of table, with columns that come along. */
static bool read_kept(const input *in, io_error *error) {
    io_source *source;
    io_names kept = {0};
    double cells[8];
    const size_t columns[] = {1, 0};
    size_t rows;
    if (!io_open_memory(in->bytes, in->size, in->name, NULL, &source, error))
        return false;
    const bool good = io_select(source, columns + 1, 1, error) && io_keep(source, columns, 2, error) &&
                      io_read_kept(source, cells, 8, &rows, &kept, error);
    io_names_free(&kept);
    io_close(source);
    return good;
}

static bool write_table(const input *in, io_error *error) {
    io_writer *writer;
    char text[] = "x";
    io_names names = {.text = text, .at = (size_t[]){0}, .count = 1};
    const bool good = io_writer_open(in->name, io_kind_of_path(in->name), &names, &writer, error);
    return good && io_writer_number(writer, 1, error) && io_writer_commit(writer, error);
}

static void check(bool (*act)(const input *in, io_error *error), const input *in, size_t least) {
    size_t failures = 0;
    for (;; failures++) {
        const size_t before = living;
        io_error error = {"(no message)"};
        allowed = failures;
        const bool good = act(in, &error);
        allowed = SIZE_MAX;
        assert_int_equal(living, before);
        if (good)
            break;
        expect_message(&error, strstr(error.text, "cannot write") ? "Cannot allocate memory" : "out of memory");
    }
    assert_true(failures >= least); /* the wrapped functions are really called */
}

static void test_readers(void **state) {
    (void)state;
    enum { LONG = 400000 };
    char *text = malloc(LONG); /* makes the window and the table grow */
    memset(text, ' ', LONG);
    memcpy(text, "a,b\n1,", 6);
    for (size_t i = 200000; i + 4 <= LONG; i += 4)
        memcpy(text + i, "\n1,2", 4);
    text[199999] = '3';
    const input inputs[] = {
        {"t.csv", "a,\"b\"\n1,2\n", 10},
        {"t.csv", text, LONG},
        {"t.csv", "a,b\n1,red\n2,\"say \"\"x\"\"\"\n", 24},
        {"t.svm", "1 1:2 3:4\n", 10},
        {"t.npy",
         "\x93NUMPY\1\0\x4c\0{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2)}                    \n"
         "\0\0\0\0\0\0\0\0",
         94},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        check(read_input, &inputs[i], 5);
    check(read_kept, &inputs[2], 10);
    check(read_kept, &inputs[3], 10);
    free(text);
}

static void test_writers(void **state) {
    (void)state;
    check(write_table, &(input){.name = "new.npy"}, 2);
    check(write_table, &(input){.name = "new.tsv.gz"}, 3);
}

static void check_output(const char *path) {
    for (size_t failures = 0;; failures++) {
        const size_t before = living;
        io_error error = {"(no message)"};
        io_output *output;
        allowed = failures;
        const bool good = io_output_open(path, &output, &error);
        allowed = SIZE_MAX;
        if (good)
            io_output_discard(output);
        assert_int_equal(living, before);
        if (good) {
            assert_int_equal(failures, 1); /* the output, which its paths are part of */
            return;
        }
        expect_message(&error, failures == 0 ? "out of memory" : "Cannot allocate memory");
    }
}

static void test_output(void **state) {
    (void)state;
    check_output("new.csv");
    write_file("old.csv", "old", 3);
    check_output("old.csv");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_readers), cmocka_unit_test(test_writers),
                                       cmocka_unit_test(test_output)};
    return cmocka_run_group_tests_name("io_memory", tests, enter_folder, leave_folder);
}
