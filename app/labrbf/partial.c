#include "partial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char ENDING[] = ".lab";

bool cli_partial_replaces(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

char *cli_partial_name(const char *path) {
    size_t length = strlen(path), end = sizeof ENDING - 1, room = length + sizeof ".partial-.lab" + 20;
    if (length > end && strcmp(path + length - end, ENDING) == 0 && path[length - end - 1] != '/')
        length -= end;
    char *name = malloc(room);
    struct stat found;
    if (name)
        snprintf(name, room, "%.*s.partial%s", (int)length, path, ENDING);
    for (size_t k = 2; name && lstat(name, &found) == 0; k++)
        snprintf(name, room, "%.*s.partial-%zu%s", (int)length, path, k, ENDING);
    return name;
}
