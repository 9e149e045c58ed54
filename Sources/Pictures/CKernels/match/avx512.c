#if defined(__x86_64__)
#include <immintrin.h>

#include "coded.h"

#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))

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

/* The sums of a block, in the order of its rows: each quarter of a register has 16 rows and tables of its own. */
AVX512 static inline __m256i look_up(const ck_probe *probe, const uint8_t *codes, size_t bytes) {
    const __m512i mask = _mm512_set1_epi8(15);
    const uint8_t *low = probe->tables, *high = low + CK_TABLE_BYTES * bytes;
    /* Sums of even rows with 256 times those of odd rows, and those of odd rows alone. */
    __m512i both = _mm512_setzero_si512(), odd = both;
    for (size_t b = 0; b < bytes; b += 4 * BYTES_OF_SUM) {
        __m512i sums = _mm512_setzero_si512();
        for (size_t i = b; i < b + 4 * BYTES_OF_SUM && i < bytes; i += 4) {
            const __m512i code = _mm512_loadu_si512(codes + CK_BLOCK_ROWS * i);
            const __m512i front = _mm512_and_si512(code, mask);
            const __m512i back = _mm512_and_si512(_mm512_srli_epi16(code, 4), mask);
            sums = _mm512_add_epi8(sums, _mm512_shuffle_epi8(_mm512_loadu_si512(low + CK_TABLE_BYTES * i), front));
            sums = _mm512_add_epi8(sums, _mm512_shuffle_epi8(_mm512_loadu_si512(high + CK_TABLE_BYTES * i), back));
        }
        both = _mm512_add_epi16(both, sums);
        odd = _mm512_add_epi16(odd, _mm512_srli_epi16(sums, 8));
    }
    const __m512i even = _mm512_sub_epi16(both, _mm512_slli_epi16(odd, 8));
    const __m512i first = _mm512_unpacklo_epi16(even, odd), last = _mm512_unpackhi_epi16(even, odd);
    /* Rows 0 to 7 and 8 to 15 of four quarters become those of one. */
    const __m256i a = _mm256_add_epi16(_mm512_castsi512_si256(first), _mm512_extracti64x4_epi64(first, 1));
    const __m256i b = _mm256_add_epi16(_mm512_castsi512_si256(last), _mm512_extracti64x4_epi64(last, 1));
    return _mm256_add_epi16(_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31));
}

AVX512 static inline size_t estimate(const ck_probe *probe, const uint8_t *codes, size_t bytes, const int16_t *factors,
                                     const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit,
                                     uint64_t *keys) {
    const __m512i most = _mm512_set1_epi32((int32_t)limit), share = _mm512_set1_epi32((int32_t)((uint32_t)weight << 16));
    const __m256i all = _mm256_set1_epi16((int16_t)all_levels(probe));
    size_t count = 0;
    for (size_t b = 0; b < blocks; b++, codes += CK_BLOCK_ROWS * bytes, slots += CK_BLOCK_ROWS) {
        const __m256i sums = look_up(probe, codes, bytes);
        const __m256i products = _mm256_sub_epi16(all, _mm256_add_epi16(sums, sums));
        const __m512i pairs = _mm512_or_si512(_mm512_cvtepu16_epi32(products), share);
        const __m512i value = _mm512_madd_epi16(pairs, _mm512_loadu_si512(factors + 2 * CK_BLOCK_ROWS * b));
        const __m512i cost = _mm512_sub_epi32(_mm512_set1_epi32(CK_DOT_COST), value);
        const __mmask16 passing = _mm512_cmple_epu32_mask(cost, most);
        if (!passing) continue;
        for (int half = 0; half < 2; half++) {
            const __m256i costs = half ? _mm512_extracti64x4_epi64(cost, 1) : _mm512_castsi512_si256(cost);
            const __m256i slot = _mm256_loadu_si256((const __m256i *)(slots + 8 * half));
            const __m512i key = _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(costs), 32),
                                                _mm512_cvtepu32_epi64(slot));
            const __mmask8 these = (__mmask8)(passing >> (8 * half));
            _mm512_storeu_si512(keys + count, _mm512_maskz_compress_epi64(these, key));
            count += (size_t)__builtin_popcount(these);
        }
    }
    return count;
}

AVX512 size_t ck_estimate_avx512(const ck_probe *probe, const uint8_t *codes, const int16_t *factors,
                                 const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit,
                                 uint64_t *keys) {
    /* A known number of bytes unrolls the loop. */
    if (probe->bytes == 32) return estimate(probe, codes, 32, factors, slots, blocks, weight, limit, keys);
    return estimate(probe, codes, probe->bytes, factors, slots, blocks, weight, limit, keys);
}
#endif
