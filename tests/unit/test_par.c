/* The thread pool: every index once, in the promised blocks, at any size, and in a forked child. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/par.h"
#include "fixture.h"

enum { N_MAX = 5000, WATCHDOG = 120 /* seconds until a hanging process is killed; a sound one takes far less */ };

typedef struct job {
    size_t n, block;
    unsigned char visits[N_MAX]; /* written by the one thread that has the index */
    atomic_size_t calls;
    atomic_bool wrong_block;
} job;

static void visit(void *context, size_t begin, size_t end) {
    job *j = context;
    size_t expected = j->n - begin < j->block ? j->n : begin + j->block;
    if (begin % j->block != 0 || end != expected)
        atomic_store(&j->wrong_block, true);
    for (size_t i = begin; i < end; i++)
        j->visits[i]++;
    atomic_fetch_add(&j->calls, 1);
}

static bool run_covers_once(lab_par *par, size_t n, size_t block) {
    static job j;
    memset(j.visits, 0, sizeof j.visits);
    j.n = n;
    j.block = block;
    atomic_store(&j.calls, 0);
    atomic_store(&j.wrong_block, false);
    lab_par_run(par, n, block, visit, &j);
    for (size_t i = 0; i < N_MAX; i++)
        if (j.visits[i] != (i < n))
            return false;
    return !atomic_load(&j.wrong_block) && atomic_load(&j.calls) == (n + block - 1) / block;
}

static lab_par *make_pool(size_t threads) {
    lab_allocator allocator = lab_allocator_of(NULL);
    lab_par *par = NULL;
    assert_int_equal(lab_par_create(&allocator, threads, &par), LABRBF_OK);
    assert_non_null(par);
    return par;
}

static const size_t SIZES[] = {0, 1, 2, 3, 7, 63, 64, 65, 1000, 4097, N_MAX};
static const size_t BLOCKS[] = {1, 2, 3, 16, 64, 999, 10000};
enum { N_SIZES = sizeof SIZES / sizeof SIZES[0], N_BLOCKS = sizeof BLOCKS / sizeof BLOCKS[0] };

static void every_index_is_visited_once(void **state) {
    (void)state;
    static const size_t threads[] = {1, 2, 3, 8, 0};
    for (size_t t = 0; t < 5; t++) {
        lab_par *par = make_pool(threads[t]);
        for (size_t a = 0; a < N_SIZES; a++)
            for (size_t b = 0; b < N_BLOCKS; b++)
                assert_true(run_covers_once(par, SIZES[a], BLOCKS[b]));
        lab_par_destroy(par);
    }
}

static void no_pool_runs_in_order(void **state) {
    (void)state;
    for (size_t a = 0; a < N_SIZES; a++)
        for (size_t b = 0; b < N_BLOCKS; b++)
            assert_true(run_covers_once(NULL, SIZES[a], BLOCKS[b]));
    lab_par_destroy(NULL);
}

/* Many short jobs, one after the other: where a thread that is late for one job would spoil the next. */
static void short_jobs_in_a_row(void **state) {
    (void)state;
    lab_par *par = make_pool(4);
    for (int i = 0; i < 3000; i++)
        assert_true(run_covers_once(par, 5, 1));
    lab_par_destroy(par);
}

static void pools_come_and_go(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) {
        lab_par *par = make_pool(3);
        if (i % 2)
            assert_true(run_covers_once(par, 20, 3));
        lab_par_destroy(par);
    }
}

/* Two blocks that wait for each other end only if two threads work at the same time. */
static void meet(void *context, size_t begin, size_t end) {
    atomic_size_t *arrived = context;
    (void)begin;
    (void)end;
    atomic_fetch_add(arrived, 1);
    while (atomic_load(arrived) < 2)
        ;
}

static void two_threads_work_at_the_same_time(void **state) {
    (void)state;
    lab_par *par = make_pool(2);
    (void)alarm(WATCHDOG);
    atomic_size_t arrived = 0;
    lab_par_run(par, 2, 1, meet, &arrived);
    (void)alarm(0);
    assert_int_equal(atomic_load(&arrived), 2);
    lab_par_destroy(par);
}

/* Start and finish apart: between them, the pool's thread and the caller work at the same time. */
static void the_caller_is_free_between_start_and_finish(void **state) {
    (void)state;
    lab_par *par = make_pool(2);
    (void)alarm(WATCHDOG);
    atomic_size_t arrived = 0;
    lab_par_start(par, 1, 1, meet, &arrived);
    meet(&arrived, 0, 1);
    lab_par_finish(par);
    (void)alarm(0);
    assert_int_equal(atomic_load(&arrived), 2);
    lab_par_destroy(par);
    par = make_pool(1); /* alone, all is done in the end */
    atomic_store(&arrived, 1);
    lab_par_start(par, 1, 1, meet, &arrived);
    assert_int_equal(atomic_load(&arrived), 1);
    lab_par_finish(par);
    assert_int_equal(atomic_load(&arrived), 2);
    lab_par_destroy(par);
}

static void there_is_at_least_one_core(void **state) {
    (void)state;
    assert_true(lab_par_threads(0) >= 1);
    lab_par *par = make_pool(100000); /* as many as it will give */
    assert_true(run_covers_once(par, 1000, 1));
    lab_par_destroy(par);
}

/* ---- fork: the child has the pool but none of its threads */

static int in_child(lab_par *par, bool destroy_only) {
    (void)alarm(WATCHDOG);
    bool good = true;
    for (int i = 0; i < 50 && !destroy_only; i++)
        good = good && run_covers_once(par, 1000, 7);
    lab_par_destroy(par);
    return good ? 0 : 1;
}

static void expect_child_succeeds(lab_par *par, bool destroy_only) {
    (void)fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(in_child(par, destroy_only));
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void a_forked_child_starts_afresh(void **state) {
    (void)state;
#ifdef FIXTURE_UNDER_TSAN
    skip();
#endif
    static const size_t threads[] = {1, 2, 3, 8};
    for (size_t t = 0; t < 4; t++) {
        lab_par *par = make_pool(threads[t]);
        expect_child_succeeds(par, false); /* before the pool has done anything */
        assert_true(run_covers_once(par, 1000, 7));
        expect_child_succeeds(par, false); /* while its threads look for work */
        expect_child_succeeds(par, true);
        assert_true(run_covers_once(par, 1000, 7)); /* and the parent goes on */
        lab_par_destroy(par);
    }
}

/* ---- one at a time */

enum { VISITORS = 4, VISITS = 3000 };
static size_t inside, visits; /* plain numbers: only the lock keeps them right */
static atomic_bool crowded;

static void visit_alone(void) {
    lab_par_enter();
    if (inside++ != 0)
        atomic_store(&crowded, true);
    visits++;
    inside--;
    lab_par_leave();
}

static void *visitor(void *argument) {
    (void)argument;
    for (int i = 0; i < VISITS; i++)
        visit_alone();
    return NULL;
}

static void start_visitors(pthread_t threads[VISITORS]) {
    inside = visits = 0;
    atomic_store(&crowded, false);
    for (int i = 0; i < VISITORS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, visitor, NULL), 0);
}

static void join_visitors(pthread_t threads[VISITORS]) {
    for (int i = 0; i < VISITORS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(visits, VISITORS * VISITS);
    assert_false(atomic_load(&crowded));
}

static void one_thread_at_a_time_is_inside(void **state) {
    (void)state;
    pthread_t threads[VISITORS];
    start_visitors(threads);
    join_visitors(threads);
}

/* Forked while other threads use the pool: in the child the lock is free. */
static void a_forked_child_can_go_inside(void **state) {
    (void)state;
#ifdef FIXTURE_UNDER_TSAN
    skip();
#endif
    pthread_t threads[VISITORS];
    start_visitors(threads);
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            (void)alarm(WATCHDOG);
            visit_alone();
            _exit(inside == 0 ? 0 : 1);
        }
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    join_visitors(threads);
}

/* ---- memory */

static void a_failed_creation_leaves_nothing(void **state) {
    (void)state;
    labrbf_hooks hooks = fixture_hooks();
    fixture_memory memory = {0};
    fixture_hook_memory(&hooks, &memory);
    lab_allocator allocator = lab_allocator_of(&hooks);
    lab_par *par;
    labrbf_status status = LABRBF_E_MEMORY;
    for (size_t k = 1; status < 0; k++) {
        memory = (fixture_memory){.fail_at = k};
        status = lab_par_create(&allocator, 3, &par);
        if (status < 0) {
            assert_int_equal(status, LABRBF_E_MEMORY);
            assert_null(par);
            assert_int_equal(memory.live_blocks, 0);
        }
        assert_true(k < 20);
    }
    lab_par_destroy(par);
    assert_int_equal(memory.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_is_visited_once),
        cmocka_unit_test(no_pool_runs_in_order),
        cmocka_unit_test(short_jobs_in_a_row),
        cmocka_unit_test(pools_come_and_go),
        cmocka_unit_test(two_threads_work_at_the_same_time),
        cmocka_unit_test(the_caller_is_free_between_start_and_finish),
        cmocka_unit_test(there_is_at_least_one_core),
        cmocka_unit_test(a_forked_child_starts_afresh),
        cmocka_unit_test(one_thread_at_a_time_is_inside),
        cmocka_unit_test(a_forked_child_can_go_inside),
        cmocka_unit_test(a_failed_creation_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
