/* Plain C behind the estimates by codes, compiled once for each width. See ckernels_match.h. */
#ifndef CK_CODED_H
#define CK_CODED_H

#include <math.h>

#include "match.h"

#ifndef ALWAYS
#define ALWAYS static inline __attribute__((always_inline))
#endif

typedef uint8_t sixteen __attribute__((vector_size(16), aligned(1)));

/* So many bytes of codes can be looked up before a byte that sums both halves overflows. */
enum { BYTES_OF_SUM = UINT8_MAX / (2 * 4 * (CK_LEVELS - 1)) };

/* The sum over all values of a query, where every sign is that of the value and the value the largest. */
ALWAYS int32_t all_levels(const ck_probe *probe) { return (int32_t)(8 * probe->bytes * (CK_LEVELS - 1)); }

/* Eight equal steps of 0.586 standard deviations lose least of normal values (Max, 1960). */
ALWAYS void aim(const int32_t *values, size_t count, uint8_t *tables, ck_probe *probe) {
    int64_t squares = 0;
    for (size_t i = 0; i < count; i++) squares += (int64_t)values[i] * values[i];
    const int32_t step = (int32_t)(0.586 * sqrt((double)squares / (double)count)) + 1;
    uint8_t levels[CK_ROW_LIMIT];
    for (size_t i = 0; i < count; i++) {
        int32_t level = 0;
        for (int32_t k = 1 - CK_LEVELS / 2; k < CK_LEVELS / 2; k++) level += values[i] >= k * step;
        levels[i] = (uint8_t)level;
    }
    /* A set sign counts what the level lacks to the largest one, the others the level: lower is nearer. */
    const uint8_t most = CK_LEVELS - 1;
    const sixteen number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    sixteen mask[4];
    for (int k = 0; k < 4; k++) mask[k] = (sixteen)((number >> k & 1) != 0) & most;
    for (size_t half = 0; half < 2; half++) {
        for (size_t b = 0; b < count / 8; b++, tables += CK_TABLE_BYTES) {
            const uint8_t *four = levels + 8 * b + 4 * half;
            sixteen sum = {0};
            for (int k = 0; k < 4; k++) sum += (four[k] + (sixteen){0}) ^ mask[k];
            *(sixteen *)tables = sum;
        }
    }
    probe->tables = tables - 2 * CK_TABLE_BYTES * (count / 8);
    probe->bytes = count / 8;
    probe->weight = ((int64_t)512 * CK_LENGTH_UNIT << 24) / ((int64_t)CK_SHARE_UNIT * step);
}

#endif
