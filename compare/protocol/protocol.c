#include "protocol.h"

#include <poll.h>

#include "term/interrupt.h"
#include "worker.h"

enum { TICK_MILLISECONDS = 100 };

typedef struct crew {
    const experiment *experiment;
    outcome *outcomes;
    journal *kept;
    watch *watch;
    size_t at_once;
    size_t next; /* job to look at next */
    worker workers[PROTOCOL_JOBS_MOST];
    size_t working;
} crew;

static bool record(crew *c, size_t job, double seconds, io_error *error) {
    const outcome *o = &c->outcomes[job];
    watch_finished(c->watch, job, o, seconds);
    return !c->kept || journal_add(c->kept, c->experiment, job, o, error);
}

/* Starts jobs until enough are running or none is left. */
static bool fill(crew *c, io_error *error) {
    for (; c->working < c->at_once && c->next < experiment_jobs(c->experiment); c->next++) {
        outcome *o = &c->outcomes[c->next];
        if (o->state != OUTCOME_OPEN)
            continue;
        if (worker_start(c->experiment, c->next, &c->workers[c->working], &o->why)) {
            c->working++;
            continue;
        }
        if (c->working > 0)
            return true; /* too many at once for the system: again when one has ended */
        o->state = OUTCOME_FAILED;
        if (!record(c, c->next, 0.0, error))
            return false;
    }
    return true;
}

/* Reads what worker i reports; when it has ended, keeps its outcome and moves the last worker to its position. */
static bool hear(crew *c, size_t i, io_error *error) {
    worker *w = &c->workers[i];
    if (worker_read(w))
        return true;
    size_t job = w->job;
    double seconds = trial_clock() - w->started;
    worker_finish(w, c->experiment, &c->outcomes[job]);
    c->workers[i] = c->workers[--c->working];
    return record(c, job, seconds, error);
}

/* Waits until a worker reports, or for a tick. Goes from the last worker to the first, since `hear` moves the last
 * one. */
static bool listen_once(crew *c, io_error *error) {
    struct pollfd ears[PROTOCOL_JOBS_MOST];
    size_t working = c->working;
    for (size_t i = 0; i < working; i++)
        ears[i] = (struct pollfd){.fd = c->workers[i].pipe, .events = POLLIN};
    watch_tick(c->watch, c->workers[0].job);
    if (poll(ears, (nfds_t)working, TICK_MILLISECONDS) <= 0)
        return true;
    for (size_t i = working; i-- > 0;)
        if (ears[i].revents && !hear(c, i, error))
            return false;
    return true;
}

static void stop_all(crew *c) {
    while (c->working > 0)
        worker_stop(&c->workers[--c->working]);
}

protocol_end protocol_run(const experiment *e, size_t at_once, outcome *outcomes, journal *kept, watch *w,
                          io_error *error) {
    crew c = {.experiment = e, .outcomes = outcomes, .kept = kept, .watch = w, .at_once = at_once};
    if (c.at_once > PROTOCOL_JOBS_MOST)
        c.at_once = PROTOCOL_JOBS_MOST;
    protocol_end end = PROTOCOL_FINISHED;
    do {
        if (term_interrupt_seen())
            end = PROTOCOL_INTERRUPTED;
        else if (!fill(&c, error) || (c.working > 0 && !listen_once(&c, error)))
            end = PROTOCOL_FAILED;
    } while (end == PROTOCOL_FINISHED && (c.working > 0 || c.next < experiment_jobs(e)));
    stop_all(&c);
    watch_end(w);
    return end;
}
