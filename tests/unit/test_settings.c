/*
 * Settings, driven by the table itself: whatever row is added, its default, its range, its words and its help are
 * tested here without a new line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/settings.h"
#include "oracle.h"

enum { TEXT = 64 };

typedef struct bench {
    labrbf_settings *settings;
    char kept[TEXT]; /* the value before a call that must fail */
} bench;

static labrbf_setting_info row_at(size_t index) {
    labrbf_setting_info row;
    assert_int_equal(labrbf_settings_describe(index, &row), LABRBF_OK);
    return row;
}

static const char *get(const labrbf_settings *settings, const char *name, char text[TEXT]) {
    assert_int_equal(labrbf_settings_get(settings, name, text, TEXT), LABRBF_OK);
    return text;
}

static void expect_setting(const labrbf_settings *settings, const char *name, const char *value) {
    char text[TEXT];
    if (strcmp(get(settings, name, text), value) != 0)
        fail_msg("%s is %s, not %s", name, text, value);
}

static void accept(bench *b, const char *name, const char *text) {
    if (labrbf_settings_set(b->settings, name, text) != LABRBF_OK)
        fail_msg("%s=%s is refused: %s", name, text, labrbf_last_error());
}

static void before_refusal(bench *b, const char *name) { (void)get(b->settings, name, b->kept); }

static void after_refusal(const bench *b, const char *name, const char *text, labrbf_status status) {
    if (status != LABRBF_E_SETTING)
        fail_msg("%s=%s gives %d", name, text, (int)status);
    expect_setting(b->settings, name, b->kept);
    if (!strstr(labrbf_last_error(), name))
        fail_msg("the message for %s=%s does not name it: %s", name, text, labrbf_last_error());
}

static void refuse(bench *b, const char *name, const char *text) {
    before_refusal(b, name);
    after_refusal(b, name, text, labrbf_settings_set(b->settings, name, text));
}

static void refuse_number(bench *b, const char *name, double value) {
    char text[TEXT];
    (void)snprintf(text, sizeof text, "%.17g", value);
    refuse(b, name, text);
}

static labrbf_status set_number(labrbf_settings *settings, const char *name, double value) {
    char text[TEXT];
    (void)snprintf(text, sizeof text, "%.17g", value);
    return labrbf_settings_set(settings, name, text);
}

static void open_bench(bench *b) {
    *b = (bench){0};
    assert_int_equal(labrbf_settings_create(&b->settings), LABRBF_OK);
}

static void close_bench(bench *b) { labrbf_settings_destroy(b->settings); }

/* ---- the table */

static void every_row_is_complete(void **state) {
    (void)state;
    assert_true(labrbf_settings_count() >= 20);
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        assert_true(strlen(row.name) > 0 &&
                    strspn(row.name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(row.name));
        assert_true(strlen(row.help) >= 10);
        assert_true((row.type == LABRBF_SETTING_CHOICE) == (strlen(row.choices) > 0));
        assert_true(row.type == LABRBF_SETTING_CHOICE || row.minimum < row.maximum);
        assert_true(row.type != LABRBF_SETTING_COUNT || row.minimum >= 0);
        assert_true(!row.allows_auto || row.minimum > 0); /* 0 as a number means auto */
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(row.name, row_at(j).name);
    }
    labrbf_setting_info row;
    assert_int_equal(labrbf_settings_describe(labrbf_settings_count(), &row), LABRBF_E_ARGUMENT);
}

static void a_new_handle_has_the_defaults(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        expect_setting(b.settings, row_at(i).name, row_at(i).default_text);
    close_bench(&b);
}

static void presets_set_every_row(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    assert_int_equal(labrbf_settings_preset(b.settings, "paper"), LABRBF_OK);
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        expect_setting(b.settings, row_at(i).name, row_at(i).paper_text);
    assert_int_equal(labrbf_settings_preset(b.settings, "default"), LABRBF_OK);
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        expect_setting(b.settings, row_at(i).name, row_at(i).default_text);
    close_bench(&b);
}

static void unknown_presets_change_nothing(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "Paper", "papers", "defaul", "default "};
    bench b;
    open_bench(&b);
    accept(&b, "rate", "0.125");
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++) {
        assert_int_equal(labrbf_settings_preset(b.settings, wrong[c]), LABRBF_E_SETTING);
        expect_setting(b.settings, "rate", "0.125");
    }
    close_bench(&b);
}

/* What the paper and its authors' code say about each question. */
static void preset_paper_is_the_paper(void **state) {
    (void)state;
    static const char *const paper[][2] = {
        {"kernel", "gaussian"},    {"lambda", "0.001"},       {"sigma0", "auto"},      {"support_rule", "label"},
        {"support_add", "auto"},   {"steps_grow", "500"},     {"steps_final", "5000"}, {"batch", "128"},
        {"batch_rows", "outside"}, {"optimizer", "adam-sgd"}, {"clip_norm", "10"},     {"theta_new", "mean"},
        {"bias", "mean"},          {"clip_labels", "on"},     {"support_max", "auto"}, {"support_init", "auto"},
        {"label_form", "plain"},
    };
    bench b;
    open_bench(&b);
    assert_int_equal(labrbf_settings_preset(b.settings, "paper"), LABRBF_OK);
    for (size_t c = 0; c < sizeof paper / sizeof paper[0]; c++)
        expect_setting(b.settings, paper[c][0], paper[c][1]);
    close_bench(&b);
}

/* ---- numbers */

static void the_ends_of_every_range_are_accepted_and_nothing_beyond(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        if (row.type == LABRBF_SETTING_CHOICE)
            continue;
        assert_int_equal(set_number(b.settings, row.name, row.minimum), LABRBF_OK);
        assert_int_equal(set_number(b.settings, row.name, row.maximum), LABRBF_OK);
        if (row.type == LABRBF_SETTING_REAL) {
            refuse_number(&b, row.name, nextafter(row.minimum, -INFINITY));
            refuse_number(&b, row.name, nextafter(row.maximum, INFINITY));
            continue;
        }
        char text[TEXT];
        (void)snprintf(text, sizeof text, "%.0f", row.maximum);
        expect_setting(b.settings, row.name, text);
        if (!(row.allows_auto && row.minimum == 1)) /* there 0 is auto */
            refuse_number(&b, row.name, row.minimum - 1);
        refuse_number(&b, row.name, nextafter(row.minimum, -INFINITY));
        refuse_number(&b, row.name, nextafter(row.maximum, INFINITY));
        (void)snprintf(text, sizeof text, "%llu", (unsigned long long)row.maximum + 1); /* exact, unlike a double */
        refuse(&b, row.name, text);
    }
    close_bench(&b);
}

static void what_is_no_number_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",    " ",  "x", "1x",   "1 ",  " 1",  "1,5", "0x10",
                                        "--1", "1e", ".", "AUTO", "nan", "inf", "-inf"};
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        if (row.type == LABRBF_SETTING_CHOICE)
            continue;
        for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++)
            refuse(&b, row.name, wrong[c]);
        refuse_number(&b, row.name, NAN);
        refuse_number(&b, row.name, INFINITY);
        refuse_number(&b, row.name, -INFINITY);
        refuse_number(&b, row.name, -1);
        if (row.type == LABRBF_SETTING_COUNT)
            refuse_number(&b, row.name, row.minimum + 0.5);
    }
    close_bench(&b);
}

static void auto_is_accepted_only_where_the_table_says(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        if (row.type == LABRBF_SETTING_CHOICE)
            continue; /* there it is a word like the others */
        if (!row.allows_auto) {
            refuse(&b, row.name, "auto");
            continue;
        }
        assert_int_equal(set_number(b.settings, row.name, row.maximum), LABRBF_OK);
        accept(&b, row.name, "auto");
        expect_setting(b.settings, row.name, "auto");
    }
    close_bench(&b);
}

/* What get says can be set again and means the same double. */
static void values_survive_the_round_trip(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        if (row.type != LABRBF_SETTING_REAL)
            continue;
        const double values[] = {row.minimum, row.maximum, 1.0 / 3.0, 0.1, 1e-7, 2.718281828459045, 123456.789};
        for (size_t c = 0; c < sizeof values / sizeof values[0]; c++) {
            if (set_number(b.settings, row.name, values[c]) < 0)
                continue; /* outside this row's range */
            char text[TEXT], again[TEXT];
            (void)get(b.settings, row.name, text);
            if (strcmp(text, "auto") != 0)
                assert_true(strtod(text, NULL) == values[c]);
            accept(&b, row.name, row.default_text);
            accept(&b, row.name, text);
            assert_string_equal(get(b.settings, row.name, again), text);
        }
    }
    close_bench(&b);
}

/* ---- words */

static size_t word_at(const char *choices, size_t index, char word[TEXT]) {
    const char *start = choices;
    for (size_t i = 0; i < index; i++) {
        start = strchr(start, '|');
        if (!start)
            return 0;
        start++;
    }
    size_t length = strcspn(start, "|");
    (void)snprintf(word, TEXT, "%.*s", (int)length, start);
    return length;
}

static void every_word_of_a_choice_can_be_set_and_no_other(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        if (row.type != LABRBF_SETTING_CHOICE)
            continue;
        char word[TEXT];
        size_t words = 0;
        for (; word_at(row.choices, words, word); words++) {
            accept(&b, row.name, word);
            expect_setting(b.settings, row.name, word);
            word[strlen(word) - 1] = '\0';
            refuse(&b, row.name, word);
        }
        assert_true(words >= 2);
        refuse(&b, row.name, "");
        refuse(&b, row.name, "|");
        refuse(&b, row.name, row.choices);
        refuse(&b, row.name, "0");
        refuse(&b, row.name, "1");
    }
    close_bench(&b);
}

/* The list of kernels that the other tests use is complete. */
static void tests_know_every_kernel(void **state) {
    (void)state;
    char word[TEXT];
    size_t words = 0;
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        for (; strcmp(row_at(i).name, "kernel") == 0 && word_at(row_at(i).choices, words, word); words++) {
            assert_true(words <= ORACLE_KERNELS);
            assert_string_equal(word, words < ORACLE_KERNELS ? oracle_kernel_words[words] : "auto");
        }
    assert_int_equal(words, ORACLE_KERNELS + 1);
}

/* The words in the table stand in the order of the enumerators that the code compares with. */
static void words_are_the_enumerators_in_order(void **state) {
    (void)state;
    static const struct {
        const char *name, *word;
        size_t offset, value;
    } expected[] = {
#define WORD(setting, text, enumerator) {#setting, text, offsetof(lab_settings, setting), enumerator}
        WORD(kernel, "auto", LAB_KERNEL_AUTO),
        WORD(linear, "off", LAB_OFF),
        WORD(linear, "on", LAB_ON),
        WORD(linear, "auto", LAB_AUTO),
        WORD(scaling, "minmax", LAB_SCALING_MINMAX),
        WORD(scaling, "standard", LAB_SCALING_STANDARD),
        WORD(scaling, "rank", LAB_SCALING_RANK),
        WORD(scaling, "auto", LAB_SCALING_AUTO),
        WORD(coefficients, "supports", LAB_BY_SUPPORTS),
        WORD(coefficients, "rows", LAB_BY_ROWS),
        WORD(coefficients, "auto", LAB_BY_AUTO),
        WORD(bandwidths, "own", LAB_BANDWIDTHS_OWN),
        WORD(bandwidths, "shared", LAB_BANDWIDTHS_SHARED),
        WORD(bandwidths, "auto", LAB_BANDWIDTHS_AUTO),
        WORD(rate_decay, "none", LAB_DECAY_NONE),
        WORD(rate_decay, "cosine", LAB_DECAY_COSINE),
        WORD(theta_form, "plain", LAB_THETA_PLAIN),
        WORD(theta_form, "log", LAB_THETA_LOG),
        WORD(support_rule, "random", LAB_RULE_RANDOM),
        WORD(support_rule, "label", LAB_RULE_LABEL),
        WORD(batch_rows, "outside", LAB_ROWS_OUTSIDE),
        WORD(batch_rows, "all", LAB_ROWS_ALL),
        WORD(optimizer, "adam", LAB_ADAM),
        WORD(optimizer, "sgd", LAB_SGD),
        WORD(optimizer, "adam-sgd", LAB_ADAM_SGD),
        WORD(theta_new, "mean", LAB_THETA_MEAN),
        WORD(theta_new, "nearest", LAB_THETA_NEAREST),
        WORD(bias, "none", LAB_BIAS_NONE),
        WORD(bias, "mean", LAB_BIAS_MEAN),
        WORD(clip_labels, "off", LAB_OFF),
        WORD(clip_labels, "on", LAB_ON),
        WORD(label_form, "plain", LAB_FORM_PLAIN),
        WORD(label_form, "root", LAB_FORM_ROOT),
        WORD(label_form, "log", LAB_FORM_LOG),
        WORD(label_form, "auto", LAB_FORM_AUTO),
#define KERNEL(ID, word, formula) WORD(kernel, #word, LAB_##ID),
        LAB_KERNEL_PROFILES(KERNEL)
#undef KERNEL
#undef WORD
    };
    enum { EXPECTED = sizeof expected / sizeof expected[0] };
    for (size_t c = 0; c < EXPECTED; c++) {
        lab_settings values;
        assert_int_equal(lab_settings_preset(&values, "default"), LABRBF_OK);
        assert_int_equal(lab_settings_set(&values, expected[c].name, strlen(expected[c].name), expected[c].word),
                         LABRBF_OK);
        size_t value;
        memcpy(&value, (const char *)&values + expected[c].offset, sizeof value);
        assert_int_equal(value, expected[c].value);
    }
    size_t words = 0;
    char word[TEXT];
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        for (size_t w = 0; row_at(i).type == LABRBF_SETTING_CHOICE && word_at(row_at(i).choices, w, word); w++)
            words++;
    assert_int_equal(words, EXPECTED); /* a new word needs a line above */
}

/* ---- names */

static void hyphens_and_underscores_are_the_same(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        char name[TEXT], text[TEXT];
        (void)snprintf(name, sizeof name, "%s", row.name);
        for (char *c = name; *c; c++)
            *c = *c == '_' ? '-' : *c;
        accept(&b, name, row.paper_text);
        expect_setting(b.settings, row.name, row.paper_text);
        assert_string_equal(get(b.settings, name, text), row.paper_text);
    }
    close_bench(&b);
}

static void unknown_names_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "lambd", "lambdaa", "Lambda", "support", "support_", "-lambda", "rate=1"};
    bench b;
    open_bench(&b);
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++) {
        char text[TEXT];
        assert_int_equal(labrbf_settings_set(b.settings, wrong[c], "1"), LABRBF_E_SETTING);
        assert_non_null(strstr(labrbf_last_error(), wrong[c]));
        assert_int_equal(labrbf_settings_get(b.settings, wrong[c], text, sizeof text), LABRBF_E_SETTING);
    }
    close_bench(&b);
}

static void too_little_room_is_refused(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    accept(&b, "kernel", "exponential");
    char text[TEXT] = "untouched";
    assert_int_equal(labrbf_settings_get(b.settings, "kernel", text, strlen("exponential")), LABRBF_E_ARGUMENT);
    assert_string_equal(text, "untouched");
    assert_int_equal(labrbf_settings_get(b.settings, "kernel", text, 0), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_settings_get(b.settings, "kernel", text, strlen("exponential") + 1), LABRBF_OK);
    assert_string_equal(text, "exponential");
    close_bench(&b);
}

/* ---- what the search may vary */

/* One list: the table says which it is, and comparing, copying and printing follow it. */
static void the_searched_settings_are_one_list(void **state) {
    (void)state;
    lab_settings a, b;
    char text[LAB_SEARCHED_TEXT], again[LAB_SEARCHED_TEXT];
    size_t searched = 0;
    for (size_t i = 0; i < lab_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        char word[LAB_NUMBER_TEXT];
        assert_int_equal(lab_settings_preset(&a, "default"), LABRBF_OK);
        assert_int_equal(lab_settings_preset(&b, "default"), LABRBF_OK);
        assert_true(lab_settings_same_searched(&a, &b));
        (void)snprintf(word, sizeof word, "%.17g", row.maximum);
        for (size_t w = 0; row.type == LABRBF_SETTING_CHOICE && w < 2; w++) /* one that is not the default */
            if (w == 0 || strcmp(word, row.default_text) == 0)
                assert_true(lab_settings_word(row.name, w, word));
        assert_int_equal(lab_settings_set(&b, row.name, strlen(row.name), word), LABRBF_OK);
        assert_int_equal(lab_settings_same_searched(&a, &b), !row.searched);
        lab_settings_searched_text(&b, text);
        lab_settings_searched_text(&a, again);
        assert_int_equal(strcmp(text, again) != 0, row.searched);
        lab_settings_copy_searched(&a, &b);
        assert_true(lab_settings_same_searched(&a, &b));
        assert_int_equal(memcmp(&a, &b, sizeof a) == 0, row.searched);
        searched += row.searched != 0;
    }
    assert_int_equal(searched, 7);
    assert_null(lab_settings_describe(lab_settings_count()));
    lab_settings_searched_text(&a, text);
    assert_string_equal(text,
                        "kernel=auto linear=auto scaling=auto ridge=auto rate=auto bandwidths=auto label_form=auto");
}

/* Words of choices, by number and back. */
static void words_have_numbers(void **state) {
    (void)state;
    char text[LAB_NUMBER_TEXT];
    size_t number = 77;
    for (size_t i = 0; i < lab_settings_count(); i++) {
        labrbf_setting_info row = row_at(i);
        size_t count = 0;
        for (; lab_settings_word(row.name, count, text); count++) {
            assert_true(lab_settings_word_number(row.name, text, &number));
            assert_int_equal(number, count);
        }
        assert_int_equal(count > 0, row.type == LABRBF_SETTING_CHOICE);
        number = 77;
        assert_false(lab_settings_word_number(row.name, "no such word", &number));
        assert_int_equal(number, 77);
        assert_true(lab_settings_has(row.name, strlen(row.name)));
    }
    assert_false(lab_settings_word("nosuch", 0, text));
    assert_false(lab_settings_word_number("nosuch", "auto", &number));
    assert_false(lab_settings_has("nosuch", 6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(a_new_handle_has_the_defaults),
        cmocka_unit_test(presets_set_every_row),
        cmocka_unit_test(unknown_presets_change_nothing),
        cmocka_unit_test(preset_paper_is_the_paper),
        cmocka_unit_test(the_ends_of_every_range_are_accepted_and_nothing_beyond),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(auto_is_accepted_only_where_the_table_says),
        cmocka_unit_test(values_survive_the_round_trip),
        cmocka_unit_test(every_word_of_a_choice_can_be_set_and_no_other),
        cmocka_unit_test(tests_know_every_kernel),
        cmocka_unit_test(words_are_the_enumerators_in_order),
        cmocka_unit_test(hyphens_and_underscores_are_the_same),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(too_little_room_is_refused),
        cmocka_unit_test(the_searched_settings_are_one_list),
        cmocka_unit_test(words_have_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
