/* Plain C behind the estimates by codes, compiled once for each width. See ckernels_match.h. */
#ifndef CK_CODED_H
#define CK_CODED_H

#include <math.h>

#include "match.h"

#ifndef ALWAYS
#define ALWAYS static inline __attribute__((always_inline))
#endif

/* Hamming distances to the planes of a query become keys. */
ALWAYS size_t weigh(const uint16_t distances[CK_PLANES][64], size_t words, const int16_t *factors,
                    const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys) {
    const int32_t all = (int32_t)(64 * words * ((1 << CK_PLANES) - 1));
    uint32_t costs[64];
    for (size_t b = 0; b < blocks; b++, factors += 2 * CK_BLOCK_ROWS) {
        for (size_t r = 0; r < CK_BLOCK_ROWS; r++) {
            const size_t i = b * CK_BLOCK_ROWS + r;
            int32_t sum = 0;
            for (int p = CK_PLANES - 1; p >= 0; p--) sum = 2 * sum + distances[p][i];
            const int32_t value = weight * factors[r] + factors[CK_BLOCK_ROWS + r] * (all - 2 * sum);
            costs[i] = (uint32_t)CK_DOT_COST - (uint32_t)value;
        }
    }
    size_t count = 0;
    for (size_t i = 0; i < blocks * CK_BLOCK_ROWS; i++) {
        keys[count] = (uint64_t)costs[i] << 32 | slots[i];
        count += costs[i] <= limit;
    }
    return count;
}

/* Eight equal steps of 0.586 standard deviations lose least of normal values (Max, 1960). */
ALWAYS void aim(const int32_t *values, size_t words, uint64_t *planes, ck_probe *probe) {
    int64_t squares = 0;
    for (size_t i = 0; i < 64 * words; i++) squares += (int64_t)values[i] * values[i];
    const int32_t step = (int32_t)(0.586 * sqrt((double)squares / (double)(64 * words))) + 1;
    for (size_t w = 0; w < words; w++, values += 64) {
        uint64_t bits[CK_PLANES] = {0};
        for (size_t i = 0; i < 64; i++) {
            int32_t level = 0;
            for (int32_t k = -3; k <= 3; k++) level += values[i] >= k * step;
            for (int p = 0; p < CK_PLANES; p++) bits[p] |= (uint64_t)(level >> p & 1) << i;
        }
        for (size_t p = 0; p < CK_PLANES; p++) planes[p * words + w] = bits[p];
    }
    probe->planes = planes;
    probe->words = words;
    probe->weight = ((int64_t)512 * CK_LENGTH_UNIT << 24) / ((int64_t)CK_SHARE_UNIT * step);
}

#endif
