/* gzip out. */
#include "pack.h"

#include <stdlib.h>
#include <zlib.h>

enum { ROOM = 65536, GZIP = 16, MEMORY_LEVEL = 8 };

struct io_pack {
    z_stream deflater;
    unsigned char out[ROOM];
};

io_pack *io_pack_open(void) {
    io_pack *pack = malloc(sizeof *pack);
    if (pack == NULL)
        return NULL;
    pack->deflater = (z_stream){0};
    if (deflateInit2(&pack->deflater, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP + MAX_WBITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) == Z_OK)
        return pack;
    free(pack);
    return NULL;
}

void io_pack_close(io_pack *pack) {
    if (pack != NULL)
        deflateEnd(&pack->deflater);
    free(pack);
}

/* deflate() cannot fail here: its state is sound, and there always is room. */
void io_pack_put(io_pack *pack, const char *bytes, size_t count, bool end, io_pack_sink *put, void *context) {
    z_stream *z = &pack->deflater;
    z->next_in = (unsigned char *)bytes;
    z->avail_in = (uInt)count;
    do {
        z->next_out = pack->out;
        z->avail_out = ROOM;
        deflate(z, end ? Z_FINISH : Z_NO_FLUSH);
        put(context, (const char *)pack->out, ROOM - z->avail_out);
    } while (z->avail_out == 0);
}
