/* Memory: overflow checks, the caller's allocator, and arenas that are counted first and filled then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/alloc.h"
#include "base/status.h"
#include "fixture.h"

typedef struct bench {
    fixture_memory memory;
    lab_allocator allocator;
} bench;

static void open_bench(bench *b) {
    labrbf_hooks hooks = fixture_hooks();
    b->memory = (fixture_memory){0};
    fixture_hook_memory(&hooks, &b->memory);
    b->allocator = lab_allocator_of(&hooks);
}

static void products_and_sums_know_their_limits(void **state) {
    (void)state;
    static const size_t values[] = {0,       1, 2, 3, 1000, SIZE_MAX / 3, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX - 1,
                                    SIZE_MAX};
    for (size_t a = 0; a < 10; a++) {
        for (size_t b = 0; b < 10; b++) {
            size_t x = values[a], y = values[b], out = 99, wanted;
            bool fits = !__builtin_mul_overflow(x, y, &wanted);
            assert_int_equal(lab_size_mul(x, y, &out), fits);
            assert_true(out == (fits ? wanted : 99));
            out = 99;
            fits = !__builtin_add_overflow(x, y, &wanted);
            assert_int_equal(lab_size_add(x, y, &out), fits);
            assert_true(out == (fits ? wanted : 99));
        }
    }
}

static void memory_is_zeroed_and_given_back(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    unsigned char *block = lab_alloc(&b.allocator, 100, 7);
    for (size_t i = 0; i < 700; i++)
        assert_int_equal(block[i], 0);
    assert_int_equal(b.memory.live_bytes, 700);
    lab_free(&b.allocator, block);
    lab_free(&b.allocator, NULL);
    assert_int_equal(b.memory.live_blocks, 0);
}

static void nothing_is_still_a_block(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    void *block = lab_alloc(&b.allocator, 0, 8);
    assert_non_null(block);
    lab_free(&b.allocator, block);
    assert_int_equal(b.memory.live_blocks, 0);
}

static void too_much_is_refused_without_asking(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    assert_null(lab_alloc(&b.allocator, SIZE_MAX / 4, 8));
    assert_int_equal(b.memory.calls, 0);
    assert_non_null(strstr(labrbf_last_error(), "out of memory"));
    b.memory.fail_at = 1;
    assert_null(lab_alloc(&b.allocator, 12345, 1));
    assert_non_null(strstr(labrbf_last_error(), "12345"));
}

static void without_hooks_malloc_is_used(void **state) {
    (void)state;
    labrbf_hooks none = fixture_hooks();
    const labrbf_hooks *hooks[] = {NULL, &none};
    for (int c = 0; c < 2; c++) {
        lab_allocator allocator = lab_allocator_of(hooks[c]);
        double *block = lab_alloc(&allocator, 10, sizeof *block);
        assert_non_null(block);
        assert_true(block[9] == 0.0);
        lab_free(&allocator, block);
    }
}

/* ---- arenas */

enum { PIECES = 7 };
typedef struct pieces {
    char *start[PIECES];
    size_t bytes[PIECES];
} pieces;

static void lay_out(lab_arena *arena, pieces *p) {
    *p = (pieces){{(char *)lab_arena_doubles(arena, 3, 5), (char *)lab_arena_sizes(arena, 1),
                   (char *)lab_arena_bytes(arena, 65), (char *)lab_arena_ints(arena, 17),
                   (char *)lab_arena_doubles(arena, 0, 9), (char *)lab_arena_bytes(arena, 1),
                   (char *)lab_arena_doubles(arena, 8, 8)},
                  {3 * 5 * sizeof(double), sizeof(size_t), 65, 17 * sizeof(int), 0, 1, 64 * sizeof(double)}};
}

static void pieces_are_aligned_apart_and_inside(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    pieces p;
    lab_arena arena = {0};
    lay_out(&arena, &p);
    size_t counted = arena.used;
    for (int i = 0; i < PIECES; i++)
        assert_null(p.start[i]);
    void *block;
    assert_int_equal(lab_arena_open(&arena, &b.allocator, &block), LABRBF_OK);
    assert_int_equal(b.memory.calls, 1);
    assert_int_equal(arena.used, 0);
    lay_out(&arena, &p);
    assert_int_equal(arena.used, counted); /* the counting pass equals the real one */
    for (int i = 0; i < PIECES; i++) {
        assert_int_equal((uintptr_t)p.start[i] % 64, 0);
        assert_true(p.start[i] >= (char *)block);
        assert_true(p.start[i] + p.bytes[i] <= (char *)block + b.memory.live_bytes);
        memset(p.start[i], i + 1, p.bytes[i]);
    }
    for (int i = 0; i < PIECES; i++) /* nothing was overwritten */
        for (size_t at = 0; at < p.bytes[i]; at++)
            assert_int_equal(p.start[i][at], i + 1);
    lab_free(&b.allocator, block);
    assert_int_equal(b.memory.live_blocks, 0);
}

static void expect_overflow(lab_arena *arena) {
    bench b;
    open_bench(&b);
    void *block = NULL;
    assert_true(arena->overflow);
    assert_int_equal(lab_arena_open(arena, &b.allocator, &block), LABRBF_E_MEMORY);
    assert_null(block);
    assert_int_equal(b.memory.calls, 0);
}

static void sizes_that_overflow_are_refused(void **state) {
    (void)state;
    lab_arena product = {0}, bytes = {0}, rounding = {0}, sum = {0};
    assert_null(lab_arena_doubles(&product, SIZE_MAX / 2, 3));
    expect_overflow(&product);
    assert_null(lab_arena_doubles(&bytes, SIZE_MAX / 4, 1));
    expect_overflow(&bytes);
    assert_null(lab_arena_bytes(&rounding, SIZE_MAX - 5));
    expect_overflow(&rounding);
    (void)lab_arena_bytes(&sum, SIZE_MAX / 2);
    (void)lab_arena_bytes(&sum, SIZE_MAX / 2);
    assert_null(lab_arena_bytes(&sum, SIZE_MAX / 2));
    expect_overflow(&sum);
}

static void a_size_without_room_for_alignment_is_refused(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    lab_arena arena = {.used = SIZE_MAX - 10};
    void *block = NULL;
    assert_int_equal(lab_arena_open(&arena, &b.allocator, &block), LABRBF_E_MEMORY);
    assert_int_equal(b.memory.calls, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_and_sums_know_their_limits),
        cmocka_unit_test(memory_is_zeroed_and_given_back),
        cmocka_unit_test(nothing_is_still_a_block),
        cmocka_unit_test(too_much_is_refused_without_asking),
        cmocka_unit_test(without_hooks_malloc_is_used),
        cmocka_unit_test(pieces_are_aligned_apart_and_inside),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(a_size_without_room_for_alignment_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
