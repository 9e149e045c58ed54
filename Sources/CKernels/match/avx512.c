#if defined(__x86_64__)
#include <immintrin.h>

#include "match.h"

#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx512vpopcntdq")))

/* The product of bytes wants one side without signs: rows count from -128, and this takes 128 * query off again. */
AVX512 static inline int32_t excess(const int8_t *query, size_t stride) {
    __m512i sum = _mm512_setzero_si512();
    for (size_t i = 0; i < stride; i += 64) {
        sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi8(1), _mm512_loadu_si512(query + i));
    }
    return 128 * _mm512_reduce_add_epi32(sum);
}

AVX512 static inline __m512i unsigned_row(const int8_t *row) {
    return _mm512_xor_si512(_mm512_loadu_si512(row), _mm512_set1_epi8(-128));
}

/* The four sums, in order. */
AVX512 static inline __m128i totals(const __m512i sums[4]) {
    __m256i half[4];
    for (int i = 0; i < 4; i++) {
        half[i] = _mm256_add_epi32(_mm512_castsi512_si256(sums[i]), _mm512_extracti64x4_epi64(sums[i], 1));
    }
    const __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(half[0], half[1]), _mm256_hadd_epi32(half[2], half[3]));
    return _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
}

AVX512 static inline __m128i dot_rows(const int8_t *query, const int8_t *const rows[4], size_t stride) {
    __m512i sums[4];
    for (int r = 0; r < 4; r++) sums[r] = _mm512_setzero_si512();
    for (size_t i = 0; i < stride; i += 64) {
        const __m512i q = _mm512_loadu_si512(query + i);
        for (int r = 0; r < 4; r++) sums[r] = _mm512_dpbusd_epi32(sums[r], unsigned_row(rows[r] + i), q);
    }
    return totals(sums);
}

AVX512 void ck_dots_avx512(const int8_t *query, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    const __m128i off = _mm_set1_epi32(excess(query, stride));
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const int8_t *row = rows + i * stride;
        const int8_t *const four[4] = {row, row + stride, row + 2 * stride, row + 3 * stride};
        prefetch(row, CK_AHEAD, 4 * stride);
        _mm_storeu_si128((__m128i *)(dots + i), _mm_sub_epi32(dot_rows(query, four, stride), off));
    }
    ck_dots_scalar(query, rows + i * stride, stride, count - i, dots + i);
}

AVX512 void ck_dots_at_avx512(const int8_t *query, const int8_t *const *rows, size_t stride, size_t count,
                              int32_t *dots) {
    const __m128i off = _mm_set1_epi32(excess(query, stride));
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        _mm_storeu_si128((__m128i *)(dots + i), _mm_sub_epi32(dot_rows(query, rows + i, stride), off));
    }
    ck_dots_at_scalar(query, rows + i, stride, count - i, dots + i);
}

AVX512 void ck_dots4_avx512(const int8_t *queries, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    int32_t off[4];
    for (size_t q = 0; q < 4; q++) off[q] = excess(queries + q * stride, stride);
    for (size_t i = 0; i < count; i += 4) {
        /* Four rows at a time; behind the last row the last one is taken again and not stored. */
        const int8_t *four[4];
        for (size_t r = 0; r < 4; r++) four[r] = rows + (i + r < count ? i + r : count - 1) * stride;
        __m512i sums[4][4];
        for (int q = 0; q < 4; q++) {
            for (int r = 0; r < 4; r++) sums[q][r] = _mm512_setzero_si512();
        }
        for (size_t at = 0; at < stride; at += 64) {
            __m512i row[4];
            for (int r = 0; r < 4; r++) row[r] = unsigned_row(four[r] + at);
            for (int q = 0; q < 4; q++) {
                const __m512i values = _mm512_loadu_si512(queries + (size_t)q * stride + at);
                for (int r = 0; r < 4; r++) sums[q][r] = _mm512_dpbusd_epi32(sums[q][r], row[r], values);
            }
        }
        const __mmask8 stored = (__mmask8)(count - i >= 4 ? 15 : (1 << (count - i)) - 1);
        for (size_t q = 0; q < 4; q++) {
            _mm_mask_storeu_epi32(dots + q * count + i, stored, _mm_sub_epi32(totals(sums[q]), _mm_set1_epi32(off[q])));
        }
    }
}

AVX512 static inline uint64_t hamming(const uint64_t *query, const uint64_t *codes, size_t words, size_t blocks,
                                      uint32_t limit, uint16_t *distances) {
    const __m512i most = _mm512_set1_epi64(limit);
    uint64_t passing = 0;
    for (size_t b = 0; b < blocks; b++, codes += words * CK_BLOCK_ROWS) {
        __m512i sums = _mm512_setzero_si512();
        for (size_t w = 0; w < words; w++) {
            const __m512i row = _mm512_loadu_si512(codes + w * CK_BLOCK_ROWS);
            const __m512i other = _mm512_xor_si512(row, _mm512_set1_epi64((int64_t)query[w]));
            sums = _mm512_add_epi64(sums, _mm512_popcnt_epi64(other));
        }
        _mm_storeu_si128((__m128i *)(distances + b * CK_BLOCK_ROWS), _mm512_cvtepi64_epi16(sums));
        passing |= (uint64_t)_mm512_cmple_epu64_mask(sums, most) << (b * CK_BLOCK_ROWS);
    }
    return passing;
}

AVX512 uint64_t ck_hamming_avx512(const uint64_t *query, const uint64_t *codes, size_t words, size_t blocks,
                                  uint32_t limit, uint16_t *distances) {
    /* A known number of words unrolls the loop. */
    if (words == 4) return hamming(query, codes, 4, blocks, limit, distances);
    return hamming(query, codes, words, blocks, limit, distances);
}
#endif
