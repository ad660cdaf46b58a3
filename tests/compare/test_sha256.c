/* SHA-256 against the examples of the standard, and against Python's hashlib at every length around a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "protocol/sha256.h"

static void hash_in_pieces(const void *bytes, size_t count, size_t piece, char text[SHA256_TEXT]) {
    sha256 hash;
    sha256_begin(&hash);
    for (size_t at = 0; at < count; at += piece)
        sha256_add(&hash, (const char *)bytes + at, count - at < piece ? count - at : piece);
    sha256_end(&hash, text);
}

static void expect_hash(const char *message, const char *expected) {
    char text[SHA256_TEXT];
    for (size_t piece = 1; piece <= 130; piece += 43) {
        hash_in_pieces(message, strlen(message), piece, text);
        assert_string_equal(text, expected);
    }
}

static void examples_of_the_standard(void **state) {
    (void)state;
    expect_hash("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_hash("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect_hash(
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
        "nopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

static void a_million_letters(void **state) {
    (void)state;
    static char letters[1000000];
    char text[SHA256_TEXT];
    memset(letters, 'a', sizeof letters);
    hash_in_pieces(letters, sizeof letters, 4099, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/*
 * import hashlib; h = hashlib.sha256()
 * for n in range(201): h.update(hashlib.sha256(bytes((7*i+n) % 256 for i in range(n))).hexdigest().encode())
 * print(h.hexdigest())
 */
static void every_length_up_to_200(void **state) {
    (void)state;
    unsigned char bytes[200];
    char text[SHA256_TEXT];
    sha256 all;
    sha256_begin(&all);
    for (size_t n = 0; n <= sizeof bytes; n++) {
        for (size_t i = 0; i < n; i++)
            bytes[i] = (unsigned char)(7 * i + n);
        hash_in_pieces(bytes, n, 17, text);
        sha256_add(&all, text, strlen(text));
    }
    sha256_end(&all, text);
    assert_string_equal(text, "de444fd33c2915b23d3772a4de9aa249a9206ee2f93688a74e332e160c085f41");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_standard),
        cmocka_unit_test(a_million_letters),
        cmocka_unit_test(every_length_up_to_200),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
