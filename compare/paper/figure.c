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

#include "io/output.h"
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

static pid_t fork_cleanly(void) {
    fflush(stdout);
    fflush(stderr);
    return fork();
}

/* The exit code of a process; NOT_STARTED also if there could be none. */
static int code_of(pid_t pid) {
    int status = 0;
    if (pid < 0)
        return NOT_STARTED;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_program(const char *folder, const char *const *words, bool silent) {
    pid_t pid = fork_cleanly();
    if (pid == 0)
        become(folder, words, silent);
    return code_of(pid);
}

static bool went_well(int code, const char *program, io_error *error) {
    io_quote name;
    if (code == NOT_STARTED)
        return io_fail(error, "cannot run %s", io_quote_path(&name, program));
    return code == 0 || io_fail(error, "%s failed with code %d", io_quote_path(&name, program), code);
}

bool figure_call(const figure *f, int (*program)(int, char **), const char *name, io_error *error) {
    pid_t pid = fork_cleanly();
    if (pid == 0)
        exit(chdir(f->folder) == 0 ? program(2, (char *[]){(char *)name, ".", NULL}) : NOT_STARTED);
    return went_well(code_of(pid), name, error);
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

bool figure_draw(const figure *f, const char *before, const char *script, io_error *error) {
    static const char file[] = "script.gp";
    char path[FIGURE_PATH];
    io_output *output;
    if (!join(f->folder, file, path, error) || !io_output_open(path, &output, error))
        return false;
    io_output_text(output, script);
    if (!io_output_commit(output, error))
        return false;
    const char *const words[] = {"gnuplot", "-e", before, file, NULL};
    return went_well(run_program(f->folder, words, false), words[0], error);
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
