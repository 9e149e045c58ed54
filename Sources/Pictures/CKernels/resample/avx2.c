#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "resample.h"

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))

/*
 * The weights of one output pixel in two 16-bit parts: coarse ones, `shift` bits less exact, and what they miss. With
 * the sum of the coarse ones, the exact sum lies between sum * 2^shift + least and sum * 2^shift + most; the half for
 * rounding is in both.
 */
typedef struct bounds {
    int32_t shift, least, most;
} bounds;

static bounds part(const int32_t *weights, size_t taps, int16_t *coarse, int16_t *missing) {
    int32_t largest = 0, below = 0, above = 0, shift = 0;
    for (size_t tap = 0; tap < taps; tap++) {
        const int32_t size = weights[tap] < 0 ? -weights[tap] : weights[tap];
        largest = size > largest ? size : largest;
    }
    while ((largest + (1 << shift >> 1)) >> shift > INT16_MAX) shift++;
    for (size_t tap = 0; tap < taps; tap++) {
        const int32_t near = (weights[tap] + (1 << shift >> 1)) >> shift, rest = weights[tap] - near * (1 << shift);
        coarse[tap] = (int16_t)near;
        missing[tap] = (int16_t)rest;
        if (rest < 0) below += rest;
        else above += rest;
    }
    return (bounds){shift, CK_RESAMPLE_HALF + 255 * below, CK_RESAMPLE_HALF + 255 * above};
}

/* The bytes of a pixel from the sums of red, green and blue. */
INLINE uint32_t pixel(__m128i sums) {
    const __m128i values = _mm_srai_epi32(sums, CK_RESAMPLE_BITS), words = _mm_packs_epi32(values, values);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(words, words)) & 0xffffff;
}

INLINE __m128i halves(__m256i sum) {
    return _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
}

/* The sums of the lanes of each; without horizontal additions, which are slow on many processors. */
INLINE __m128i total(__m256i reds, __m256i greens, __m256i blues) {
    const __m128i r = halves(reds), g = halves(greens), b = halves(blues);
    const __m128i both = _mm_add_epi32(_mm_unpacklo_epi32(r, g), _mm_unpackhi_epi32(r, g));
    const __m128i blue = _mm_add_epi32(b, _mm_unpackhi_epi64(b, b));
    return _mm_add_epi32(_mm_unpacklo_epi64(both, blue),
                         _mm_unpackhi_epi64(both, _mm_shuffle_epi32(blue, _MM_SHUFFLE(1, 1, 1, 1))));
}

/* Every third byte of 48, from `first`, each in its place modulo 16: no two of them share one. */
INLINE __m128i third(__m128i a, __m128i b, __m128i c, int first) {
    const __m128i zero = _mm_setr_epi8(-1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1);
    const __m128i one = _mm_setr_epi8(0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0);
    const __m128i two = _mm_setr_epi8(0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0);
    const __m128i of_b = first == 0 ? two : first == 1 ? zero : one;
    const __m128i of_c = first == 0 ? one : first == 1 ? two : zero;
    return _mm_blendv_epi8(_mm_blendv_epi8(a, b, of_b), c, of_c);
}

/* A row of pixels as three planes, which up to four output pixels then share. */
INLINE void split(const uint8_t *src, size_t pixels, size_t channels, int16_t *planes, size_t plane) {
    size_t at = 0;
    for (; channels == 3 && at + 16 <= pixels; at += 16) {
        const __m128i *from = (const __m128i *)(src + at * 3);
        const __m128i a = _mm_loadu_si128(from), b = _mm_loadu_si128(from + 1), c = _mm_loadu_si128(from + 2);
        const __m128i red = _mm_shuffle_epi8(
            third(a, b, c, 0), _mm_setr_epi8(0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13));
        const __m128i green = _mm_shuffle_epi8(
            third(a, b, c, 1), _mm_setr_epi8(1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14));
        const __m128i blue = _mm_shuffle_epi8(
            third(a, b, c, 2), _mm_setr_epi8(2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15));
        _mm256_store_si256((__m256i *)(planes + at), _mm256_cvtepu8_epi16(red));
        _mm256_store_si256((__m256i *)(planes + plane + at), _mm256_cvtepu8_epi16(green));
        _mm256_store_si256((__m256i *)(planes + 2 * plane + at), _mm256_cvtepu8_epi16(blue));
    }
    for (; channels == 4 && at + 8 <= pixels; at += 8) {
        const __m256i order = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
        const __m256i eight =
            _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(src + at * 4)), order);
        const __m256i sorted = _mm256_permutevar8x32_epi32(eight, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        const __m128i pair = _mm256_castsi256_si128(sorted);
        const __m128i blues = _mm_cvtepu8_epi16(_mm256_extracti128_si256(sorted, 1));
        _mm_store_si128((__m128i *)(planes + at), _mm_cvtepu8_epi16(pair));
        _mm_store_si128((__m128i *)(planes + plane + at), _mm_cvtepu8_epi16(_mm_srli_si128(pair, 8)));
        _mm_store_si128((__m128i *)(planes + 2 * plane + at), blues);
    }
    for (; at < pixels; at++)
        for (size_t channel = 0; channel < 3; channel++) planes[channel * plane + at] = src[at * channels + channel];
}

/* The sums of red, green and blue with weights of 16 bits. */
INLINE __m128i blend(const int16_t *red, size_t plane, const int16_t *weights, size_t taps) {
    const int16_t *green = red + plane, *blue = green + plane;
    __m256i r = _mm256_setzero_si256(), g = r, b = r;
    size_t tap = 0;
    for (; tap + 16 <= taps; tap += 16) {
        const __m256i weight = _mm256_loadu_si256((const __m256i *)(weights + tap));
        r = _mm256_add_epi32(r, _mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(red + tap)), weight));
        g = _mm256_add_epi32(g, _mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(green + tap)), weight));
        b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(blue + tap)), weight));
    }
    if (tap < taps) {
        const __m128i weight = _mm_loadu_si128((const __m128i *)(weights + tap));
        const __m128i reds = _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(red + tap)), weight);
        const __m128i greens = _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(green + tap)), weight);
        const __m128i blues = _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(blue + tap)), weight);
        r = _mm256_add_epi32(r, _mm256_zextsi128_si256(reds));
        g = _mm256_add_epi32(g, _mm256_zextsi128_si256(greens));
        b = _mm256_add_epi32(b, _mm256_zextsi128_si256(blues));
    }
    return total(r, g, b);
}

/* The taps of an output in whole steps. */
static inline size_t steps(const ck_resample_table *table, size_t i) {
    return ((size_t)table->counts[i] + CK_RESAMPLE_STEP - 1) / CK_RESAMPLE_STEP * CK_RESAMPLE_STEP;
}

/* A part of the next row, which is fetched while this one is computed. */
INLINE void prefetch(const uint8_t *from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 64) _mm_prefetch((const char *)(from + at), _MM_HINT_T0);
}

/*
 * Each pixel is computed with coarse weights, which takes a third of the time that 32 bits take. One or two in a
 * hundred values lie so near to the border of two levels that this does not tell which: their pixels are computed again
 * with both parts, at the end of the row, which spares a branch that no processor foresees.
 */
AVX2 void ck_resample_columns_avx2(const uint8_t *src, size_t stride, size_t rows, size_t pixels, size_t channels,
                                   const ck_resample_table *table, uint8_t *scratch, uint8_t *dst) {
    /* Planes begin at a multiple of 32 bytes; the taps behind the last pixel have no weight. */
    int16_t *planes = (int16_t *)(((uintptr_t)scratch + 31) & ~(uintptr_t)31);
    const size_t plane = CK_RESAMPLE_PLANE(pixels) / 2, taps = table->taps, outputs = table->outputs;
    bounds *limits = (bounds *)(planes + 3 * plane);
    uint32_t *unsure = (uint32_t *)(limits + outputs);
    int16_t *coarse = (int16_t *)(unsure + outputs), *missing = coarse + outputs * taps;
    memset(planes, 0, 3 * plane * sizeof *planes);
    for (size_t i = 0; i < outputs; i++)
        limits[i] = part(table->weights + i * taps, taps, coarse + i * taps, missing + i * taps);
    const size_t ahead = pixels * channels / outputs + 1;
    for (size_t row = 0; row < rows; row++, src += stride) {
        if (channels == 3) split(src, pixels, 3, planes, plane);
        else split(src, pixels, 4, planes, plane);
        size_t again = 0;
        for (size_t i = 0; i < outputs; i++) {
            if (row + 1 < rows) prefetch(src + stride + i * ahead, ahead);
            const __m128i sums = blend(planes + table->starts[i], plane, coarse + i * taps, steps(table, i));
            const __m128i scaled = _mm_sll_epi32(sums, _mm_cvtsi32_si128(limits[i].shift));
            const uint32_t least = pixel(_mm_add_epi32(scaled, _mm_set1_epi32(limits[i].least)));
            const uint32_t most = pixel(_mm_add_epi32(scaled, _mm_set1_epi32(limits[i].most)));
            memcpy(dst + 3 * i, &least, 3);
            unsure[again] = (uint32_t)i;
            again += least != most;
        }
        for (size_t at = 0; at < again; at++) {
            const size_t i = unsure[at];
            const __m128i sums = blend(planes + table->starts[i], plane, coarse + i * taps, steps(table, i));
            const __m128i rest = blend(planes + table->starts[i], plane, missing + i * taps, steps(table, i));
            const __m128i all = _mm_add_epi32(_mm_sll_epi32(sums, _mm_cvtsi32_si128(limits[i].shift)), rest);
            const uint32_t bytes = pixel(_mm_add_epi32(all, _mm_set1_epi32(CK_RESAMPLE_HALF)));
            memcpy(dst + 3 * i, &bytes, 3);
        }
        dst += 3 * outputs;
    }
}

/*
 * Along the columns a weight is high * 65536 + low. The sum of the low parts is of 32 bits, as it is in the end. Of the
 * sum of the high parts only the lower 16 bits stay in it, so that 16-bit lanes that overflow are enough; the pairs
 * that are added before do not reach 1 << 15, as the table promises.
 */

/* Adds two rows of 32 columns; the sums are those of columns 0-3 and 16-19, 4-7 and 20-23 and so on. */
INLINE void add_rows(__m256i low[4], __m256i high[2], __m256i a, __m256i b, __m256i lower, __m256i upper) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i first = _mm256_unpacklo_epi8(a, b), second = _mm256_unpackhi_epi8(a, b);
    low[0] = _mm256_add_epi32(low[0], _mm256_madd_epi16(_mm256_unpacklo_epi8(first, zero), lower));
    low[1] = _mm256_add_epi32(low[1], _mm256_madd_epi16(_mm256_unpackhi_epi8(first, zero), lower));
    low[2] = _mm256_add_epi32(low[2], _mm256_madd_epi16(_mm256_unpacklo_epi8(second, zero), lower));
    low[3] = _mm256_add_epi32(low[3], _mm256_madd_epi16(_mm256_unpackhi_epi8(second, zero), lower));
    high[0] = _mm256_add_epi16(high[0], _mm256_maddubs_epi16(first, upper));
    high[1] = _mm256_add_epi16(high[1], _mm256_maddubs_epi16(second, upper));
}

INLINE __m256i columns(const uint8_t *from, size_t stride, const int32_t *weights, size_t count) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i lows[4], highs[2] = {zero, zero};
    for (int i = 0; i < 4; i++) lows[i] = _mm256_set1_epi32(CK_RESAMPLE_HALF);
    for (size_t tap = 0; tap < count; tap += 2, from += 2 * stride) {
        /* The table has a multiple of CK_RESAMPLE_STEP weights, so that there is a second one. */
        const int32_t first = weights[tap], second = weights[tap + 1];
        const int32_t lower = (first & 0xffff) | (int32_t)((uint32_t)second << 16);
        const int32_t upper = ((first + 0x8000) >> 16 & 0xff) | ((second + 0x8000) >> 16 & 0xff) << 8;
        const __m256i a = _mm256_loadu_si256((const __m256i *)from);
        const __m256i b = tap + 1 < count ? _mm256_loadu_si256((const __m256i *)(from + stride)) : zero;
        add_rows(lows, highs, a, b, _mm256_set1_epi32(lower), _mm256_set1_epi16((int16_t)upper));
    }
    __m256i values[4];
    for (int i = 0; i < 4; i++) {
        const __m256i sums = highs[i / 2];
        const __m256i high = i & 1 ? _mm256_unpackhi_epi16(zero, sums) : _mm256_unpacklo_epi16(zero, sums);
        values[i] = _mm256_srai_epi32(_mm256_add_epi32(lows[i], high), CK_RESAMPLE_BITS);
    }
    return _mm256_packus_epi16(_mm256_packs_epi32(values[0], values[1]), _mm256_packs_epi32(values[2], values[3]));
}

AVX2 void ck_resample_rows_avx2(const uint8_t *src, size_t stride, size_t bytes, const ck_resample_table *table,
                                uint8_t *dst) {
    enum { STEP = 32 };
    if (bytes < STEP) {
        ck_resample_rows_scalar(src, stride, bytes, table, dst);
        return;
    }
    for (size_t i = 0; i < table->outputs; i++, dst += bytes) {
        const uint8_t *from = src + (size_t)table->starts[i] * stride;
        const size_t at = i * table->taps;
        for (size_t column = 0; column < bytes; column += STEP) {
            if (column + STEP > bytes) column = bytes - STEP;
            const __m256i result = columns(from + column, stride, table->weights + at, (size_t)table->counts[i]);
            _mm256_storeu_si256((__m256i *)(dst + column), result);
        }
    }
}
#endif
