#define _GNU_SOURCE
#include "zlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    Z_NO_FLUSH = 0, Z_FINISH = 4, Z_OK = 0, Z_STREAM_END = 1, Z_MEM_ERROR = -4, Z_BUF_ERROR = -5, Z_WINDOW = 15,
    Z_GZIP = 16
};

struct cdf_stream {
    z_state z;
    unsigned long checksum;
    int (*end)(z_state *);
    int is_counted;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cdf_zlib functions;
static int is_there;

static void find(void) {
#ifdef __APPLE__
    void *library = dlopen("libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!library) return;
    *(void **)&functions.begin = dlsym(library, "inflateInit2_");
    *(void **)&functions.unpack = dlsym(library, "inflate");
    *(void **)&functions.end = dlsym(library, "inflateEnd");
    /* Since version 1.2.9. */
    *(void **)&functions.check = dlsym(library, "inflateValidate");
    *(void **)&functions.begin_packing = dlsym(library, "deflateInit_");
    *(void **)&functions.pack = dlsym(library, "deflate");
    *(void **)&functions.end_packing = dlsym(library, "deflateEnd");
    *(void **)&functions.version = dlsym(library, "zlibVersion");
    *(void **)&functions.crc = dlsym(library, "crc32");
    is_there = functions.begin && functions.unpack && functions.end && functions.begin_packing && functions.pack &&
               functions.end_packing && functions.version && functions.crc;
}

const cdf_zlib *cdf_find_zlib(void) {
    pthread_once(&once, find);
    return is_there ? &functions : NULL;
}

static cdf_code opened(cdf_stream *made, int code, cdf_stream **stream) {
    if (code != Z_OK) {
        free(made);
        return code == Z_MEM_ERROR ? CDF_NO_MEMORY : CDF_NO_LIBRARY;
    }
    *stream = made;
    return CDF_OK;
}

cdf_code cdf_open(cdf_frame frame, cdf_stream **stream) {
    const cdf_zlib *zlib = cdf_find_zlib();
    if (!zlib) return CDF_NO_LIBRARY;
    cdf_stream *made = calloc(1, sizeof *made);
    if (!made) return CDF_NO_MEMORY;
    made->end = zlib->end;
    made->is_counted = frame != CDF_ZLIB;
    /* 0 takes the window that the frame of zlib names: a reach beyond it is damage. */
    const int window = frame == CDF_ZLIB ? 0 : frame == CDF_GZIP ? Z_WINDOW + Z_GZIP : -Z_WINDOW;
    const int code = zlib->begin(&made->z, window, zlib->version(), (int)sizeof made->z);
    if (code == Z_OK && frame == CDF_ZLIB && zlib->check) zlib->check(&made->z, 0);
    return opened(made, code, stream);
}

cdf_code cdf_open_packing(int level, cdf_stream **stream) {
    const cdf_zlib *zlib = cdf_find_zlib();
    if (!zlib) return CDF_NO_LIBRARY;
    cdf_stream *made = calloc(1, sizeof *made);
    if (!made) return CDF_NO_MEMORY;
    made->end = zlib->end_packing;
    return opened(made, zlib->begin_packing(&made->z, level, zlib->version(), (int)sizeof made->z), stream);
}

void cdf_count(cdf_stream *stream, const uint8_t *bytes, size_t count) {
    /* Portions are far below the limit of the type; without bytes the address may be that of nothing. */
    if (count) stream->checksum = functions.crc(stream->checksum, bytes, (unsigned)count);
}

/* Lets zlib work on as many bytes as its numbers can tell. */
static cdf_code step(cdf_stream *stream, int (*work)(z_state *, int), int flush, const uint8_t *bytes, size_t count,
                     size_t *used, uint8_t *target, size_t room, size_t *made) {
    const unsigned in = count > UINT_MAX ? UINT_MAX : (unsigned)count;
    const unsigned out = room > UINT_MAX ? UINT_MAX : (unsigned)room;
    stream->z.next_in = bytes;
    stream->z.avail_in = in;
    stream->z.next_out = target;
    stream->z.avail_out = out;
    const int code = work(&stream->z, flush);
    *used = in - stream->z.avail_in;
    *made = out - stream->z.avail_out;
    switch (code) {
    /* Without anything to read zlib has no room or no bytes: neither is a fault. */
    case Z_OK:
    case Z_BUF_ERROR: return CDF_OK;
    case Z_STREAM_END: return CDF_END;
    case Z_MEM_ERROR: return CDF_NO_MEMORY;
    default: return CDF_DAMAGED;
    }
}

cdf_code cdf_unpack(cdf_stream *stream, const uint8_t *bytes, size_t count, size_t *used, uint8_t *target, size_t room,
                    size_t *made) {
    const cdf_code code = step(stream, functions.unpack, Z_NO_FLUSH, bytes, count, used, target, room, made);
    if (stream->is_counted) cdf_count(stream, target, *made);
    return code;
}

cdf_code cdf_pack(cdf_stream *stream, const uint8_t *bytes, size_t count, int is_last, size_t *used, uint8_t *target,
                  size_t room, size_t *made) {
    const int flush = is_last && count <= UINT_MAX ? Z_FINISH : Z_NO_FLUSH;
    return step(stream, functions.pack, flush, bytes, count, used, target, room, made);
}

uint32_t cdf_checksum(const cdf_stream *stream) { return (uint32_t)stream->checksum; }

void cdf_close(cdf_stream *stream) {
    stream->end(&stream->z);
    free(stream);
}
