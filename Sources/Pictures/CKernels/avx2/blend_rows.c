#if defined(__x86_64__)
#include <immintrin.h>

#include "../kernels.h"

#define AVX2 __attribute__((target("avx2")))

/*
 * Adds a * (low half of pair) + b * (high half of pair) for 32 columns: sums[0] and sums[2] take the even columns,
 * sums[1] and sums[3] the odd ones. Interleaving words and splitting them by mask and shift needs a third of the
 * shuffles that interleaving bytes and widening them does.
 */
AVX2 static inline void add_pair(__m256i sums[4], __m256i a, __m256i b, __m256i pair) {
    const __m256i even = _mm256_set1_epi16(0xff);
    const __m256i low = _mm256_unpacklo_epi16(a, b), high = _mm256_unpackhi_epi16(a, b);
    sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(_mm256_and_si256(low, even), pair));
    sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(_mm256_srli_epi16(low, 8), pair));
    sums[2] = _mm256_add_epi32(sums[2], _mm256_madd_epi16(_mm256_and_si256(high, even), pair));
    sums[3] = _mm256_add_epi32(sums[3], _mm256_madd_epi16(_mm256_srli_epi16(high, 8), pair));
}

/* Rounds, clamps and brings the columns back in order; all of it stays within 128-bit lanes. */
AVX2 static inline void store(uint8_t *dst, const __m256i sums[4]) {
    const __m256i order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    const __m256i even =
        _mm256_packs_epi32(_mm256_srai_epi32(sums[0], CK_WEIGHT_BITS), _mm256_srai_epi32(sums[2], CK_WEIGHT_BITS));
    const __m256i odd =
        _mm256_packs_epi32(_mm256_srai_epi32(sums[1], CK_WEIGHT_BITS), _mm256_srai_epi32(sums[3], CK_WEIGHT_BITS));
    _mm256_storeu_si256((__m256i *)dst, _mm256_shuffle_epi8(_mm256_packus_epi16(even, odd), order));
}

AVX2 void ck_blend_rows_avx2(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first, const int16_t *weights,
                             size_t taps, uint8_t *dst, size_t bytes) {
    const size_t ring_bytes = stride * ring_rows, begin = first % ring_rows * stride;
    for (size_t column = 0; column < bytes; column += 64) {
        const uint8_t *base = ring + column;
        __m256i left[4], right[4];
        for (int i = 0; i < 4; i++) left[i] = right[i] = _mm256_set1_epi32(CK_HALF);
        size_t row = begin;
        for (size_t t = 0; t + 1 < taps; t += 2) {
            const uint8_t *a = base + row;
            row += stride;
            if (row == ring_bytes) row = 0;
            const uint8_t *b = base + row;
            row += stride;
            if (row == ring_bytes) row = 0;
            int32_t both;
            __builtin_memcpy(&both, weights + t, 4);
            const __m256i pair = _mm256_set1_epi32(both);
            add_pair(left, _mm256_loadu_si256((const __m256i *)a), _mm256_loadu_si256((const __m256i *)b), pair);
            add_pair(right, _mm256_loadu_si256((const __m256i *)(a + 32)),
                     _mm256_loadu_si256((const __m256i *)(b + 32)), pair);
        }
        if (taps & 1) {
            const __m256i pair = _mm256_set1_epi32((uint16_t)weights[taps - 1]), none = _mm256_setzero_si256();
            add_pair(left, _mm256_loadu_si256((const __m256i *)(base + row)), none, pair);
            add_pair(right, _mm256_loadu_si256((const __m256i *)(base + row + 32)), none, pair);
        }
        store(dst + column, left);
        store(dst + column + 32, right);
    }
}
#endif
