#if defined(__aarch64__)
#include <arm_neon.h>

#include "coded.h"
#include "rotate.h"

/* Adds the products of 16 bytes. Two products of -128 fit into 16 bits once, so they are widened at once. */
static inline int32x4_t add_products(int32x4_t sums, int8x16_t a, int8x16_t b) {
    sums = vpadalq_s16(sums, vmull_s8(vget_low_s8(a), vget_low_s8(b)));
    return vpadalq_s16(sums, vmull_high_s8(a, b));
}

static inline void dot_rows(const int8_t *query, const int8_t *const rows[4], size_t stride, int32_t dots[4]) {
    int32x4_t sums[4];
    for (int r = 0; r < 4; r++) sums[r] = vdupq_n_s32(0);
    for (size_t i = 0; i < stride; i += 16) {
        const int8x16_t q = vld1q_s8(query + i);
        for (int r = 0; r < 4; r++) sums[r] = add_products(sums[r], q, vld1q_s8(rows[r] + i));
    }
    for (int r = 0; r < 4; r++) dots[r] = vaddvq_s32(sums[r]);
}

void ck_dots_neon(const int8_t *query, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const int8_t *row = rows + i * stride;
        const int8_t *const four[4] = {row, row + stride, row + 2 * stride, row + 3 * stride};
        prefetch(row, CK_AHEAD, 4 * stride);
        dot_rows(query, four, stride, dots + i);
    }
    ck_dots_scalar(query, rows + i * stride, stride, count - i, dots + i);
}

void ck_dots_at_neon(const int8_t *query, const int8_t *const *rows, size_t stride, size_t count, int32_t *dots) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) dot_rows(query, rows + i, stride, dots + i);
    ck_dots_at_scalar(query, rows + i, stride, count - i, dots + i);
}

void ck_dots4_neon(const int8_t *queries, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    const int8_t *const four[4] = {queries, queries + stride, queries + 2 * stride, queries + 3 * stride};
    for (size_t i = 0; i < count; i++) {
        int32_t sums[4];
        dot_rows(rows + i * stride, four, stride, sums);
        for (size_t q = 0; q < 4; q++) dots[q * count + i] = sums[q];
    }
}

uint64_t ck_hamming_neon(const uint64_t *query, const uint64_t *codes, size_t words, size_t blocks, uint32_t limit,
                         uint16_t *distances) {
    uint64_t passing = 0;
    for (size_t b = 0; b < blocks; b++, codes += words * CK_BLOCK_ROWS) {
        uint64x2_t sums[4];
        for (int i = 0; i < 4; i++) sums[i] = vdupq_n_u64(0);
        for (size_t w = 0; w < words; w++) {
            const uint64x2_t q = vdupq_n_u64(query[w]);
            for (int i = 0; i < 4; i++) {
                const uint64x2_t other = veorq_u64(q, vld1q_u64(codes + w * CK_BLOCK_ROWS + 2 * i));
                const uint8x16_t bits = vcntq_u8(vreinterpretq_u8_u64(other));
                sums[i] = vpadalq_u32(sums[i], vpaddlq_u16(vpaddlq_u8(bits)));
            }
        }
        uint64_t lanes[CK_BLOCK_ROWS];
        for (int i = 0; i < 4; i++) vst1q_u64(lanes + 2 * i, sums[i]);
        for (size_t r = 0; r < CK_BLOCK_ROWS; r++) {
            distances[b * CK_BLOCK_ROWS + r] = (uint16_t)lanes[r];
            passing |= (uint64_t)(lanes[r] <= limit) << (b * CK_BLOCK_ROWS + r);
        }
    }
    return passing;
}

size_t ck_estimate_neon(const ck_probe *probe, const uint64_t *codes, const int16_t *factors,
                        const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys) {
    uint16_t distances[CK_PLANES][64];
    for (size_t p = 0; p < CK_PLANES; p++) {
        ck_hamming_neon(probe->planes + p * probe->words, codes, probe->words, blocks, 0, distances[p]);
    }
    return weigh(distances, probe->words, factors, slots, blocks, weight, limit, keys);
}

void ck_assign_neon(const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride,
                    uint32_t first, int32_t *best, uint32_t *nearest) {
    int32_t dots[4 * 64];
    for (size_t c = 0; c < tally; c += 64) {
        const size_t here = tally - c < 64 ? tally - c : 64;
        for (size_t r = 0; r < count; r += 4) {
            ck_dots4_neon(rows + r * stride, centers + c * stride, stride, here, dots);
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
