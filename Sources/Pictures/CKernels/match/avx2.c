#if defined(__x86_64__)
#include <immintrin.h>

#include "coded.h"
#include "rotate.h"

#define AVX2 __attribute__((target("avx2")))

/* 16 bytes as words. */
AVX2 static inline __m256i widened(const int8_t *bytes) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)bytes));
}

/* The four sums, in order. */
AVX2 static inline __m128i totals(__m256i a, __m256i b, __m256i c, __m256i d) {
    const __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    return _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
}

/* Four rows share the work of widening the query. */
AVX2 static inline __m128i dot_rows(const int8_t *query, const int8_t *const rows[4], size_t stride) {
    __m256i sums[4];
    for (int r = 0; r < 4; r++) sums[r] = _mm256_setzero_si256();
    for (size_t i = 0; i < stride; i += 16) {
        const __m256i q = widened(query + i);
        for (int r = 0; r < 4; r++) {
            sums[r] = _mm256_add_epi32(sums[r], _mm256_madd_epi16(q, widened(rows[r] + i)));
        }
    }
    return totals(sums[0], sums[1], sums[2], sums[3]);
}

AVX2 void ck_dots_avx2(const int8_t *query, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const int8_t *row = rows + i * stride;
        const int8_t *const four[4] = {row, row + stride, row + 2 * stride, row + 3 * stride};
        prefetch(row, CK_AHEAD, 4 * stride);
        _mm_storeu_si128((__m128i *)(dots + i), dot_rows(query, four, stride));
    }
    ck_dots_scalar(query, rows + i * stride, stride, count - i, dots + i);
}

AVX2 void ck_dots_at_avx2(const int8_t *query, const int8_t *const *rows, size_t stride, size_t count, int32_t *dots) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) _mm_storeu_si128((__m128i *)(dots + i), dot_rows(query, rows + i, stride));
    ck_dots_at_scalar(query, rows + i, stride, count - i, dots + i);
}

/* Two rows at a time: eight sums, two rows and a query fill the registers. */
AVX2 void ck_dots4_avx2(const int8_t *queries, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    for (size_t i = 0; i < count; i += 2) {
        const int8_t *one = rows + i * stride, *two = i + 1 < count ? one + stride : one;
        __m256i first[4], second[4];
        for (int q = 0; q < 4; q++) first[q] = second[q] = _mm256_setzero_si256();
        for (size_t at = 0; at < stride; at += 16) {
            const __m256i a = widened(one + at), b = widened(two + at);
            for (int q = 0; q < 4; q++) {
                const __m256i values = widened(queries + q * stride + at);
                first[q] = _mm256_add_epi32(first[q], _mm256_madd_epi16(values, a));
                second[q] = _mm256_add_epi32(second[q], _mm256_madd_epi16(values, b));
            }
        }
        int32_t sums[8];
        _mm_storeu_si128((__m128i *)sums, totals(first[0], first[1], first[2], first[3]));
        _mm_storeu_si128((__m128i *)(sums + 4), totals(second[0], second[1], second[2], second[3]));
        for (size_t q = 0; q < 4; q++) {
            dots[q * count + i] = sums[q];
            if (i + 1 < count) dots[q * count + i + 1] = sums[4 + q];
        }
    }
}

/* The set bits of each byte. */
AVX2 static inline __m256i bits(__m256i bytes) {
    const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(bytes, low)),
                           _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low)));
}

/* Distances of half a block, in four 64-bit lanes. Bytes hold the counts of 31 words at most. */
AVX2 static inline __m256i half_block(const uint64_t *query, const uint64_t *codes, size_t words) {
    const __m256i none = _mm256_setzero_si256();
    __m256i sums = none, counts = none;
    for (size_t w = 0; w < words; w++) {
        const __m256i row = _mm256_loadu_si256((const __m256i *)(codes + w * CK_BLOCK_ROWS));
        counts = _mm256_add_epi8(counts, bits(_mm256_xor_si256(row, _mm256_set1_epi64x((int64_t)query[w]))));
        if (w % 31 == 30) {
            sums = _mm256_add_epi64(sums, _mm256_sad_epu8(counts, none));
            counts = none;
        }
    }
    return _mm256_add_epi64(sums, _mm256_sad_epu8(counts, none));
}

AVX2 static inline uint64_t hamming(const uint64_t *query, const uint64_t *codes, size_t words, size_t blocks,
                                    uint32_t limit, uint16_t *distances) {
    const __m128i most = _mm_set1_epi16((short)(limit < 0x7fff ? limit : 0x7fff));
    uint64_t passing = 0;
    for (size_t b = 0; b < blocks; b++, codes += words * CK_BLOCK_ROWS) {
        const __m256i low = half_block(query, codes, words), high = half_block(query, codes + 4, words);
        const __m256i pairs = _mm256_packus_epi32(low, high); /* 0 1 4 5 | 2 3 6 7, each followed by a zero */
        const __m128i front = _mm256_castsi256_si128(pairs), back = _mm256_extracti128_si256(pairs, 1);
        const __m128i eight = _mm_packus_epi32(_mm_unpacklo_epi64(front, back), _mm_unpackhi_epi64(front, back));
        _mm_storeu_si128((__m128i *)(distances + b * CK_BLOCK_ROWS), eight);
        const __m128i more = _mm_cmpgt_epi16(eight, most);
        const uint32_t mask = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(more, more)) & 0xff;
        passing |= (uint64_t)(mask ^ 0xff) << (b * CK_BLOCK_ROWS);
    }
    return passing;
}

AVX2 uint64_t ck_hamming_avx2(const uint64_t *query, const uint64_t *codes, size_t words, size_t blocks, uint32_t limit,
                              uint16_t *distances) {
    /* A known number of words unrolls the loop. */
    if (words == 4) return hamming(query, codes, 4, blocks, limit, distances);
    return hamming(query, codes, words, blocks, limit, distances);
}

AVX2 void ck_rotate_avx2(int32_t *values, size_t count, const int32_t *signs) { rotate(values, count, signs); }

AVX2 size_t ck_estimate_avx2(const ck_probe *probe, const uint64_t *codes, const int16_t *factors,
                             const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys) {
    uint16_t distances[CK_PLANES][64];
    for (size_t p = 0; p < CK_PLANES; p++) {
        ck_hamming_avx2(probe->planes + p * probe->words, codes, probe->words, blocks, 0, distances[p]);
    }
    return weigh(distances, probe->words, factors, slots, blocks, weight, limit, keys);
}

AVX2 void ck_code_row_avx2(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs, uint64_t *code,
                           size_t step, int16_t *factors) {
    code_row(row, center, stride, signs, code, step, factors);
}

AVX2 void ck_aim_avx2(const int32_t *values, size_t words, uint64_t *planes, ck_probe *probe) {
    aim(values, words, planes, probe);
}

AVX2 void ck_assign_avx2(const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride,
                         uint32_t first, int32_t *best, uint32_t *nearest) {
    int32_t dots[4 * 64];
    for (size_t c = 0; c < tally; c += 64) {
        const size_t here = tally - c < 64 ? tally - c : 64;
        for (size_t r = 0; r < count; r += 4) {
            ck_dots4_avx2(rows + r * stride, centers + c * stride, stride, here, dots);
            for (size_t i = 0; i < 4 && r + i < count; i++) {
                const size_t found = largest(dots + i * here, here);
                if (dots[i * here + found] <= best[r + i]) continue;
                best[r + i] = dots[i * here + found];
                nearest[r + i] = first + (uint32_t)(c + found);
            }
        }
    }
}
#endif
