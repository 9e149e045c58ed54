/*
 * The loops behind nearest neighbors. No allocation, no libraries, no state beyond that of the caller.
 *
 * Rows are int8 vectors, `stride` bytes apart: a multiple of CK_ROW_BYTES, filled up with zeros, like every query.
 * Everything is exact integer arithmetic: the scalar version is the specification, and each vector version gives the
 * same numbers.
 */
#ifndef CKERNELS_MATCH_H
#define CKERNELS_MATCH_H

#include <stddef.h>
#include <stdint.h>

#include "ckernels.h"

/* Rows begin at multiples of so many bytes; codes have as many bits for each. */
#define CK_ROW_BYTES 64
/* Rows of a block of 1-bit codes: word w of its row r is at block[w * CK_BLOCK_ROWS + r]. */
#define CK_BLOCK_ROWS 8
/* Longest row in bytes, and code in bits. */
#define CK_ROW_LIMIT 4096
/* The cost of a dot product is CK_DOT_COST - dot, so that lower is better as it is for a Hamming distance. */
#define CK_DOT_COST 0x7fffffff

/* dots[i] = query . row i of `count` rows that lie one behind the other. */
typedef void (*ck_dots_fn)(const int8_t *query, const int8_t *rows, size_t stride, size_t count, int32_t *dots);
ck_dots_fn ck_dots(ck_isa isa);

/* The same for four queries, one behind the other, in one pass: dots[q * count + i]. */
typedef void (*ck_dots4_fn)(const int8_t *queries, const int8_t *rows, size_t stride, size_t count, int32_t *dots);
ck_dots4_fn ck_dots4(ck_isa isa);

/* The same for one query and `count` rows anywhere. */
typedef void (*ck_dots_at_fn)(const int8_t *query, const int8_t *const *rows, size_t stride, size_t count,
                              int32_t *dots);
ck_dots_at_fn ck_dots_at(ck_isa isa);

/*
 * Hamming distances between one code of `words` words and `blocks` <= 8 blocks of codes. Bit i of the result is set
 * where distances[i] <= limit.
 */
typedef uint64_t (*ck_hamming_fn)(const uint64_t *query, const uint64_t *codes, size_t words, size_t blocks,
                                  uint32_t limit, uint16_t *distances);
ck_hamming_fn ck_hamming(ck_isa isa);

/*
 * A rotation that spreads any vector evenly over `count` values (a multiple of CK_ROW_BYTES): two rounds of random
 * signs and a Walsh-Hadamard transform of the first and, where `count` is no power of two, of the last values, as many
 * as the largest power of two. signs: 4 * count values 0 or -1, one run for each transform, at random.
 * It works in place and keeps the length but for the rounding of `count` = 2 * 4^n, where it grows, and is meant for
 * int8 values times 256.
 */
typedef void (*ck_rotate_fn)(int32_t *values, size_t count, const int32_t *signs);
ck_rotate_fn ck_rotate(ck_isa isa);

/*
 * The `wanted` best rows seen so far and some more: keys are cost << 32 | slot, so that equal costs are ordered by
 * slot and the outcome does not depend on the order of the scan. A row enters only if its cost is <= limit.
 * `keys` holds `capacity` >= 2 * wanted + 64. `histogram` counts the costs of the keys where they are below
 * `costs`, so that the limit follows every change; without it (NULL) the limit follows when the capacity is used up.
 */
typedef struct ck_nearest {
    uint64_t *keys;
    size_t count, capacity, wanted;
    uint32_t *histogram;
    uint32_t costs;
    uint32_t limit;
    size_t within;
} ck_nearest;

/* Empties it. */
void ck_nearest_start(ck_nearest *nearest, size_t wanted);
/* Leaves the `wanted` best keys, unordered; there are fewer when fewer rows were seen. */
void ck_nearest_finish(ck_nearest *nearest);
/* Brings the `wanted` smallest of `count` different keys to the front; neither part is ordered. */
void ck_smallest(uint64_t *keys, size_t count, size_t wanted);

/*
 * Scans `count` rows from slot `first`, a multiple of 64. allowed: a bit for each slot, from slot `first`; whole words
 * of zeros are skipped.
 */
void ck_scan_rows(ck_isa isa, const int8_t *query, const int8_t *rows, size_t stride, size_t first, size_t count,
                  const uint64_t *allowed, ck_nearest *nearest);

/* Scans the 1-bit codes of such rows; there are whole blocks of them. */
void ck_scan_codes(ck_isa isa, const uint64_t *query, const uint64_t *codes, size_t words, size_t first, size_t count,
                   const uint64_t *allowed, ck_nearest *nearest);

/*
 * Scans lists of codes, those with the numbers in the low halves of `lists`: list n has the blocks starts[n] to
 * starts[n + 1], whose rows have the given slots (UINT32_MAX: no row). Only slots whose bits are set in both maps count.
 */
void ck_scan_lists(ck_isa isa, const uint64_t *query, const uint64_t *codes, size_t words, const uint32_t *slots,
                   const int32_t *starts, const uint64_t *lists, size_t count, const uint64_t *allowed,
                   const uint64_t *valid, ck_nearest *nearest);

/* Offers the rows with the slots in the low halves of `keys`. Row s is at chunks[s >> shift], `stride` apart. */
void ck_scan_slots(ck_isa isa, const int8_t *query, const int8_t *const *chunks, size_t shift, size_t stride,
                   const uint64_t *keys, size_t count, ck_nearest *nearest);

/* Makes int8 values ready for ck_rotate: times 256. */
void ck_widen(const int8_t *values, size_t count, int32_t *wide);

/* The signs of values, bit i set where values[i] >= 0: word w goes to code[w * step]. */
void ck_write_code(const int32_t *values, size_t words, uint64_t *code, size_t step);

/* Returns the index of the largest of `count` >= 1 values, the first of equal ones. */
typedef size_t (*ck_largest_fn)(const int32_t *values, size_t count);
ck_largest_fn ck_largest(ck_isa isa);

#endif
