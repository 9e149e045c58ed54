#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "../kernels.h"

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))

/*
 * Sums for one output pixel of 3 or 4 channels. `gather` turns four source pixels into 16-bit lanes
 * r0 r1 r2 r3 g0 g1 g2 g3 | b0 b1 b2 b3 a0 a1 a2 a3, so that the four weights simply repeat; the halves of each
 * channel's sum lie side by side.
 */
INLINE __m256i sum_pixel(const uint8_t *pixels, const int16_t *weights, size_t taps, size_t channels,
                         __m256i gather) {
    __m256i sum = _mm256_setzero_si256();
    for (size_t t = 0; t < taps; t += 4) {
        const __m256i four = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(pixels + t * channels)));
        const __m256i weight = _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(weights + t)));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_shuffle_epi8(four, gather), weight));
    }
    return sum;
}

INLINE void blend_colors(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                         size_t channels, uint8_t *dst, size_t width) {
    const __m256i gather =
        channels == 3 ? _mm256_setr_epi8(0, -1, 3, -1, 6, -1, 9, -1, 1, -1, 4, -1, 7, -1, 10, -1, 2, -1, 5, -1, 8, -1,
                                         11, -1, -1, -1, -1, -1, -1, -1, -1, -1)
                      : _mm256_setr_epi8(0, -1, 4, -1, 8, -1, 12, -1, 1, -1, 5, -1, 9, -1, 13, -1, 2, -1, 6, -1, 10,
                                         -1, 14, -1, 3, -1, 7, -1, 11, -1, 15, -1);
    const __m128i drop_alpha = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m256i half = _mm256_set1_epi32(CK_HALF);
    for (size_t x = 0; x < width; x += 4) {
        __m256i sums[4];
        for (size_t i = 0; i < 4; i++) {
            const size_t at = x + i < width ? x + i : width - 1;
            sums[i] = sum_pixel(src + (size_t)starts[at] * channels, weights + at * taps, taps, channels, gather);
        }
        const __m256i first = _mm256_add_epi32(_mm256_hadd_epi32(sums[0], sums[1]), half);
        const __m256i second = _mm256_add_epi32(_mm256_hadd_epi32(sums[2], sums[3]), half);
        const __m256i wide = _mm256_packs_epi32(_mm256_srai_epi32(first, CK_WEIGHT_BITS),
                                                _mm256_srai_epi32(second, CK_WEIGHT_BITS));
        /* r g r g r g r g in the low lane, b a b a b a b a in the high one. */
        const __m256i bytes = _mm256_packus_epi16(wide, wide);
        __m128i pixels = _mm_unpacklo_epi16(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
        if (channels == 3) pixels = _mm_shuffle_epi8(pixels, drop_alpha);
        _mm_storeu_si128((__m128i *)(dst + x * channels), pixels);
    }
}

AVX2 static void blend_gray(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                            uint8_t *dst, size_t width) {
    for (size_t x = 0; x < width; x += 4) {
        __m128i sums[4];
        for (size_t i = 0; i < 4; i++) {
            const size_t at = x + i < width ? x + i : width - 1;
            const uint8_t *pixels = src + starts[at];
            const int16_t *weight = weights + at * taps;
            __m128i sum = _mm_setzero_si128();
            size_t t = 0;
            for (; t + 8 <= taps; t += 8) {
                const __m128i eight = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)(pixels + t)));
                sum = _mm_add_epi32(sum, _mm_madd_epi16(eight, _mm_loadu_si128((const __m128i *)(weight + t))));
            }
            if (t < taps) {
                const __m128i four = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)(pixels + t)));
                sum = _mm_add_epi32(sum, _mm_madd_epi16(four, _mm_loadl_epi64((const __m128i *)(weight + t))));
            }
            sums[i] = sum;
        }
        const __m128i totals = _mm_hadd_epi32(_mm_hadd_epi32(sums[0], sums[1]), _mm_hadd_epi32(sums[2], sums[3]));
        const __m128i values = _mm_srai_epi32(_mm_add_epi32(totals, _mm_set1_epi32(CK_HALF)), CK_WEIGHT_BITS);
        const __m128i wide = _mm_packs_epi32(values, values);
        const int32_t four = _mm_cvtsi128_si32(_mm_packus_epi16(wide, wide));
        memcpy(dst + x, &four, 4);
    }
}

AVX2 void ck_blend_columns_avx2(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                                size_t channels, uint8_t *dst, size_t width) {
    switch (channels) {
    case 1: blend_gray(src, starts, weights, taps, dst, width); break;
    case 3: blend_colors(src, starts, weights, taps, 3, dst, width); break;
    default: blend_colors(src, starts, weights, taps, 4, dst, width);
    }
}
#endif
