#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "../kernels.h"

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))

/* Output pixels per step. The last step is moved left to end with the row; narrower rows go to the scalar kernel. */
#define STEP 8

/* The values that are constant along a row. All functions with it are inlined, so that it never exists in memory. */
typedef struct row {
    const uint8_t *src;
    const int32_t *starts;
    const int16_t *weights;
    size_t taps, channels;
    __m256i gather;
} row;

/*
 * The halves of each channel's sum for output pixel x, side by side: `gather` turns four source pixels into the 16-bit
 * lanes r0 r1 r2 r3 g0 g1 g2 g3 | b0 b1 b2 b3 a0 a1 a2 a3, so that the four weights simply repeat.
 */
INLINE __m256i sum_one(row r, size_t x) {
    const uint8_t *pixels = r.src + (size_t)r.starts[x] * r.channels;
    const int16_t *weights = r.weights + x * r.taps;
    __m256i sum = _mm256_setzero_si256();
    for (size_t t = 0; t < r.taps; t += 4) {
        const __m256i four = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(pixels + t * r.channels)));
        const __m256i weight = _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(weights + t)));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_shuffle_epi8(four, r.gather), weight));
    }
    return sum;
}

/* r g r g | b a b a of two pixels, with one bit of fixed point left. */
INLINE __m256i sum_two(row r, size_t x) {
    return _mm256_srai_epi32(_mm256_hadd_epi32(sum_one(r, x), sum_one(r, x + 1)), CK_WEIGHT_BITS - 1);
}

/*
 * r g r g r g r g | b a b a b a b a of four pixels as 16 bits. The last bit is rounded away behind the saturating pack,
 * which gives the same as rounding the sum.
 */
INLINE __m256i sum_four(row r, size_t x) {
    return _mm256_mulhrs_epi16(_mm256_packs_epi32(sum_two(r, x), sum_two(r, x + 2)), _mm256_set1_epi16(1 << 14));
}

/* Inlined with constant `channels` and, for the usual ones, constant `taps`. */
INLINE void blend_colors(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                         size_t channels, uint8_t *dst, size_t width) {
    const __m128i low = channels == 3 ? _mm_setr_epi8(0, -1, 3, -1, 6, -1, 9, -1, 1, -1, 4, -1, 7, -1, 10, -1)
                                      : _mm_setr_epi8(0, -1, 4, -1, 8, -1, 12, -1, 1, -1, 5, -1, 9, -1, 13, -1);
    const __m128i high = channels == 3 ? _mm_setr_epi8(2, -1, 5, -1, 8, -1, 11, -1, -1, -1, -1, -1, -1, -1, -1, -1)
                                       : _mm_setr_epi8(2, -1, 6, -1, 10, -1, 14, -1, 3, -1, 7, -1, 11, -1, 15, -1);
    const row r = {src, starts, weights, taps, channels, _mm256_setr_m128i(low, high)};
    const __m256i interleave = _mm256_broadcastsi128_si256(
        channels == 3 ? _mm_setr_epi8(0, 1, 8, 2, 3, 10, 4, 5, 12, 6, 7, 14, -1, -1, -1, -1)
                      : _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
    for (size_t x = 0; x < width; x += STEP) {
        if (x + STEP > width) x = width - STEP;
        const __m256i planes = _mm256_packus_epi16(sum_four(r, x), sum_four(r, x + 4));
        const __m256i pixels = _mm256_shuffle_epi8(_mm256_permute4x64_epi64(planes, 0xD8), interleave);
        _mm_storeu_si128((__m128i *)(dst + x * channels), _mm256_castsi256_si128(pixels));
        _mm_storeu_si128((__m128i *)(dst + (x + 4) * channels), _mm256_extracti128_si256(pixels, 1));
    }
}

AVX2 static void blend_gray(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                            uint8_t *dst, size_t width) {
    for (size_t x = 0; x < width; x += 4) {
        if (x + 4 > width) x = width - 4;
        __m128i sums[4];
        for (size_t i = 0; i < 4; i++) {
            const uint8_t *pixels = src + starts[x + i];
            const int16_t *weight = weights + (x + i) * taps;
            __m128i sum = _mm_setzero_si128();
            for (size_t t = 0; t < taps; t += 4) {
                const __m128i four = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)(pixels + t)));
                sum = _mm_add_epi32(sum, _mm_madd_epi16(four, _mm_loadl_epi64((const __m128i *)(weight + t))));
            }
            sums[i] = sum;
        }
        const __m128i totals = _mm_hadd_epi32(_mm_hadd_epi32(sums[0], sums[1]), _mm_hadd_epi32(sums[2], sums[3]));
        const __m128i values = _mm_srai_epi32(_mm_add_epi32(totals, _mm_set1_epi32(CK_HALF)), CK_WEIGHT_BITS);
        const __m128i words = _mm_packs_epi32(values, values);
        const int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
        memcpy(dst + x, &bytes, sizeof bytes);
    }
}

AVX2 void ck_blend_columns_avx2(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                                size_t channels, uint8_t *dst, size_t width) {
    if (width < STEP) {
        ck_blend_columns_scalar(src, starts, weights, taps, channels, dst, width);
        return;
    }
    if (channels == 1) {
        blend_gray(src, starts, weights, taps, dst, width);
        return;
    }
    if (channels == 4) {
        blend_colors(src, starts, weights, taps, 4, dst, width);
        return;
    }
    switch (taps) {
    case 8: blend_colors(src, starts, weights, 8, 3, dst, width); break;
    case 12: blend_colors(src, starts, weights, 12, 3, dst, width); break;
    case 16: blend_colors(src, starts, weights, 16, 3, dst, width); break;
    case 20: blend_colors(src, starts, weights, 20, 3, dst, width); break;
    case 24: blend_colors(src, starts, weights, 24, 3, dst, width); break;
    default: blend_colors(src, starts, weights, taps, 3, dst, width);
    }
}
#endif
