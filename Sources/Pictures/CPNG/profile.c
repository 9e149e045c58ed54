#include "png.h"

#include <stdlib.h>

enum {
    PROFILE_HEAD = 132, /* the header and the number of tags */
    LARGEST_CHUNK = 4 << 20,
    LARGEST_PROFILE = 8000000 /* the limit of libpng */
};

/* The rules of libpng for a profile: what breaks them does not describe the colors of this file. */
static bool is_head_valid(const cpn_reader *r, const uint8_t *head, uint32_t size) {
    const bool is_color = r->color != PNG_GRAY && r->color != PNG_GRAY_ALPHA;
    const uint32_t space = png_number(head + 16), kind = png_number(head + 12), basis = png_number(head + 20);
    if (head[8] > 3 && size % 4) return false;
    const uint32_t tags = png_number(head + 128);
    if (tags > 357913930 || size < PROFILE_HEAD + 12 * (uint64_t)tags) return false;
    if (png_number(head + 64) >= 0xFFFF || png_number(head + 36) != PNG_TAG('a', 'c', 's', 'p')) return false;
    if (space != (is_color ? PNG_TAG('R', 'G', 'B', ' ') : PNG_TAG('G', 'R', 'A', 'Y'))) return false;
    if (kind == PNG_TAG('a', 'b', 's', 't') || kind == PNG_TAG('l', 'i', 'n', 'k')) return false;
    return basis == PNG_TAG('X', 'Y', 'Z', ' ') || basis == PNG_TAG('L', 'a', 'b', ' ');
}

static bool are_tags_valid(const uint8_t *profile, uint32_t size) {
    const uint32_t tags = png_number(profile + 128);
    for (uint32_t i = 0; i < tags; i++) {
        const uint8_t *tag = profile + PROFILE_HEAD + 12 * (size_t)i;
        const uint32_t start = png_number(tag + 4), length = png_number(tag + 8);
        if (start > size || length > size - start) return false;
    }
    return true;
}

/* Unpacks to exactly `room` bytes. */
static bool unpack(cdf_stream *stream, const uint8_t **data, size_t *count, uint8_t *target, size_t room) {
    while (room > 0) {
        size_t used = 0, made = 0;
        const cdf_code code = cdf_unpack(stream, *data, *count, &used, target, room, &made);
        *data += used, *count -= used;
        target += made, room -= made;
        if (room > 0 && (code != CDF_OK || (used == 0 && made == 0))) return false;
    }
    return true;
}

void png_take_profile(cpn_reader *r, const uint8_t *data, size_t count) {
    if (count < 14 || count > LARGEST_CHUNK) return;
    const uint8_t *end = memchr(data, 0, count < 80 ? count : 80);
    if (!end || end == data || end[1] != 0) return;
    const uint8_t *packed = end + 2;
    size_t rest = count - (size_t)(packed - data);
    cdf_stream *stream = NULL;
    if (cdf_open(CDF_ZLIB, &stream) != CDF_OK) return;
    uint8_t head[PROFILE_HEAD], *profile = NULL;
    if (unpack(stream, &packed, &rest, head, sizeof head)) {
        const uint32_t size = png_number(head);
        if (size >= PROFILE_HEAD && size <= LARGEST_PROFILE && is_head_valid(r, head, size)) profile = malloc(size);
        if (profile) {
            memcpy(profile, head, sizeof head);
            if (unpack(stream, &packed, &rest, profile + sizeof head, size - sizeof head) &&
                are_tags_valid(profile, size)) {
                r->profile = profile;
                r->profile_size = size;
                r->has_space = true;
            } else {
                free(profile);
            }
        }
    }
    cdf_close(stream);
}
