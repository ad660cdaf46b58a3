/* The real data sets, if LABRBF_DATA says where they are: every file that is there is the one that the table means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "protocol/datasets.h"

static void files_are_what_the_table_says(void **state) {
    (void)state;
    for (size_t i = 0; i < n_datasets; i++) {
        char path[DATASET_PATH];
        data d;
        io_error error;
        if (!datasets_locate(&datasets[i], datasets_folder(NULL), path))
            continue;
        if (!datasets_read(&datasets[i], datasets_folder(NULL), &d, &error))
            fail_msg("%s", error.text);
        assert_int_equal(d.n, datasets[i].rows);
        assert_int_equal(d.m, datasets[i].features);
        assert_string_equal(d.target, datasets[i].target);
        data_free(&d);
    }
}

int main(void) {
    if (!datasets_folder(NULL)) {
        puts("LABRBF_DATA is not set");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_are_what_the_table_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
