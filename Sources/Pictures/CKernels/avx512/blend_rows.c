#if defined(__x86_64__)
#include <immintrin.h>

#include "../kernels.h"

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni")))

/* As in avx2/blend_rows.c, for 64 columns: interleaves words, then splits even and odd columns. */
AVX512 static inline void add_pair(__m512i sums[4], __m512i a, __m512i b, __m512i pair) {
    const __m512i even = _mm512_set1_epi16(0xff);
    const __m512i low = _mm512_unpacklo_epi16(a, b), high = _mm512_unpackhi_epi16(a, b);
    sums[0] = _mm512_dpwssd_epi32(sums[0], _mm512_and_si512(low, even), pair);
    sums[1] = _mm512_dpwssd_epi32(sums[1], _mm512_srli_epi16(low, 8), pair);
    sums[2] = _mm512_dpwssd_epi32(sums[2], _mm512_and_si512(high, even), pair);
    sums[3] = _mm512_dpwssd_epi32(sums[3], _mm512_srli_epi16(high, 8), pair);
}

/* Rounds, clamps and brings the columns back in order; all of it stays within 128-bit lanes. */
AVX512 static inline void store(uint8_t *dst, const __m512i sums[4]) {
    const __m512i order = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    const __m512i even =
        _mm512_packs_epi32(_mm512_srai_epi32(sums[0], CK_WEIGHT_BITS), _mm512_srai_epi32(sums[2], CK_WEIGHT_BITS));
    const __m512i odd =
        _mm512_packs_epi32(_mm512_srai_epi32(sums[1], CK_WEIGHT_BITS), _mm512_srai_epi32(sums[3], CK_WEIGHT_BITS));
    _mm512_storeu_si512(dst, _mm512_shuffle_epi8(_mm512_packus_epi16(even, odd), order));
}

AVX512 void ck_blend_rows_avx512(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first,
                                 const int16_t *weights, size_t taps, uint8_t *dst, size_t bytes) {
    const size_t ring_bytes = stride * ring_rows, begin = first % ring_rows * stride;
    for (size_t column = 0; column < bytes; column += 64) {
        const uint8_t *base = ring + column;
        __m512i sums[4];
        for (int i = 0; i < 4; i++) sums[i] = _mm512_set1_epi32(CK_HALF);
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
            const __m512i pair = _mm512_set1_epi32(both);
            add_pair(sums, _mm512_loadu_si512(a), _mm512_loadu_si512(b), pair);
        }
        if (taps & 1) {
            const __m512i pair = _mm512_set1_epi32((uint16_t)weights[taps - 1]), none = _mm512_setzero_si512();
            add_pair(sums, _mm512_loadu_si512(base + row), none, pair);
        }
        store(dst + column, sums);
    }
}
#endif
