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

/* The sums of rows 0 to 7 and 8 to 15 of a block. */
static inline uint16x8x2_t look_up(const ck_probe *probe, const uint8_t *codes) {
    const size_t bytes = probe->bytes;
    const uint8_t *low = probe->tables, *high = low + CK_TABLE_BYTES * bytes;
    uint16x8x2_t all = {{vdupq_n_u16(0), vdupq_n_u16(0)}};
    for (size_t b = 0; b < bytes; b += BYTES_OF_SUM) {
        uint8x16_t sums = vdupq_n_u8(0);
        for (size_t i = b; i < b + BYTES_OF_SUM && i < bytes; i++) {
            const uint8x16_t code = vld1q_u8(codes + CK_BLOCK_ROWS * i);
            sums = vaddq_u8(sums, vqtbl1q_u8(vld1q_u8(low + CK_TABLE_BYTES * i), vandq_u8(code, vdupq_n_u8(15))));
            sums = vaddq_u8(sums, vqtbl1q_u8(vld1q_u8(high + CK_TABLE_BYTES * i), vshrq_n_u8(code, 4)));
        }
        all.val[0] = vaddw_u8(all.val[0], vget_low_u8(sums));
        all.val[1] = vaddw_high_u8(all.val[1], sums);
    }
    return all;
}

/* The costs of four rows: of their lengths, their shares and <signs, query>. */
static inline uint32x4_t costs_of(int16x4_t lengths, int16x4_t shares, int16x4_t products, int16_t weight) {
    const int32x4_t value = vmlal_n_s16(vmull_s16(lengths, products), shares, weight);
    return vreinterpretq_u32_s32(vsubq_s32(vdupq_n_s32(CK_DOT_COST), value));
}

size_t ck_estimate_neon(const ck_probe *probe, const uint8_t *codes, const int16_t *factors, const uint32_t *slots,
                        size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys) {
    const int16x8_t all = vdupq_n_s16((int16_t)all_levels(probe));
    size_t count = 0;
    for (size_t b = 0; b < blocks; b++, codes += CK_BLOCK_ROWS * probe->bytes) {
        const uint16x8x2_t sums = look_up(probe, codes);
        for (int half = 0; half < 2; half++, factors += CK_BLOCK_ROWS, slots += CK_BLOCK_ROWS / 2) {
            const int16x8_t product = vsubq_s16(all, vreinterpretq_s16_u16(vaddq_u16(sums.val[half], sums.val[half])));
            const int16x8x2_t pair = vld2q_s16(factors);
            uint32_t costs[8];
            vst1q_u32(costs, costs_of(vget_low_s16(pair.val[0]), vget_low_s16(pair.val[1]), vget_low_s16(product),
                                      (int16_t)weight));
            vst1q_u32(costs + 4, costs_of(vget_high_s16(pair.val[0]), vget_high_s16(pair.val[1]),
                                          vget_high_s16(product), (int16_t)weight));
            for (size_t r = 0; r < 8; r++) {
                keys[count] = (uint64_t)costs[r] << 32 | slots[r];
                count += costs[r] <= limit;
            }
        }
    }
    return count;
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
