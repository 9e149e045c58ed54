/* The specification of the resampling kernels, and what machines without a vector version run. */
#include "../kernels.h"

static inline uint8_t clamp8(int32_t sum) {
    int32_t value = sum >> CK_WEIGHT_BITS;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* Columns summed at once: few enough to stay in the first cache, enough for the compiler to vectorise. */
#define BLOCK 256

void ck_blend_rows_scalar(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first, const int16_t *weights,
                          size_t taps, uint8_t *dst, size_t bytes) {
    int32_t sums[BLOCK];
    for (size_t start = 0; start < bytes; start += BLOCK) {
        size_t count = bytes - start < BLOCK ? bytes - start : BLOCK;
        for (size_t i = 0; i < count; i++) sums[i] = CK_HALF;
        for (size_t t = 0; t < taps; t++) {
            const uint8_t *row = ring + (first + t) % ring_rows * stride + start;
            const int32_t weight = weights[t];
            for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
        }
        for (size_t i = 0; i < count; i++) dst[start + i] = clamp8(sums[i]);
    }
}

void ck_blend_columns_scalar(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                             size_t channels, uint8_t *dst, size_t width) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *pixels = src + (size_t)starts[x] * channels;
        for (size_t c = 0; c < channels; c++) {
            int32_t sum = CK_HALF;
            for (size_t t = 0; t < taps; t++) sum += weights[x * taps + t] * pixels[t * channels + c];
            dst[x * channels + c] = clamp8(sum);
        }
    }
}
