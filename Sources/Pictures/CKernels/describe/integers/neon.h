/* Registers of 16 bytes, for neon.c and neondot.c, which define CKI_TARGET and the product of four. */
#include <arm_neon.h>

/* Channels 0-3, 8-11, 4-7, 12-15. */
typedef struct lanes { int32x4_t quarter[4]; } lanes;
/* Values less 128, so that they have a sign as the weights do. */
typedef struct bytes { int8x16_t quarter[4]; } bytes;
typedef bytes taps;
typedef struct four { uint8x16_t pixel[4]; } four;

CKI_TARGET CKI_INLINE lanes begin(const cki_scales *scales) {
    lanes out;
    CKI_UNROLL
    for (int i = 0; i < 4; i++) out.quarter[i] = vld1q_s32(scales->raised + 4 * i);
    return out;
}

CKI_TARGET CKI_INLINE int8x16_t lowered(uint8x16_t values) {
    return vreinterpretq_s8_u8(veorq_u8(values, vdupq_n_u8(128)));
}

CKI_TARGET CKI_INLINE bytes same(const uint8_t *quad) {
    uint32_t four;
    memcpy(&four, quad, sizeof four);
    int8x16_t all = lowered(vreinterpretq_u8_u32(vdupq_n_u32(four)));
    return (bytes){{all, all, all, all}};
}

CKI_TARGET CKI_INLINE bytes columns(const uint8_t *pixels) {
    uint8x16x2_t left = vzipq_u8(vld1q_u8(pixels), vld1q_u8(pixels + 16));
    uint8x16x2_t right = vzipq_u8(vld1q_u8(pixels + 32), vld1q_u8(pixels + 48));
    bytes out;
    CKI_UNROLL
    for (int half = 0; half < 2; half++) {
        uint16x8x2_t both = vzipq_u16(vreinterpretq_u16_u8(left.val[half]), vreinterpretq_u16_u8(right.val[half]));
        out.quarter[half] = lowered(vreinterpretq_u8_u16(both.val[0]));
        out.quarter[half + 2] = lowered(vreinterpretq_u8_u16(both.val[1]));
    }
    return out;
}

CKI_TARGET CKI_INLINE lanes dot(lanes sums, bytes values, const int8_t *weights) {
    CKI_UNROLL
    for (int i = 0; i < 4; i++)
        sums.quarter[i] = dot_four(sums.quarter[i], values.quarter[i], vld1q_s8(weights + 16 * i));
    return sums;
}

/* Four channels of a pixel as 16-bit numbers. */
CKI_TARGET CKI_INLINE int16x4_t scaled(int32x4_t sums, const cki_scales *scales, int quarter) {
    int32x4_t shifts = vnegq_s32(vld1q_s32(scales->shift + 4 * quarter));
    int16x4_t factors = vmovn_s32(vld1q_s32(scales->factor + 4 * quarter));
    return vqrdmulh_s16(vqmovn_s32(vshlq_s32(sums, shifts)), factors);
}

CKI_TARGET CKI_INLINE four narrowed(const lanes sums[4], const cki_scales *scales, int32_t zero,
                                    const uint8_t *residual) {
    four out;
    CKI_UNROLL
    for (int pixel = 0; pixel < 4; pixel++) {
        uint8x16_t base = residual ? vld1q_u8(residual + pixel * CKI_GROUP) : vdupq_n_u8((uint8_t)zero);
        const int32x4_t *quarter = sums[pixel].quarter;
        int16x8_t low = vcombine_s16(scaled(quarter[0], scales, 0), scaled(quarter[2], scales, 2));
        int16x8_t high = vcombine_s16(scaled(quarter[1], scales, 1), scaled(quarter[3], scales, 3));
        low = vqaddq_s16(low, vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(base))));
        high = vqaddq_s16(high, vreinterpretq_s16_u16(vmovl_u8(vget_high_u8(base))));
        out.pixel[pixel] = vcombine_u8(vqmovun_s16(low), vqmovun_s16(high));
    }
    return out;
}

CKI_TARGET CKI_INLINE void put(four pixels, const size_t from, const size_t count, uint8_t *out) {
    CKI_UNROLL
    for (size_t pixel = 0; pixel < count; pixel++) vst1q_u8(out + pixel * CKI_GROUP, pixels.pixel[from + pixel]);
}
