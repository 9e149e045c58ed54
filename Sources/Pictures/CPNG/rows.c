#include "png.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum {
    PORTION = 8192, /* what libpng reads at a time: whether a fault at the end of the stream is found depends on it */
    LARGEST_WHOLE = 64 << 20,
    HUGE_PAGE = 2 << 20
};

uint8_t *png_block(size_t size) {
    if (size < 2 * HUGE_PAGE) return malloc(size);
    void *block = NULL;
    if (posix_memalign(&block, HUGE_PAGE, size)) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(block, size, MADV_HUGEPAGE);
#endif
    return block;
}

png_pass png_pass_at(const cpn_reader *r, int number) {
    static const png_pass steps[7] = {{0, 0, 8, 8, 0, 0}, {4, 0, 8, 8, 0, 0}, {0, 4, 4, 8, 0, 0}, {2, 0, 4, 4, 0, 0},
                                      {0, 2, 2, 4, 0, 0}, {1, 0, 2, 2, 0, 0}, {0, 1, 1, 2, 0, 0}};
    png_pass pass = r->is_interlaced ? steps[number] : (png_pass){0, 0, 1, 1, 0, 0};
    pass.width = r->width > pass.left ? (r->width - pass.left + pass.across - 1) / pass.across : 0;
    pass.height = r->height > pass.top ? (r->height - pass.top + pass.down - 1) / pass.down : 0;
    if (pass.width == 0) pass.height = 0;
    return pass;
}

static int samples(const cpn_reader *r) {
    return r->color == PNG_RGB ? 3 : r->color == PNG_GRAY_ALPHA ? 2 : r->color == PNG_RGBA ? 4 : 1;
}

size_t png_row_bytes(const cpn_reader *r, uint32_t width) {
    return ((size_t)width * (size_t)(samples(r) * r->bits) + 7) / 8;
}

size_t png_raw_bytes(const cpn_reader *r) {
    /* Below 2^34 bytes a row, and 2^31 rows. */
    if (png_row_bytes(r, r->width) * (uint64_t)(r->height >> 8) > (uint64_t)1 << 48) return (size_t)1 << 56;
    size_t bytes = 0;
    for (int i = 0; i < (r->is_interlaced ? 7 : 1); i++) {
        const png_pass pass = png_pass_at(r, i);
        bytes += (png_row_bytes(r, pass.width) + 1) * pass.height;
    }
    return bytes;
}

/* ---- at once ---- */

size_t png_whole_bytes(const cpn_reader *r) {
    const size_t raw = png_raw_bytes(r);
    /* Chunks are put together first. */
    const size_t packed = r->count < raw ? r->count : raw;
    return raw > LARGEST_WHOLE || raw + packed > r->room || !cdf_has_whole() ? 0 : raw + packed;
}

bool png_unpack_whole(cpn_reader *r) {
    if (png_whole_bytes(r) == 0) return false;
    const size_t size = png_raw_bytes(r);
    size_t place = r->first_pixels, total = 0, chunks = 0;
    while (r->count - place >= 12 && png_number(r->file + place + 4) == PNG_TAG('I', 'D', 'A', 'T')) {
        const uint8_t *chunk = r->file + place;
        const uint32_t length = png_number(chunk);
        if (length > r->count - place - 12) return false;
        if (cdf_crc(0, chunk + 4, (size_t)length + 4) != png_number(chunk + 8 + length)) return false;
        total += length, chunks++;
        place += 12 + (size_t)length;
    }
    if (total > size + size / 64 + 4096) return false;
    const uint8_t *packed = r->file + r->first_pixels + 8;
    uint8_t *joined = NULL;
    if (chunks != 1) {
        joined = png_block(total + 1);
        if (!joined) return false;
        size_t end = 0;
        for (place = r->first_pixels; chunks > 0; chunks--) {
            const uint32_t length = png_number(r->file + place);
            memcpy(joined + end, r->file + place + 8, length);
            end += length;
            place += 12 + (size_t)length;
        }
        packed = joined;
    }
    bool is_done = false;
    /* A window of 32 KiB: a smaller one makes faults of data that libdeflate takes. */
    if (total > 0 && packed[0] >> 4 == 7) {
        /* The loops may read beyond the last row. */
        r->whole = png_block(size + PNG_MARGIN);
        is_done = r->whole && cdf_unpack_whole(packed, total, r->whole, size) == CDF_END;
        if (!is_done) free(r->whole), r->whole = NULL;
        r->whole_size = size;
    }
    free(joined);
    return is_done;
}

/* ---- in portions ---- */

/* Ends the chunk that is read. */
static const char *end_chunk(cpn_reader *r) {
    if (r->rest > r->count - r->place) return "the file ends within its pixels";
    r->sum = cdf_crc(r->sum, r->file + r->place, r->rest);
    r->place += r->rest;
    r->rest = 0;
    if (r->count - r->place < 4) return "the file ends within its pixels";
    r->place += 4;
    return r->sum == png_number(r->file + r->place - 4) ? NULL : "a checksum is wrong";
}

static const char *begin_chunk(cpn_reader *r) {
    if (r->count - r->place < 8) return "the file ends within its pixels";
    r->rest = png_number(r->file + r->place);
    r->name = png_number(r->file + r->place + 4);
    r->sum = cdf_crc(0, r->file + r->place + 4, 4);
    r->place += 8;
    return r->rest >> 31 || !png_is_name(r->name) ? "a chunk has an impossible name" : NULL;
}

/* Goes on to the next packed bytes. */
static const char *fill(cpn_reader *r) {
    const char *fault = NULL;
    while (!fault && r->rest == 0) {
        if (r->name) fault = end_chunk(r);
        if (!fault) fault = begin_chunk(r);
        if (!fault && r->name != PNG_TAG('I', 'D', 'A', 'T')) fault = "there are too few pixels";
    }
    if (fault) return fault;
    size_t part = r->rest < PORTION ? r->rest : PORTION;
    if (part > r->count - r->place) part = r->count - r->place;
    if (part == 0) return "the file ends within its pixels";
    r->portion = r->file + r->place;
    r->portion_size = part;
    r->sum = cdf_crc(r->sum, r->portion, part);
    r->place += part;
    r->rest -= part;
    return NULL;
}

/* Unpacks `count` bytes. */
static const char *unpack(cpn_reader *r, uint8_t *target, size_t count) {
    while (count > 0) {
        if (r->has_ended) return "there are too few pixels";
        if (r->portion_size == 0) {
            const char *fault = fill(r);
            if (fault) return fault;
        }
        size_t used = 0, made = 0;
        const cdf_code code = cdf_unpack(r->stream, r->portion, r->portion_size, &used, target, count, &made);
        r->portion += used, r->portion_size -= used;
        target += made, count -= made;
        if (code == CDF_END) r->has_ended = true;
        if (code != CDF_OK && code != CDF_END) return code == CDF_NO_MEMORY ? png_no_memory : "the pixels are damaged";
    }
    return NULL;
}

const char *png_next_row(cpn_reader *r, size_t count, const uint8_t **raw) {
    if (r->whole) {
        *raw = r->whole + r->whole_place;
        r->whole_place += count;
        return NULL;
    }
    *raw = r->raw;
    return unpack(r, r->raw, count);
}

const char *png_finish(cpn_reader *r) {
    if (r->whole) return NULL;
    /* The end of the stream is looked for in one more portion. Data behind the last row do no harm, up to some number. */
    uint8_t more[1024];
    size_t made = r->has_ended ? 0 : 1;
    for (size_t extra = 0; made > 0 && !r->has_ended && extra < 64 * sizeof more; extra += made) {
        if (r->portion_size == 0) {
            const char *fault = fill(r);
            if (fault) return fault;
        }
        size_t used = 0;
        const cdf_code code = cdf_unpack(r->stream, r->portion, r->portion_size, &used, more, sizeof more, &made);
        r->portion += used, r->portion_size -= used;
        if (code != CDF_OK) r->has_ended = true;
    }
    return end_chunk(r);
}
