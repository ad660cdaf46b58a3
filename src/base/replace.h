/*
 * A file that takes the place of another once it is whole. It is written beside the other one under a temporary name
 * and renamed in the end, so that the path holds either the old content or all of the new one. A file that is replaced
 * passes its mode on; a link stays a link, also one that points nowhere yet. What is not a regular file (a device, a
 * pipe) is written directly.
 *
 * The temporary file of FOLDER/NAME is FOLDER/.NAME.labrbf-0.tmp. Its writer holds a lock on it. A writer that was
 * killed leaves it behind without a lock: the next one removes it. If it is locked, somebody else is writing the same
 * file now, and the next number is taken.
 */
#ifndef LAB_REPLACE_H
#define LAB_REPLACE_H

enum { LAB_PATH_BYTES = 4096 };

typedef struct lab_replace {
    int file;                                            /* open for writing */
    char target[LAB_PATH_BYTES], beside[LAB_PATH_BYTES]; /* beside is empty if the path is written directly */
} lab_replace;

/* Returns 0, or an errno. */
int lab_replace_open(lab_replace *replace, const char *path);

/* Puts the new file in its place; after a failure (an errno), removes it. Returns that, or what went wrong here. */
int lab_replace_close(lab_replace *replace, int failure);

#endif
