/* Whole files: what is read is what was written, and a failed write leaves the old file and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/status.h"
#include "fixture.h"
#include "oracle.h"

static const unsigned char OLD[] = "the old content", NEW[] = "new";

static void put(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void expect_content(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    unsigned char *found = malloc(size + 1);
    assert_non_null(found);
    assert_int_equal(fread(found, 1, size + 1, file), size);
    assert_memory_equal(found, bytes, size);
    free(found);
    (void)fclose(file);
}

static void expect_io_failure(labrbf_status status, const char *path) {
    assert_int_equal(status, LABRBF_E_IO);
    if (!strstr(labrbf_last_error(), path))
        fail_msg("the message does not name %s: %s", path, labrbf_last_error());
}

static unsigned char *random_bytes(size_t size) {
    oracle_random random = oracle_seed(71);
    unsigned char *bytes = malloc(size ? size : 1);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)oracle_bits(&random);
    return bytes;
}

static void every_size_survives_the_round_trip(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 131072, 3000001};
    fixture_folder folder = fixture_folder_make();
    fixture_memory memory = {0};
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_memory(&hooks, &memory);
    lab_allocator allocator = lab_allocator_of(&hooks);
    char path[512];
    (void)fixture_path(&folder, "file", path);
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        unsigned char *bytes = random_bytes(sizes[c]), *back = NULL;
        size_t size = 99;
        assert_int_equal(lab_file_write(path, bytes, sizes[c]), LABRBF_OK);
        expect_content(path, bytes, sizes[c]);
        assert_int_equal(lab_file_read(path, &allocator, NULL, &back, &size), LABRBF_OK);
        assert_int_equal(size, sizes[c]);
        assert_non_null(back);
        assert_memory_equal(back, bytes, size);
        assert_true(memory.peak_bytes <= 4 * sizes[c] + 4 * 65536);
        lab_free(&allocator, back);
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(fixture_folder_count(&folder), 1);
        free(bytes);
    }
    fixture_folder_remove(&folder);
}

static void reading_fails_cleanly(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    lab_allocator allocator = lab_allocator_of(NULL);
    char missing[512];
    (void)fixture_path(&folder, "missing", missing);
    const char *paths[] = {missing, folder.path, ""};
    for (size_t c = 0; c < 3; c++) {
        unsigned char *bytes = (unsigned char *)missing;
        size_t size = 99;
        expect_io_failure(lab_file_read(paths[c], &allocator, NULL, &bytes, &size), paths[c]);
        assert_null(bytes);
        assert_int_equal(size, 0);
    }
    fixture_folder_remove(&folder);
}

static void reading_without_memory_leaves_nothing(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512];
    unsigned char *content = random_bytes(300000), *bytes;
    put(fixture_path(&folder, "file", path), content, 300000);
    labrbf_status status = LABRBF_E_MEMORY;
    size_t failures = 0, size;
    for (size_t k = 1; status < 0; k++) {
        fixture_memory memory = {.fail_at = k};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_memory(&hooks, &memory);
        lab_allocator allocator = lab_allocator_of(&hooks);
        status = lab_file_read(path, &allocator, NULL, &bytes, &size);
        if (status < 0) {
            failures++;
            assert_int_equal(status, LABRBF_E_MEMORY);
            assert_null(bytes);
        } else {
            lab_free(&allocator, bytes);
        }
        assert_int_equal(memory.live_blocks, 0);
    }
    assert_true(failures >= 2);
    free(content);
    fixture_folder_remove(&folder);
}

static void an_existing_file_is_replaced(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512];
    put(fixture_path(&folder, "file", path), OLD, sizeof OLD);
    assert_int_equal(lab_file_write(path, NEW, sizeof NEW), LABRBF_OK);
    expect_content(path, NEW, sizeof NEW);
    assert_int_equal(fixture_folder_count(&folder), 1);
    fixture_folder_remove(&folder);
}

/* The disk is full half way: a limit on the size of files does the same. */
static void a_failed_write_leaves_the_old_file_and_nothing_else(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512], other[512];
    put(fixture_path(&folder, "file", path), OLD, sizeof OLD);
    (void)fixture_path(&folder, "other", other);
    unsigned char *bytes = random_bytes(100000);
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 50000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    labrbf_status replaced = lab_file_write(path, bytes, 100000);
    assert_int_equal(replaced, LABRBF_E_IO);
    labrbf_status created = lab_file_write(other, bytes, 100000);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    (void)signal(SIGXFSZ, handler);
    expect_io_failure(created, other);
    expect_content(path, OLD, sizeof OLD);
    assert_int_equal(fixture_folder_count(&folder), 1);
    free(bytes);
    fixture_folder_remove(&folder);
}

static void unwritable_places_are_refused(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char missing[512], inside[512], file[512], name[301];
    memset(name, 'n', 300);
    name[300] = '\0';
    put(fixture_path(&folder, "file", file), OLD, sizeof OLD);
    const char *paths[] = {folder.path, fixture_path(&folder, "no/such/folder", missing),
                           fixture_path(&folder, "file/inside", inside), "", name};
    for (size_t c = 0; c < sizeof paths / sizeof paths[0]; c++)
        expect_io_failure(lab_file_write(paths[c], NEW, sizeof NEW), paths[c]);
    expect_content(file, OLD, sizeof OLD);
    assert_int_equal(fixture_folder_count(&folder), 1);
    fixture_folder_remove(&folder);
}

static void a_full_device_is_an_error(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512];
    const char *full = fixture_full_device(&folder, path);
    if (full) {
        expect_io_failure(lab_file_write(full, NEW, sizeof NEW), full);
        struct stat found;
        assert_int_equal(stat(full, &found), 0);
        assert_true(S_ISCHR(found.st_mode));
    }
    fixture_folder_remove(&folder);
    if (!full)
        skip();
}

/* A pipe stays a pipe, and its reader gets the bytes. */
static void what_is_not_a_file_is_written_directly(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512], found[sizeof NEW + 1];
    assert_int_equal(mkfifo(fixture_path(&folder, "pipe", path), 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(lab_file_write(path, NEW, sizeof NEW), LABRBF_OK);
    assert_int_equal(read(reader, found, sizeof found), sizeof NEW);
    assert_memory_equal(found, NEW, sizeof NEW);
    (void)close(reader);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(fixture_folder_count(&folder), 1);
    fixture_folder_remove(&folder);
}

static void expect_link(const char *link, const char *target) {
    char found[512] = {0};
    assert_true(readlink(link, found, sizeof found - 1) > 0);
    assert_string_equal(found, target);
}

static void a_link_keeps_pointing_where_it_did(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char target[512], link[512];
    put(fixture_path(&folder, "target", target), OLD, sizeof OLD);
    assert_int_equal(symlink("target", fixture_path(&folder, "link", link)), 0);
    assert_int_equal(lab_file_write(link, NEW, sizeof NEW), LABRBF_OK);
    expect_link(link, "target");
    expect_content(target, NEW, sizeof NEW);
    assert_int_equal(fixture_folder_count(&folder), 2);
    fixture_folder_remove(&folder);
}

/* A link to a file that is yet to be: the file appears, as with any other program's output. */
static void a_link_to_nothing_keeps_pointing_where_it_did(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char target[512], link[512];
    (void)fixture_path(&folder, "target", target);
    assert_int_equal(symlink("target", fixture_path(&folder, "link", link)), 0);
    assert_int_equal(lab_file_write(link, NEW, sizeof NEW), LABRBF_OK);
    expect_link(link, "target");
    expect_content(target, NEW, sizeof NEW);
    fixture_folder_remove(&folder);
}

/* A file that only its owner may read does not become readable for all by being written again. */
static void permissions_of_an_existing_file_are_kept(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512];
    put(fixture_path(&folder, "file", path), OLD, sizeof OLD);
    assert_int_equal(chmod(path, 0600), 0);
    mode_t mask = umask(0022);
    assert_int_equal(lab_file_write(path, NEW, sizeof NEW), LABRBF_OK);
    (void)umask(mask);
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    fixture_folder_remove(&folder);
}

/* 255 bytes is the longest name that common file systems have: the temporary file's must not be longer. */
static void the_longest_name_can_be_written(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char name[256], path[512];
    memset(name, 'n', 255);
    name[255] = '\0';
    put(fixture_path(&folder, name, path), OLD, sizeof OLD);
    assert_int_equal(lab_file_write(path, NEW, sizeof NEW), LABRBF_OK);
    expect_content(path, NEW, sizeof NEW);
    fixture_folder_remove(&folder);
}

static size_t hundred(const unsigned char *bytes, size_t size) { return size > 0 && bytes[0] == 0 ? 100 : 0; }

/* A device without an end is not read for ever. */
static void reading_ends_where_the_first_bytes_say(void **state) {
    (void)state;
    lab_allocator allocator = lab_allocator_of(NULL);
    unsigned char *bytes;
    size_t size;
    assert_int_equal(lab_file_read("/dev/zero", &allocator, hundred, &bytes, &size), LABRBF_OK);
    assert_true(size > 100 && size <= 65536);
    lab_free(&allocator, bytes);
}

/* What a killed writer has left behind, without a lock, is removed by the next one. What has a lock is somebody's. */
static void abandoned_temporary_files_are_removed(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512], temporary[512];
    (void)fixture_path(&folder, "file", path);
    put(fixture_path(&folder, ".file.labrbf-0.tmp", temporary), OLD, sizeof OLD);
    int other = open(temporary, O_RDONLY);
    assert_int_equal(flock(other, LOCK_EX), 0);
    assert_int_equal(lab_file_write(path, NEW, sizeof NEW), LABRBF_OK);
    expect_content(path, NEW, sizeof NEW);
    expect_content(temporary, OLD, sizeof OLD);
    (void)close(other);
    assert_int_equal(lab_file_write(path, OLD, sizeof OLD), LABRBF_OK);
    expect_content(path, OLD, sizeof OLD);
    assert_int_equal(fixture_folder_count(&folder), 1);
    fixture_folder_remove(&folder);
}

/* A folder or a link under the name of the temporary file is not ours: it stays, and another name is taken. */
static void planted_temporary_files_do_not_matter(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char path[512], planted[512], link[512], victim[512];
    (void)fixture_path(&folder, "file", path);
    put(fixture_path(&folder, "victim", victim), OLD, sizeof OLD);
    assert_int_equal(mkdir(fixture_path(&folder, ".file.labrbf-0.tmp", planted), 0777), 0);
    assert_int_equal(symlink("victim", fixture_path(&folder, ".file.labrbf-1.tmp", link)), 0);
    assert_int_equal(lab_file_write(path, NEW, sizeof NEW), LABRBF_OK);
    expect_content(path, NEW, sizeof NEW);
    expect_content(victim, OLD, sizeof OLD);
    expect_link(link, "victim");
    assert_int_equal(fixture_folder_count(&folder), 4);
    assert_int_equal(rmdir(planted), 0);
    fixture_folder_remove(&folder);
}

static void a_loop_of_links_is_called_one(void **state) {
    (void)state;
    fixture_folder folder = fixture_folder_make();
    char link[512];
    assert_int_equal(symlink("link", fixture_path(&folder, "link", link)), 0);
    assert_int_equal(lab_file_write(link, NEW, sizeof NEW), LABRBF_E_IO);
    assert_int_equal(errno, ELOOP);
    assert_non_null(strstr(labrbf_last_error(), strerror(ELOOP)));
    fixture_folder_remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_survives_the_round_trip),
        cmocka_unit_test(reading_ends_where_the_first_bytes_say),
        cmocka_unit_test(abandoned_temporary_files_are_removed),
        cmocka_unit_test(planted_temporary_files_do_not_matter),
        cmocka_unit_test(a_loop_of_links_is_called_one),
        cmocka_unit_test(reading_fails_cleanly),
        cmocka_unit_test(reading_without_memory_leaves_nothing),
        cmocka_unit_test(an_existing_file_is_replaced),
        cmocka_unit_test(a_failed_write_leaves_the_old_file_and_nothing_else),
        cmocka_unit_test(unwritable_places_are_refused),
        cmocka_unit_test(a_full_device_is_an_error),
        cmocka_unit_test(what_is_not_a_file_is_written_directly),
        cmocka_unit_test(a_link_keeps_pointing_where_it_did),
        cmocka_unit_test(a_link_to_nothing_keeps_pointing_where_it_did),
        cmocka_unit_test(permissions_of_an_existing_file_are_kept),
        cmocka_unit_test(the_longest_name_can_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
