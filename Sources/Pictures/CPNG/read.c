#include "png.h"

#include <stdlib.h>

const char png_no_memory[] = "out of memory";

cpn_code cpn_open(const uint8_t *file, size_t count, int is_lenient, size_t room, cpn_reader **out, cpn_info *info,
                  const char **fault) {
    /* Without a library no checksum is right: the file would be called damaged. */
    if (!cdf_has_whole()) {
        cdf_stream *stream = NULL;
        const cdf_code code = cdf_open(CDF_ZLIB, &stream);
        if (code != CDF_OK) return code == CDF_NO_MEMORY ? CPN_NO_MEMORY : CPN_NO_LIBRARY;
        cdf_close(stream);
    }
    cpn_reader *r = calloc(1, sizeof *r);
    if (!r) return CPN_NO_MEMORY;
    r->file = file;
    r->count = count;
    r->is_lenient = is_lenient != 0;
    r->room = room;
    *fault = png_read_head(r);
    if (*fault) {
        cpn_close(r);
        return CPN_DAMAGED;
    }
    const bool is_gray = r->color == PNG_GRAY || r->color == PNG_GRAY_ALPHA;
    if (is_gray && r->bits == 16 && !r->has_alpha) r->levels = png_gray_levels();
    r->channels = r->has_alpha ? 4 : is_gray ? 1 : 3;
    *info = (cpn_info){
        .width = (int)r->width,
        .height = (int)r->height,
        .channels = r->channels,
        .is_gray = is_gray,
        .has_alpha = r->has_alpha,
        .is_deep = r->bits == 16,
        .held = png_whole_bytes(r),
    };
    *out = r;
    return CPN_OK;
}

const uint8_t *cpn_profile(const cpn_reader *reader, size_t *size) {
    *size = reader->profile_size;
    return reader->profile;
}

cpn_code cpn_map(cpn_reader *reader, const uint8_t *levels) {
    const size_t count = (reader->color == PNG_GRAY || reader->color == PNG_GRAY_ALPHA ? 1 : 3) * (size_t)65536;
    reader->own_levels = malloc(count);
    if (!reader->own_levels) return CPN_NO_MEMORY;
    memcpy(reader->own_levels, levels, count);
    reader->levels = reader->own_levels;
    return CPN_OK;
}

/* Memory for rows, and the packed data. */
static cpn_code prepare(cpn_reader *r) {
    const size_t bytes = png_row_bytes(r, r->width) + 2 * PNG_MARGIN;
    for (int i = 0; i < 2; i++) {
        if (!(r->rows[i] = calloc(1, bytes))) return CPN_NO_MEMORY;
    }
    if (r->is_interlaced) {
        const size_t line = (size_t)r->width * (size_t)r->channels;
        r->line = malloc(line);
        r->picture = calloc(r->height, line);
        if (!r->line || !r->picture) return CPN_NO_MEMORY;
    }
    if (png_unpack_whole(r)) return CPN_OK;
    r->raw = calloc(1, bytes);
    if (!r->raw) return CPN_NO_MEMORY;
    r->place = r->first_pixels;
    const cdf_code code = cdf_open(CDF_ZLIB, &r->stream);
    return code == CDF_OK ? CPN_OK : code == CDF_NO_MEMORY ? CPN_NO_MEMORY : CPN_NO_LIBRARY;
}

/* The next row without its filter, in rows[0]; the one before goes to rows[1]. NULL, or what is wrong. */
static const char *next_row(cpn_reader *r, uint32_t width) {
    const size_t bytes = png_row_bytes(r, width), bits = png_row_bytes(r, 8);
    const uint8_t *raw = NULL;
    const char *fault = r->is_over ? "there are too few pixels" : png_next_row(r, bytes + 1, &raw);
    if (fault) {
        r->is_over = true;
        return fault;
    }
    if (raw[0] > 4) return "a row has an unknown filter";
    uint8_t *above = r->rows[0] + PNG_MARGIN;
    r->rows[0] = r->rows[1];
    r->rows[1] = above - PNG_MARGIN;
    png_unfilter(raw[0], bits < 8 ? 1 : (int)(bits / 8), raw + 1, above, r->rows[0] + PNG_MARGIN, bytes);
    return NULL;
}

/* All passes, into the picture, of which a part is of no use. NULL, or what is wrong. */
static const char *read_passes(cpn_reader *r) {
    const size_t pixel = (size_t)r->channels, row = r->width * pixel;
    for (int number = 0; number < 7; number++) {
        const png_pass pass = png_pass_at(r, number);
        memset(r->rows[0], 0, png_row_bytes(r, r->width) + 2 * PNG_MARGIN);
        for (uint32_t y = 0; y < pass.height; y++) {
            const char *fault = next_row(r, pass.width);
            if (fault) return fault;
            png_expand(r, r->rows[0] + PNG_MARGIN, 0, pass.width, r->line);
            uint8_t *target = r->picture + (pass.top + (size_t)y * pass.down) * row + pass.left * pixel;
            for (uint32_t x = 0; x < pass.width; x++, target += pass.across * pixel) {
                memcpy(target, r->line + x * pixel, pixel);
            }
        }
    }
    return png_finish(r);
}

static cpn_code read_row(cpn_reader *r, const char **fault) {
    if (r->next == 0) {
        const cpn_code code = prepare(r);
        if (code != CPN_OK) *fault = code == CPN_NO_MEMORY ? png_no_memory : NULL;
        if (code != CPN_OK) return code;
        if (r->is_interlaced && (*fault = read_passes(r))) r->is_lenient = false;
    }
    if (!*fault && !r->is_interlaced) {
        *fault = next_row(r, r->width);
        const char *end = !*fault && r->next + 1 == r->height ? png_finish(r) : NULL;
        if (!r->is_lenient && end) *fault = end;
    }
    r->next++;
    if (!*fault) return CPN_OK;
    return *fault == png_no_memory ? CPN_NO_MEMORY : CPN_DAMAGED;
}

cpn_code cpn_read(cpn_reader *reader, int left, int top, int width, int rows, uint8_t *target, size_t stride,
                  const char **fault) {
    cpn_reader *r = reader;
    const size_t pixel = (size_t)r->channels, bytes = (size_t)width * pixel;
    while (r->next < (uint32_t)(top + rows)) {
        const uint32_t y = r->next;
        *fault = NULL;
        const cpn_code code = read_row(r, fault);
        if (code != CPN_OK && (code != CPN_DAMAGED || !r->is_lenient)) return code;
        if (y < (uint32_t)top) continue;
        uint8_t *row = target + (size_t)(y - (uint32_t)top) * stride;
        if (r->is_interlaced) {
            memcpy(row, r->picture + ((size_t)y * r->width + (size_t)left) * pixel, bytes);
        } else if (code == CPN_OK) {
            png_expand(r, r->rows[0] + PNG_MARGIN, (uint32_t)left, (uint32_t)width, row);
        } else {
            memset(row, 0, bytes);
        }
    }
    return CPN_OK;
}

void cpn_close(cpn_reader *reader) {
    if (reader->stream) cdf_close(reader->stream);
    free(reader->profile);
    free(reader->own_levels);
    free(reader->whole);
    free(reader->rows[0]);
    free(reader->rows[1]);
    free(reader->raw);
    free(reader->picture);
    free(reader->line);
    free(reader);
}
