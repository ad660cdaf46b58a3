/* SHA-256 (FIPS 180-4). */
#ifndef COMPARE_SHA256_H
#define COMPARE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT = 65 }; /* 64 hexadecimal digits and the end */

typedef struct sha256 {
    uint32_t state[8];
    uint64_t bytes;         /* taken in so far */
    unsigned char rest[64]; /* those that do not fill a block yet */
} sha256;

void sha256_begin(sha256 *hash);
void sha256_add(sha256 *hash, const void *bytes, size_t count);
void sha256_end(sha256 *hash, char text[SHA256_TEXT]);

#endif
