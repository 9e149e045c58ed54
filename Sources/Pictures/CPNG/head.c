#include "png.h"

/* The checksum of a chunk is right. */
static bool is_whole(const uint8_t *chunk, uint32_t length) {
    return cdf_crc(0, chunk + 4, (size_t)length + 4) == png_number(chunk + 8 + length);
}

/* The palette of a gray picture means nothing; a second one is a fault in any. */
static const char *take_palette(cpn_reader *r, const uint8_t *data, uint32_t length) {
    if (r->has_palette) return "there are two palettes";
    r->has_palette = true;
    if (r->color == PNG_GRAY || r->color == PNG_GRAY_ALPHA) return NULL;
    if (r->has_key) return "the transparent color stands before the palette";
    if (length > 768 || length % 3) return r->color == PNG_PALETTE ? "the palette has an impossible length" : NULL;
    const uint32_t most = r->color == PNG_PALETTE ? 1u << r->bits : 256;
    uint32_t entries = length / 3;
    if (entries > most) entries = most;
    if (entries == 0) return "the palette is empty";
    for (uint32_t i = 0; i < entries; i++) memcpy(r->palette[i], data + 3 * i, 3);
    r->colors = (int)entries;
    return NULL;
}

/* One that is not as the standard has it is left out, as libpng does. */
static void take_transparency(cpn_reader *r, const uint8_t *data, uint32_t length) {
    if (r->has_alpha) return;
    if (r->color == PNG_PALETTE) {
        if (length == 0 || length > (uint32_t)r->colors) return;
        for (uint32_t i = 0; i < length; i++) r->palette[i][3] = data[i];
    } else if (r->color == PNG_GRAY || r->color == PNG_RGB) {
        const uint32_t channels = r->color == PNG_RGB ? 3 : 1;
        if (length != 2 * channels) return;
        /* Above the depth of the samples the number has no meaning. */
        const uint32_t most = (1u << r->bits) - 1;
        for (uint32_t i = 0; i < channels; i++) {
            r->key[i] = (uint16_t)(((uint32_t)data[2 * i] << 8 | data[2 * i + 1]) & most);
        }
        r->has_key = true;
    } else {
        return;
    }
    r->has_alpha = true;
}

const char *png_read_head(cpn_reader *r) {
    const uint8_t *file = r->file;
    r->width = png_number(file + 16);
    r->height = png_number(file + 20);
    r->bits = file[24];
    r->color = file[25];
    r->is_interlaced = file[28] == 1;
    for (int i = 0; i < 256; i++) r->palette[i][3] = 255;
    r->has_alpha = r->color >= PNG_GRAY_ALPHA;
    for (size_t place = 33; place + 8 <= r->count;) {
        const uint8_t *chunk = file + place;
        const uint32_t length = png_number(chunk), name = png_number(chunk + 4);
        if (length >> 31 || !png_is_name(name)) return "a chunk has an impossible name";
        if (name == PNG_TAG('I', 'D', 'A', 'T')) {
            r->first_pixels = place;
            return r->color == PNG_PALETTE && r->colors == 0 ? "the palette is missing" : NULL;
        }
        if (r->count - place < 12 || length > r->count - place - 12) break;
        const bool is_needed = !(name & 0x20000000);
        if (is_needed && !is_whole(chunk, length)) return "a checksum is wrong";
        switch (name) {
        case PNG_TAG('P', 'L', 'T', 'E'): {
            const char *fault = take_palette(r, chunk + 8, length);
            if (fault) return fault;
            break;
        }
        case PNG_TAG('t', 'R', 'N', 'S'):
            if (is_whole(chunk, length)) take_transparency(r, chunk + 8, length);
            break;
        case PNG_TAG('s', 'R', 'G', 'B'):
            if (length == 1 && is_whole(chunk, length)) r->has_space = true;
            break;
        case PNG_TAG('i', 'C', 'C', 'P'):
            if (!r->has_space) png_take_profile(r, chunk + 8, length);
            break;
        default:
            if (is_needed) return "it needs an extension that is not known";
        }
        place += 12 + (size_t)length;
    }
    return "the file ends before its pixels";
}
