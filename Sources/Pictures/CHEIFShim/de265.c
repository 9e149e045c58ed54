#include "decoder.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

/* The numbers of libde265's parameters. */
enum { DISABLE_DEBLOCKING = 7, DISABLE_SAO = 8 };
/* One place of a version in libde265_get_version_number, which is 0xAABBCCDD for AA.BB.CC. */
enum { LEAST_VERSION = 0x01000700, NEXT_MAJOR = 0x02000000 };

struct cheif_de265 {
    uint32_t (*version_number)(void);
    const char *(*version)(void);
    int (*init)(void);
    void *(*new_decoder)(void);
    int (*free_decoder)(void *);
    void (*set_bool)(void *, int parameter, int value);
    int (*push_unit)(void *, const void *bytes, int count, int64_t time, void *context);
    int (*flush)(void *);
    int (*decode)(void *, int *more);
    int (*warning)(void *);
    const void *(*next_picture)(void *);
    int (*width)(const void *, int plane);
    int (*height)(const void *, int plane);
    int (*chroma)(const void *);
    int (*depth)(const void *, int plane);
    const uint8_t *(*plane)(const void *, int plane, int *stride);
    int (*is_full)(const void *);
    int (*matrix)(const void *);
};

static cheif_de265 found;
static int is_found;

static void find(void) {
#ifdef __APPLE__
    void *library = cheif_open_any("/opt/homebrew/lib/libde265.0.dylib\0/usr/local/lib/libde265.0.dylib\0");
#else
    void *library = cheif_open_any("libde265.so.0\0");
#endif
    if (!library) return;
    const struct {
        void *place;
        const char *name;
    } functions[] = {
        {&found.version_number, "de265_get_version_number"},
        {&found.version, "de265_get_version"},
        {&found.init, "de265_init"},
        {&found.new_decoder, "de265_new_decoder"},
        {&found.free_decoder, "de265_free_decoder"},
        {&found.set_bool, "de265_set_parameter_bool"},
        {&found.push_unit, "de265_push_NAL"},
        {&found.flush, "de265_flush_data"},
        {&found.decode, "de265_decode"},
        {&found.warning, "de265_get_warning"},
        {&found.next_picture, "de265_get_next_picture"},
        {&found.width, "de265_get_image_width"},
        {&found.height, "de265_get_image_height"},
        {&found.chroma, "de265_get_chroma_format"},
        {&found.depth, "de265_get_bits_per_pixel"},
        {&found.plane, "de265_get_image_plane"},
        {&found.is_full, "de265_get_image_full_range_flag"},
        {&found.matrix, "de265_get_image_matrix_coefficients"},
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function) return;
        memcpy(functions[i].place, &function, sizeof function);
    }
    const uint32_t version = found.version_number();
    /* Its tables are made once, and not for each picture. */
    is_found = version >= LEAST_VERSION && version < NEXT_MAJOR && found.init() == 0;
}

const cheif_de265 *cheif_find_de265(const char **version) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    *version = is_found ? found.version() : NULL;
    return is_found ? &found : NULL;
}

static int push(cheif_decoder *decoder, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        if (count < 4) return 0;
        const uint32_t length = (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
        bytes += 4;
        count -= 4;
        if (length > count || length > INT_MAX) return 0;
        if (decoder->de265->push_unit(decoder->context, bytes, (int)length, 0, NULL)) return 0;
        bytes += length;
        count -= length;
    }
    return decoder->de265->flush(decoder->context) == 0;
}

/* The only picture; NULL where there is another number of them. It stays as long as the context. */
static const void *only_picture(cheif_decoder *decoder) {
    const void *only = NULL;
    for (int more = 1; more;) {
        more = 0;
        if (decoder->de265->decode(decoder->context, &more)) return NULL;
        const void *next = decoder->de265->next_picture(decoder->context);
        if (next && only) return NULL;
        if (next) only = next;
    }
    /* A warning stands for damage over which it went on: what then is where nothing was decoded depends on its memory. */
    return decoder->de265->warning(decoder->context) ? NULL : only;
}

int cheif_de265_decode(cheif_decoder *decoder, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                       cheif_planes *planes) {
    const cheif_de265 *de265 = decoder->de265;
    decoder->context = de265->new_decoder();
    if (!decoder->context) return 0;
    if (decoder->skips_filters) {
        de265->set_bool(decoder->context, DISABLE_DEBLOCKING, 1);
        de265->set_bool(decoder->context, DISABLE_SAO, 1);
    }
    const void *picture = push(decoder, bytes, count) ? only_picture(decoder) : NULL;
    if (!picture) return 0;
    const int chroma = de265->chroma(picture);
    if (chroma < 0 || chroma > 3) return 0;
    planes->planes = chroma ? 3 : 1;
    planes->across = chroma == 1 || chroma == 2;
    planes->down = chroma == 1;
    planes->width = width;
    planes->height = height;
    planes->depth = de265->depth(picture, 0);
    for (int i = 0; i < planes->planes; i++) {
        const uint32_t across = i ? (uint32_t)planes->across : 0, down = i ? (uint32_t)planes->down : 0;
        int stride = 0;
        planes->samples[i] = de265->plane(picture, i, &stride);
        planes->strides[i] = stride;
        if (!planes->samples[i] || de265->depth(picture, i) != planes->depth ||
            de265->width(picture, i) != (int)((width + across) >> across) ||
            de265->height(picture, i) != (int)((height + down) >> down))
            return 0;
    }
    planes->matrix = de265->matrix(picture);
    planes->is_full = de265->is_full(picture);
    return 1;
}

void cheif_de265_release(cheif_decoder *decoder) {
    if (decoder->context) decoder->de265->free_decoder(decoder->context);
    decoder->context = NULL;
}
