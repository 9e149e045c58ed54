#include "webp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file so far. */
typedef struct growing {
    uint8_t *bytes;
    size_t count, capacity;
} growing;

static int append(const uint8_t *bytes, size_t count, const webp_picture *picture) {
    growing *file = picture->file;
    if (count > file->capacity - file->count) {
        size_t capacity = 2 * file->capacity + count;
        uint8_t *larger = realloc(file->bytes, capacity);
        if (!larger) return 0;
        file->bytes = larger;
        file->capacity = capacity;
    }
    if (count > 0) memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
    return 1;
}

/* Called at each row of blocks with loss, and between the steps without. */
static int goes_on(int percent, const webp_picture *picture) {
    (void)percent;
    return !cvs_is_over(*(const cvs_stop *)picture->user);
}

cvs_code cvs_webp_encode(const uint8_t *rgb, int width, int height, cvs_save_settings s, cvs_stop stop, uint8_t **out,
                         size_t *size, char *message) {
    const cvs_webp_library *w = cvs_webp();
    if (!w) return CVS_NO_LIBRARY;
    webp_settings settings;
    webp_picture picture;
    if (!w->WebPConfigInitInternal(&settings, 0, (float)s.quality, webp_encoder_abi) ||
        !w->WebPPictureInitInternal(&picture, webp_encoder_abi))
        return CVS_NO_LIBRARY;
    settings.is_lossless = s.lossless;
    settings.method = s.effort < 0 ? 4 : s.effort;
    growing file = {0};
    picture.keeps_rgb = s.lossless;
    picture.width = width;
    picture.height = height;
    picture.writer = append;
    picture.file = &file;
    picture.progress = goes_on;
    picture.user = &stop;
    const int is_coded = w->WebPPictureImportRGB(&picture, rgb, 3 * width) && w->WebPEncode(&settings, &picture);
    const int fault = picture.fault;
    w->WebPPictureFree(&picture);
    if (is_coded) {
        *out = file.bytes;
        *size = file.count;
        return CVS_OK;
    }
    free(file.bytes);
    snprintf(message, CVS_MESSAGE_SIZE, "libwebp ends with fault %d", fault);
    if (fault == webp_ended) return CVS_TIMED_OUT;
    /* Nothing but memory keeps the file from growing. */
    const int is_short = fault == webp_no_memory || fault == webp_no_memory_for_bits || fault == webp_not_written;
    return is_short ? CVS_NO_MEMORY : CVS_FAILED;
}
