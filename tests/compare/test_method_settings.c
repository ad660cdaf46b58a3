/* Settings of methods: text in, text out, ranges, and what is said about mistakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/method_settings.h"
#include "protocol/contender.h"
#include "protocol/paper_values.h"
#include "standin.h"

static const option options[] = {
    {.name = "sigma", .kind = OPTION_NUMBER, .standard = "0.1", .low = 0, .high = 1e6},
    {.name = "count", .kind = OPTION_COUNT, .standard = "12", .low = 1, .high = 9007199254740992.0},
    {.name = "kind", .kind = OPTION_WORD, .standard = "two", .words = "one|two|three"},
    {.name = "list", .kind = OPTION_NUMBERS, .standard = "100,1,0.001", .low = -1000, .high = 1000},
};
enum { SIGMA, COUNT, KIND, LIST, OPTIONS };
static const method m = {.name = "m", .options = options, .n_options = OPTIONS};

static void defaults_are_read(void **state) {
    (void)state;
    value v[OPTIONS];
    settings_standard(&m, v);
    assert_true(v[SIGMA].number == 0.1 && v[COUNT].number == 12 && v[KIND].number == 1);
    assert_int_equal(v[LIST].count, 3);
    assert_true(v[LIST].list[0] == 100 && v[LIST].list[1] == 1 && v[LIST].list[2] == 0.001);
}

static void expect_round_trip(size_t i, const char *text) {
    value v[OPTIONS], again[OPTIONS];
    failure why;
    char written[SETTING_TEXT];
    settings_standard(&m, v);
    settings_standard(&m, again);
    assert_true(settings_set(&m, v, options[i].name, text, &why));
    settings_text(&options[i], &v[i], written);
    assert_true(settings_set(&m, again, options[i].name, written, &why));
    assert_true(v[i].number == again[i].number);
    assert_int_equal(v[i].count, again[i].count);
    for (size_t k = 0; k < v[i].count; k++)
        assert_true(v[i].list[k] == again[i].list[k]);
    assert_true(strlen(written) <= strlen(text) || i == SIGMA);
}

static void text_reads_back(void **state) {
    (void)state;
    static const char *const numbers[] = {"0", "1e6", "0.1", "1e-300", "0.30000000000000004", "123456.789", "5e-324"};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        expect_round_trip(SIGMA, numbers[i]);
    expect_round_trip(COUNT, "9007199254740992");
    expect_round_trip(KIND, "three");
    expect_round_trip(LIST, "");
    expect_round_trip(LIST, "-1000,0.1,1e-300");
    expect_round_trip(LIST, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16");
}

static void expect_refused(const char *name, const char *text, const char *said) {
    value v[OPTIONS], before[OPTIONS];
    failure why = {""};
    settings_standard(&m, v);
    memcpy(before, v, sizeof v);
    assert_false(settings_set(&m, v, name, text, &why));
    assert_memory_equal(v, before, sizeof v);
    if (!strstr(why.text, said))
        fail_msg("'%s' does not say '%s'", why.text, said);
}

static void mistakes_are_refused(void **state) {
    (void)state;
    expect_refused("sigma", "-1", "m.sigma cannot be '-1': it is a number from 0 to 1e+06");
    expect_refused("sigma", "1000001", "a number from 0 to 1e+06");
    expect_refused("sigma", "nan", "a number");
    expect_refused("sigma", "inf", "a number");
    expect_refused("sigma", "", "a number");
    expect_refused("sigma", "1x", "a number");
    expect_refused("count", "2.5", "a whole number from 1 to");
    expect_refused("count", "0", "a whole number");
    expect_refused("kind", "tw", "one of one|two|three");
    expect_refused("kind", "two|three", "one of one|two|three");
    expect_refused("kind", "", "one of");
    expect_refused("list", "1,,2", "separated by commas");
    expect_refused("list", ",1", "separated by commas");
    expect_refused("list", "1,", "separated by commas");
    expect_refused("list", "1 2", "separated by commas");
    expect_refused("list", "1001", "from -1000 to 1000");
    expect_refused("list", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "at most 16 numbers");
    expect_refused("sigmas", "1", "m has no setting 'sigmas'. Its settings: sigma count kind list");
}

/* A default or a grid that the method itself refuses would pass unseen: the one is left at 0, the other cut short. */
static void expect_accepted(const method *of, const option *o, const char *text) {
    value *v = memory_get(of->n_options, 1, sizeof *v);
    failure why;
    if (!settings_set(of, v, o->name, text, &why))
        fail_msg("%s", why.text);
    free(v);
}

static void methods_accept_their_own_tables(void **state) {
    (void)state;
    for (size_t i = 0; i < n_methods; i++)
        for (size_t k = 0; k < methods[i]->n_options; k++) {
            const option *o = &methods[i]->options[k];
            char word[SETTING_TEXT];
            expect_accepted(methods[i], o, o->standard);
            for (const char *at = o->grid ? o->grid : ""; *at; at += strspn(at, " ")) {
                snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
                expect_accepted(methods[i], o, word);
                at += strlen(word);
            }
        }
}

/* ---- contenders */

static const method *const some[] = {&standin_neighbours, &standin_dice, &standin_bias};

static void lists_of_methods(void **state) {
    (void)state;
    contenders c;
    failure why;
    assert_true(contenders_choose(some, 3, NULL, &c, &why));
    assert_int_equal(c.count, 3);
    contenders_free(&c);
    assert_true(contenders_choose(some, 3, "bias,neighbours", &c, &why));
    assert_int_equal(c.count, 2);
    assert_ptr_equal(c.list[0].method, &standin_bias);
    contenders_free(&c);
    static const char *const wrong[][2] = {{"neigbours", "did you mean 'neighbours'?"},
                                           {"bias,bias", "named twice"},
                                           {"", "empty entry"},
                                           {"bias,", "empty entry"},
                                           {"svm", "there is no method 'svm'. Methods: neighbours dice bias"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(contenders_choose(some, 3, wrong[i][0], &c, &why));
        assert_non_null(strstr(why.text, wrong[i][1]));
        contenders_free(&c);
    }
    assert_false(contenders_choose(some, 0, NULL, &c, &why));
}

static void one_setting_of_one_method(void **state) {
    (void)state;
    contenders c;
    failure why;
    char text[CONTENDER_TEXT];
    assert_true(contenders_choose(some, 3, "bias,neighbours", &c, &why));
    assert_true(contenders_set(&c, "neighbours.k=9", &why));
    contender_text(&c.list[1], c.list[1].values, false, text);
    assert_string_equal(text, "k=9 power=0");
    contender_text(&c.list[1], c.list[1].values, true, text); /* k is fixed now, power has no grid */
    assert_string_equal(text, "k=9 power=0");
    assert_true(contenders_set(&c, "bias.sign=plus", &why));
    contender_text(&c.list[0], c.list[0].values, true, text);
    assert_string_equal(text, "bias=tune(-0.5 0 0.5 2) sign=plus");
    static const char *const wrong[][2] = {{"neighbours.k", "METHOD.SETTING=VALUE"},
                                           {"k=3", "METHOD.SETTING=VALUE"},
                                           {".k=3", "METHOD.SETTING=VALUE"},
                                           {"neighbours.=3", "METHOD.SETTING=VALUE"},
                                           {"dice.k=3", "takes no part; those that do: bias neighbours"},
                                           {"neighbours.powr=3", "did you mean 'power'?"},
                                           {"neighbours.zzz=3", "neighbours has no setting 'zzz'"},
                                           {"neighbours.k=0", "a whole number from 1 to 50"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(contenders_set(&c, wrong[i][0], &why));
        if (!strstr(why.text, wrong[i][1]))
            fail_msg("'%s' does not say '%s'", why.text, wrong[i][1]);
    }
    contenders_free(&c);
}

/* ---- the paper's table */

static void the_papers_settings_are_accepted(void **state) {
    (void)state;
    for (size_t i = 0; i < n_paper; i++) {
        const method *known = methods_find(paper[i].method);
        contenders c;
        failure why = {""};
        if (!known)
            continue;
        assert_true(contenders_choose(&known, 1, NULL, &c, &why));
        if (!contender_set_all(&c.list[0], paper[i].settings, &why))
            fail_msg("%s on %s: %s", paper[i].method, paper[i].set, why.text);
        contenders_free(&c);
    }
}

static void the_papers_table_is_complete(void **state) {
    (void)state;
    static const char *const small[] = {"tecator", "yacht", "airfoil", "sml", "parkinson", "compactiv"};
    static const char *const large[] = {"electrical", "kc_house", "tomshardware"};
    static const char *const everywhere[] = {"falkon", "resnet", "wnn", "lab-paper"};
    static const char *const on_small[] = {"krr", "tl1", "r-svr-mkl", "svr-mkl"};
    for (size_t k = 0; k < 4; k++) {
        for (size_t i = 0; i < 6; i++)
            assert_true(paper_find(everywhere[k], small[i]) && paper_find(on_small[k], small[i]));
        for (size_t i = 0; i < 3; i++)
            assert_true(paper_find(everywhere[k], large[i]) && !paper_find(on_small[k], large[i]));
    }
    assert_int_equal(n_paper, 8 * 6 + 4 * 3);
    for (size_t i = 0; i < n_paper; i++) {
        assert_true(paper[i].r2 > 0.8 && paper[i].r2 < 1.0);
        assert_true(isnan(paper[i].sd) ? strcmp(paper[i].set, "compactiv") == 0 : paper[i].sd < 0.04);
    }
    assert_true(paper_has_set("sml") && !paper_has_set("sml_habitacion"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_read),
        cmocka_unit_test(text_reads_back),
        cmocka_unit_test(mistakes_are_refused),
        cmocka_unit_test(methods_accept_their_own_tables),
        cmocka_unit_test(lists_of_methods),
        cmocka_unit_test(one_setting_of_one_method),
        cmocka_unit_test(the_papers_settings_are_accepted),
        cmocka_unit_test(the_papers_table_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
