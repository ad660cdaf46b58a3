/* gzip out: bytes in, packed bytes handed to a function as they come. The same bytes always give the same file. */
#ifndef LAB_IO_PACK_H
#define LAB_IO_PACK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct io_pack io_pack;

/* NULL if out of memory. io_pack_close accepts NULL. */
io_pack *io_pack_open(void);
void io_pack_close(io_pack *pack);

/* Packs more bytes; with `end` they are the last ones. What is ready goes to `put`. */
typedef void io_pack_sink(void *context, const char *bytes, size_t count);
void io_pack_put(io_pack *pack, const char *bytes, size_t count, bool end, io_pack_sink *put, void *context);

#endif
