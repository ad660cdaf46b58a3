#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "figure.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/report.h"

/* ---- programs */

enum { NOT_STARTED = 127 }; /* the shell's code for a program that is not there */

_Noreturn static void become(const char *folder, const char *const *words, bool silent) {
    int nowhere = silent ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    if (chdir(folder) == 0)
        execvp(words[0], (char *const *)words); /* which does not change them */
    _exit(NOT_STARTED);
}

/* The program's exit code; NOT_STARTED also if there can be no process. */
static int run_program(const char *folder, const char *const *words, bool silent) {
    int status = 0;
    fflush(stdout);
    fflush(stderr);
    pid_t pid = fork();
    if (pid == 0)
        become(folder, words, silent);
    if (pid < 0)
        return NOT_STARTED;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool figure_run(const figure *f, const char *const *words, io_error *error) {
    io_quote name;
    int code = run_program(f->folder, words, false);
    if (code == NOT_STARTED)
        return io_fail(error, "cannot run %s", io_quote_path(&name, words[0]));
    return code == 0 || io_fail(error, "%s failed with code %d", io_quote_path(&name, words[0]), code);
}

bool figure_draw(const figure *f, const char *before, const char *script, io_error *error) {
    return figure_run(f, (const char *const[]){"gnuplot", "-e", before, script, NULL}, error);
}

/* ---- files */

bool figure_possible(const char *out, io_error *error) {
    io_quote name;
    io_quote_path(&name, out);
    if (mkdir(out, 0777) != 0 && errno != EEXIST)
        return io_fail_system(error, "cannot make the folder", name.text, errno);
    struct stat status;
    if (stat(out, &status) != 0)
        return io_fail_system(error, "cannot write to", name.text, errno);
    if (!S_ISDIR(status.st_mode))
        return io_fail_system(error, "cannot write to", name.text, ENOTDIR);
    if (access(out, W_OK | X_OK) != 0)
        return io_fail_system(error, "cannot write to", name.text, errno);
    if (run_program(out, (const char *const[]){"gnuplot", "--version", NULL}, true) != 0)
        return io_fail(error,
                       "gnuplot, which draws the pictures, is not there. On Debian: apt-get install gnuplot-nox");
    return true;
}

static bool join(const char *folder, const char *file, char path[FIGURE_PATH], io_error *error) {
    int length = snprintf(path, FIGURE_PATH, "%s/%s", folder, file);
    return (length > 0 && length < FIGURE_PATH) || io_fail(error, "the path of the folder is too long");
}

bool figure_begin(figure *f, const char *out, io_error *error) {
    f->out = out;
    if (!join(out, ".figure.XXXXXX", f->folder, error))
        return false;
    io_quote name;
    return mkdtemp(f->folder) != NULL || io_fail_system(error, "cannot write to", io_quote_path(&name, out), errno);
}

bool figure_path(const figure *f, const char *file, char path[FIGURE_PATH], io_error *error) {
    return join(f->out, file, path, error);
}

bool figure_keep(const figure *f, const char *file, const char *as, io_error *error) {
    char from[FIGURE_PATH], to[FIGURE_PATH];
    io_quote name;
    if (!join(f->folder, file, from, error) || !join(f->out, as, to, error))
        return false;
    return rename(from, to) == 0 || io_fail_system(error, "cannot write", io_quote_path(&name, to), errno);
}

void figure_end(figure *f) {
    DIR *folder = opendir(f->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(f->folder);
}
