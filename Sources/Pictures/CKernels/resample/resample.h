/* The variants that dispatch.c chooses from. The functions are described in include/ckernels_resample.h. */
#ifndef CK_RESAMPLE_H
#define CK_RESAMPLE_H

#include "../include/ckernels_resample.h"

#define CK_RESAMPLE_HALF (1 << (CK_RESAMPLE_BITS - 1))

void ck_resample_columns_scalar(const uint8_t *src, size_t stride, size_t rows, size_t pixels, size_t channels,
                                const ck_resample_table *table, uint8_t *scratch, uint8_t *dst);
void ck_resample_rows_scalar(const uint8_t *src, size_t stride, size_t bytes, const ck_resample_table *table,
                             uint8_t *dst);

#if defined(__x86_64__)
void ck_resample_columns_avx2(const uint8_t *src, size_t stride, size_t rows, size_t pixels, size_t channels,
                              const ck_resample_table *table, uint8_t *scratch, uint8_t *dst);
void ck_resample_rows_avx2(const uint8_t *src, size_t stride, size_t bytes, const ck_resample_table *table,
                           uint8_t *dst);
#endif

#endif
