#if defined(__aarch64__)
#include <arm_neon.h>

#include "../kernels.h"

/* Adds weight * row for 16 columns to four vectors of sums. */
static inline void add_row(int32x4_t sums[4], const uint8_t *row, int16x8_t weight) {
    const uint8x16_t bytes = vld1q_u8(row);
    const int16x8_t low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(bytes)));
    const int16x8_t high = vreinterpretq_s16_u16(vmovl_high_u8(bytes));
    sums[0] = vmlal_s16(sums[0], vget_low_s16(low), vget_low_s16(weight));
    sums[1] = vmlal_high_s16(sums[1], low, weight);
    sums[2] = vmlal_s16(sums[2], vget_low_s16(high), vget_low_s16(weight));
    sums[3] = vmlal_high_s16(sums[3], high, weight);
}

/* The narrowing shifts round and clamp. */
static inline void store(uint8_t *dst, const int32x4_t sums[4]) {
    const uint16x8_t low = vqrshrun_high_n_s32(vqrshrun_n_s32(sums[0], CK_WEIGHT_BITS), sums[1], CK_WEIGHT_BITS);
    const uint16x8_t high = vqrshrun_high_n_s32(vqrshrun_n_s32(sums[2], CK_WEIGHT_BITS), sums[3], CK_WEIGHT_BITS);
    vst1q_u8(dst, vqmovn_high_u16(vqmovn_u16(low), high));
}

void ck_blend_rows_neon(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first, const int16_t *weights,
                        size_t taps, uint8_t *dst, size_t bytes) {
    const size_t ring_bytes = stride * ring_rows, begin = first % ring_rows * stride;
    for (size_t column = 0; column < bytes; column += 64) {
        int32x4_t sums[4][4];
        for (int i = 0; i < 4; i++) sums[i][0] = sums[i][1] = sums[i][2] = sums[i][3] = vdupq_n_s32(0);
        size_t row = begin;
        for (size_t t = 0; t < taps; t++) {
            int16x8_t weight = vdupq_n_s16(weights[t]);
            /* Keeps clang from seeing eight equal lanes, for which it trades smlal2 for two instructions. */
            __asm__("" : "+w"(weight));
            for (int i = 0; i < 4; i++) add_row(sums[i], ring + row + column + 16 * i, weight);
            row += stride;
            if (row == ring_bytes) row = 0;
        }
        for (int i = 0; i < 4; i++) store(dst + column + 16 * i, sums[i]);
    }
}
#endif
