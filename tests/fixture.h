/* What several tests need around the library: a counting allocator, a log that listens, temporary folders, data, and
 * short forms of "fit with these settings or fail the test". */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "labrbf/labrbf.h"

/* The thread sanitizer cannot follow a fork among threads ("dup thread", "thread leak" in the child). */
#ifdef __SANITIZE_THREAD__
#define FIXTURE_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FIXTURE_UNDER_TSAN 1
#endif
#endif

/* ---- memory, messages, files */

/* Counts what goes through the hooks; fails the fail_at-th request, and every one that would pass `cap` live bytes. */
typedef struct fixture_memory {
    size_t calls, live_blocks, live_bytes, peak_bytes;
    size_t fail_at; /* 0: never */
    size_t cap;     /* 0: none */
} fixture_memory;

typedef struct fixture_log {
    size_t infos, warnings;
    char last_warning[512];
} fixture_log;

void fixture_hook_memory(labrbf_hooks *hooks, fixture_memory *memory);
void fixture_hook_log(labrbf_hooks *hooks, fixture_log *log);
/* A zeroed labrbf_hooks with its size set. */
labrbf_hooks fixture_hooks(void);

/* A new folder for one test, and the path of a name in it; the folder goes with all files directly in it. */
typedef struct fixture_folder {
    char path[256];
} fixture_folder;
fixture_folder fixture_folder_make(void);
const char *fixture_path(const fixture_folder *folder, const char *name, char path[512]);
size_t fixture_folder_count(const fixture_folder *folder);
void fixture_folder_remove(const fixture_folder *folder);
/* A device that is always full, or NULL where there is none. For root it is a node of our own in the folder: a faulty
 * library would rename a file over the system's. */
const char *fixture_full_device(const fixture_folder *folder, char path[512]);

/* ---- short forms; each fails the running test if the library does not succeed */

/* Settings from words "name=value name=value ..." on top of Algorithm 1 with the exponential kernel and Adam. */
labrbf_settings *fixture_settings(const char *text);
/* Fits with such words; x is n x m. */
labrbf_model *fixture_fit(const char *text, const double *x, const double *y, size_t n, size_t m);
/* The bytes of a model, from malloc. */
unsigned char *fixture_bytes(const labrbf_model *model, size_t *size);
/* Reads bytes, which may be hostile, with an allocator that gives ten times their size and a little, from a copy that
 * ends where they do, so that reading beyond is noticed. Leaves nothing behind. */
labrbf_status fixture_read(const unsigned char *bytes, size_t size);
/* A model with `value` at position `at` of a section, size and checksum corrected: it is refused, and the message has
 * the word in it. */
void fixture_expect_refused(const unsigned char *bytes, size_t size, const char *tag, size_t at, uint64_t value,
                            const char *word);
/* Where a trainer stands, and its present model. */
labrbf_training_info fixture_training_info(const labrbf_trainer *trainer);
labrbf_model *fixture_take_model(labrbf_trainer *trainer);
/* n rows of m features with one target. */
labrbf_data fixture_rows(const double *x, const double *y, size_t n, size_t m);
/* A trainer with such words. */
labrbf_trainer *fixture_trainer(const char *text, const labrbf_data *data, const labrbf_hooks *hooks);
/* Two models that are the same, bit for bit. */
void fixture_expect_same_bytes(const labrbf_model *a, const labrbf_model *b);
/* One array of a part of a model, from malloc; and the model's facts. */
double *fixture_array(const labrbf_model *model, size_t part, labrbf_array which, size_t count);
labrbf_model_info fixture_info(const labrbf_model *model);
/* A setting that a model was trained with has this value. */
void fixture_expect_setting(const labrbf_model *model, const char *name, const char *value);
/* The value of a searched setting in a trial; "" if it does not say. Valid until the next call. */
const char *fixture_tried(const labrbf_trial *trial, const char *name);
/* n rows of a smooth function of m features on [-2, 2]^m, with a little noise. */
void fixture_data(uint64_t seed, size_t n, size_t m, double *x, double *y);

#endif
