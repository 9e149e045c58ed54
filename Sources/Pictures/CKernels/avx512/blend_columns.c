#if defined(__x86_64__)
#include <immintrin.h>

#include "../kernels.h"

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni")))
#define INLINE AVX512 static inline __attribute__((always_inline))

/* Output pixels per step. The last step is moved left to end with the row; narrower rows go to the scalar kernel. */
#define STEP 8

/* The values that are constant along a row. All functions with it are inlined, so that it never exists in memory. */
typedef struct row {
    const uint8_t *src;
    const int32_t *starts;
    const int16_t *weights;
    size_t taps, channels;
    __m512i gather;
} row;

/* Eight source pixels as 16-bit lanes r0 .. r7 | g0 .. g7 | b0 .. b7 | a0 .. a7. */
INLINE __m512i load_eight(row r, const uint8_t *pixels) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)pixels);
    return _mm512_permutexvar_epi8(r.gather, _mm512_zextsi256_si512(bytes));
}

/* Each channel's sum for output pixel x, in four parts side by side. The first part starts with the rounding half. */
INLINE __m512i sum_one(row r, size_t x) {
    const uint8_t *pixels = r.src + (size_t)r.starts[x] * r.channels;
    const int16_t *weights = r.weights + x * r.taps;
    __m512i sum = _mm512_maskz_set1_epi32(0x1111, CK_HALF);
    size_t t = 0;
    for (; t + 8 <= r.taps; t += 8) {
        const __m512i eight = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(weights + t)));
        sum = _mm512_dpwssd_epi32(sum, load_eight(r, pixels + t * r.channels), eight);
    }
    if (t < r.taps) {
        const __m512i four = _mm512_maskz_broadcastq_epi64(0x55, _mm_loadl_epi64((const __m128i *)(weights + t)));
        sum = _mm512_dpwssd_epi32(sum, load_eight(r, pixels + t * r.channels), four);
    }
    return sum;
}

/* Values of four pixels: r r r r | g g g g | b b b b | a a a a. */
INLINE __m512i sum_four(row r, size_t x) {
    const __m512i a = sum_one(r, x), b = sum_one(r, x + 1), c = sum_one(r, x + 2), d = sum_one(r, x + 3);
    const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    const __m512i sums = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    return _mm512_srai_epi32(sums, CK_WEIGHT_BITS);
}

/* Inlined with constant `channels` and, for the usual ones, constant `taps`. */
INLINE void blend_colors(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                         size_t channels, uint8_t *dst, size_t width) {
    uint8_t gather[64], interleave[64];
    for (size_t i = 0; i < 64; i++) {
        const size_t pixel = i / 2 % 8, channel = i / 16;
        /* Byte 63 lies behind the 32 loaded ones and is zero. */
        gather[i] = (uint8_t)(i % 2 || channel >= channels ? 63 : pixel * channels + channel);
        interleave[i] = (uint8_t)(i % channels * 16 + i / channels % 8);
    }
    const row r = {src, starts, weights, taps, channels, _mm512_loadu_si512(gather)};
    const __m512i order = _mm512_loadu_si512(interleave);
    for (size_t x = 0; x < width; x += STEP) {
        if (x + STEP > width) x = width - STEP;
        const __m512i words = _mm512_packs_epi32(sum_four(r, x), sum_four(r, x + 4));
        const __m512i planes = _mm512_packus_epi16(words, words);
        const __m512i pixels = _mm512_permutexvar_epi8(order, planes);
        _mm256_storeu_si256((__m256i *)(dst + x * channels), _mm512_castsi512_si256(pixels));
    }
}

AVX512 void ck_blend_columns_avx512(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                                    size_t channels, uint8_t *dst, size_t width) {
    if (channels == 1 || width < STEP) {
        ck_blend_columns_avx2(src, starts, weights, taps, channels, dst, width);
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
