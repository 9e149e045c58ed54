#if defined(__aarch64__)
#include <arm_neon.h>

#include "../kernels.h"

#define INLINE static inline __attribute__((always_inline))

/* Output pixels per step. The last step is moved left to end with the row; narrower rows go to the scalar kernel. */
#define STEP 8

/* The values that are constant along a row. All functions with it are inlined, so that it never exists in memory. */
typedef struct row {
    const uint8_t *src;
    const int32_t *starts;
    const int16_t *weights;
    size_t taps, channels;
} row;

/* Eight pixels, channel by channel. */
typedef struct planes {
    uint8x8_t of[4];
} planes;

INLINE planes load_eight(const uint8_t *pixels, size_t channels) {
    planes eight = {{vdup_n_u8(0), vdup_n_u8(0), vdup_n_u8(0), vdup_n_u8(0)}};
    if (channels == 1) {
        eight.of[0] = vld1_u8(pixels);
    } else if (channels == 3) {
        const uint8x8x3_t rgb = vld3_u8(pixels);
        for (int c = 0; c < 3; c++) eight.of[c] = rgb.val[c];
    } else {
        const uint8x8x4_t rgba = vld4_u8(pixels);
        for (int c = 0; c < 4; c++) eight.of[c] = rgba.val[c];
    }
    return eight;
}

INLINE void store_eight(uint8_t *dst, planes eight, size_t channels) {
    if (channels == 1) {
        vst1_u8(dst, eight.of[0]);
    } else if (channels == 3) {
        const uint8x8x3_t rgb = {{eight.of[0], eight.of[1], eight.of[2]}};
        vst3_u8(dst, rgb);
    } else {
        const uint8x8x4_t rgba = {{eight.of[0], eight.of[1], eight.of[2], eight.of[3]}};
        vst4_u8(dst, rgba);
    }
}

/* Each channel's sum for output pixel x, in four parts. */
INLINE void sum_one(row r, size_t x, int32x4_t sums[4]) {
    const uint8_t *pixels = r.src + (size_t)r.starts[x] * r.channels;
    const int16_t *weights = r.weights + x * r.taps;
    for (size_t c = 0; c < r.channels; c++) sums[c] = vdupq_n_s32(0);
    for (size_t t = 0; t < r.taps; t += 8) {
        const int16x4_t none = vdup_n_s16(0);
        const int16x8_t weight = t + 4 < r.taps ? vld1q_s16(weights + t) : vcombine_s16(vld1_s16(weights + t), none);
        const planes eight = load_eight(pixels + t * r.channels, r.channels);
        for (size_t c = 0; c < r.channels; c++) {
            const int16x8_t values = vreinterpretq_s16_u16(vmovl_u8(eight.of[c]));
            sums[c] = vmlal_s16(sums[c], vget_low_s16(values), vget_low_s16(weight));
            sums[c] = vmlal_high_s16(sums[c], values, weight);
        }
    }
}

/* Rounded sums of four output pixels, channel by channel. */
INLINE void sum_four(row r, size_t x, uint16x4_t values[4]) {
    int32x4_t a[4], b[4], c[4], d[4];
    sum_one(r, x, a);
    sum_one(r, x + 1, b);
    sum_one(r, x + 2, c);
    sum_one(r, x + 3, d);
    for (size_t i = 0; i < r.channels; i++) {
        const int32x4_t sums = vpaddq_s32(vpaddq_s32(a[i], b[i]), vpaddq_s32(c[i], d[i]));
        values[i] = vqrshrun_n_s32(sums, CK_WEIGHT_BITS);
    }
}

/* Inlined with constant `channels`. */
INLINE void blend(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps, size_t channels,
                  uint8_t *dst, size_t width) {
    const row r = {src, starts, weights, taps, channels};
    for (size_t x = 0; x < width; x += STEP) {
        if (x + STEP > width) x = width - STEP;
        uint16x4_t low[4], high[4];
        sum_four(r, x, low);
        sum_four(r, x + 4, high);
        planes eight = {{vdup_n_u8(0), vdup_n_u8(0), vdup_n_u8(0), vdup_n_u8(0)}};
        for (size_t c = 0; c < channels; c++) eight.of[c] = vqmovn_u16(vcombine_u16(low[c], high[c]));
        store_eight(dst + x * channels, eight, channels);
    }
}

void ck_blend_columns_neon(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                           size_t channels, uint8_t *dst, size_t width) {
    if (width < STEP) {
        ck_blend_columns_scalar(src, starts, weights, taps, channels, dst, width);
        return;
    }
    switch (channels) {
    case 1: blend(src, starts, weights, taps, 1, dst, width); break;
    case 3: blend(src, starts, weights, taps, 3, dst, width); break;
    default: blend(src, starts, weights, taps, 4, dst, width);
    }
}
#endif
