/*
 * Threads: the only file that knows them. A small pool runs a procedure over [0, n) in blocks of a fixed size. Which
 * thread takes which block is left to chance; what a block computes is not, so results do not depend on the number of
 * threads as long as blocks write to different places and sums over blocks are added in block order afterwards.
 */
#ifndef LAB_PAR_H
#define LAB_PAR_H

#include <stddef.h>

#include "base/alloc.h"

typedef struct lab_par lab_par;
typedef void lab_par_proc(void *context, size_t begin, size_t end);

/* `threads` counts the calling thread; 0 means one per core. Fewer are used if the system will not give that many. */
labrbf_status lab_par_create(const lab_allocator *allocator, size_t threads, lab_par **par);
void lab_par_destroy(lab_par *par);

/* Calls proc(context, begin, end) for [0, block), [block, 2 block) … up to n, and returns when all are done. A NULL
 * pool runs them in order. In a forked child, where the pool's threads do not exist, they are started afresh. */
void lab_par_run(lab_par *par, size_t n, size_t block, lab_par_proc *proc, void *context);

/* The same in two parts: the pool's threads begin, the caller does something else meanwhile, then helps with what is
 * left and waits. Exactly one finish for every start; nothing else may be run in between. */
void lab_par_start(lab_par *par, size_t n, size_t block, lab_par_proc *proc, void *context);
void lab_par_finish(lab_par *par);

/* One thread of the process at a time is between these two: for libraries that cannot bear more. Safe over fork. */
void lab_par_enter(void);
void lab_par_leave(void);

/* How many threads to use for a user who asked for `wanted` (0: as many as is good): not more than there are cores,
 * because the others would only be in the way. */
size_t lab_par_threads(size_t wanted);

/* The number of cores this process may use, at least 1. */
size_t lab_par_cores(void);

#endif
