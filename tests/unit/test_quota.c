/* Quotas of the processor in control groups of both versions, in folders made for it. */
#define _XOPEN_SOURCE 700 /* nftw */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/quota.h"
#include "fixture.h"

/* Writes a file below the folder, with the folders on its way. */
static void put(const fixture_folder *folder, const char *name, const char *text) {
    char path[1024];
    (void)fixture_path(folder, name, path);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static size_t cores(const fixture_folder *folder) {
    char root[1024];
    (void)fixture_path(folder, "", root);
    root[strlen(root) - 1] = '\0';
    return lab_quota_cores(root);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at) {
    (void)status;
    (void)kind;
    (void)at;
    return remove(path);
}

static void expect(const char *const *files, size_t expected) {
    fixture_folder folder = fixture_folder_make();
    for (; *files; files += 2)
        put(&folder, files[0], files[1]);
    assert_int_equal(cores(&folder), expected);
    assert_int_equal(nftw(folder.path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

#define FILES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void version_2(void **state) {
    (void)state;
    expect(FILES("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", "200000 100000\n"), 2);
    expect(FILES("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", "150000 100000\n"), 2); /* one and a half */
    expect(FILES("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", "10000 100000\n"), 1);
    expect(FILES("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", "max 100000\n"), 0);
    expect(FILES("proc/self/cgroup", "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max", "max 100000\n",
                 "sys/fs/cgroup/a/cpu.max", "300000 100000\n"),
           3);
    expect(FILES("proc/self/cgroup", "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max", "200000 100000\n",
                 "sys/fs/cgroup/a/cpu.max", "300000 100000\n"),
           2);
    expect(FILES("proc/self/cgroup", "0::/of/the/host\n", "sys/fs/cgroup/cpu.max", "400000 100000\n"), 4);
}

static void version_1(void **state) {
    (void)state;
    const char *line = "5:memory:/x\n4:cpu,cpuacct:/x\n3:cpuset:/\n";
    expect(FILES("proc/self/cgroup", line, "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us", "250000\n",
                 "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us", "100000\n"),
           3);
    expect(FILES("proc/self/cgroup", line, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n",
                 "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"),
           1);
    expect(FILES("proc/self/cgroup", line, "sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "-1\n",
                 "sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n"),
           0);
}

/* cpuset is another controller, with groups of its own. */
static void other_controllers(void **state) {
    (void)state;
    expect(FILES("proc/self/cgroup", "3:cpuset:/foo\n4:cpuacct,cpu:/bar\n", "sys/fs/cgroup/cpu/foo/cpu.cfs_quota_us",
                 "100000\n", "sys/fs/cgroup/cpu/foo/cpu.cfs_period_us", "100000\n",
                 "sys/fs/cgroup/cpu/bar/cpu.cfs_quota_us", "400000\n", "sys/fs/cgroup/cpu/bar/cpu.cfs_period_us",
                 "100000\n"),
           4);
}

static void no_groups(void **state) {
    (void)state;
    expect(FILES("proc/other", ""), 0);
    expect(FILES("proc/self/cgroup", "nonsense\n:\n::\n0::\n"), 0);
    expect(FILES("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", "0 0\n"), 0);
    expect(FILES("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", ""), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_2),
        cmocka_unit_test(version_1),
        cmocka_unit_test(other_controllers),
        cmocka_unit_test(no_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
