#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "baselines/blas.h"
#include "baselines/memory.h"
#include "grid_search.h"

static const char mark[] = "\nresult\t"; /* begins the line of the report */

/* ---- in the child */

static bool tunable(const contender *c) {
    for (size_t i = 0; i < c->method->n_options; i++)
        if (tune_applies(c->method, c->fixed, i))
            return true;
    return false;
}

/* Chooses the settings if asked to, fits, scores. */
static void work(const experiment *e, size_t job, outcome *o) {
    const contender *c = experiment_contender(e, job);
    const method *m = c->method;
    size_t repeat = experiment_repeat(e, job);
    uint64_t seed = split_method_seed(e->seed, repeat);
    split s = experiment_split(e, repeat);
    value *values = memory_get(m->n_options, 1, sizeof *values);
    memcpy(values, c->values, m->n_options * sizeof *values);
    bool ok = dense_ready();
    if (!ok)
        snprintf(o->why.text, sizeof o->why.text, "there is no memory for OpenBLAS to work in");
    if (ok && e->tune && tunable(c)) {
        double start = trial_clock();
        ok = tune_settings(m, values, c->fixed, e->data, s.rows, s.n_train, e->one_fold ? 1 : TUNE_FOLDS,
                           split_fold_seed(e->seed, repeat), seed, &o->why);
        o->tune_seconds = trial_clock() - start;
    }
    ok = ok && trial_run(m, values, e->data, s.rows, s.n_train, s.n_test, seed, &o->trial, &o->why);
    o->state = ok ? OUTCOME_DONE : OUTCOME_FAILED;
    contender_text(c, values, false, o->settings);
    free(values);
    split_free(&s);
}

static double peak_memory(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss / 1024.0 : 0.0; /* Linux counts KiB */
}

static void write_all(int to, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(to, text, length);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

/* Ctrl-C goes to all processes of a terminal: the parent decides what happens then. If the parent is gone, the worker
 * ends. */
static void leave_signals_to(pid_t parent) {
    signal(SIGINT, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(1);
}

/* Results on standard output are the parent's; what libraries print is dropped. */
static void redirect(int report) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
    dup2(report, STDERR_FILENO);
}

_Noreturn static void child(const experiment *e, size_t job, int report, pid_t parent) {
    outcome *o = memory_get(1, 1, sizeof *o);
    char *line = memory_get(OUTCOME_LINE + sizeof mark, 1, 1);
    leave_signals_to(parent);
    redirect(report);
    work(e, job, o);
    o->peak_mb = peak_memory();
    memcpy(line, mark, sizeof mark - 1);
    outcome_write(o, line + sizeof mark - 1);
    size_t length = strlen(line);
    line[length] = '\n';
    write_all(report, line, length + 1);
    _exit(0); /* not exit: what is in the parent's buffers is not to be written twice */
}

/* ---- in the parent */

bool worker_start(const experiment *e, size_t job, worker *w, failure *why) {
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0) {
        snprintf(why->text, sizeof why->text, "cannot make a pipe: %s", strerror(errno));
        return false;
    }
    fflush(stdout);
    fflush(stderr);
    *w = (worker){.job = job, .pipe = ends[0], .started = trial_clock(), .pid = fork()};
    if (w->pid == 0) {
        close(ends[0]);
        child(e, job, ends[1], parent);
    }
    close(ends[1]);
    if (w->pid > 0)
        return true;
    snprintf(why->text, sizeof why->text, "cannot start a process: %s", strerror(errno));
    close(ends[0]);
    return false;
}

bool worker_read(worker *w) {
    enum { LONGEST = 1 << 20 }; /* longer messages are cut */
    if (w->length + OUTCOME_LINE > w->room) {
        size_t room = w->room + 4 * (size_t)OUTCOME_LINE;
        char *larger = memory_get(room, 1, 1);
        if (w->length > 0)
            memcpy(larger, w->text, w->length);
        free(w->text);
        w->text = larger;
        w->room = room;
    }
    ssize_t got = read(w->pipe, w->text + w->length, w->room - w->length - 1);
    if (got < 0)
        return errno == EINTR;
    w->length += (size_t)got;
    if (w->length > LONGEST) { /* keeps the end */
        memmove(w->text, w->text + w->length - LONGEST / 2, LONGEST / 2);
        w->length = LONGEST / 2;
    }
    return got > 0;
}

/* The report, if there is one: the last line that begins with the mark. */
static bool find_report(char *text, outcome *o) {
    char *report = NULL;
    for (char *at = text; (at = strstr(at, mark)) != NULL; at++)
        report = at + sizeof mark - 1;
    if (!report)
        return false;
    char *end = strchr(report, '\n');
    if (!end)
        return false;
    *end = '\0';
    return outcome_read(report, o);
}

/* The last line that is not empty. */
static const char *last_words(char *text) {
    static const char self[] = "labrbf-compare: ";
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        text[--length] = '\0';
    char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    return strncmp(line, self, sizeof self - 1) == 0 ? line + sizeof self - 1 : line;
}

static void explain(int status, char *text, failure *why) {
    char end[96];
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        snprintf(end, sizeof end, "the process was killed (signal 9), perhaps for want of memory");
    else if (WIFSIGNALED(status))
        snprintf(end, sizeof end, "the process died of signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(end, sizeof end, "the process stopped with code %d", WEXITSTATUS(status));
    const char *words = last_words(text);
    snprintf(why->text, sizeof why->text, "%s%s%.150s", end, *words ? ": " : "", words);
}

static int wait_for(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

void worker_finish(worker *w, const experiment *e, outcome *o) {
    int status = wait_for(w->pid);
    const contender *c = experiment_contender(e, w->job);
    w->text[w->length] = '\0';
    bool reported = find_report(w->text, o);
    if (!reported || status != 0) {
        *o = (outcome){.state = OUTCOME_FAILED};
        contender_text(c, c->values, e->tune, o->settings);
        explain(status, w->text, &o->why);
    }
    close(w->pipe);
    free(w->text);
}

void worker_stop(worker *w) {
    kill(w->pid, SIGKILL);
    wait_for(w->pid);
    close(w->pipe);
    free(w->text);
}
