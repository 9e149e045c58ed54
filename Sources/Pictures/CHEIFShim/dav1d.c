#define _GNU_SOURCE
#include "decoder.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* The parts of dav1d's structures that are used, which are the same in all of 1.x, and room for the rest. */
typedef struct picture {
    const uint8_t *sequence;
    const void *frame;
    uint8_t *data[3];
    ptrdiff_t strides[2];
    int width, height;
    int layout; /* 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4 */
    int depth;
    uint64_t rest[128];
} picture;

typedef struct data {
    const uint8_t *bytes;
    size_t count;
    uint64_t rest[32];
} data;

typedef struct settings {
    int threads, frame_delay, applies_grain, operating_point, all_layers;
    unsigned frame_size_limit;
    struct {
        void *cookie;
        int (*allocate)(picture *picture, void *cookie);
        void (*release)(picture *picture, void *cookie);
    } allocator;
    struct {
        void *cookie;
        void (*log)(void *cookie, const char *format, va_list values);
    } logger;
    int is_strict, shows_hidden_frames, filters;
    uint64_t rest[64];
} settings;

/* Places in a sequence header, whose small numbers became bytes in 1.3. */
enum { MATRIX = 24, RANGE = 36, RANGE_AS_BYTE = 33 };
enum { ALIGNMENT = 64, HUGE_PAGE = 2 << 20 };

struct cheif_dav1d {
    void (*default_settings)(settings *);
    int (*open)(void **context, const settings *);
    int (*data_wrap)(data *, const uint8_t *bytes, size_t count, void (*release)(const uint8_t *, void *), void *cookie);
    void (*data_unref)(data *);
    int (*send_data)(void *context, data *);
    int (*get_picture)(void *context, picture *);
    void (*picture_unref)(picture *);
    void (*close)(void **context);
    int has_bytes;
    char version[32];
};

static cheif_dav1d found;
static int is_found;

static int find(const char *names, int least, int most, int has_bytes) {
    void *library = cheif_open_any(names);
    if (!library) return 0;
    const char *(*version)(void);
    *(void **)&version = dlsym(library, "dav1d_version");
    int major = 0, minor = 0;
    if (!version || sscanf(version(), "%d.%d", &major, &minor) != 2 || major != 1 || minor < least || minor > most) return 0;
    *(void **)&found.default_settings = dlsym(library, "dav1d_default_settings");
    *(void **)&found.open = dlsym(library, "dav1d_open");
    *(void **)&found.data_wrap = dlsym(library, "dav1d_data_wrap");
    *(void **)&found.data_unref = dlsym(library, "dav1d_data_unref");
    *(void **)&found.send_data = dlsym(library, "dav1d_send_data");
    *(void **)&found.get_picture = dlsym(library, "dav1d_get_picture");
    *(void **)&found.picture_unref = dlsym(library, "dav1d_picture_unref");
    *(void **)&found.close = dlsym(library, "dav1d_close");
    found.has_bytes = has_bytes;
    snprintf(found.version, sizeof found.version, "%s", version());
    return found.default_settings && found.open && found.data_wrap && found.data_unref && found.send_data &&
           found.get_picture && found.picture_unref && found.close;
}

/* The name of the library stands for its layout: 7 for 1.3 and later, 6 for 1.0 to 1.2. */
static void find_any(void) {
#ifdef __APPLE__
    is_found = find("/opt/homebrew/lib/libdav1d.7.dylib\0/usr/local/lib/libdav1d.7.dylib\0", 3, 99, 1);
#else
    is_found = find("libdav1d.so.7\0", 3, 99, 1) || find("libdav1d.so.6\0", 0, 2, 0);
#endif
}

const cheif_dav1d *cheif_find_dav1d(const char **version) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_any);
    *version = is_found ? found.version : NULL;
    return is_found ? &found : NULL;
}

/* The memory begins with the block's own head, of a whole alignment. Large ones get huge pages, where there are. */
static cheif_block *take_block(cheif_decoder *decoder, size_t size) {
    cheif_block *spare = decoder->spare;
    decoder->spare = NULL;
    if (spare && spare->capacity >= size) return spare;
    free(spare);
    void *memory = NULL;
    const size_t whole = size + ALIGNMENT;
    if (posix_memalign(&memory, whole >= HUGE_PAGE ? HUGE_PAGE : ALIGNMENT, whole)) return NULL;
#ifdef MADV_HUGEPAGE
    if (whole >= HUGE_PAGE) madvise(memory, whole, MADV_HUGEPAGE);
#endif
    cheif_block *block = memory;
    block->capacity = size;
    return block;
}

/* dav1d writes whole blocks of 128 pixels, and reads a little beyond them. */
static int allocate(picture *picture, void *cookie) {
    const size_t wide = picture->depth > 8 ? 2 : 1;
    const size_t width = ((size_t)picture->width + 127) / 128 * 128;
    const size_t height = ((size_t)picture->height + 127) / 128 * 128;
    const int across = picture->layout == 1 || picture->layout == 2, down = picture->layout == 1;
    size_t stride = width * wide, color = picture->layout ? stride >> across : 0;
    /* Rows that are this far apart would share their cache lines. */
    if (stride % 1024 == 0) stride += ALIGNMENT;
    if (color && color % 1024 == 0) color += ALIGNMENT;
    const size_t size = stride * height, color_size = color * (height >> down);
    cheif_block *block = take_block(cookie, size + 2 * color_size + ALIGNMENT);
    if (!block) return -ENOMEM;
    uint8_t *first = (uint8_t *)block + ALIGNMENT;
    picture->data[0] = first;
    picture->data[1] = color ? first + size : NULL;
    picture->data[2] = color ? first + size + color_size : NULL;
    picture->strides[0] = (ptrdiff_t)stride;
    picture->strides[1] = (ptrdiff_t)color;
    return 0;
}

static void release_block(picture *picture, void *cookie) {
    cheif_decoder *decoder = cookie;
    cheif_block *block = (cheif_block *)(picture->data[0] - ALIGNMENT);
    if (decoder->spare) free(block);
    else decoder->spare = block;
}

static void keep(const uint8_t *bytes, void *cookie) {
    (void)bytes;
    (void)cookie;
}

static void *open_context(cheif_decoder *decoder, uint32_t width, uint32_t height) {
    settings settings;
    memset(&settings, 0, sizeof settings);
    decoder->dav1d->default_settings(&settings);
    settings.threads = 1;
    settings.frame_delay = 1;
    settings.all_layers = 0;
    settings.frame_size_limit = width * height;
    settings.allocator.cookie = decoder;
    settings.allocator.allocate = allocate;
    settings.allocator.release = release_block;
    settings.logger.log = NULL;
    if (decoder->skips_filters) settings.filters = settings.applies_grain = 0;
    void *context = NULL;
    return decoder->dav1d->open(&context, &settings) == 0 ? context : NULL;
}

/* The only picture of the bytes, all of which have to be sound. */
static int only_picture(cheif_decoder *decoder, const uint8_t *bytes, size_t count, picture *only) {
    const cheif_dav1d *dav1d = decoder->dav1d;
    data input;
    memset(&input, 0, sizeof input);
    if (dav1d->data_wrap(&input, bytes, count, keep, NULL)) return 0;
    int pictures = 0, code = 0;
    for (int ends = 0; !ends && pictures < 2;) {
        ends = input.count == 0;
        if (!ends) {
            code = dav1d->send_data(decoder->context, &input);
            if (code < 0 && code != -EAGAIN) break;
        }
        picture next;
        memset(&next, 0, sizeof next);
        code = dav1d->get_picture(decoder->context, pictures ? &next : only);
        if (code < 0 && code != -EAGAIN) break;
        if (code == 0) {
            ends = 0;
            if (pictures++) dav1d->picture_unref(&next);
        }
        code = 0;
    }
    if (input.count > 0) dav1d->data_unref(&input);
    if (code == 0 && pictures == 1) return 1;
    if (pictures) dav1d->picture_unref(only);
    return 0;
}

static int number(const uint8_t *place) {
    int value;
    memcpy(&value, place, sizeof value);
    return value;
}

int cheif_dav1d_decode(cheif_decoder *decoder, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                       cheif_planes *planes) {
    if (count == 0 || width == 0 || height == 0 || width > UINT32_MAX / height) return 0;
    picture *picture = calloc(1, sizeof *picture);
    decoder->context = picture ? open_context(decoder, width, height) : NULL;
    if (!decoder->context || !only_picture(decoder, bytes, count, picture)) {
        free(picture);
        return 0;
    }
    decoder->picture = picture;
    if (picture->width != (int)width || picture->height != (int)height || picture->layout < 0 || picture->layout > 3)
        return 0;
    planes->planes = picture->layout ? 3 : 1;
    for (int i = 0; i < planes->planes; i++) {
        planes->samples[i] = picture->data[i];
        planes->strides[i] = picture->strides[i > 0];
    }
    planes->width = width;
    planes->height = height;
    planes->depth = picture->depth;
    planes->across = picture->layout == 1 || picture->layout == 2;
    planes->down = picture->layout == 1;
    planes->matrix = number(picture->sequence + MATRIX);
    planes->is_full = decoder->dav1d->has_bytes ? picture->sequence[RANGE_AS_BYTE] : number(picture->sequence + RANGE);
    return 1;
}

void cheif_dav1d_release(cheif_decoder *decoder) {
    if (decoder->picture) {
        decoder->dav1d->picture_unref(decoder->picture);
        free(decoder->picture);
        decoder->picture = NULL;
    }
    if (decoder->context) decoder->dav1d->close(&decoder->context);
    decoder->context = NULL;
}
