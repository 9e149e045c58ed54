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

/* Centers in this order: four bytes of each, then the next four. */
AVX512 static void interleave(const int8_t *centers, size_t stride, size_t count, size_t width, uint32_t *tile) {
    for (size_t c = 0; c < width; c++) {
        const int8_t *center = centers + (c < count ? c : 0) * stride;
        /* Scatters are slower than single stores. */
#pragma clang loop vectorize(disable)
        for (size_t i = 0; i < stride / 4; i++) {
            uint32_t four;
            memcpy(&four, center + 4 * i, 4);
            tile[i * width + c] = four ^ 0x80808080u;
        }
    }
}

/* Four rows meet `lanes` * 16 centers. The sums are larger than the products, by 128 * the sum of the row. */
AVX512 static inline void meet(const int8_t *rows, size_t stride, const uint32_t *tile, int lanes, __m512i sums[4][4]) {
    for (int r = 0; r < 4; r++) {
        for (int l = 0; l < lanes; l++) sums[r][l] = _mm512_setzero_si512();
    }
    for (size_t i = 0; i < stride / 4; i++, tile += 16 * lanes) {
        for (size_t r = 0; r < 4; r++) {
            int32_t four;
            memcpy(&four, rows + r * stride + 4 * i, 4);
            const __m512i values = _mm512_set1_epi32(four);
            for (int l = 0; l < lanes; l++) {
                sums[r][l] = _mm512_dpbusd_epi32(sums[r][l], _mm512_loadu_si512(tile + 16 * l), values);
            }
        }
    }
}

/* Keeps the largest of the sums at the used places, and its number, where it is more than the best so far. */
AVX512 static inline void keep(const __m512i sums[4], int lanes, uint64_t used, int32_t excess, uint32_t first,
                               int32_t *best, uint32_t *nearest) {
    const int64_t sum_so_far = (int64_t)*best + excess;
    const __m512i bound = _mm512_set1_epi32(
        sum_so_far < INT32_MIN ? INT32_MIN : sum_so_far > INT32_MAX ? INT32_MAX : (int32_t)sum_so_far);
    uint64_t more = 0;
    for (int l = 0; l < lanes; l++) more |= (uint64_t)_mm512_cmpgt_epi32_mask(sums[l], bound) << (16 * l);
    if (!(more & used)) return;
    __m512i most = _mm512_set1_epi32(INT32_MIN);
    for (int l = 0; l < lanes; l++) {
        most = _mm512_mask_max_epi32(most, (__mmask16)(used >> (16 * l)), most, sums[l]);
    }
    const int32_t sum = _mm512_reduce_max_epi32(most);
    uint64_t equal = 0;
    for (int l = 0; l < lanes; l++) {
        equal |= (uint64_t)_mm512_cmpeq_epi32_mask(sums[l], _mm512_set1_epi32(sum)) << (16 * l);
    }
    *best = sum - excess;
    *nearest = first + (uint32_t)__builtin_ctzll(equal & used);
}

/* `lanes` is known to the compiler, so that the sums stay in registers. */
AVX512 static inline __attribute__((always_inline)) void assign(
    const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride, int lanes,
    const int32_t *excesses, uint32_t first, int32_t *best, uint32_t *nearest) {
    _Alignas(64) uint32_t tile[16 * CK_ROW_LIMIT / 4];
    const size_t width = 16 * (size_t)lanes;
    for (size_t c = 0; c < tally; c += width) {
        const size_t here = tally - c < width ? tally - c : width;
        interleave(centers + c * stride, stride, here, width, tile);
        const uint64_t used = here == 64 ? UINT64_MAX : ((uint64_t)1 << here) - 1;
        const uint32_t number = first + (uint32_t)c;
        for (size_t r = 0; r < count; r += 4) {
            __m512i sums[4][4];
            meet(rows + r * stride, stride, tile, lanes, sums);
            keep(sums[0], lanes, used, excesses[r], number, best + r, nearest + r);
            if (r + 1 < count) keep(sums[1], lanes, used, excesses[r + 1], number, best + r + 1, nearest + r + 1);
            if (r + 2 < count) keep(sums[2], lanes, used, excesses[r + 2], number, best + r + 2, nearest + r + 2);
            if (r + 3 < count) keep(sums[3], lanes, used, excesses[r + 3], number, best + r + 3, nearest + r + 3);
        }
    }
}

AVX512 void ck_assign_avx512(const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride,
                             uint32_t first, int32_t *best, uint32_t *nearest) {
    int32_t excesses[1024];
    const size_t slice = sizeof excesses / sizeof *excesses;
    for (size_t s = 0; s < count; s += slice, rows += slice * stride, best += slice, nearest += slice) {
        const size_t here = count - s < slice ? count - s : slice;
        for (size_t r = 0; r < here; r++) excesses[r] = excess(rows + r * stride, stride);
        if (stride <= CK_ROW_LIMIT / 4) {
            assign(rows, here, centers, tally, stride, 4, excesses, first, best, nearest);
        } else {
            assign(rows, here, centers, tally, stride, 1, excesses, first, best, nearest);
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

/* Blocks stay in registers for all planes, and what passes is written without a branch for each row. */
AVX512 static inline size_t estimate(const ck_probe *probe, const uint64_t *codes, size_t words,
                                     const int16_t *factors, const uint32_t *slots, size_t blocks, int32_t weight,
                                     uint32_t limit, uint64_t *keys) {
    const __m256i most = _mm256_set1_epi32((int32_t)limit), share = _mm256_set1_epi32(weight);
    const __m256i all = _mm256_set1_epi32((int32_t)(64 * words * ((1 << CK_PLANES) - 1)));
    size_t count = 0;
    for (size_t b = 0; b < blocks; b++, codes += words * CK_BLOCK_ROWS, factors += 2 * CK_BLOCK_ROWS) {
        __m512i sums[CK_PLANES];
        for (int p = 0; p < CK_PLANES; p++) sums[p] = _mm512_setzero_si512();
        for (size_t w = 0; w < words; w++) {
            const __m512i row = _mm512_loadu_si512(codes + w * CK_BLOCK_ROWS);
            for (size_t p = 0; p < CK_PLANES; p++) {
                const __m512i other = _mm512_xor_si512(row, _mm512_set1_epi64((int64_t)probe->planes[p * words + w]));
                sums[p] = _mm512_add_epi64(sums[p], _mm512_popcnt_epi64(other));
            }
        }
        __m512i sum = sums[CK_PLANES - 1];
        for (int p = CK_PLANES - 2; p >= 0; p--) sum = _mm512_add_epi64(_mm512_slli_epi64(sum, 1), sums[p]);
        const __m256i product = _mm256_sub_epi32(all, _mm256_slli_epi32(_mm512_cvtepi64_epi32(sum), 1));
        const __m256i shares = _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)factors));
        const __m256i lengths = _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(factors + CK_BLOCK_ROWS)));
        const __m256i value =
            _mm256_add_epi32(_mm256_mullo_epi32(share, shares), _mm256_mullo_epi32(lengths, product));
        const __m256i cost = _mm256_sub_epi32(_mm256_set1_epi32(CK_DOT_COST), value);
        const __mmask8 passing = _mm256_cmple_epu32_mask(cost, most);
        if (!passing) continue;
        const __m256i slot = _mm256_loadu_si256((const __m256i *)(slots + b * CK_BLOCK_ROWS));
        const __m512i key = _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(cost), 32),
                                            _mm512_cvtepu32_epi64(slot));
        _mm512_storeu_si512(keys + count, _mm512_maskz_compress_epi64(passing, key));
        count += (size_t)__builtin_popcount(passing);
    }
    return count;
}

AVX512 size_t ck_estimate_avx512(const ck_probe *probe, const uint64_t *codes, const int16_t *factors,
                                 const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit,
                                 uint64_t *keys) {
    /* As above. */
    if (probe->words == 4) return estimate(probe, codes, 4, factors, slots, blocks, weight, limit, keys);
    return estimate(probe, codes, probe->words, factors, slots, blocks, weight, limit, keys);
}
#endif
