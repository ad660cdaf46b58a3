#include "base/quota.h"

#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096, TEXT = 8192 };

/* The beginning of a file as text; empty if it cannot be read. */
static void read_text(const char *path, char text[TEXT]) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, text, TEXT - 1);
    text[length > 0 ? length : 0] = '\0';
    if (file >= 0)
        (void)close(file);
}

/* The first numbers of a file, two at most; how many there are ("max" is not one). */
static int read_numbers(const char *path, double numbers[2]) {
    char text[TEXT], *end = text;
    int found = 0;
    read_text(path, text);
    for (const char *at = text; found < 2; found++, at = end) {
        numbers[found] = strtod(at, &end);
        if (end == at)
            break;
    }
    return found;
}

/* Quota over period of one group; INFINITY if it has none. */
static double cores_of(const char *folder) {
    char path[PATH + 32];
    double quota[2], period[2];
    (void)snprintf(path, sizeof path, "%s/cpu.max", folder);
    if (read_numbers(path, quota) == 2)
        return quota[0] > 0.0 && quota[1] > 0.0 ? quota[0] / quota[1] : INFINITY;
    (void)snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
    if (read_numbers(path, quota) == 0)
        return INFINITY;
    (void)snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    bool limited = read_numbers(path, period) > 0 && quota[0] > 0.0 && period[0] > 0.0;
    return limited ? quota[0] / period[0] : INFINITY;
}

/* The least of a group and of those above it. A container may see itself as the root: then the group is not there. */
static double least_of(const char *root, const char *mount, const char *group) {
    char folder[PATH];
    int length = snprintf(folder, sizeof folder, "%s/sys/fs/cgroup%s%s", root, mount, group);
    size_t top = strlen(root) + strlen("/sys/fs/cgroup") + strlen(mount);
    double least = INFINITY;
    if (length < 0 || length >= PATH)
        return least;
    for (;;) {
        least = fmin(least, cores_of(folder));
        char *slash = strrchr(folder + top, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

/* Is cpu one of the controllers, as in "cpu,cpuacct"? */
static bool has_cpu(const char *controllers) {
    for (const char *word = controllers; *word; word += strcspn(word, ","), word += *word == ',')
        if (strcspn(word, ",") == 3 && strncmp(word, "cpu", 3) == 0)
            return true;
    return false;
}

/* A line of /proc/self/cgroup: NUMBER:CONTROLLERS:GROUP, without controllers in version 2. */
static double cores_of_line(const char *root, const char *line) {
    char controllers[PATH] = "/", group[PATH] = "";
    if (sscanf(line, "%*d::%4095[^\n]", group) == 1)
        return least_of(root, "", group);
    if (sscanf(line, "%*d:%4094[^:]:%4095[^\n]", controllers + 1, group) != 2 || !has_cpu(controllers + 1))
        return INFINITY;
    return fmin(least_of(root, controllers, group), least_of(root, "/cpu", group));
}

size_t lab_quota_cores(const char *root) {
    char path[PATH], text[TEXT];
    double least = INFINITY;
    (void)snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    read_text(path, text);
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        least = fmin(least, cores_of_line(root, line));
    return isinf(least) ? 0 : (size_t)fmax(ceil(least), 1.0);
}
