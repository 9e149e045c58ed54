#define _GNU_SOURCE
#include "webp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct cvs_webp_source {
    const cvs_webp_reader *reader;
    webp_bytes picture; /* its chunks, without the container */
    int is_scaled;
    int width, height, bands;
    uint8_t *pixels; /* NULL before the first read */
};

static cvs_code refuse(const char *reason, char *message) {
    snprintf(message, CVS_MESSAGE_SIZE, "%s", reason);
    return CVS_UNDECODABLE;
}

/* Memory of a picture, in pages of 2 MiB where it fills some: fewer faults at its first use. */
static uint8_t *take(size_t size) {
#ifdef MADV_HUGEPAGE
    const size_t page = (size_t)2 << 20;
    void *memory = NULL;
    if (size >= 2 * page) {
        if (posix_memalign(&memory, page, (size + page - 1) / page * page)) return NULL;
        madvise(memory, size, MADV_HUGEPAGE);
        return memory;
    }
#endif
    return malloc(size);
}

cvs_code cvs_webp_open(const uint8_t *bytes, size_t count, double scale, cvs_webp_source **out, cvs_webp_info *info,
                       char *message) {
    const cvs_webp_reader *r = cvs_webp_decoder();
    if (!r) return CVS_NO_LIBRARY;
    const webp_bytes file = {bytes, count};
    webp_container *container = r->WebPDemuxInternal(&file, 0, NULL, webp_container_abi);
    if (!container) return refuse("the container of the WebP is damaged", message);
    const uint32_t flags = r->WebPDemuxGetI(container, webp_flags);
    webp_frame frame;
    webp_chunk profile = {.content = {NULL, 0}};
    const int has_frame = r->WebPDemuxGetFrame(container, 1, &frame);
    if (!(flags & webp_has_profile) || !r->WebPDemuxGetChunk(container, "ICCP", 1, &profile)) {
        profile.content = (webp_bytes){NULL, 0};
    }
    const double width = r->WebPDemuxGetI(container, webp_width), height = r->WebPDemuxGetI(container, webp_height);
    /* The chunks lie in the file and stay there. */
    r->WebPDemuxDelete(container);
    if (!has_frame) return refuse("the WebP has no picture", message);
    if (flags & webp_is_animated) return CVS_NO_LIBRARY;
    cvs_webp_source *source = calloc(1, sizeof *source);
    if (!source) return CVS_NO_MEMORY;
    source->reader = r;
    source->picture = frame.picture;
    source->is_scaled = scale != 1;
    source->bands = flags & webp_has_alpha ? 4 : 3;
    source->width = (int)fmax(1, rint(width * scale));
    source->height = (int)fmax(1, rint(height * scale));
    info->width = source->width;
    info->height = source->height;
    info->space = source->bands == 4 ? CVS_RGBA : CVS_RGB;
    info->profile = profile.content.bytes;
    info->profile_size = profile.content.count;
    *out = source;
    return CVS_OK;
}

static cvs_code decode(cvs_webp_source *source, char *message) {
    const cvs_webp_reader *r = source->reader;
    webp_decoding d;
    if (!r->WebPInitDecoderConfigInternal(&d, webp_decoder_abi)) return CVS_FAILED;
    const size_t stride = (size_t)source->width * (size_t)source->bands, size = stride * (size_t)source->height;
    source->pixels = take(size);
    if (!source->pixels) return CVS_NO_MEMORY;
    d.options.scales = source->is_scaled;
    d.options.width = source->width;
    d.options.height = source->height;
    d.output.order = source->bands == 4 ? webp_rgba : webp_rgb;
    d.output.is_ours = 1;
    d.output.pixels = source->pixels;
    d.output.stride = (int)stride;
    d.output.size = size;
    const int fault = r->WebPDecode(source->picture.bytes, source->picture.count, &d);
    r->WebPFreeDecBuffer(&d.output);
    if (fault == 0) return CVS_OK;
    free(source->pixels);
    source->pixels = NULL;
    snprintf(message, CVS_MESSAGE_SIZE, "libwebp cannot read the pixels: fault %d", fault);
    return fault == webp_out_of_memory ? CVS_NO_MEMORY : CVS_UNDECODABLE;
}

cvs_code cvs_webp_read(cvs_webp_source *source, int left, int top, int width, int count, uint8_t *dst, size_t stride,
                       char *message) {
    message[0] = 0;
    cvs_code code = source->pixels ? CVS_OK : decode(source, message);
    if (code != CVS_OK) return code;
    const size_t pixel = (size_t)source->bands, line = (size_t)source->width * pixel;
    const uint8_t *first = source->pixels + (size_t)top * line + (size_t)left * pixel;
    for (int y = 0; y < count; y++) {
        memcpy(dst + (size_t)y * stride, first + (size_t)y * line, (size_t)width * pixel);
    }
    return CVS_OK;
}

void cvs_webp_close(cvs_webp_source *source) {
    free(source->pixels);
    free(source);
}
