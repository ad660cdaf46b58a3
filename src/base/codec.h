/*
 * Objects as bytes. One function lists the fields of an object; the same list counts the bytes, writes them and reads
 * them back.
 */
#ifndef LAB_CODEC_H
#define LAB_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lab_codec {
    const unsigned char *from; /* reads these bytes, if it is not NULL */
    unsigned char *to;         /* writes here, if it is not NULL; otherwise only counts */
    size_t used;               /* bytes so far */
    size_t size;               /* bytes to read */
    bool cut;                  /* there were fewer bytes to read than fields */
    bool bad;                  /* a value that was read cannot be */
} lab_codec;

/* Only counts or writes. */
void lab_codec_put(lab_codec *codec, const void *bytes, size_t size);
/* Only reads: the next bytes where they lie; NULL if there are not so many. */
const void *lab_codec_get(lab_codec *codec, size_t size);

/* n items of some size as they are in memory; and a number that is at most `most`, which sizes of arrays that follow
 * depend on. Such bytes are for the same build on the same machine. */
void lab_codec_items(lab_codec *codec, void *items, size_t n, size_t size);
void lab_codec_count(lab_codec *codec, size_t *count, size_t most);
#define LAB_CODEC_FIELD(codec, field) lab_codec_items(codec, &(field), 1, sizeof(field))

/* The same bytes on every machine: 8 for a number, the lowest first; and zero bytes to a multiple of 8. */
uint64_t lab_codec_u64(lab_codec *codec, uint64_t value); /* this one, or the one that was read */
void lab_codec_number(lab_codec *codec, double *value);
void lab_codec_padding(lab_codec *codec);
/* n finite numbers, `stride` apart in memory. */
void lab_codec_finite(lab_codec *codec, double *values, size_t n, size_t stride);
/* Sizes, and finite numbers, that lie here and there: pointers, ended by NULL. */
void lab_codec_sizes(lab_codec *codec, size_t *const *values);
void lab_codec_finites(lab_codec *codec, double *const *values);
#define LAB_CODEC_SIZES(codec, ...)   lab_codec_sizes(codec, (size_t *const[]){__VA_ARGS__, NULL})
#define LAB_CODEC_FINITES(codec, ...) lab_codec_finites(codec, (double *const[]){__VA_ARGS__, NULL})

/* What was read makes sense only if this holds. */
void lab_codec_require(lab_codec *codec, bool holds);
/* Was all of it read, and all of it good? */
bool lab_codec_ended(const lab_codec *codec);

#endif
