/*
 * The share of the processor that a container or a service is given (Linux control groups). A container with a quota of
 * two cores on a machine with 64 sees all of them, but 64 threads would only wait for each other.
 *
 *     version 2    /sys/fs/cgroup/GROUP/cpu.max                        QUOTA PERIOD, or: max PERIOD
 *     version 1    /sys/fs/cgroup/cpu/GROUP/cpu.cfs_quota_us           QUOTA, or -1
 *                  /sys/fs/cgroup/cpu/GROUP/cpu.cfs_period_us          PERIOD
 *
 * GROUP is in /proc/self/cgroup; the groups above it limit as well.
 */
#ifndef LAB_QUOTA_H
#define LAB_QUOTA_H

#include <stddef.h>

/* The cores that the quota makes up, rounded up; 0 if there is none. `root` stands before the paths above: it is empty,
 * but in tests. */
size_t lab_quota_cores(const char *root);

#endif
