/* The variants that dispatch.c chooses from. The functions are described in include/ckernels.h. */
#ifndef CK_KERNELS_H
#define CK_KERNELS_H

#include "include/ckernels.h"

#define CK_HALF (1 << (CK_WEIGHT_BITS - 1))

void ck_blend_rows_scalar(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first, const int16_t *weights,
                          size_t taps, uint8_t *dst, size_t bytes);
void ck_blend_columns_scalar(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                             size_t channels, uint8_t *dst, size_t width);

#if defined(__x86_64__)
void ck_blend_rows_avx2(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first, const int16_t *weights,
                        size_t taps, uint8_t *dst, size_t bytes);
void ck_blend_columns_avx2(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                           size_t channels, uint8_t *dst, size_t width);
void ck_blend_rows_avx512(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first, const int16_t *weights,
                          size_t taps, uint8_t *dst, size_t bytes);
void ck_blend_columns_avx512(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                             size_t channels, uint8_t *dst, size_t width);
#endif

#if defined(__aarch64__)
void ck_blend_rows_neon(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first, const int16_t *weights,
                        size_t taps, uint8_t *dst, size_t bytes);
void ck_blend_columns_neon(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                           size_t channels, uint8_t *dst, size_t width);
#endif

#endif
