#define _DEFAULT_SOURCE /* mknod, makedev */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "api/model_bytes.h"
#include "fixture.h"
#include "oracle.h"

/* ---- memory and messages */

enum { BLOCK_HEADER = 64 }; /* the size is kept before each block */

static void *count_allocate(void *user, size_t bytes) {
    fixture_memory *memory = user;
    memory->calls++;
    if (memory->calls == memory->fail_at || (memory->cap && memory->live_bytes + bytes > memory->cap))
        return NULL;
    unsigned char *block = malloc(bytes + BLOCK_HEADER);
    if (!block)
        return NULL;
    memcpy(block, &bytes, sizeof bytes);
    memset(block + BLOCK_HEADER, 0xa5, bytes); /* the library must not rely on zeroed memory */
    memory->live_blocks++;
    memory->live_bytes += bytes;
    if (memory->live_bytes > memory->peak_bytes)
        memory->peak_bytes = memory->live_bytes;
    return block + BLOCK_HEADER;
}

static void count_release(void *user, void *block) {
    fixture_memory *memory = user;
    assert_non_null(block);
    unsigned char *start = (unsigned char *)block - BLOCK_HEADER;
    size_t bytes;
    memcpy(&bytes, start, sizeof bytes);
    memory->live_blocks--;
    memory->live_bytes -= bytes;
    free(start);
}

static void listen(void *user, labrbf_log_level level, const char *message) {
    fixture_log *log = user;
    if (level == LABRBF_LOG_WARNING) {
        log->warnings++;
        (void)snprintf(log->last_warning, sizeof log->last_warning, "%s", message);
    } else {
        log->infos++;
    }
}

labrbf_hooks fixture_hooks(void) { return (labrbf_hooks){.struct_size = sizeof(labrbf_hooks)}; }

void fixture_hook_memory(labrbf_hooks *hooks, fixture_memory *memory) {
    hooks->allocate = count_allocate;
    hooks->release = count_release;
    hooks->allocator_user = memory;
}

void fixture_hook_log(labrbf_hooks *hooks, fixture_log *log) {
    hooks->log = listen;
    hooks->user = log;
}

/* ---- folders */

fixture_folder fixture_folder_make(void) {
    fixture_folder folder;
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder.path, sizeof folder.path, "%.200s/labrbf-test-XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(folder.path));
    return folder;
}

const char *fixture_path(const fixture_folder *folder, const char *name, char path[512]) {
    assert_true(snprintf(path, 512, "%s/%s", folder->path, name) < 512);
    return path;
}

/* Calls visit for every entry but . and .. */
static size_t each_entry(const fixture_folder *folder, int (*visit)(const char *path)) {
    DIR *directory = opendir(folder->path);
    assert_non_null(directory);
    size_t count = 0;
    for (struct dirent *found; (found = readdir(directory));) {
        if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0)
            continue;
        count++;
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/%s", folder->path, found->d_name);
        if (visit)
            (void)visit(path);
    }
    closedir(directory);
    return count;
}

size_t fixture_folder_count(const fixture_folder *folder) { return each_entry(folder, NULL); }

void fixture_folder_remove(const fixture_folder *folder) {
    (void)each_entry(folder, remove);
    assert_int_equal(rmdir(folder->path), 0);
}

const char *fixture_full_device(const fixture_folder *folder, char path[512]) {
    if (geteuid() == 0) {
        (void)fixture_path(folder, "full", path);
        if (mknod(path, S_IFCHR | 0600, makedev(1, 7)) != 0)
            return NULL;
    } else {
        (void)snprintf(path, 512, "/dev/full");
    }
    struct stat found;
    FILE *device = stat(path, &found) == 0 && S_ISCHR(found.st_mode) ? fopen(path, "wb") : NULL;
    if (!device)
        return NULL;
    bool full = fputc('x', device) == EOF || fflush(device) != 0;
    (void)fclose(device);
    return full ? path : NULL;
}

/* ---- short forms */

static void expect_success(const char *call, labrbf_status status) {
    if (status < 0)
        fail_msg("%s: %s (%s)", call, labrbf_status_text(status), labrbf_last_error());
}

labrbf_settings *fixture_settings(const char *text) {
    labrbf_settings *settings = NULL;
    expect_success("labrbf_settings_create", labrbf_settings_create(&settings));
    expect_success("labrbf_settings_preset", labrbf_settings_preset(settings, "paper"));
    expect_success("kernel", labrbf_settings_set(settings, "kernel", "exponential"));
    expect_success("optimizer", labrbf_settings_set(settings, "optimizer", "adam"));
    char copy[1024];
    assert_true(strlen(text) < sizeof copy);
    memcpy(copy, text, strlen(text) + 1);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = '\0';
        expect_success(word, labrbf_settings_set(settings, word, equals + 1));
    }
    return settings;
}

labrbf_model *fixture_fit(const char *text, const double *x, const double *y, size_t n, size_t m) {
    labrbf_settings *settings = fixture_settings(text);
    labrbf_model *model = NULL;
    expect_success("labrbf_fit", labrbf_fit(settings, x, y, n, m, NULL, &model));
    assert_non_null(model);
    labrbf_settings_destroy(settings);
    return model;
}

unsigned char *fixture_bytes(const labrbf_model *model, size_t *size) {
    expect_success("labrbf_model_serialize", labrbf_model_serialize(model, NULL, 0, size));
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    expect_success("labrbf_model_serialize", labrbf_model_serialize(model, bytes, *size, size));
    return bytes;
}

void fixture_data(uint64_t seed, size_t n, size_t m, double *x, double *y) {
    oracle_random random = oracle_seed(seed);
    oracle_fill(&random, x, n * m, -2, 2);
    for (size_t r = 0; r < n; r++) {
        y[r] = oracle_uniform(&random, -0.05, 0.05);
        for (size_t j = 0; j < m; j++)
            y[r] += sin((1 + (double)j) * x[r * m + j]) / (1 + (double)j);
    }
}

labrbf_status fixture_read(const unsigned char *bytes, size_t size) {
    unsigned char *exact = malloc(size ? size : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    fixture_memory memory = {.cap = 10 * size + 8192};
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_memory(&hooks, &memory);
    labrbf_model *model = (labrbf_model *)(void *)exact; /* what a failure has to replace by NULL */
    labrbf_status status = labrbf_model_deserialize(exact, size, &hooks, &model);
    assert_true((status < 0) == (model == NULL));
    labrbf_model_destroy(model);
    assert_int_equal(memory.live_blocks, 0);
    free(exact);
    return status;
}

void fixture_expect_refused(const unsigned char *bytes, size_t size, const char *tag, size_t at, uint64_t value,
                            const char *word) {
    unsigned char *copy = malloc(size);
    size_t length;
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    unsigned char *payload = model_section(copy, size, tag, &length);
    assert_true(payload && at + 8 <= length);
    put_u64(payload + at, value);
    model_put_right(copy, size);
    if (fixture_read(copy, size) != LABRBF_E_FORMAT || !strstr(labrbf_last_error(), word))
        fail_msg("%llx in %s at %zu gives '%s'", (unsigned long long)value, tag, at, labrbf_last_error());
    free(copy);
}

labrbf_training_info fixture_training_info(const labrbf_trainer *trainer) {
    labrbf_training_info info = {.struct_size = sizeof info};
    expect_success("labrbf_trainer_info", labrbf_trainer_info(trainer, &info));
    return info;
}

labrbf_model *fixture_take_model(labrbf_trainer *trainer) {
    labrbf_model *model = NULL;
    expect_success("labrbf_trainer_take_model", labrbf_trainer_take_model(trainer, &model));
    return model;
}

labrbf_data fixture_rows(const double *x, const double *y, size_t n, size_t m) {
    return (labrbf_data){
        .struct_size = sizeof(labrbf_data), .n_rows = n, .n_features = m, .n_targets = 1, .x = x, .y = y};
}

labrbf_trainer *fixture_trainer(const char *text, const labrbf_data *data, const labrbf_hooks *hooks) {
    labrbf_settings *settings = fixture_settings(text);
    labrbf_trainer *trainer = NULL;
    assert_int_equal(labrbf_trainer_create(settings, data, hooks, &trainer), LABRBF_OK);
    labrbf_settings_destroy(settings);
    return trainer;
}

void fixture_expect_same_bytes(const labrbf_model *a, const labrbf_model *b) {
    size_t n, m;
    unsigned char *one = fixture_bytes(a, &n), *other = fixture_bytes(b, &m);
    assert_int_equal(n, m);
    assert_memory_equal(one, other, n);
    free(one);
    free(other);
}

double *fixture_array(const labrbf_model *model, size_t part, labrbf_array which, size_t count) {
    double *values = malloc((count ? count : 1) * sizeof *values);
    assert_non_null(values);
    expect_success("labrbf_model_array", labrbf_model_array(model, part, which, values, count));
    return values;
}

labrbf_model_info fixture_info(const labrbf_model *model) {
    labrbf_model_info info = {.struct_size = sizeof info};
    expect_success("labrbf_model_info_get", labrbf_model_info_get(model, &info));
    return info;
}

void fixture_expect_setting(const labrbf_model *model, const char *name, const char *value) {
    char text[64];
    expect_success("labrbf_model_setting", labrbf_model_setting(model, name, text, sizeof text));
    assert_string_equal(text, value);
}

const char *fixture_tried(const labrbf_trial *trial, const char *name) {
    static char text[sizeof trial->settings + 2], value[64];
    char key[64];
    (void)snprintf(text, sizeof text, " %s", trial->settings);
    (void)snprintf(key, sizeof key, " %s=", name);
    const char *found = strstr(text, key);
    value[0] = '\0';
    if (found) {
        found += strlen(key);
        (void)snprintf(value, sizeof value, "%.*s", (int)strcspn(found, " "), found);
    }
    return value;
}
