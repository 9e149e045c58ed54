#if defined(__x86_64__)
#include <immintrin.h>

#include "light.h"

#pragma STDC FP_CONTRACT OFF

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi")))
#define INLINE AVX512 static inline __attribute__((always_inline))

/* The places of bytes in a picture of three channels, and in 64 samples of each of them. */
typedef struct places {
    uint8_t from_two[3][64], from_third[3][64];
    __mmask64 is_third[3];
} places;

/* Bytes 3 * i + channel of three registers. */
static places apart(void) {
    places p = {{{0}}, {{0}}, {0}};
    for (int at = 0; at < 192; at++) {
        const int channel = at % 3, i = at / 3;
        if (at < 128) p.from_two[channel][i] = (uint8_t)at;
        else p.from_third[channel][i] = (uint8_t)(at - 128), p.is_third[channel] |= 1ull << i;
    }
    return p;
}

/* The way back. */
static places together(void) {
    places p = {{{0}}, {{0}}, {0}};
    for (int at = 0; at < 192; at++) {
        const int channel = at % 3, i = at / 3, part = at / 64, place = at % 64;
        if (channel < 2) p.from_two[part][place] = (uint8_t)(64 * channel + i);
        else p.from_third[part][place] = (uint8_t)i, p.is_third[part] |= 1ull << place;
    }
    return p;
}

INLINE __m512i placed(const places *p, int part, const __m512i in[3]) {
    const __m512i two = _mm512_permutex2var_epi8(in[0], _mm512_loadu_si512(p->from_two[part]), in[1]);
    return _mm512_mask_permutexvar_epi8(two, p->is_third[part], _mm512_loadu_si512(p->from_third[part]), in[2]);
}

/* Entries of a table of 256 bytes; `is_high` tells of places from 128 on. */
INLINE __m512i bytes_of(const uint8_t *table, __m512i place, __mmask64 is_high) {
    return _mm512_mask_blend_epi8(
        is_high, _mm512_permutex2var_epi8(_mm512_loadu_si512(table), place, _mm512_loadu_si512(table + 64)),
        _mm512_permutex2var_epi8(_mm512_loadu_si512(table + 128), place, _mm512_loadu_si512(table + 192)));
}

/* Entries of a table of 128 words; `is_high` tells of places from 64 on. */
INLINE __m512i words_of(const uint16_t *table, __m512i place, __mmask32 is_high) {
    return _mm512_mask_blend_epi16(
        is_high, _mm512_permutex2var_epi16(_mm512_loadu_si512(table), place, _mm512_loadu_si512(table + 32)),
        _mm512_permutex2var_epi16(_mm512_loadu_si512(table + 64), place, _mm512_loadu_si512(table + 96)));
}

/* The steps of one channel of 16 pixels. */
INLINE __m512i steps(const float *row, __m512 red, __m512 green, __m512 blue) {
    __m512 value = _mm512_add_ps(_mm512_mul_ps(_mm512_set1_ps(row[0]), red),
                                 _mm512_mul_ps(_mm512_set1_ps(row[1]), green));
    value = _mm512_add_ps(value, _mm512_mul_ps(_mm512_set1_ps(row[2]), blue));
    value = _mm512_min_ps(_mm512_max_ps(value, _mm512_setzero_ps()), _mm512_set1_ps(1));
    const __m512i bits = _mm512_castps_si512(_mm512_add_ps(value, _mm512_set1_ps(CK_LIGHT_FLOOR)));
    return _mm512_srli_epi32(_mm512_sub_epi32(bits, _mm512_set1_epi32(CK_LIGHT_FLOOR_BITS)), CK_STEP_SHIFT);
}

/* The levels of 32 steps, as ck_level_curve has them. */
INLINE __m512i levels_of(const uint16_t *cells, __m512i step) {
    const __m512i cell = _mm512_srli_epi16(step, 6);
    const __m512i rest = _mm512_and_si512(step, _mm512_set1_epi16(CK_CELL_STEPS - 1));
    const __m512i part = _mm512_or_si512(_mm512_slli_epi16(rest, 6), _mm512_set1_epi16(32));
    const __mmask32 is_high = _mm512_test_epi16_mask(cell, _mm512_set1_epi16(64));
    const __m512i rise = _mm512_mulhi_epu16(words_of(cells + CK_CELL_ROOM, cell, is_high), part);
    return _mm512_srli_epi16(_mm512_add_epi16(words_of(cells, cell, is_high), rise), 8);
}

AVX512 void ck_convert_rgb_avx512(const float *light, const float *matrix, const uint16_t *cells,
                                  const uint8_t *levels, const uint8_t *src, uint8_t *dst, size_t pixels) {
    uint8_t low[768], high[768];
    for (int i = 0; i < 768; i++) {
        const uint32_t value = (uint32_t)light[i];
        low[i] = (uint8_t)value, high[i] = (uint8_t)(value >> 8);
    }
    const places in = apart(), out = together();
    const __m512i zero = _mm512_setzero_si512();
    size_t done = 0;
    for (; done + 64 <= pixels; done += 64) {
        const uint8_t *from = src + 3 * done;
        const __m512i packed[3] = {_mm512_loadu_si512(from), _mm512_loadu_si512(from + 64),
                                   _mm512_loadu_si512(from + 128)};
        __m512 lights[3][4];
        for (int c = 0; c < 3; c++) {
            const __m512i samples = placed(&in, c, packed);
            const __mmask64 is_high = _mm512_movepi8_mask(samples);
            const __m512i lower = bytes_of(low + 256 * c, samples, is_high);
            const __m512i upper = bytes_of(high + 256 * c, samples, is_high);
            /* Unpacking keeps to parts of 128 bits, and so does packing. */
            const __m512i a = _mm512_unpacklo_epi8(lower, upper), b = _mm512_unpackhi_epi8(lower, upper);
            lights[c][0] = _mm512_cvtepi32_ps(_mm512_unpacklo_epi16(a, zero));
            lights[c][1] = _mm512_cvtepi32_ps(_mm512_unpackhi_epi16(a, zero));
            lights[c][2] = _mm512_cvtepi32_ps(_mm512_unpacklo_epi16(b, zero));
            lights[c][3] = _mm512_cvtepi32_ps(_mm512_unpackhi_epi16(b, zero));
        }
        __m512i made[3];
        for (int c = 0; c < 3; c++) {
            __m512i found[4];
            for (int i = 0; i < 4; i++) found[i] = steps(matrix + 3 * c, lights[0][i], lights[1][i], lights[2][i]);
            made[c] = _mm512_packus_epi16(levels_of(cells, _mm512_packus_epi32(found[0], found[1])),
                                          levels_of(cells, _mm512_packus_epi32(found[2], found[3])));
        }
        for (int part = 0; part < 3; part++) _mm512_storeu_si512(dst + 3 * done + 64 * part, placed(&out, part, made));
    }
    ck_convert_rgb(CK_SCALAR)(light, matrix, cells, levels, src + 3 * done, dst + 3 * done, pixels - done);
}
#endif
