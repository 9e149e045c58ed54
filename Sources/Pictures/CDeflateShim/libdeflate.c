#define _GNU_SOURCE
#include "zlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>

/* The interface of libdeflate since version 1.0; its header is not needed. */
enum { DEFLATE_SUCCESS = 0 };

static struct {
    void *(*make_unpacker)(void);
    int (*unpack)(void *, const void *, size_t, void *, size_t, size_t *, size_t *);
    void (*free_unpacker)(void *);
    void *(*make_packer)(int);
    size_t (*pack)(void *, const void *, size_t, void *, size_t);
    void (*free_packer)(void *);
    uint32_t (*crc)(uint32_t, const void *, size_t);
} functions;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_there;

static void find(void) {
#ifdef __APPLE__
    static const char *const names[] = {"libdeflate.0.dylib", "/opt/homebrew/lib/libdeflate.0.dylib",
                                        "/usr/local/lib/libdeflate.0.dylib"};
#else
    static const char *const names[] = {"libdeflate.so.0"};
#endif
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++) library = dlopen(names[i], RTLD_NOW);
    if (!library) return;
    *(void **)&functions.make_unpacker = dlsym(library, "libdeflate_alloc_decompressor");
    *(void **)&functions.unpack = dlsym(library, "libdeflate_zlib_decompress_ex");
    *(void **)&functions.free_unpacker = dlsym(library, "libdeflate_free_decompressor");
    *(void **)&functions.make_packer = dlsym(library, "libdeflate_alloc_compressor");
    *(void **)&functions.pack = dlsym(library, "libdeflate_zlib_compress");
    *(void **)&functions.free_packer = dlsym(library, "libdeflate_free_compressor");
    *(void **)&functions.crc = dlsym(library, "libdeflate_crc32");
    is_there = functions.make_unpacker && functions.unpack && functions.free_unpacker && functions.make_packer &&
               functions.pack && functions.free_packer && functions.crc;
}

int cdf_has_whole(void) {
    pthread_once(&once, find);
    return is_there;
}

cdf_code cdf_unpack_whole(const uint8_t *bytes, size_t count, uint8_t *target, size_t size) {
    if (!cdf_has_whole()) return CDF_NO_LIBRARY;
    void *unpacker = functions.make_unpacker();
    if (!unpacker) return CDF_NO_MEMORY;
    size_t used = 0;
    /* Without a place for the number of bytes made, other numbers than `size` are a fault. */
    const int code = functions.unpack(unpacker, bytes, count, target, size, &used, NULL);
    functions.free_unpacker(unpacker);
    return code == DEFLATE_SUCCESS ? CDF_END : CDF_DAMAGED;
}

/* libdeflate and zlib differ by a few bytes for each stored block; this covers both. */
size_t cdf_bound(size_t count) { return count + count / 1000 + 256; }

cdf_code cdf_pack_whole(int level, const uint8_t *bytes, size_t count, uint8_t *target, size_t room, size_t *made) {
    if (!cdf_has_whole()) return CDF_NO_LIBRARY;
    void *packer = functions.make_packer(level);
    if (!packer) return CDF_NO_MEMORY;
    *made = functions.pack(packer, bytes, count, target, room);
    functions.free_packer(packer);
    return *made > 0 ? CDF_END : CDF_NO_MEMORY;
}

uint32_t cdf_crc(uint32_t sum, const uint8_t *bytes, size_t count) {
    if (cdf_has_whole()) return functions.crc(sum, bytes, count);
    const cdf_zlib *zlib = cdf_find_zlib();
    if (!zlib) return 0;
    unsigned long now = sum;
    while (count > 0) {
        const unsigned part = count > UINT_MAX ? UINT_MAX : (unsigned)count;
        now = zlib->crc(now, bytes, part);
        bytes += part;
        count -= part;
    }
    return (uint32_t)now;
}
