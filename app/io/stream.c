/*
 * Bytes in. Two layers: raw bytes of the file, pipe or memory through a small buffer, and over it gzip, if the first
 * bytes say so. Regular files are read with pread, so that going back or jumping is only a number.
 */
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "report.h"
#include "spool.h"

enum { RAW_CAPACITY = 65536 };

struct io_stream {
    io_quote name;

    /* raw bytes */
    int fd;                      /* -1: memory */
    bool borrowed;               /* not ours to close */
    const unsigned char *memory; /* if fd is -1 */
    bool random;                 /* memory or a regular file: any position can be read */
    uint64_t start;              /* where the stream begins in the file */
    uint64_t length;             /* bytes from there, if random */
    uint64_t position;           /* next raw byte to fetch, if random */
    size_t raw_begin, raw_end;   /* fetched, not yet used */
    unsigned char raw[RAW_CAPACITY];

    /* gzip */
    bool packed;
    bool inside; /* a member of the gzip file is begun and not finished */
    z_stream inflater;

    uint64_t used; /* unpacked bytes given to the reader */
    uint64_t mark; /* what `used` was at io_stream_keep */

    /* unpacked bytes that io_stream_peek has shown and nobody has read */
    size_t head_begin, head_end;
    char head[IO_PEEK];
};

const char *io_stream_name(const io_stream *stream) { return stream->name.text; }

/* ---- raw bytes ---- */

static bool (*is_to_stop)(void);

void io_stop_when(bool (*asked)(void)) { is_to_stop = asked; }

static bool fetch_memory(io_stream *stream, void *bytes, size_t capacity, size_t *got) {
    const uint64_t left = stream->position < stream->length ? stream->length - stream->position : 0;
    *got = left < capacity ? (size_t)left : capacity;
    if (*got > 0)
        memcpy(bytes, stream->memory + stream->position, *got);
    stream->position += *got;
    return true;
}

static bool fetch(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error) {
    if (stream->fd < 0)
        return fetch_memory(stream, bytes, capacity, got);
    ssize_t count;
    do {
        count = stream->random ? pread(stream->fd, bytes, capacity, (off_t)(stream->start + stream->position))
                               : read(stream->fd, bytes, capacity);
    } while (count < 0 && errno == EINTR && !(is_to_stop && is_to_stop()));
    if (count < 0)
        return io_fail_system(error, "cannot read", stream->name.text, errno);
    stream->position += (uint64_t)count;
    *got = (size_t)count;
    return true;
}

/* Makes the raw buffer hold at least `least` bytes, unless the end comes before. */
static bool fill_raw(io_stream *stream, size_t least, io_error *error) {
    if (stream->raw_end - stream->raw_begin >= least)
        return true;
    memmove(stream->raw, stream->raw + stream->raw_begin, stream->raw_end - stream->raw_begin);
    stream->raw_end -= stream->raw_begin;
    stream->raw_begin = 0;
    for (size_t got = 1; got > 0 && stream->raw_end < least; stream->raw_end += got)
        if (!fetch(stream, stream->raw + stream->raw_end, RAW_CAPACITY - stream->raw_end, &got, error))
            return false;
    return true;
}

static bool read_raw(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error) {
    const size_t ready = stream->raw_end - stream->raw_begin;
    if (ready == 0)
        return fetch(stream, bytes, capacity, got, error);
    *got = ready < capacity ? ready : capacity;
    memcpy(bytes, stream->raw + stream->raw_begin, *got);
    stream->raw_begin += *got;
    return true;
}

/* ---- gzip ---- */

static bool has_gzip_magic(const io_stream *stream) {
    const unsigned char *p = stream->raw + stream->raw_begin;
    return stream->raw_end - stream->raw_begin >= 3 && p[0] == 0x1f && p[1] == 0x8b && p[2] == 8;
}

static bool start_gzip(io_stream *stream, io_error *error) {
    if (!fill_raw(stream, 3, error))
        return false;
    if (!has_gzip_magic(stream))
        return true;
    if (inflateInit2(&stream->inflater, 16 + MAX_WBITS) != Z_OK)
        return io_fail_memory(error);
    stream->packed = stream->inside = true;
    return true;
}

/* Between two members: goes on with the next one if there is one. Zeros may pad the file, other bytes may not. */
static bool next_member(io_stream *stream, bool *end, io_error *error) {
    for (;;) {
        while (stream->raw_begin < stream->raw_end && stream->raw[stream->raw_begin] == 0)
            stream->raw_begin++;
        if (stream->raw_begin < stream->raw_end)
            break;
        if (!fill_raw(stream, 1, error))
            return false;
        if (stream->raw_begin == stream->raw_end) {
            *end = true;
            return true;
        }
    }
    if (!fill_raw(stream, 3, error))
        return false;
    if (!has_gzip_magic(stream))
        return io_fail(error, "%s is damaged: other bytes follow its gzip data", stream->name.text);
    inflateReset(&stream->inflater);
    stream->inside = true;
    return true;
}

/* Unpacks into [bytes, bytes + capacity) from the raw buffer; *got may be 0 with more to come. */
static bool inflate_some(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error) {
    z_stream *z = &stream->inflater;
    const uInt room = capacity < UINT_MAX ? (uInt)capacity : UINT_MAX;
    z->next_in = stream->raw + stream->raw_begin;
    z->avail_in = (uInt)(stream->raw_end - stream->raw_begin);
    z->next_out = bytes;
    z->avail_out = room;
    const int result = inflate(z, Z_NO_FLUSH);
    stream->raw_begin = stream->raw_end - z->avail_in;
    *got = room - z->avail_out;
    if (result == Z_STREAM_END)
        stream->inside = false;
    else if (result == Z_MEM_ERROR)
        return io_fail_memory(error);
    else if (result != Z_OK && result != Z_BUF_ERROR)
        return io_fail(error, "%s is damaged: its gzip data cannot be unpacked (%s)", stream->name.text,
                       z->msg != NULL ? z->msg : "wrong data");
    return true;
}

static bool read_gzip(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error) {
    *got = 0;
    while (*got == 0) {
        bool end = false;
        if (!stream->inside && !next_member(stream, &end, error))
            return false;
        if (end)
            return true;
        if (!fill_raw(stream, 1, error))
            return false;
        const bool dry = stream->raw_begin == stream->raw_end; /* zlib may still hold unpacked bytes */
        if (!inflate_some(stream, bytes, capacity, got, error))
            return false;
        if (dry && *got == 0 && stream->inside)
            return io_fail(error, "%s is cut short: its gzip data ends in the middle", stream->name.text);
    }
    return true;
}

/* ---- open and close ---- */

void io_stream_close(io_stream *stream) {
    if (stream == NULL)
        return;
    if (stream->packed)
        inflateEnd(&stream->inflater);
    if (stream->fd >= 0 && !stream->borrowed)
        close(stream->fd);
    free(stream);
}

/* Finds out what the descriptor is. */
static bool examine(io_stream *stream, io_error *error) {
    struct stat status;
    if (fstat(stream->fd, &status) != 0)
        return io_fail_system(error, "cannot open", stream->name.text, errno);
    if (S_ISDIR(status.st_mode))
        return io_fail_system(error, "cannot open", stream->name.text, EISDIR);
    const off_t start = lseek(stream->fd, 0, SEEK_CUR); /* standard input may have been read from before */
    stream->random = S_ISREG(status.st_mode) && start >= 0;
    if (stream->random) {
        stream->start = (uint64_t)start;
        stream->length = status.st_size > start ? (uint64_t)(status.st_size - start) : 0;
    }
    return true;
}

static io_stream *new_stream(void) {
    io_stream *stream = malloc(sizeof *stream);
    if (stream != NULL) {
        /* not calloc: the two large buffers need no zeros */
        stream->fd = -1;
        stream->memory = NULL;
        stream->borrowed = stream->random = stream->packed = stream->inside = false;
        stream->start = stream->length = stream->position = stream->used = stream->mark = 0;
        stream->raw_begin = stream->raw_end = stream->head_begin = stream->head_end = 0;
        memset(&stream->inflater, 0, sizeof stream->inflater);
    }
    return stream;
}

bool io_stream_open(const char *path, io_stream **result, io_error *error) {
    *result = NULL;
    io_stream *stream = new_stream();
    if (stream == NULL)
        return io_fail_memory(error);
    if (strcmp(path, "-") == 0) {
        snprintf(stream->name.text, sizeof stream->name.text, "standard input");
        stream->fd = STDIN_FILENO;
        stream->borrowed = true;
    } else {
        io_quote_path(&stream->name, path);
        stream->fd = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (stream->fd < 0) {
        io_report_system(error, "cannot open", stream->name.text, errno);
        goto fail;
    }
    if (!examine(stream, error) || !start_gzip(stream, error))
        goto fail;
    *result = stream;
    return true;
fail:
    io_stream_close(stream);
    return false;
}

bool io_stream_open_memory(const void *bytes, size_t size, const char *name, io_stream **result, io_error *error) {
    *result = NULL;
    io_stream *stream = new_stream();
    if (stream == NULL)
        return io_fail_memory(error);
    io_quote_path(&stream->name, name);
    stream->memory = bytes;
    stream->random = true;
    stream->length = size;
    if (!start_gzip(stream, error)) {
        io_stream_close(stream);
        return false;
    }
    *result = stream;
    return true;
}

/* ---- read ---- */

static bool read_unpacked(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error) {
    return stream->packed ? read_gzip(stream, bytes, capacity, got, error)
                          : read_raw(stream, bytes, capacity, got, error);
}

bool io_stream_read(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error) {
    const size_t ready = stream->head_end - stream->head_begin;
    if (ready > 0) {
        *got = ready < capacity ? ready : capacity;
        memcpy(bytes, stream->head + stream->head_begin, *got);
        stream->head_begin += *got;
    } else if (!read_unpacked(stream, bytes, capacity, got, error)) {
        return false;
    }
    stream->used += *got;
    return true;
}

bool io_stream_read_full(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error) {
    *got = 0;
    for (size_t more = 1; more > 0 && *got < capacity; *got += more)
        if (!io_stream_read(stream, (char *)bytes + *got, capacity - *got, &more, error))
            return false;
    return true;
}

bool io_stream_peek(io_stream *stream, const char **bytes, size_t *count, io_error *error) {
    bool line = memchr(stream->head, '\n', stream->head_end) != NULL;
    for (size_t got = 1; got > 0 && !line && stream->head_end < IO_PEEK; stream->head_end += got) {
        if (!read_unpacked(stream, stream->head + stream->head_end, IO_PEEK - stream->head_end, &got, error))
            return false;
        line = memchr(stream->head + stream->head_end, '\n', got) != NULL;
    }
    *bytes = stream->head;
    *count = stream->head_end;
    return true;
}

bool io_stream_left(const io_stream *stream, uint64_t *left) {
    *left = stream->length > stream->used ? stream->length - stream->used : 0;
    return stream->random && !stream->packed;
}

/* ---- back and forth ---- */

void io_stream_seek(io_stream *stream, uint64_t offset) {
    stream->position = stream->used = stream->mark + offset;
    stream->raw_begin = stream->raw_end = stream->head_begin = stream->head_end = 0;
}

bool io_stream_rewind(io_stream *stream, io_error *error) {
    io_stream_seek(stream, 0);
    if (!stream->packed)
        return true;
    inflateEnd(&stream->inflater);
    stream->packed = false;
    return start_gzip(stream, error);
}

static bool copy_to(io_stream *stream, int fd, uint64_t *length, io_error *error) {
    char block[16384];
    for (*length = 0;;) {
        size_t got;
        if (!io_stream_read(stream, block, sizeof block, &got, error) || !io_spool_write(fd, block, got, error))
            return false;
        if (got == 0)
            return true;
        *length += got;
    }
}

/* The rest of the stream, unpacked, becomes the whole of it. */
static bool spool(io_stream *stream, io_error *error) {
    const int fd = io_spool_open(error);
    uint64_t length;
    if (fd < 0)
        return false;
    if (!copy_to(stream, fd, &length, error)) {
        close(fd);
        return false;
    }
    if (stream->packed)
        inflateEnd(&stream->inflater);
    if (stream->fd >= 0 && !stream->borrowed)
        close(stream->fd);
    stream->fd = fd;
    stream->borrowed = stream->packed = false;
    stream->random = true;
    stream->start = stream->mark = 0;
    stream->length = length;
    return io_stream_rewind(stream, error);
}

bool io_stream_keep(io_stream *stream, bool seek, io_error *error) {
    stream->mark = stream->used;
    const bool able = stream->packed ? !seek && stream->used == 0 : true;
    return (stream->random && able) || spool(stream, error);
}
