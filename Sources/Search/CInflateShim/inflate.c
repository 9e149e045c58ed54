#define _GNU_SOURCE
#include "CInflateShim.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

/* The interface of zlib as it has been since version 1.0.4; its header is not needed. */
typedef struct z_state {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *(*zalloc)(void *, unsigned, unsigned);
    void (*zfree)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler, reserved;
} z_state;

enum { Z_NO_FLUSH = 0, Z_OK = 0, Z_STREAM_END = 1, Z_MEM_ERROR = -4, Z_BUF_ERROR = -5, Z_WINDOW = 15, Z_GZIP = 16 };

struct cin_stream {
    z_state z;
    unsigned long checksum;
    int (*unpack)(z_state *, int);
    int (*end)(z_state *);
    unsigned long (*crc)(unsigned long, const uint8_t *, unsigned);
};

cin_code cin_open(int is_gzip, cin_stream **stream) {
#ifdef __APPLE__
    void *library = dlopen("libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!library) return CIN_NO_LIBRARY;
    int (*begin)(z_state *, int, const char *, int);
    const char *(*version)(void);
    cin_stream *made = calloc(1, sizeof *made);
    if (!made) return CIN_NO_MEMORY;
    *(void **)&begin = dlsym(library, "inflateInit2_");
    *(void **)&version = dlsym(library, "zlibVersion");
    *(void **)&made->unpack = dlsym(library, "inflate");
    *(void **)&made->end = dlsym(library, "inflateEnd");
    *(void **)&made->crc = dlsym(library, "crc32");
    if (!begin || !version || !made->unpack || !made->end || !made->crc) {
        free(made);
        return CIN_NO_LIBRARY;
    }
    const int code = begin(&made->z, is_gzip ? Z_WINDOW + Z_GZIP : -Z_WINDOW, version(), (int)sizeof made->z);
    if (code != Z_OK) {
        free(made);
        return code == Z_MEM_ERROR ? CIN_NO_MEMORY : CIN_NO_LIBRARY;
    }
    *stream = made;
    return CIN_OK;
}

void cin_count(cin_stream *stream, const uint8_t *bytes, size_t count) {
    /* Portions are far below the limit of the type; without bytes the address may be that of nothing. */
    if (count) stream->checksum = stream->crc(stream->checksum, bytes, (unsigned)count);
}

cin_code cin_unpack(cin_stream *stream, const uint8_t *bytes, size_t count, size_t *used, uint8_t *target, size_t room,
                    size_t *made) {
    const unsigned in = count > UINT_MAX ? UINT_MAX : (unsigned)count, out = room > UINT_MAX ? UINT_MAX : (unsigned)room;
    stream->z.next_in = bytes;
    stream->z.avail_in = in;
    stream->z.next_out = target;
    stream->z.avail_out = out;
    const int code = stream->unpack(&stream->z, Z_NO_FLUSH);
    *used = in - stream->z.avail_in;
    *made = out - stream->z.avail_out;
    cin_count(stream, target, *made);
    switch (code) {
    /* Without anything to read zlib has no room or no bytes: neither is a fault. */
    case Z_OK:
    case Z_BUF_ERROR: return CIN_OK;
    case Z_STREAM_END: return CIN_END;
    case Z_MEM_ERROR: return CIN_NO_MEMORY;
    default: return CIN_DAMAGED;
    }
}

uint32_t cin_checksum(const cin_stream *stream) { return (uint32_t)stream->checksum; }

void cin_close(cin_stream *stream) {
    stream->end(&stream->z);
    free(stream);
}
