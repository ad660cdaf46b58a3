/* HTML: nothing of a text gets out as markup; prose becomes paragraphs, lists and tables; base64 as RFC 4648 has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/html.h"

static char path[] = "/tmp/labrbf-html-XXXXXX";
static io_output *output;

static int set_up(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static int tear_down(void **state) {
    (void)state;
    return unlink(path);
}

static void begin(void) {
    io_error error;
    assert_true(io_output_open(path, &output, &error));
}

static void expect(const char *expected) {
    static char text[4096];
    io_error error;
    assert_true(io_output_commit(output, &error));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static void texts_are_escaped(void **state) {
    (void)state;
    static const char text[] = "a < b && c > \"d\" ± 1";
    begin();
    html_text(output, text, strlen(text));
    expect("a &lt; b &amp;&amp; c &gt; &quot;d&quot; ± 1");
}

static void prose_has_paragraphs_and_lists(void **state) {
    (void)state;
    static const char text[] =
        "# Title\n\nnot this\n## other\nnor this\n## one\nA `x<y` and\n**two** lines.\n\nAgain ** or `.\n"
        "- first\n  goes on\n- second\n\nEnd.\n## next\nnot this\n";
    begin();
    assert_true(html_prose(output, text, "one"));
    expect("<p>A <code>x&lt;y</code> and\n<strong>two</strong> lines.\n</p>\n<p>Again ** or `.\n</p>\n<ul>\n<li>first\n"
           "  goes on\n</li>\n<li>second\n</li>\n</ul>\n<p>End.\n</p>\n");
    begin();
    assert_false(html_prose(output, text, "on"));
    assert_false(html_prose(output, text, "one more"));
    assert_false(html_prose(output, NULL, "one"));
    expect("");
}

static void prose_has_tables(void **state) {
    (void)state;
    begin();
    assert_true(html_prose(output,
                           "## one\nA table:\n\n| | R² | a<b |\n|---|---:|---:|\n| `x` | **0.9** ± 0.1 | – |\n"
                           "| y | | 2|\nAfter it.\n",
                           "one"));
    expect(
        "<p>A table:\n</p>\n<div class=\"box\" tabindex=\"0\"><table class=\"numbers\">\n"
        "<thead><tr><th scope=\"col\"></th><th scope=\"col\">R²</th><th scope=\"col\">a&lt;b</th></tr></thead>\n<tbody>\n\n"
        "<tr><th scope=\"row\"><code>x</code></th><td><strong>0.9</strong> ± 0.1</td><td>–</td></tr>\n"
        "<tr><th scope=\"row\">y</th><td></td><td>2</td></tr>\n</tbody></table></div>\n<p>After it.\n</p>\n");
}

/* The vectors of RFC 4648. */
static void pictures_are_base64(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char expected[256];
        snprintf(expected, sizeof expected, "<img alt=\"a&quot;b\" src=\"data:image/svg+xml;base64,%s\">", pairs[i][1]);
        begin();
        html_picture(output, (const unsigned char *)pairs[i][0], strlen(pairs[i][0]), "a\"b");
        expect(expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(prose_has_paragraphs_and_lists),
        cmocka_unit_test(prose_has_tables),
        cmocka_unit_test(pictures_are_base64),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
