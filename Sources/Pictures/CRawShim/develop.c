#include "library.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct craw_picture {
    craw_library library;
    craw_memory *memory;
};

/* LibRaw's codes. */
enum { OUT_OF_MEMORY = -100007, INPUT_ENDED = -100009 };
/* No messages of its own on standard error. */
enum { SILENT = 1 | 2 };
enum { SRGB = 1, BITMAP = 2 };

/* The faults in the data of a sensor, over which LibRaw goes on. */
typedef struct damage {
    int is_cut, is_broken;
} damage;

static void note_damage(void *context, const char *file, int offset) {
    damage *found = context;
    (void)file;
    if (offset == -1) found->is_cut = 1;
    else found->is_broken = 1;
}

static craw_code failure(const craw_library *raw, int code, char *message) {
    const char *reason = raw->libraw_strerror(code);
    snprintf(message, CRAW_MESSAGE_SIZE, "LibRaw: %s", reason ? reason : "unknown error");
    return code == OUT_OF_MEMORY ? CRAW_NO_MEMORY : CRAW_UNDECODABLE;
}

/* A handle with the file in it; NULL with a code and a message. */
static craw_handle *open_file(const craw_library *raw, const uint8_t *bytes, size_t count, craw_code *code,
                              char *message) {
    craw_handle *handle = raw->libraw_init(SILENT);
    if (!handle) {
        *code = CRAW_NO_MEMORY;
        return NULL;
    }
    const int failed = raw->libraw_open_buffer(handle, bytes, count);
    if (!failed) return handle;
    *code = failure(raw, failed, message);
    raw->libraw_close(handle);
    return NULL;
}

craw_code craw_measure(const char *names, const uint8_t *bytes, size_t count, craw_sizes *sizes, char *message) {
    craw_library raw;
    craw_code code = craw_find(names, &raw, message);
    if (code != CRAW_OK) return code;
    craw_handle *handle = open_file(&raw, bytes, count, &code, message);
    if (!handle) return code;
    const int raw_width = raw.libraw_get_raw_width(handle), raw_height = raw.libraw_get_raw_height(handle);
    /* A handle whose sizes were adjusted develops nothing any more. */
    const int failed = raw.libraw_adjust_sizes_info_only(handle);
    const int width = raw.libraw_get_iwidth(handle), height = raw.libraw_get_iheight(handle);
    if (failed) {
        code = failure(&raw, failed, message);
    } else if (width <= 0 || height <= 0 || raw_width <= 0 || raw_height <= 0) {
        snprintf(message, CRAW_MESSAGE_SIZE, "LibRaw: no sides");
        code = CRAW_UNDECODABLE;
    } else {
        *sizes = (craw_sizes){(uint32_t)width, (uint32_t)height, (uint64_t)raw_width * (uint64_t)raw_height};
    }
    raw.libraw_close(handle);
    return code;
}

/* Sets how the picture is to look. Without a white balance of the camera that of daylight stays. */
static void set_up(const craw_library *raw, craw_handle *handle) {
    raw->libraw_set_output_color(handle, SRGB);
    raw->libraw_set_output_bps(handle, 8);
    float balance[4];
    for (int i = 0; i < 4; i++) {
        balance[i] = raw->libraw_get_cam_mul(handle, i);
        if (!isfinite(balance[i]) || balance[i] < 0) return;
    }
    if (balance[0] <= 0) return;
    for (int i = 0; i < 4; i++) raw->libraw_set_user_mul(handle, i, balance[i]);
}

static int fits(const craw_memory *memory, craw_sizes sizes) {
    const uint64_t needed = (uint64_t)memory->width * memory->height * memory->colors;
    return memory->type == BITMAP && memory->bits == 8 && (memory->colors == 1 || memory->colors == 3)
        && memory->width == sizes.width && memory->height == sizes.height && memory->data_size >= needed;
}

static craw_code process(const craw_library *raw, craw_handle *handle, int lenient, craw_sizes sizes,
                         craw_memory **memory, char *message) {
    damage found = {0, 0};
    raw->libraw_set_dataerror_handler(handle, note_damage, &found);
    /* The callers work on several pictures at a time. */
    if (raw->set_threads) raw->set_threads(1);
    int failed = raw->libraw_unpack(handle);
    if (failed == INPUT_ENDED || (found.is_cut && !lenient)) {
        snprintf(message, CRAW_MESSAGE_SIZE, "the data of the sensor end early");
        return CRAW_TRUNCATED;
    }
    if (!failed && found.is_broken && !lenient) {
        snprintf(message, CRAW_MESSAGE_SIZE, "the data of the sensor are damaged");
        return CRAW_UNDECODABLE;
    }
    if (!failed) {
        set_up(raw, handle);
        failed = raw->libraw_dcraw_process(handle);
    }
    *memory = failed ? NULL : raw->libraw_dcraw_make_mem_image(handle, &failed);
    if (!*memory) return failure(raw, failed, message);
    if (fits(*memory, sizes)) return CRAW_OK;
    snprintf(message, CRAW_MESSAGE_SIZE, "LibRaw: a picture of %u x %u with %u colors of %u bits, after %u x %u",
             (*memory)->width, (*memory)->height, (*memory)->colors, (*memory)->bits, sizes.width, sizes.height);
    raw->libraw_dcraw_clear_mem(*memory);
    return CRAW_UNDECODABLE;
}

/*
 * A copy of the file with zeros behind it, in place of data that are cut off: LibRaw gives up at the end of a file. Pages
 * of zeros that are only read take no memory.
 */
static uint8_t *with_zeros(const uint8_t *bytes, size_t count, uint64_t pixels, size_t *filled) {
    const uint64_t most = 4 * pixels;
    if (most > SIZE_MAX - count) return NULL;
    *filled = count + (size_t)most;
    uint8_t *copy = calloc(1, *filled);
    if (copy) memcpy(copy, bytes, count);
    return copy;
}

craw_code craw_develop(const char *names, const uint8_t *bytes, size_t count, int lenient, craw_sizes sizes,
                       craw_picture **picture, char *message) {
    craw_picture *made = calloc(1, sizeof *made);
    uint8_t *copy = lenient ? with_zeros(bytes, count, sizes.sensor, &count) : NULL;
    craw_code code = CRAW_NO_MEMORY;
    if (made && (copy || !lenient)) {
        code = craw_find(names, &made->library, message);
        craw_handle *handle =
            code == CRAW_OK ? open_file(&made->library, copy ? copy : bytes, count, &code, message) : NULL;
        if (handle) {
            code = process(&made->library, handle, lenient, sizes, &made->memory, message);
            made->library.libraw_close(handle);
        }
    }
    free(copy);
    if (code == CRAW_OK) *picture = made;
    else free(made);
    return code;
}

void craw_read(const craw_picture *picture, size_t left, size_t top, size_t width, size_t height, uint8_t *target,
               size_t stride) {
    const craw_memory *memory = picture->memory;
    for (size_t row = 0; row < height; row++) {
        const size_t first = (top + row) * memory->width + left;
        uint8_t *line = target + row * stride;
        if (memory->colors == 3) {
            memcpy(line, memory->data + 3 * first, 3 * width);
        } else {
            for (size_t i = 0; i < width; i++) memset(line + 3 * i, memory->data[first + i], 3);
        }
    }
}

void craw_close(craw_picture *picture) {
    picture->library.libraw_dcraw_clear_mem(picture->memory);
    free(picture);
}
