/* Planes of video to RGB: plain C, compiled once for each width of vectors. */
#include "ckernels_planes.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

/* Pixels that are made at once, and columns of the largest block below them. */
enum { RUN = 256, MOST_COLUMNS = RUN << 3 };

/* The sums of pairs, `steps` times. */
INLINE void halve(uint32_t *sums, size_t count, int steps) {
    for (int step = 0; step < steps; step++) {
        count /= 2;
        for (size_t i = 0; i < count; i++) sums[i] = sums[2 * i] + sums[2 * i + 1];
    }
}

/* Two sums of 16 bits lie in one number, the first in its lower half where bytes are in that order. */
INLINE void halve_short(uint16_t *sums, size_t count, int steps) {
    for (int step = 0; step < steps; step++) {
        count /= 2;
        for (size_t i = 0; i < count; i++) {
            uint32_t pair;
            memcpy(&pair, sums + 2 * i, sizeof pair);
            sums[i] = (uint16_t)((pair & 0xFFFF) + (pair >> 16));
        }
    }
}

/* The sums of blocks of a plane; beyond its edges its last column and row go on. */
INLINE void sum_bytes(const uint8_t *plane, ptrdiff_t stride, size_t width, size_t height, int across, int down,
                      size_t row, size_t left, size_t count, float *out) {
    uint16_t sums[MOST_COLUMNS];
    const size_t columns = count << across, first = left << across;
    const size_t real = width - first < columns ? width - first : columns;
    for (size_t line = 0; line < (size_t)1 << down; line++) {
        size_t place = (row << down) + line;
        if (place >= height) place = height - 1;
        const uint8_t *from = plane + (ptrdiff_t)place * stride + first;
        if (line == 0) {
            for (size_t i = 0; i < real; i++) sums[i] = from[i];
        } else {
            for (size_t i = 0; i < real; i++) sums[i] = (uint16_t)(sums[i] + from[i]);
        }
    }
    for (size_t i = real; i < columns; i++) sums[i] = sums[real - 1];
    halve_short(sums, columns, across);
    for (size_t i = 0; i < count; i++) out[i] = sums[i];
}

/* The same for samples of two bytes. */
INLINE void sum_words(const uint8_t *plane, ptrdiff_t stride, size_t width, size_t height, int across, int down,
                      size_t row, size_t left, size_t count, float *out) {
    uint32_t sums[MOST_COLUMNS];
    const size_t columns = count << across, first = left << across;
    const size_t real = width - first < columns ? width - first : columns;
    memset(sums, 0, columns * sizeof *sums);
    for (size_t line = 0; line < (size_t)1 << down; line++) {
        size_t place = (row << down) + line;
        if (place >= height) place = height - 1;
        const uint8_t *from = plane + (ptrdiff_t)place * stride + 2 * first;
        for (size_t i = 0; i < real; i++) {
            uint16_t sample;
            memcpy(&sample, from + 2 * i, sizeof sample);
            sums[i] += sample;
        }
    }
    for (size_t i = real; i < columns; i++) sums[i] = sums[real - 1];
    halve(sums, columns, across);
    for (size_t i = 0; i < count; i++) out[i] = (float)sums[i];
}

/* The means of blocks, where the largest sample is 1. A sample of color may stand for several pixels. */
INLINE void gather(const ck_planes *p, int plane, int shift, int across, int down, size_t row, size_t left,
                   size_t count, float *out) {
    const size_t width = (p->width + (size_t)across) >> across, height = (p->height + (size_t)down) >> down;
    const int repeats = across > shift, x = repeats ? 0 : shift - across, y = down > shift ? 0 : shift - down;
    const size_t line = down > shift ? row >> 1 : row;
    const size_t first = repeats ? left >> 1 : left;
    const size_t samples = repeats ? ((left + count + 1) >> 1) - first : count;
    const float scale = 1 / ((float)((1 << p->depth) - 1) * (float)(1 << (x + y)));
    float sums[RUN];
    float *means = repeats ? sums : out;
    if (p->depth > 8) sum_words(p->samples[plane], p->strides[plane], width, height, x, y, line, first, samples, means);
    else sum_bytes(p->samples[plane], p->strides[plane], width, height, x, y, line, first, samples, means);
    if (repeats) {
        for (size_t i = 0; i < count; i++) out[i] = scale * sums[((left + i) >> 1) - first];
    } else {
        for (size_t i = 0; i < count; i++) out[i] *= scale;
    }
}

INLINE uint8_t level(float value) {
    value = value > 0 ? value : 0;
    value = value < 255 ? value : 255;
    return (uint8_t)(int32_t)(value + 0.5f);
}

INLINE void make_row(const ck_planes *p, int shift, size_t row, size_t left, size_t width, uint8_t *rgb) {
    float channels[3][4];
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < 4; i++) channels[c][i] = 255 * p->matrix[c][i];
    }
    for (size_t done = 0; done < width; done += RUN) {
        const size_t count = width - done < RUN ? width - done : RUN;
        float light[RUN], blue[RUN], red[RUN];
        uint8_t made[3][RUN];
        gather(p, 0, shift, 0, 0, row, left + done, count, light);
        if (p->count == 3) {
            gather(p, 1, shift, p->across, p->down, row, left + done, count, blue);
            gather(p, 2, shift, p->across, p->down, row, left + done, count, red);
        } else {
            memset(blue, 0, sizeof blue);
            memset(red, 0, sizeof red);
        }
        for (int c = 0; c < 3; c++) {
            const float l = channels[c][0], b = channels[c][1], r = channels[c][2], constant = channels[c][3];
            for (size_t i = 0; i < count; i++)
                made[c][i] = level(constant + l * light[i] + b * blue[i] + r * red[i]);
        }
        uint8_t *to = rgb + 3 * done;
        for (size_t i = 0; i < count; i++) {
            to[3 * i] = made[0][i];
            to[3 * i + 1] = made[1][i];
            to[3 * i + 2] = made[2][i];
        }
    }
}

static void row_scalar(const ck_planes *p, int shift, size_t row, size_t left, size_t width, uint8_t *rgb) {
    make_row(p, shift, row, left, width, rgb);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void row_avx2(const ck_planes *p, int shift, size_t row, size_t left,
                                                     size_t width, uint8_t *rgb) {
    make_row(p, shift, row, left, width, rgb);
}
#endif

ck_planes_row_fn ck_planes_row(ck_isa isa) {
#if defined(__x86_64__)
    if (ck_resolve(isa) != CK_SCALAR && ck_supports(CK_AVX2)) return row_avx2;
#endif
    (void)isa;
    return row_scalar;
}
