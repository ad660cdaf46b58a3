/*
 * Where the bytes come from: files, gzip in all its states, standard input, and what the window over them does. Linked
 * with --wrap=read and the like, so that a test can make reads give few bytes at a time and be interrupted.
 */
#include "io_check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <zlib.h>

#include "io/text.h"

#define CELLS(...) ((const double[]){__VA_ARGS__})

static bool awkward;

static bool interrupt(void) {
    static unsigned calls;
    errno = EINTR;
    return awkward && calls++ % 2 == 0;
}

ssize_t __real_read(int fd, void *bytes, size_t count);
ssize_t __real_pread(int fd, void *bytes, size_t count, off_t offset);
ssize_t __real_write(int fd, const void *bytes, size_t count);
ssize_t __wrap_read(int fd, void *bytes, size_t count);
ssize_t __wrap_pread(int fd, void *bytes, size_t count, off_t offset);
ssize_t __wrap_write(int fd, const void *bytes, size_t count);

ssize_t __wrap_read(int fd, void *bytes, size_t count) {
    return interrupt() ? -1 : __real_read(fd, bytes, awkward && count > 7 ? 7 : count);
}

ssize_t __wrap_pread(int fd, void *bytes, size_t count, off_t offset) {
    return interrupt() ? -1 : __real_pread(fd, bytes, awkward && count > 7 ? 7 : count, offset);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t count) {
    return interrupt() ? -1 : __real_write(fd, bytes, awkward && count > 7 ? 7 : count);
}

static size_t pack(const char *text, unsigned char *out, size_t room) {
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    char *input = strdup(text); /* zlib's pointer is not to const */
    assert_non_null(input);
    z.next_in = (unsigned char *)input;
    z.avail_in = (uInt)strlen(text);
    z.next_out = out;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t size = room - z.avail_out;
    deflateEnd(&z);
    free(input);
    return size;
}

static void test_no_file(void **state) {
    (void)state;
    expect_path_failure("none.csv", "cannot open 'none.csv': No such file or directory");
    expect_path_failure("none/x.csv", "cannot open 'none/x.csv': No such file or directory");
    expect_path_failure(".", "cannot open '.': Is a directory");
    expect_path_failure("a\nb\x1b.csv", "cannot open 'a\\nb\\x1b.csv': ");
    write_file("locked.csv", "1,2\n", 4);
    assert_int_equal(chmod("locked.csv", 0), 0);
    if (geteuid() != 0)
        expect_path_failure("locked.csv", "cannot open 'locked.csv': Permission denied");
    char path[1001];
    memset(path, 'p', 1000);
    path[1000] = '\0';
    expect_path_failure(path, "ppp...': File name too long");
}

static void test_gzip(void **state) {
    (void)state;
    unsigned char bytes[1024];
    size_t size = pack("a,b\n1,2\n3", bytes, sizeof bytes);
    const size_t first = size;
    size += pack("", bytes + size, sizeof bytes - size); /* an empty member */
    size += pack(",4\n", bytes + size, sizeof bytes - size);
    expect_bytes(bytes, size, "t.csv", 2, 2, CELLS(1, 2, 3, 4));
    memset(bytes + size, 0, 100);
    expect_bytes(bytes, size + 100, "t.csv.gz", 2, 2, CELLS(1, 2, 3, 4)); /* padded with zeros */
    bytes[size + 100] = 'x';
    expect_bytes_failure(bytes, size + 101, "t.csv.gz", NULL, "other bytes follow its gzip data");
    for (size_t cut = 3; cut < first; cut++)
        expect_bytes_failure(bytes, cut, "t.csv.gz", NULL, "'t.csv.gz' is cut short: its gzip data ends in the middle");
    bytes[first - 8] ^= 1; /* the checksum */
    expect_bytes_failure(bytes, first, "t.csv.gz", NULL, "its gzip data cannot be unpacked (incorrect data check)");
    size = pack("", bytes, sizeof bytes);
    expect_bytes_failure(bytes, size, "t.csv.gz", NULL, "'t.csv.gz' is empty");
}

/* Puts a file, or the end of a pipe that a child fills slowly, in place of standard input while `use` runs. */
static void with_stdin(int fd, void (*use)(void)) {
    const int saved = dup(STDIN_FILENO);
    assert_true(fd >= 0 && saved >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    use();
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(fd);
}

static void through_pipe(const void *bytes, size_t size, size_t piece, void (*use)(void)) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (size_t i = 0; i < size; i += piece)
            if (write(ends[1], (const char *)bytes + i, size - i < piece ? size - i : piece) < 0)
                _exit(1);
        _exit(0);
    }
    close(ends[1]);
    with_stdin(ends[0], use);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void expect_stdin_table(void) { expect_cells(open_path("-", NULL), 2, 2, CELLS(1, 2, 3, 4)); }

static void expect_stdin_libsvm(void) { expect_cells(open_path("-", NULL), 2, 3, CELLS(2, 0, 1, 0, 4, 3)); }

static void expect_stdin_text(void) { expect_path_failure("-", "standard input, line 2, column 'a': 'x' is not"); }

static void expect_stdin_empty(void) { expect_path_failure("-", "standard input is empty"); }

static void test_stdin(void **state) {
    (void)state;
    const char *csv = "a,b\n1,2\n3,\"4\"\n", *libsvm = "1 1:2\n3 2:4\n";
    unsigned char packed[256];
    const size_t size = pack(csv, packed, sizeof packed), libsvm_size = pack(libsvm, packed + 128, 128);
    for (size_t piece = 1; piece <= 64; piece += 63) {
        through_pipe(csv, strlen(csv), piece, expect_stdin_table);
        through_pipe(packed, size, piece, expect_stdin_table);
        through_pipe(libsvm, strlen(libsvm), piece, expect_stdin_libsvm); /* read twice: copied to a file first */
        through_pipe(packed + 128, libsvm_size, piece, expect_stdin_libsvm);
    }
    through_pipe("", 0, 1, expect_stdin_empty);
    write_file("in.csv", csv, strlen(csv));
    with_stdin(open("in.csv", O_RDONLY), expect_stdin_table);
    write_file("in.svm", libsvm, strlen(libsvm));
    with_stdin(open("in.svm", O_RDONLY), expect_stdin_libsvm);
    write_file("begun.csv", "x\na,b\n1,2\n3,4\n", 14); /* somebody has read its first line */
    const int fd = open("begun.csv", O_RDONLY);
    assert_int_equal(lseek(fd, 2, SEEK_SET), 2);
    with_stdin(fd, expect_stdin_table);
    through_pipe("a\nx\n", 4, 4, expect_stdin_text);
}

/* Going back and jumping, over every kind of source. */
static void check_movement(io_stream *stream) {
    io_error error = {""};
    char bytes[16];
    size_t got;
    const char *peeked;
    assert_true(io_stream_peek(stream, &peeked, &got, &error) && got >= 3 && memcmp(peeked, "abc", 3) == 0);
    assert_true(io_stream_read_full(stream, bytes, 2, &got, &error) && got == 2);
    assert_true(io_stream_keep(stream, true, &error)); /* offsets count from here */
    uint64_t left;
    assert_true(io_stream_left(stream, &left) && left == 6);
    for (uint64_t offset = 0; offset <= 7; offset++) {
        io_stream_seek(stream, offset);
        assert_true(io_stream_read_full(stream, bytes, sizeof bytes, &got, &error));
        assert_int_equal(got, offset < 6 ? 6 - offset : 0);
        assert_memory_equal(bytes, &"cdefgh"[offset < 6 ? offset : 6], got);
    }
    assert_true(io_stream_rewind(stream, &error) && io_stream_read(stream, bytes, 1, &got, &error));
    assert_true(got == 1 && bytes[0] == 'c');
    io_stream_close(stream);
}

static void check_stdin_movement(void) {
    io_error error;
    io_stream *stream;
    assert_true(io_stream_open("-", &stream, &error));
    check_movement(stream);
}

static void test_movement(void **state) {
    (void)state;
    io_error error;
    io_stream *stream;
    unsigned char packed[64];
    const size_t size = pack("abcdefgh", packed, sizeof packed);
    assert_true(io_stream_open_memory("abcdefgh", 8, "m", &stream, &error));
    check_movement(stream);
    assert_true(io_stream_open_memory(packed, size, "m", &stream, &error));
    check_movement(stream);
    write_file("f", "abcdefgh", 8);
    assert_true(io_stream_open("f", &stream, &error));
    check_movement(stream);
    through_pipe("abcdefgh", 8, 3, check_stdin_movement);
    through_pipe(packed, size, 3, check_stdin_movement);
}

/* Text that does not become much shorter, larger than every buffer. */
static char *long_text(const char *first, const char *format, size_t rows) {
    const size_t room = 64 * (rows + 1);
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, room, "%s", first);
    uint64_t random = 1;
    for (size_t i = 0; i < rows; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        used += (size_t)snprintf(text + used, room - used, format, (unsigned)(random >> 33), (unsigned)(random >> 35));
    }
    return text;
}

/* Damage far behind the beginning, where the table has long been opened. */
static void test_late_damage(void **state) {
    (void)state;
    static const struct {
        const char *name, *first, *format;
        io_options options;
    } cases[] = {{"late.csv.gz", "a,b\n", "%u,%u\n", {.header = IO_HEADER_AUTO}},
                 {"quoted.csv.gz", "a,b\n", "\"%u\",\"%u\n\n\n\"\n", {.header = IO_HEADER_AUTO}},
                 {"twice.svm.gz", "", "%u 1:%u\n", {.libsvm_features = 0}},
                 {"once.svm.gz", "", "%u 1:%u\n", {.libsvm_features = 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = long_text(cases[i].first, cases[i].format, 40000);
        const size_t room = strlen(text);
        unsigned char *packed = malloc(room);
        assert_non_null(packed);
        const size_t size = pack(text, packed, room);
        const size_t first[] = {0};
        for (int damage = 0; damage < 2; damage++) {
            io_error error = {"(no message)"};
            io_source *source;
            if (damage == 1)
                packed[size - 8] ^= 1; /* the checksum */
            bool good = io_open_memory(packed, damage == 1 ? size : size / 2, cases[i].name, &cases[i].options, &source,
                                       &error);
            if (good) {
                assert_true(io_select(source, first, 1, &error));
                io_table table;
                good = io_read_all(source, &table, &error);
            }
            assert_false(good);
            expect_message(&error, damage == 1 ? "is damaged: its gzip data cannot be unpacked" : "is cut short");
            io_close(source);
        }
        free(packed);
        free(text);
    }
}

/* Seven bytes at a time, and half of the calls interrupted. */
static void test_awkward_system(void **state) {
    (void)state;
    const char *csv = "a,b\n1,2\n3,\"4\"\n", *libsvm = "1 1:2\n3 2:4\n";
    unsigned char packed[256];
    const size_t size = pack(csv, packed, sizeof packed);
    write_file("awkward.csv.gz", packed, size);
    write_file("awkward.csv", csv, strlen(csv));
    awkward = true;
    expect_cells(open_path("awkward.csv.gz", NULL), 2, 2, CELLS(1, 2, 3, 4));
    expect_cells(open_path("awkward.csv", NULL), 2, 2, CELLS(1, 2, 3, 4));
    awkward = false;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], libsvm, strlen(libsvm)), strlen(libsvm));
    close(ends[1]);
    awkward = true;
    with_stdin(ends[0], expect_stdin_libsvm);
    awkward = false;
}

static void expect_stdin_unreadable(void) {
    expect_path_failure("-", "cannot read standard input: Bad file descriptor");
}

static void test_read_error(void **state) {
    (void)state;
    write_file("f", "1,2\n", 4);
    with_stdin(open("f", O_WRONLY), expect_stdin_unreadable);
}

static void use_no_folder(void) {
    expect_path_failure("-", "cannot create a temporary file in '/nowhere': No such file or directory");
}

static void test_no_temporary_folder(void **state) {
    (void)state;
    setenv("TMPDIR", "/nowhere", 1);
    through_pipe("1 1:2\n", 6, 6, use_no_folder);
    unsetenv("TMPDIR");
}

/* The window refuses to grow for ever. */
static void test_line_limit(void **state) {
    (void)state;
    enum { SIZE = 1 << 20 };
    char *bytes = malloc(SIZE);
    memset(bytes, 'x', SIZE);
    memcpy(bytes, "a\nb\n", 4);
    io_error error = {""};
    io_stream *stream;
    io_text text = {0};
    assert_true(io_stream_open_memory(bytes, SIZE, "m", &stream, &error));
    assert_true(io_text_start(&text, stream, &error));
    text.limit = SIZE / 2;
    const char *line;
    size_t length;
    uint64_t number;
    assert_true(io_text_line(&text, &line, &length, &number, &error) && length == 1 && number == 1);
    assert_true(io_text_line(&text, &line, &length, &number, &error) && line[0] == 'b' && number == 2);
    assert_false(io_text_line(&text, &line, &length, &number, &error));
    expect_message(&error, "'m', line 3: longer than 0 MiB");
    io_text_free(&text);
    io_stream_close(stream);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_file),     cmocka_unit_test(test_gzip),
        cmocka_unit_test(test_stdin),       cmocka_unit_test(test_movement),
        cmocka_unit_test(test_late_damage), cmocka_unit_test(test_awkward_system),
        cmocka_unit_test(test_read_error),  cmocka_unit_test(test_no_temporary_folder),
        cmocka_unit_test(test_line_limit),
    };
    return cmocka_run_group_tests_name("stream", tests, enter_folder, leave_folder);
}
