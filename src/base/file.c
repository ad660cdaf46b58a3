#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"

enum { FIRST_PIECE = 65536, PATH_BYTES = 4096, ATTEMPTS = 1000, MOST_LINKS = 16 };

static labrbf_status io_failure(const char *what, const char *path, int code) {
    char reason[128];
    if (strerror_r(code, reason, sizeof reason) != 0)
        (void)snprintf(reason, sizeof reason, "error %d", code);
    return lab_fail(LABRBF_E_IO, "cannot %s '%.700s': %s", what, path, reason);
}

/* Doubles the buffer: whole files are small here, and the file's size need not be known (a pipe has none). */
static labrbf_status grow(const lab_allocator *allocator, unsigned char **bytes, size_t used, size_t *capacity) {
    size_t larger = FIRST_PIECE;
    if (*capacity > 0 && !lab_size_mul(*capacity, 2, &larger))
        return lab_fail(LABRBF_E_MEMORY, "out of memory: the file is larger than can be addressed");
    unsigned char *moved = lab_alloc(allocator, larger, 1);
    if (!moved)
        return LABRBF_E_MEMORY;
    if (used > 0)
        memcpy(moved, *bytes, used);
    lab_free(allocator, *bytes);
    *bytes = moved;
    *capacity = larger;
    return LABRBF_OK;
}

labrbf_status lab_file_read(const char *path, const lab_allocator *allocator, unsigned char **out, size_t *size) {
    *out = NULL;
    *size = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return io_failure("read", path, errno);
    unsigned char *bytes = NULL;
    size_t used = 0, capacity = 0;
    labrbf_status status = LABRBF_OK;
    for (;;) {
        if (used == capacity)
            LAB_TRY(grow(allocator, &bytes, used, &capacity));
        ssize_t got = read(file, bytes + used, capacity - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            LAB_TRY(io_failure("read", path, errno));
        if (got == 0)
            break;
        used += (size_t)got;
    }
    close(file);
    *out = bytes;
    *size = used;
    return LABRBF_OK;
fail:
    close(file);
    lab_free(allocator, bytes);
    return status;
}

static int write_all(int file, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        ssize_t put = write(file, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno;
        bytes += put;
        size -= (size_t)put;
    }
    return 0;
}

static labrbf_status write_directly(const char *path, const unsigned char *bytes, size_t size) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return io_failure("write", path, errno);
    int code = write_all(file, bytes, size);
    if (close(file) != 0 && code == 0)
        code = errno;
    return code ? io_failure("write", path, code) : LABRBF_OK;
}

/* The length of the folder part of a path, with its last slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* A new file in the folder of the path, with an unused name; -1 and errno on failure. */
static int open_beside(const char *path, char beside[PATH_BYTES]) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        int length = snprintf(beside, PATH_BYTES, "%.*s.labrbf-%ld-%d.tmp", (int)folder_length(path), path,
                              (long)getpid(), attempt);
        if (length < 0 || length >= PATH_BYTES) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* `old` is the status of the replaced file, whose permissions are kept; NULL if there is none. */
static labrbf_status write_beside(const char *path, const struct stat *old, const unsigned char *bytes, size_t size) {
    char beside[PATH_BYTES];
    int file = open_beside(path, beside);
    if (file < 0)
        return io_failure("write", path, errno);
    int code = old && fchmod(file, old->st_mode & 07777) != 0 ? errno : 0;
    if (code == 0)
        code = write_all(file, bytes, size);
    if (code == 0 && fsync(file) != 0 && errno != EINVAL) /* on the disk before the name points to it */
        code = errno;
    if (close(file) != 0 && code == 0)
        code = errno;
    if (code == 0 && rename(beside, path) != 0)
        code = errno;
    if (code != 0)
        (void)unlink(beside);
    return code ? io_failure("write", path, code) : LABRBF_OK;
}

/* Follows links, also dangling ones, so that a link stays a link. */
static bool follow_links(const char *path, char target[PATH_BYTES]) {
    size_t size = strlen(path) + 1;
    if (size > PATH_BYTES)
        return false;
    memcpy(target, path, size);
    for (int hop = 0; hop < MOST_LINKS; hop++) {
        char link[PATH_BYTES];
        ssize_t length = readlink(target, link, sizeof link - 1);
        if (length < 0)
            return true; /* not a link */
        link[length] = '\0';
        size_t folder = link[0] == '/' ? 0 : folder_length(target);
        if (folder + (size_t)length >= PATH_BYTES)
            return false;
        memcpy(target + folder, link, (size_t)length + 1);
    }
    return false;
}

labrbf_status lab_file_write(const char *path, const unsigned char *bytes, size_t size) {
    struct stat found;
    bool exists = stat(path, &found) == 0;
    if (exists && S_ISDIR(found.st_mode))
        return io_failure("write", path, EISDIR);
    if (exists && !S_ISREG(found.st_mode))
        return write_directly(path, bytes, size);
    if (exists && access(path, W_OK) != 0) /* renaming would replace a write-protected file */
        return io_failure("write", path, errno);
    char target[PATH_BYTES];
    if (!follow_links(path, target))
        return io_failure("write", path, ENAMETOOLONG);
    return write_beside(target, exists ? &found : NULL, bytes, size);
}
