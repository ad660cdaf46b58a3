#include "base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_TRIES = 1000, MOST_LINKS = 40, MOST_OF_NAME = 200 };

/* The length of the folder part of a path, with its last slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The path with links followed, also dangling ones; 0 or an errno. */
static int follow_links(const char *path, char target[LAB_PATH_BYTES]) {
    size_t size = strlen(path) + 1;
    if (size > LAB_PATH_BYTES)
        return ENAMETOOLONG;
    memcpy(target, path, size);
    for (int hop = 0; hop < MOST_LINKS; hop++) {
        char link[LAB_PATH_BYTES];
        ssize_t length = readlink(target, link, sizeof link - 1);
        if (length < 0)
            return 0; /* not a link */
        link[length] = '\0';
        size_t folder = link[0] == '/' ? 0 : folder_length(target);
        if (folder + (size_t)length >= LAB_PATH_BYTES)
            return ENAMETOOLONG;
        memcpy(target + folder, link, (size_t)length + 1);
    }
    return ELOOP;
}

/* Is the path still a name of the open file? It may have been renamed since, and the name taken by another. */
static bool is_named(int file, const char *path) {
    struct stat opened, named;
    return fstat(file, &opened) == 0 && lstat(path, &named) == 0 && S_ISREG(opened.st_mode) &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Removes a temporary file without a writer. While the lock is held it keeps its name: nobody else removes it, and only
 * its writer would rename it. */
static bool remove_abandoned(const char *path) {
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return false;
    bool removed = flock(file, LOCK_EX | LOCK_NB) == 0 && is_named(file, path) && unlink(path) == 0;
    close(file);
    return removed;
}

/* A new file with a lock; -1 and errno on failure. Somebody may take it for abandoned and remove it before it is
 * locked: EEXIST then, as for a name that is in use. */
static int create_locked(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    (void)flock(file, LOCK_EX); /* where there are no locks, nothing is ever taken for abandoned */
    if (is_named(file, path))
        return file;
    close(file);
    errno = EEXIST;
    return -1;
}

static int create_beside(lab_replace *r) {
    size_t folder = folder_length(r->target);
    int number = 0;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        int length = snprintf(r->beside, LAB_PATH_BYTES, "%.*s.%.*s.labrbf-%d.tmp", (int)folder, r->target,
                              MOST_OF_NAME, r->target + folder, number);
        if (length < 0 || length >= LAB_PATH_BYTES)
            return ENAMETOOLONG;
        r->file = create_locked(r->beside);
        if (r->file >= 0)
            return 0;
        if (errno != EEXIST)
            return errno;
        if (!remove_abandoned(r->beside))
            number++;
    }
    return EEXIST;
}

static int open_directly(lab_replace *r, const char *path) {
    r->file = open(path, O_WRONLY | O_CLOEXEC);
    return r->file < 0 ? errno : 0;
}

int lab_replace_open(lab_replace *r, const char *path) {
    struct stat found;
    bool exists = stat(path, &found) == 0;
    r->beside[0] = '\0';
    if (!exists && errno != ENOENT)
        return errno;
    if (exists && S_ISDIR(found.st_mode))
        return EISDIR;
    if (exists && !S_ISREG(found.st_mode))
        return open_directly(r, path);
    if (exists && access(path, W_OK) != 0) /* renaming would replace a write-protected file */
        return errno;
    int failure = follow_links(path, r->target);
    if (failure == 0)
        failure = create_beside(r);
    if (failure != 0)
        return failure;
    if (exists && fchmod(r->file, found.st_mode & 07777) != 0)
        return lab_replace_close(r, errno);
    return 0;
}

/* The lock ends with the descriptor, so that is closed last. */
int lab_replace_close(lab_replace *r, int failure) {
    if (failure == 0 && r->beside[0] && fsync(r->file) != 0 && errno != EINVAL) /* on the disk before it has the name */
        failure = errno;
    if (failure == 0 && r->beside[0] && rename(r->beside, r->target) != 0)
        failure = errno;
    if (failure != 0 && r->beside[0])
        (void)unlink(r->beside);
    if (close(r->file) != 0 && failure == 0)
        failure = errno;
    return failure;
}
