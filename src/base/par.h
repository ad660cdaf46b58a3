/*
 * Threads: the only file that uses them. A small pool runs a procedure over [0, n) in blocks of a fixed size. Any
 * thread may take any block: results do not depend on the number of threads as long as blocks write to different memory
 * and sums over blocks are added in block order afterwards.
 */
#ifndef LAB_PAR_H
#define LAB_PAR_H

#include <stddef.h>

#include "base/alloc.h"

typedef struct lab_par lab_par;
typedef void lab_par_proc(void *context, size_t begin, size_t end);

/* `threads` includes the calling thread; 0 means one per core. Fewer are used if the system does not provide them. */
labrbf_status lab_par_create(const lab_allocator *allocator, size_t threads, lab_par **par);
void lab_par_destroy(lab_par *par);

/* Calls proc(context, begin, end) for [0, block), [block, 2 block) … up to n, and returns when all are done. A NULL
 * pool runs them in order. In a forked child, where the pool's threads do not exist, they are started afresh. */
void lab_par_run(lab_par *par, size_t n, size_t block, lab_par_proc *proc, void *context);

/* The same in two calls: the threads of the pool begin, the caller does other work, then helps and waits. One finish
 * for every start; no other run in between. */
void lab_par_start(lab_par *par, size_t n, size_t block, lab_par_proc *proc, void *context);
void lab_par_finish(lab_par *par);

/* A lock for libraries that are not thread-safe. Safe over fork. */
void lab_par_enter(void);
void lab_par_leave(void);

/* The number of threads for a user who asked for `wanted` (0: one per core): not more than cores. */
size_t lab_par_threads(size_t wanted);

#endif
