#define _GNU_SOURCE /* sched_getaffinity */
#include "base/par.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/quota.h"
#include "base/status.h"

enum {
    MAX_THREADS = 256,
    LOOKS = 1000, /* checks before sleeping, some hundred microseconds: the jobs of a step follow each other closely */
    HURRIED = 200 /* of them without yielding the core to other threads */
};

/*
 * `generation` announces a job, which stays open until the caller finds no block left. A thread joins by incrementing
 * `active`; if the job is still open, it takes blocks. The caller closes the job and waits until `active` is 0, so it
 * never waits for a thread that has not joined yet. A thread increments `active` and then checks `open`; the caller
 * clears `open` and then checks `active`: so the job is never rewritten while a thread may read it.
 *
 * Both sides poll for a while before they sleep on a condition variable; no lock is taken while all are awake. In the
 * same way a thread announces that it sleeps and checks once more; the other side makes its change, then checks for
 * sleepers.
 */
struct lab_par {
    lab_allocator allocator;
    size_t wanted;  /* threads besides the caller */
    size_t started; /* of them running now */
    pid_t owner;    /* the process they run in */
    pthread_t *threads;
    pthread_mutex_t mutex;
    pthread_cond_t work, idle;
    atomic_size_t sleepers; /* threads asleep on `work` */
    atomic_bool waiting;    /* the caller is asleep on `idle` */

    atomic_size_t generation; /* jobs announced */
    atomic_bool stop;
    atomic_bool open;
    atomic_size_t active;
    atomic_size_t next; /* first row that no thread has taken */

    /* The job; written only while it is closed and `active` is 0. */
    lab_par_proc *proc;
    void *context;
    size_t n, block;
};

static void rest_after(int look) {
    if (look >= HURRIED)
        (void)sched_yield();
#if defined(__x86_64__) || defined(__i386__)
    else
        __builtin_ia32_pause();
#endif
}

static void run_blocks(lab_par *par) {
    for (;;) {
        size_t begin = atomic_fetch_add(&par->next, par->block);
        if (begin >= par->n)
            return;
        size_t end = par->n - begin < par->block ? par->n : begin + par->block;
        par->proc(par->context, begin, end);
    }
}

static bool called(lab_par *par, size_t seen) {
    return atomic_load(&par->generation) != seen || atomic_load(&par->stop);
}

static void wait_for_generation(lab_par *par, size_t seen) {
    for (int look = 0; look < LOOKS; look++) {
        if (called(par, seen))
            return;
        rest_after(look);
    }
    pthread_mutex_lock(&par->mutex);
    atomic_fetch_add(&par->sleepers, 1);
    while (!called(par, seen))
        pthread_cond_wait(&par->work, &par->mutex);
    atomic_fetch_sub(&par->sleepers, 1);
    pthread_mutex_unlock(&par->mutex);
}

static void wait_until_idle(lab_par *par) {
    for (int look = 0; look < LOOKS; look++) {
        if (atomic_load(&par->active) == 0)
            return;
        rest_after(look);
    }
    pthread_mutex_lock(&par->mutex);
    atomic_store(&par->waiting, true);
    while (atomic_load(&par->active) > 0)
        pthread_cond_wait(&par->idle, &par->mutex);
    atomic_store(&par->waiting, false);
    pthread_mutex_unlock(&par->mutex);
}

static void wake(lab_par *par, pthread_cond_t *condition) {
    pthread_mutex_lock(&par->mutex);
    pthread_cond_broadcast(condition);
    pthread_mutex_unlock(&par->mutex);
}

static void *thread_main(void *argument) {
    lab_par *par = argument;
    size_t seen = 0;
    for (;;) {
        wait_for_generation(par, seen);
        if (atomic_load(&par->stop))
            return NULL;
        seen = atomic_load(&par->generation);
        atomic_fetch_add(&par->active, 1);
        if (atomic_load(&par->open))
            run_blocks(par);
        if (atomic_fetch_sub(&par->active, 1) == 1 && atomic_load(&par->waiting))
            wake(par, &par->idle);
    }
}

static void start_threads(lab_par *par) {
    pthread_mutex_init(&par->mutex, NULL);
    pthread_cond_init(&par->work, NULL);
    pthread_cond_init(&par->idle, NULL);
    atomic_init(&par->sleepers, 0);
    atomic_init(&par->waiting, false);
    atomic_init(&par->open, false);
    atomic_init(&par->active, 0);
    atomic_init(&par->generation, 0);
    atomic_init(&par->stop, false);
    par->owner = getpid();
    par->started = 0;
    while (par->started < par->wanted && pthread_create(&par->threads[par->started], NULL, thread_main, par) == 0)
        par->started++;
}

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void lock_for_fork(void) { pthread_mutex_lock(&one_at_a_time); }
static void unlock_after_fork(void) { pthread_mutex_unlock(&one_at_a_time); }

/* A fork takes the lock first, so that the child does not inherit it locked by a thread that it does not have. */
static void prepare_for_forks(void) { (void)pthread_atfork(lock_for_fork, unlock_after_fork, unlock_after_fork); }

void lab_par_enter(void) {
    (void)pthread_once(&fork_once, prepare_for_forks);
    for (int look = 0; look < LOOKS; look++) {
        if (pthread_mutex_trylock(&one_at_a_time) == 0)
            return;
        rest_after(look);
    }
    pthread_mutex_lock(&one_at_a_time);
}

void lab_par_leave(void) { pthread_mutex_unlock(&one_at_a_time); }

static size_t cores_visible(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (size_t)CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
}

/* The number of cores this process may use, at least 1. The quota is read once: that takes longer than a prediction. */
static size_t cores_here(void) {
    static _Atomic size_t cpu_quota; /* the quota + 1; 0: not yet known */
    size_t quota = atomic_load_explicit(&cpu_quota, memory_order_relaxed);
    if (quota == 0) {
        quota = lab_quota_cores("") + 1;
        atomic_store_explicit(&cpu_quota, quota, memory_order_relaxed);
    }
    size_t visible = cores_visible();
    return quota > 1 && quota - 1 < visible ? quota - 1 : visible;
}

size_t lab_par_threads(size_t wanted) {
    size_t cores = cores_here();
    return wanted == 0 || wanted > cores ? cores : wanted;
}

labrbf_status lab_par_create(const lab_allocator *allocator, size_t threads, lab_par **out) {
    *out = NULL;
    if (threads == 0)
        threads = cores_here();
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    lab_par *par = lab_alloc(allocator, 1, sizeof *par);
    if (!par)
        return LABRBF_E_MEMORY;
    par->allocator = *allocator;
    par->wanted = threads - 1;
    par->threads = lab_alloc(allocator, par->wanted, sizeof *par->threads);
    if (!par->threads) {
        lab_free(allocator, par);
        return LABRBF_E_MEMORY;
    }
    start_threads(par);
    *out = par;
    return LABRBF_OK;
}

void lab_par_destroy(lab_par *par) {
    if (!par)
        return;
    if (par->owner == getpid()) { /* in a forked child the threads do not exist, and the locks may be held */
        atomic_store(&par->stop, true);
        wake(par, &par->work);
        for (size_t i = 0; i < par->started; i++)
            pthread_join(par->threads[i], NULL);
        pthread_mutex_destroy(&par->mutex);
        pthread_cond_destroy(&par->work);
        pthread_cond_destroy(&par->idle);
    }
    lab_allocator allocator = par->allocator;
    lab_free(&allocator, par->threads);
    lab_free(&allocator, par);
}

/* In a forked child the threads do not exist. */
static bool is_forked(const lab_par *par) { return par->wanted > 0 && par->owner != getpid(); }

void lab_par_start(lab_par *par, size_t n, size_t block, lab_par_proc *proc, void *context) {
    if (is_forked(par))
        start_threads(par);
    par->proc = proc;
    par->context = context;
    par->n = n;
    par->block = block;
    atomic_store(&par->next, 0);
    if (par->started == 0)
        return;
    atomic_store(&par->open, true);
    atomic_fetch_add(&par->generation, 1);
    if (atomic_load(&par->sleepers) > 0)
        wake(par, &par->work);
}

void lab_par_finish(lab_par *par) {
    const bool forked = is_forked(par);
    if (forked) /* since the job began: run all of it here */
        atomic_store(&par->next, 0);
    run_blocks(par);
    if (forked)
        return;
    atomic_store(&par->open, false);
    wait_until_idle(par);
}

void lab_par_run(lab_par *par, size_t n, size_t block, lab_par_proc *proc, void *context) {
    if (par && n > block) {
        lab_par_start(par, n, block, proc, context);
        lab_par_finish(par);
        return;
    }
    for (size_t begin = 0; begin < n; begin += block)
        proc(context, begin, n - begin < block ? n : begin + block);
}
