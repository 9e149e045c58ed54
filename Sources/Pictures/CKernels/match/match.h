/* The variants that match/dispatch.c chooses from. The functions are described in include/ckernels_match.h. */
#ifndef CK_MATCH_H
#define CK_MATCH_H

#include <string.h>

#include "../include/ckernels_match.h"

/* The distance of prefetching in a scan: processors prefetch by themselves, but not far enough in such short loops. */
#define CK_AHEAD 16384

/* Prefetches `bytes` bytes, `ahead` behind `from`. They may be beyond the end of any array; nothing is read. */
static inline __attribute__((always_inline)) void prefetch(const void *from, size_t ahead, size_t bytes) {
    for (size_t line = 0; line < bytes; line += 64) __builtin_prefetch((const void *)((uintptr_t)from + ahead + line));
}

#define CK_MATCH_KERNELS(isa)                                                                                          \
    void ck_dots_##isa(const int8_t *query, const int8_t *rows, size_t stride, size_t count, int32_t *dots);           \
    void ck_dots4_##isa(const int8_t *queries, const int8_t *rows, size_t stride, size_t count, int32_t *dots);        \
    void ck_dots_at_##isa(const int8_t *query, const int8_t *const *rows, size_t stride, size_t count, int32_t *dots); \
    void ck_assign_##isa(const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride,         \
                         uint32_t first, int32_t *best, uint32_t *nearest);                                            \
    size_t ck_estimate_##isa(const ck_probe *probe, const uint8_t *codes, const int16_t *factors,                      \
                             const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys);

CK_MATCH_KERNELS(scalar)
void ck_rotate_scalar(int32_t *values, size_t count, const int32_t *signs);
void ck_code_row_scalar(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs, uint8_t *code,
                       size_t step, int16_t *factors);
void ck_aim_scalar(const int32_t *values, size_t count, uint8_t *tables, ck_probe *probe);
#if defined(__x86_64__)
CK_MATCH_KERNELS(avx2)
void ck_rotate_avx2(int32_t *values, size_t count, const int32_t *signs);
void ck_code_row_avx2(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs, uint8_t *code,
                       size_t step, int16_t *factors);
void ck_aim_avx2(const int32_t *values, size_t count, uint8_t *tables, ck_probe *probe);
CK_MATCH_KERNELS(avx512)
#endif
#if defined(__aarch64__)
CK_MATCH_KERNELS(neon)
#endif

#endif
