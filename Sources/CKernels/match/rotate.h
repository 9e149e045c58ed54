/* Plain C that gains from wider registers, compiled once for each width. See ckernels_match.h. */
#ifndef CK_ROTATE_H
#define CK_ROTATE_H

#include <string.h>

#include "match.h"

#define ALWAYS static inline __attribute__((always_inline))

/* log2 of the largest power of two that is at most `count`. */
ALWAYS int largest_power(size_t count) { return 63 - __builtin_clzll(count); }

/*
 * One transform of 1 << power values. Each step adds and subtracts neighbors and puts sums before differences, which
 * gives the transform in the end and lets every step run over whole vectors.
 */
ALWAYS void transform(int32_t *values, int power, int32_t *spare) {
    const size_t half = (size_t)1 << (power - 1);
    int32_t *from = values, *to = spare;
    for (int step = 0; step < power; step++) {
        for (size_t i = 0; i < half; i++) {
            const int32_t a = from[2 * i], b = from[2 * i + 1];
            to[i] = a + b;
            to[half + i] = a - b;
        }
        int32_t *const swap = from;
        from = to;
        to = swap;
    }
    if (from != values) memcpy(values, from, 2 * half * sizeof *values);
}

ALWAYS void rotate(int32_t *values, size_t count, const int32_t *signs) {
    int32_t spare[CK_ROW_LIMIT];
    const int power = largest_power(count);
    const size_t length = (size_t)1 << power;
    for (int pass = 0; pass < 4; pass++, signs += count) {
        int32_t *part = values + (pass & 1 ? count - length : 0);
        if (part == values && pass & 1) continue;
        for (size_t i = 0; i < length; i++) part[i] = (part[i] ^ signs[i]) - signs[i];
        transform(part, power, spare);
        for (size_t i = 0; i < length; i++) part[i] >>= power / 2;
    }
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
