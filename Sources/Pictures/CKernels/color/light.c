/* Profiles of curves: plain C, compiled once for each width. */
#include "light.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))
/* Pixels between the tables, in floats that stay in the first cache. */
#define BLOCK 64

double ck_cell_light(int cell) {
    const uint32_t bits = CK_LIGHT_FLOOR_BITS + (uint32_t)cell * (CK_CELL_STEPS << CK_STEP_SHIFT);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value - (double)CK_LIGHT_FLOOR;
}

void ck_level_curve(const double *edges, uint16_t *cells, uint8_t *levels) {
    for (int cell = 0; cell < CK_CELL_ROOM; cell++) {
        const int is_used = cell < CK_LIGHT_CELLS;
        cells[cell] = is_used ? (uint16_t)(edges[cell] * 256 + 128.5) : 0;
        cells[CK_CELL_ROOM + cell] = is_used ? (uint16_t)((edges[cell + 1] - edges[cell]) * 4096 + 0.5) : 0;
    }
    for (uint32_t step = 0; step < CK_LIGHT_STEPS; step++) {
        const uint32_t cell = step / CK_CELL_STEPS, part = step % CK_CELL_STEPS * 64 + 32;
        levels[step] = (uint8_t)((cells[cell] + (cells[CK_CELL_ROOM + cell] * part >> 16)) >> 8);
    }
}

INLINE void convert(const float *light, const float *matrix, const uint8_t *levels, const uint8_t *src, uint8_t *dst,
                    size_t pixels) {
    float in[3][BLOCK] = {{0}};
    uint32_t out[3][BLOCK];
    for (size_t done = 0; done < pixels; done += BLOCK) {
        const size_t count = pixels - done < BLOCK ? pixels - done : BLOCK;
        const uint8_t *from = src + 3 * done;
        uint8_t *to = dst + 3 * done;
        for (size_t i = 0; i < count; i++) {
            in[0][i] = light[from[3 * i]];
            in[1][i] = light[256 + from[3 * i + 1]];
            in[2][i] = light[512 + from[3 * i + 2]];
        }
        for (int channel = 0; channel < 3; channel++) {
            const float *row = matrix + 3 * channel;
            for (size_t i = 0; i < BLOCK; i++) {
                float value = row[0] * in[0][i] + row[1] * in[1][i] + row[2] * in[2][i];
                value = value > 0 ? value : 0;
                value = (value < 1 ? value : 1) + CK_LIGHT_FLOOR;
                uint32_t bits;
                memcpy(&bits, &value, sizeof bits);
                out[channel][i] = (bits - CK_LIGHT_FLOOR_BITS) >> CK_STEP_SHIFT;
            }
        }
        for (size_t i = 0; i < count; i++) {
            to[3 * i] = levels[out[0][i]];
            to[3 * i + 1] = levels[out[1][i]];
            to[3 * i + 2] = levels[out[2][i]];
        }
    }
}

static void convert_scalar(const float *light, const float *matrix, const uint16_t *cells, const uint8_t *levels,
                           const uint8_t *src, uint8_t *dst, size_t pixels) {
    (void)cells;
    convert(light, matrix, levels, src, dst, pixels);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void convert_avx2(const float *light, const float *matrix,
                                                         const uint16_t *cells, const uint8_t *levels,
                                                         const uint8_t *src, uint8_t *dst, size_t pixels) {
    (void)cells;
    convert(light, matrix, levels, src, dst, pixels);
}
#endif

ck_convert_rgb_fn ck_convert_rgb(ck_isa isa) {
    switch (ck_resolve(isa)) {
#if defined(__x86_64__)
    case CK_AVX2: return convert_avx2;
    case CK_AVX512: return ck_convert_rgb_avx512;
#endif
    default: return convert_scalar;
    }
}

void ck_convert_gray(const uint8_t levels[256], const uint8_t *src, uint8_t *dst, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) dst[3 * i] = dst[3 * i + 1] = dst[3 * i + 2] = levels[src[i]];
}

INLINE void map16(const uint8_t *levels, size_t colors, size_t alphas, const uint16_t *src, uint8_t *dst,
                  size_t pixels) {
    const size_t samples = colors + alphas;
    for (size_t i = 0; i < pixels; i++) {
        for (size_t c = 0; c < colors; c++) dst[samples * i + c] = levels[colors * src[samples * i + c] + c];
        if (alphas) dst[samples * i + colors] = (uint8_t)(src[samples * i + colors] >> 8);
    }
}

void ck_map16(const uint8_t *levels, size_t colors, int has_alpha, const uint16_t *src, uint8_t *dst, size_t pixels) {
    if (colors == 3 && has_alpha) map16(levels, 3, 1, src, dst, pixels);
    else if (colors == 3) map16(levels, 3, 0, src, dst, pixels);
    else map16(levels, 1, has_alpha ? 1 : 0, src, dst, pixels);
}
