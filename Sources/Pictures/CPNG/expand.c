#include "png.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static void put_rgba(uint8_t *target, uint8_t red, uint8_t green, uint8_t blue, uint8_t alpha) {
    const uint8_t pixel[4] = {red, green, blue, alpha};
    memcpy(target, pixel, 4);
}

static uint16_t deep(const uint8_t *sample) { return (uint16_t)(sample[0] << 8 | sample[1]); }

/* A sample of less than 8 bits. */
static uint8_t packed(const uint8_t *row, uint32_t place, int bits) {
    const size_t bit = (size_t)place * (size_t)bits;
    return (uint8_t)(row[bit / 8] >> (8 - bits - (int)(bit % 8)) & ((1 << bits) - 1));
}

static void expand_palette(const cpn_reader *r, const uint8_t *row, uint32_t left, uint32_t width, uint8_t *target) {
    for (uint32_t i = 0; i < width; i++) {
        const uint8_t *color = r->palette[r->bits == 8 ? row[left + i] : packed(row, left + i, r->bits)];
        if (r->channels == 4) {
            memcpy(target + 4 * (size_t)i, color, 4);
        } else if (i + 1 < width) {
            /* The fourth byte is written over by the next pixel. */
            memcpy(target + 3 * (size_t)i, color, 4);
        } else {
            memcpy(target + 3 * (size_t)i, color, 3);
        }
    }
}

/* Gray of up to 8 bits, with one level that is transparent or without. */
static void expand_gray(const cpn_reader *r, const uint8_t *row, uint32_t left, uint32_t width, uint8_t *target) {
    if (r->bits == 8 && !r->has_key) {
        memcpy(target, row + left, width);
        return;
    }
    const int scale = 255 / ((1 << r->bits) - 1);
    for (uint32_t i = 0; i < width; i++) {
        const uint8_t sample = r->bits == 8 ? row[left + i] : packed(row, left + i, r->bits);
        const uint8_t level = (uint8_t)(sample * scale);
        if (r->has_key) put_rgba(target + 4 * (size_t)i, level, level, level, sample == r->key[0] ? 0 : 255);
        else target[i] = level;
    }
}

/* The upper bytes of samples of 16 bits. */
static void upper_bytes(const uint8_t *row, size_t count, uint8_t *target) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i mask = _mm_set1_epi16(0xFF);
    for (; i + 16 <= count; i += 16) {
        const __m128i first = _mm_and_si128(_mm_loadu_si128((const __m128i *)(row + 2 * i)), mask);
        const __m128i second = _mm_and_si128(_mm_loadu_si128((const __m128i *)(row + 2 * i + 16)), mask);
        _mm_storeu_si128((__m128i *)(target + i), _mm_packus_epi16(first, second));
    }
#endif
    for (; i < count; i++) target[i] = row[2 * i];
}

static bool is_key(const cpn_reader *r, const uint8_t *pixel, int samples) {
    for (int i = 0; i < samples; i++) {
        if (deep(pixel + 2 * i) != r->key[i]) return false;
    }
    return true;
}

/* Gray or color of 16 bits. */
static void expand_deep(const cpn_reader *r, const uint8_t *row, uint32_t left, uint32_t width, uint8_t *target) {
    const int colors = r->color == PNG_GRAY || r->color == PNG_GRAY_ALPHA ? 1 : 3;
    const int samples = colors + (r->color >= PNG_GRAY_ALPHA);
    const uint8_t *pixel = row + (size_t)left * 2 * (size_t)samples;
    if (!r->levels && !r->has_alpha) {
        upper_bytes(pixel, (size_t)width * (size_t)colors, target);
        return;
    }
    for (uint32_t i = 0; i < width; i++, pixel += 2 * samples, target += r->channels) {
        uint8_t level[3];
        for (int c = 0; c < colors; c++) {
            level[c] = r->levels ? r->levels[(size_t)colors * deep(pixel + 2 * c) + (size_t)c] : pixel[2 * c];
        }
        if (r->channels < 4) {
            memcpy(target, level, (size_t)colors);
            continue;
        }
        const uint16_t alpha = samples > colors ? deep(pixel + 2 * colors) : is_key(r, pixel, colors) ? 0 : 0xFFFF;
        put_rgba(target, level[0], level[colors / 2], level[colors - 1],
                 (uint8_t)(alpha >> 8));
    }
}

/* Pixels of 8 bits that become RGBA. */
static void expand_alpha(const cpn_reader *r, const uint8_t *row, uint32_t left, uint32_t width, uint8_t *target) {
    if (r->color == PNG_GRAY_ALPHA) {
        const uint8_t *pixel = row + 2 * (size_t)left;
        for (uint32_t i = 0; i < width; i++, pixel += 2) {
            put_rgba(target + 4 * (size_t)i, pixel[0], pixel[0], pixel[0], pixel[1]);
        }
        return;
    }
    const uint8_t *pixel = row + 3 * (size_t)left;
    for (uint32_t i = 0; i < width; i++, pixel += 3) {
        const bool is_clear = pixel[0] == r->key[0] && pixel[1] == r->key[1] && pixel[2] == r->key[2];
        put_rgba(target + 4 * (size_t)i, pixel[0], pixel[1], pixel[2], is_clear ? 0 : 255);
    }
}

void png_expand(const cpn_reader *r, const uint8_t *row, uint32_t left, uint32_t width, uint8_t *target) {
    const size_t channels = (size_t)r->channels;
    if (r->bits == 16) {
        expand_deep(r, row, left, width, target);
    } else if (r->color == PNG_PALETTE) {
        expand_palette(r, row, left, width, target);
    } else if (r->color == PNG_GRAY) {
        expand_gray(r, row, left, width, target);
    } else if (r->color == PNG_GRAY_ALPHA || r->has_key) {
        expand_alpha(r, row, left, width, target);
    } else {
        memcpy(target, row + left * channels, width * channels);
    }
}
