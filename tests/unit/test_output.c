/*
 * Text files out: whole or not at all, and every failure is noticed. Linked with --wrap=write, so that a test can make
 * write() take few bytes at a time and be interrupted.
 */
#include "io_check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "io/output.h"

static bool awkward;

ssize_t __real_write(int fd, const void *bytes, size_t count);
ssize_t __wrap_write(int fd, const void *bytes, size_t count);

ssize_t __wrap_write(int fd, const void *bytes, size_t count) {
    static unsigned calls;
    if (awkward && calls++ % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    return __real_write(fd, bytes, awkward && count > 1000 ? 1000 : count);
}

static io_output *open_output(const char *path) {
    io_error error = {"(no message)"};
    io_output *output;
    if (!io_output_open(path, &output, &error))
        fail_msg("%s", error.text);
    return output;
}

static void commit(io_output *output) {
    io_error error = {"(no message)"};
    if (!io_output_commit(output, &error))
        fail_msg("%s", error.text);
}

static void expect_content(const char *path, const char *expected) {
    char text[256];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s is missing", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static size_t files_here(void) {
    size_t count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count - 2;
}

static void test_write(void **state) {
    (void)state;
    io_output *output = open_output("new.csv");
    io_output_text(output, "prediction,b\n");
    io_output_number(output, 0.1);
    io_output_text(output, ",");
    io_output_number(output, NAN);
    io_output_text(output, "\n");
    io_output_number(output, -1e300);
    assert_int_equal(access("new.csv", F_OK), -1); /* not before it is whole */
    const size_t before = files_here();
    commit(output);
    assert_int_equal(files_here(), before);
    expect_content("new.csv", "prediction,b\n0.1,\n-1e+300");
}

static void test_cells(void **state) {
    (void)state;
    static const char *const plain[] = {"plain text", "a_b", "", "1.5"};
    static const char *const quoted[] = {"a,b", "a;b", "a\tb", "a|b", "h\ni", "j\rk", " l", "m "};
    io_output *output = open_output("cells.csv");
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        io_output_cell(output, plain[i]);
    io_output_cell(output, "f \"g\"");
    for (size_t i = 0; i < sizeof quoted / sizeof *quoted; i++)
        io_output_cell(output, quoted[i]);
    commit(output);
    expect_content("cells.csv",
                   "plain texta_b1.5\"f \"\"g\"\"\"\"a,b\"\"a;b\"\"a\tb\"\"a|b\"\"h\ni\"\"j\rk\"\" l\"\"m \"");
}

/* More than the buffer holds, in pieces of every size, one of them larger than the buffer. */
static void test_much(void **state) {
    (void)state;
    enum { SIZE = 300000, LARGE = 100000 };
    char *text = malloc(SIZE + 1), *back = malloc(SIZE + 1);
    assert_true(text != NULL && back != NULL);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = (char)('a' + i * i % 23);
    text[SIZE] = '\0';
    for (int round = 0; round < 2; round++) {
        io_output *output = open_output("much.txt");
        io_output_text(output, text + SIZE - LARGE);
        for (size_t done = 0, piece = 1; done < SIZE; done += piece) {
            char part[1001];
            piece = 1 + done % 1000 < SIZE - done ? 1 + done % 1000 : SIZE - done;
            memcpy(part, text + done, piece);
            part[piece] = '\0';
            io_output_text(output, part);
        }
        awkward = round == 1;
        commit(output);
        awkward = false;
        FILE *file = fopen("much.txt", "rb");
        assert_non_null(file);
        assert_int_equal(fread(back, 1, LARGE, file), LARGE);
        assert_memory_equal(back, text + SIZE - LARGE, LARGE);
        assert_int_equal(fread(back, 1, SIZE + 1, file), SIZE);
        assert_memory_equal(back, text, SIZE);
        fclose(file);
    }
    free(text);
    free(back);
}

/* The temporary file stands beside the target, and two writers of one file do not share it. */
static void test_temporary_name(void **state) {
    (void)state;
    assert_int_equal(mkdir("sub", 0777), 0);
    io_output *first = open_output("sub/x.csv"), *second = open_output("sub/x.csv");
    io_output_text(first, "first");
    io_output_text(second, "second");
    assert_int_equal(access("sub/.x.csv.labrbf-0.tmp", F_OK), 0);
    assert_int_equal(access("sub/.x.csv.labrbf-1.tmp", F_OK), 0);
    commit(second);
    expect_content("sub/x.csv", "second");
    commit(first);
    expect_content("sub/x.csv", "first");
    assert_int_equal(access("sub/.x.csv.labrbf-0.tmp", F_OK), -1);
    assert_int_equal(access("sub/.x.csv.labrbf-1.tmp", F_OK), -1);
}

/* A trial leaves nothing behind, and what stands there is untouched. */
static void test_trial(void **state) {
    (void)state;
    write_file("tried.csv", "old", 3);
    const size_t before = files_here();
    assert_int_equal(io_output_try("tried.csv"), 0);
    assert_int_equal(io_output_try("untried.csv"), 0);
    assert_int_equal(io_output_try("none/x.csv"), ENOENT);
    assert_int_equal(files_here(), before);
    expect_content("tried.csv", "old");
}

static void test_discard(void **state) {
    (void)state;
    write_file("old.csv", "old", 3);
    const size_t before = files_here();
    io_output *output = open_output("old.csv");
    io_output_text(output, "new");
    io_output_discard(output);
    expect_content("old.csv", "old");
    assert_int_equal(files_here(), before);
    io_output_discard(NULL);
}

static mode_t mode_of(const char *path) {
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 0777;
}

static void test_mode(void **state) {
    (void)state;
    const mode_t saved = umask(027);
    commit(open_output("masked.csv"));
    assert_int_equal(mode_of("masked.csv"), 0640);
    assert_int_equal(chmod("masked.csv", 0604), 0);
    commit(open_output("masked.csv"));
    umask(saved);
    assert_int_equal(mode_of("masked.csv"), 0604); /* a file that is replaced keeps its mode */
}

static void test_links(void **state) {
    (void)state;
    assert_int_equal(mkdir("far", 0777), 0);
    write_file("far/real.csv", "old", 3);
    assert_int_equal(symlink("far/real.csv", "link.csv"), 0);
    io_output *output = open_output("link.csv");
    io_output_text(output, "new");
    commit(output);
    expect_content("far/real.csv", "new");
    struct stat status;
    assert_int_equal(lstat("link.csv", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

/* A link to a file that is yet to be: the file appears. */
static void test_dangling_link(void **state) {
    (void)state;
    assert_int_equal(symlink("yet-to-be.csv", "dangling.csv"), 0);
    io_output *output = open_output("dangling.csv");
    io_output_text(output, "new");
    commit(output);
    expect_content("yet-to-be.csv", "new");
    struct stat status;
    assert_int_equal(lstat("dangling.csv", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

static void expect_open_failure(const char *path, const char *part) {
    io_error error = {"(no message)"};
    io_output *output;
    assert_false(io_output_open(path, &output, &error));
    assert_null(output);
    expect_message(&error, part);
}

static void test_open_failures(void **state) {
    (void)state;
    const size_t before = files_here();
    expect_open_failure("none/x.csv", "cannot write 'none/x.csv': No such file or directory");
    expect_open_failure(".", "cannot write '.': Is a directory");
    assert_int_equal(symlink("loop", "loop"), 0);
    expect_open_failure("loop", "cannot write 'loop': Too many levels of symbolic links");
    assert_int_equal(unlink("loop"), 0);
    write_file("plain", "", 0);
    expect_open_failure("plain/x.csv", "cannot write 'plain/x.csv': Not a directory");
    if (geteuid() != 0) {
        assert_int_equal(chmod("plain", 0444), 0);
        expect_open_failure("plain", "cannot write 'plain': Permission denied");
    }
    assert_int_equal(files_here(), before + 1);
}

static void expect_commit_failure(io_output *output, const char *part) {
    io_error error = {"(no message)"};
    assert_false(io_output_commit(output, &error));
    expect_message(&error, part);
}

/* A full disk: noticed for one byte, and for more than the buffer holds. */
static void test_full(void **state) {
    (void)state;
    struct stat status;
    if (stat("/dev/full", &status) != 0 || !S_ISCHR(status.st_mode))
        skip();
    io_output *output = open_output("/dev/full");
    io_output_text(output, "x");
    expect_commit_failure(output, "cannot write '/dev/full': No space left on device");
    output = open_output("/dev/full");
    for (int i = 0; i < 100000; i++)
        io_output_number(output, i);
    expect_commit_failure(output, "No space left on device");
}

/* The same in the middle of a file: what stood there is untouched, and nothing is left beside it. */
static void test_file_limit(void **state) {
    (void)state;
    write_file("kept.csv", "kept", 4);
    const size_t before = files_here();
    struct rlimit saved;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &saved), 0);
    const struct rlimit small = {.rlim_cur = 100000, .rlim_max = saved.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    io_output *output = open_output("kept.csv");
    for (int i = 0; i < 100000; i++)
        io_output_number(output, i);
    io_error error = {"(no message)"};
    const bool good = io_output_commit(output, &error);
    setrlimit(RLIMIT_FSIZE, &saved);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(good);
    expect_message(&error, "cannot write 'kept.csv': File too large");
    expect_content("kept.csv", "kept");
    assert_int_equal(files_here(), before);
}

static void test_rename_failure(void **state) {
    (void)state;
    const size_t before = files_here();
    io_output *output = open_output("taken");
    io_output_text(output, "x");
    assert_int_equal(mkdir("taken", 0777), 0);
    expect_commit_failure(output, "cannot write 'taken': ");
    assert_int_equal(files_here(), before + 1);
}

/* Standard output goes to `fd` while text is written to the path; returns whether the commit is good. */
static bool write_stdout(const char *path, int fd, io_error *error) {
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    dup2(fd, STDOUT_FILENO);
    io_output *output;
    bool good = io_output_open(path, &output, error);
    if (good) {
        io_output_text(output, "12");
        good = io_output_commit(output, error);
    }
    dup2(saved, STDOUT_FILENO);
    close(saved);
    return good;
}

static void test_stdout(void **state) {
    (void)state;
    io_error error = {"(no message)"};
    const int fd = open("captured", O_WRONLY | O_CREAT, 0666);
    assert_int_equal(write(fd, "0", 1), 1);
    assert_true(write_stdout("-", fd, &error)); /* where it stands, and it stays open */
    assert_true(write_stdout("/dev/stdout", fd, &error));
    assert_int_equal(write(fd, "3", 1), 1);
    close(fd);
    expect_content("captured", "012123");
}

/* Nobody reads standard output any more: the program ends as by SIGPIPE, also if it ignores that. */
static void test_closed_pipe(void **state) {
    (void)state;
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        io_error error;
        signal(SIGPIPE, SIG_IGN);
        (void)write_stdout("-", ends[1], &error);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGPIPE);
}

/* A named pipe is written directly, not replaced. */
static void test_named_pipe(void **state) {
    (void)state;
    assert_int_equal(mkfifo("pipe", 0666), 0);
    const int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    io_output *output = open_output("pipe");
    io_output_text(output, "through");
    commit(output);
    char text[16] = "";
    assert_int_equal(read(reader, text, sizeof text), 7);
    assert_string_equal(text, "through");
    close(reader);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write),         cmocka_unit_test(test_much),        cmocka_unit_test(test_temporary_name),
        cmocka_unit_test(test_discard),       cmocka_unit_test(test_mode),        cmocka_unit_test(test_links),
        cmocka_unit_test(test_dangling_link), cmocka_unit_test(test_trial),       cmocka_unit_test(test_open_failures),
        cmocka_unit_test(test_full),          cmocka_unit_test(test_file_limit),  cmocka_unit_test(test_rename_failure),
        cmocka_unit_test(test_stdout),        cmocka_unit_test(test_closed_pipe), cmocka_unit_test(test_named_pipe),
        cmocka_unit_test(test_cells),
    };
    return cmocka_run_group_tests_name("output", tests, enter_folder, leave_folder);
}
