/* Plain C that gains from wider registers, compiled once for each width. See ckernels_match.h. */
#ifndef CK_ROTATE_H
#define CK_ROTATE_H

#include <string.h>

#include "match.h"

#define ALWAYS static inline __attribute__((always_inline))

/* log2 of the largest power of two that is at most `count`. */
ALWAYS int largest_power(size_t count) { return 63 - __builtin_clzll(count); }

typedef int32_t eight __attribute__((vector_size(32), aligned(4)));

/*
 * One transform of 1 << power values, 8 at least, in place: neighbors within eight values change places in a register,
 * and all farther ones are whole vectors apart.
 */
ALWAYS void transform(int32_t *values, int power) {
    const size_t length = (size_t)1 << power;
    for (size_t i = 0; i < length; i += 8) {
        eight v = *(eight *)(values + i);
        v = __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6) + v * (eight){1, -1, 1, -1, 1, -1, 1, -1};
        v = __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5) + v * (eight){1, 1, -1, -1, 1, 1, -1, -1};
        v = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3) + v * (eight){1, 1, 1, 1, -1, -1, -1, -1};
        *(eight *)(values + i) = v;
    }
    for (size_t step = 8; step < length; step *= 2) {
        for (size_t first = 0; first < length; first += 2 * step) {
            for (size_t i = first; i < first + step; i += 8) {
                eight *const low = (eight *)(values + i), *const high = (eight *)(values + i + step);
                const eight a = *low, b = *high;
                *low = a + b;
                *high = a - b;
            }
        }
    }
}

ALWAYS void rotate(int32_t *values, size_t count, const int32_t *signs) {
    const int power = largest_power(count);
    const size_t length = (size_t)1 << power;
    for (int pass = 0; pass < 4; pass++, signs += count) {
        int32_t *part = values + (pass & 1 ? count - length : 0);
        if (part == values && pass & 1) continue;
        for (size_t i = 0; i < length; i++) part[i] = (part[i] ^ signs[i]) - signs[i];
        transform(part, power);
        for (size_t i = 0; i < length; i++) part[i] >>= power / 2;
    }
}

/*
 * The code and the two factors of a row, by the residual to its center. Integers but for the last steps, so that every
 * machine gets the same.
 */
ALWAYS void code_row(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs, uint8_t *code,
                     size_t step, int16_t *factors) {
#pragma STDC FP_CONTRACT OFF
    int32_t values[CK_ROW_LIMIT];
    int64_t squares = 0, sum = 0, turned = 0;
    int32_t dot = 0;
    for (size_t i = 0; i < stride; i++) dot += row[i] * center->values[i];
    const double share = center->squares > 0 ? (double)dot / (double)center->squares : 0;
    const double wide = share * (1 << 18);
    const int32_t scale = (int32_t)(wide > 1 << 23 ? 1 << 23 : wide < -(1 << 23) ? -(1 << 23) : wide);
    for (size_t i = 0; i < stride; i++) values[i] = row[i] * 256 - ((scale * center->values[i]) >> 10);
    for (size_t i = 0; i < stride; i++) squares += (int64_t)values[i] * values[i];
    rotate(values, stride, signs);
    for (size_t i = 0; i < stride; i++) sum += values[i] < 0 ? -values[i] : values[i];
    for (size_t i = 0; i < stride; i++) turned += values[i] < 0 ? -center->turned[i] : center->turned[i];
    ck_write_code(values, stride, code, step);
    const double length = sum > 0 ? (double)squares / (double)sum / 256 : 0;
    const double off = center->squares > 0 ? length * ((double)turned / 256) / (double)center->squares : 0;
    const double first = (share - off) * CK_SHARE_UNIT, second = length * CK_LENGTH_UNIT;
    factors[0] = (int16_t)(second > INT16_MAX ? INT16_MAX : second);
    factors[1] = (int16_t)(first > INT16_MAX ? INT16_MAX : first < -INT16_MAX ? -INT16_MAX : first);
}

/* The maximum is found over whole vectors, its index afterwards. */
ALWAYS size_t largest(const int32_t *values, size_t count) {
    int32_t most = values[0];
    for (size_t i = 1; i < count; i++) most = values[i] > most ? values[i] : most;
    size_t at = 0;
    while (values[at] != most) at++;
    return at;
}

#endif
