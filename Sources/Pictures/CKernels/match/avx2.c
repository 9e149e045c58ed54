#if defined(__x86_64__)
#include <immintrin.h>

#include "coded.h"
#include "rotate.h"

#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i load(const void *from) { return _mm256_loadu_si256((const __m256i *)from); }

/* The four sums, in order. */
AVX2 static inline __m128i totals(__m256i a, __m256i b, __m256i c, __m256i d) {
    const __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    return _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
}

/*
 * Adds the products of 32 bytes, of which `sizes` are the absolute values of `row`. The instruction wants one side without
 * signs, and its sums of two products must stay within 16 bits: at most 2 * 128 * 127 where no value of the query is
 * -128, which has no opposite.
 */
AVX2 static inline __m256i add_products(__m256i sum, __m256i query, __m256i row, __m256i sizes) {
    const __m256i pairs = _mm256_maddubs_epi16(sizes, _mm256_sign_epi8(query, row));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

AVX2 static inline int has_least(const int8_t *query, size_t stride) {
    __m256i found = _mm256_setzero_si256();
    for (size_t i = 0; i < stride; i += 32) {
        found = _mm256_or_si256(found, _mm256_cmpeq_epi8(load(query + i), _mm256_set1_epi8(INT8_MIN)));
    }
    return !_mm256_testz_si256(found, found);
}

AVX2 static inline __m128i dot_rows(const int8_t *query, const int8_t *const rows[4], size_t stride) {
    __m256i sums[4];
    for (int r = 0; r < 4; r++) sums[r] = _mm256_setzero_si256();
    for (size_t i = 0; i < stride; i += 32) {
        const __m256i q = load(query + i);
        for (int r = 0; r < 4; r++) {
            const __m256i row = load(rows[r] + i);
            sums[r] = add_products(sums[r], q, row, _mm256_abs_epi8(row));
        }
    }
    return totals(sums[0], sums[1], sums[2], sums[3]);
}

AVX2 void ck_dots_avx2(const int8_t *query, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    if (has_least(query, stride)) {
        ck_dots_scalar(query, rows, stride, count, dots);
        return;
    }
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
    if (has_least(query, stride)) {
        ck_dots_at_scalar(query, rows, stride, count, dots);
        return;
    }
    size_t i = 0;
    for (; i + 4 <= count; i += 4) _mm_storeu_si128((__m128i *)(dots + i), dot_rows(query, rows + i, stride));
    ck_dots_at_scalar(query, rows + i, stride, count - i, dots + i);
}

/* Two rows at a time: eight sums, two rows and their sizes fill the registers. */
AVX2 void ck_dots4_avx2(const int8_t *queries, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    if (has_least(queries, 4 * stride)) {
        ck_dots4_scalar(queries, rows, stride, count, dots);
        return;
    }
    for (size_t i = 0; i < count; i += 2) {
        const int8_t *one = rows + i * stride, *two = i + 1 < count ? one + stride : one;
        __m256i first[4], second[4];
        for (int q = 0; q < 4; q++) first[q] = second[q] = _mm256_setzero_si256();
        for (size_t at = 0; at < stride; at += 32) {
            const __m256i a = load(one + at), b = load(two + at);
            const __m256i sizes_of_a = _mm256_abs_epi8(a), sizes_of_b = _mm256_abs_epi8(b);
            for (int q = 0; q < 4; q++) {
                const __m256i values = load(queries + (size_t)q * stride + at);
                first[q] = add_products(first[q], values, a, sizes_of_a);
                second[q] = add_products(second[q], values, b, sizes_of_b);
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

/* The sums of a block, in the order of its rows: each half of a register has 16 rows and tables of its own. */
AVX2 static inline __m256i look_up(const ck_probe *probe, const uint8_t *codes, size_t bytes) {
    const __m256i mask = _mm256_set1_epi8(15);
    const uint8_t *low = probe->tables, *high = low + CK_TABLE_BYTES * bytes;
    /* Sums of even rows with 256 times those of odd rows, and those of odd rows alone. */
    __m256i both = _mm256_setzero_si256(), odd = both;
    for (size_t b = 0; b < bytes; b += 2 * BYTES_OF_SUM) {
        __m256i sums = _mm256_setzero_si256();
        for (size_t i = b; i < b + 2 * BYTES_OF_SUM && i < bytes; i += 2) {
            const __m256i code = load(codes + CK_BLOCK_ROWS * i);
            const __m256i back = _mm256_and_si256(_mm256_srli_epi16(code, 4), mask);
            sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(load(low + CK_TABLE_BYTES * i), _mm256_and_si256(code, mask)));
            sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(load(high + CK_TABLE_BYTES * i), back));
        }
        both = _mm256_add_epi16(both, sums);
        odd = _mm256_add_epi16(odd, _mm256_srli_epi16(sums, 8));
    }
    const __m256i even = _mm256_sub_epi16(both, _mm256_slli_epi16(odd, 8));
    const __m256i first = _mm256_unpacklo_epi16(even, odd), last = _mm256_unpackhi_epi16(even, odd);
    return _mm256_add_epi16(_mm256_permute2x128_si256(first, last, 0x20), _mm256_permute2x128_si256(first, last, 0x31));
}

/* Writes the keys of the eight rows whose bits are set. */
AVX2 static inline size_t write_keys(__m256i cost, uint32_t passing, const uint32_t *slots, uint64_t *keys) {
    uint32_t costs[8];
    size_t count = 0;
    _mm256_storeu_si256((__m256i *)costs, cost);
    for (; passing; passing &= passing - 1) {
        const int row = __builtin_ctz(passing);
        keys[count++] = (uint64_t)costs[row] << 32 | slots[row];
    }
    return count;
}

AVX2 static inline size_t estimate(const ck_probe *probe, const uint8_t *codes, size_t bytes, const int16_t *factors,
                                   const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit,
                                   uint64_t *keys) {
    const __m256i most = _mm256_set1_epi32((int32_t)limit), share = _mm256_set1_epi32((int32_t)((uint32_t)weight << 16));
    const __m256i all = _mm256_set1_epi16((int16_t)all_levels(probe)), zero_cost = _mm256_set1_epi32(CK_DOT_COST);
    size_t count = 0;
    for (size_t b = 0; b < blocks; b++, codes += CK_BLOCK_ROWS * bytes, slots += CK_BLOCK_ROWS) {
        const __m256i sums = look_up(probe, codes, bytes);
        const __m256i products = _mm256_sub_epi16(all, _mm256_add_epi16(sums, sums));
        for (int half = 0; half < 2; half++, factors += CK_BLOCK_ROWS) {
            const __m128i eight = half ? _mm256_extracti128_si256(products, 1) : _mm256_castsi256_si128(products);
            const __m256i pairs = _mm256_or_si256(_mm256_cvtepu16_epi32(eight), share);
            const __m256i cost = _mm256_sub_epi32(zero_cost, _mm256_madd_epi16(pairs, load(factors)));
            const __m256i passes = _mm256_cmpeq_epi32(_mm256_max_epu32(cost, most), most);
            const uint32_t passing = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(passes));
            if (passing) count += write_keys(cost, passing, slots + 8 * half, keys + count);
        }
    }
    return count;
}

AVX2 size_t ck_estimate_avx2(const ck_probe *probe, const uint8_t *codes, const int16_t *factors, const uint32_t *slots,
                             size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys) {
    /* A known number of bytes unrolls the loop. */
    if (probe->bytes == 32) return estimate(probe, codes, 32, factors, slots, blocks, weight, limit, keys);
    return estimate(probe, codes, probe->bytes, factors, slots, blocks, weight, limit, keys);
}

AVX2 void ck_rotate_avx2(int32_t *values, size_t count, const int32_t *signs) { rotate(values, count, signs); }

AVX2 void ck_code_row_avx2(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs, uint8_t *code,
                           size_t step, int16_t *factors) {
    code_row(row, center, stride, signs, code, step, factors);
}

AVX2 void ck_aim_avx2(const int32_t *values, size_t count, uint8_t *tables, ck_probe *probe) {
    aim(values, count, tables, probe);
}
#endif
