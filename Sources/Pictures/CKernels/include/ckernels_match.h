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
/* Rows of a block of 1-bit codes: byte b of its row r is at block[b * CK_BLOCK_ROWS + r]. */
#define CK_BLOCK_ROWS 16
/* Rows that are estimated in one call, in whole blocks. */
#define CK_ESTIMATED_ROWS 64
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
 * Looks for the nearest of `tally` centers, numbered from `first`, for each of `count` rows: where a dot product is more
 * than best[i], it goes there and the number, the first of equal ones, into nearest[i]. Rows are read up to a multiple
 * of four.
 */
typedef void (*ck_assign_fn)(const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride,
                             uint32_t first, int32_t *best, uint32_t *nearest);
ck_assign_fn ck_assign(ck_isa isa);

/*
 * Codes of the residual of a row to its center, with two factors for each row (RaBitQ: Gao and Long, 2024; here in
 * integers, with a projection onto the center in place of the difference). The estimate of query . row is
 * weight * share + length * <signs, query>, in units of the query, where the query's values have CK_LEVELS levels.
 * Factors of a row: its length, then its share.
 *
 * <signs, query> is the sum of one look-up for every four signs, in tables of 16 bytes, which is one instruction for 16
 * to 64 rows (André, Kermarrec and Le Scouarnec, 2015: "Cache locality is not enough").
 */
#define CK_LEVELS 8
#define CK_TABLE_BYTES 16
#define CK_SHARE_UNIT 2048
#define CK_LENGTH_UNIT 128
/* An estimate is the dot product times the weight of the probe, divided by this. */
#define CK_WEIGHT_OF_DOT 8192
typedef struct ck_center {
    const int8_t *values;
    /* The same times 256, rotated. */
    const int32_t *turned;
    /* The squared length of `values`. */
    int64_t squares;
} ck_center;
typedef struct ck_probe {
    /* A table for the low half of each byte of a code, then one for each high half. */
    const uint8_t *tables;
    /* Of a code. */
    size_t bytes;
    /* The weight of a list is this times the query's dot product with the center, shifted right by 24 bits. */
    int64_t weight;
} ck_probe;

/* Writes the code of a row, bytes `step` apart, and its two factors. */
typedef void (*ck_code_row_fn)(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs,
                               uint8_t *code, size_t step, int16_t *factors);
ck_code_row_fn ck_code_row(ck_isa isa);

/* Turns `count` rotated values into the tables of a query, 2 * CK_TABLE_BYTES for each eight values. */
typedef void (*ck_aim_fn)(const int32_t *values, size_t count, uint8_t *tables, ck_probe *probe);
ck_aim_fn ck_aim(ck_isa isa);

/*
 * Writes the keys of the rows of `blocks` blocks, CK_ESTIMATED_ROWS rows at most, whose costs, CK_DOT_COST - estimate,
 * are <= limit, and gives their number. There is room for all rows. weight: from -INT16_MAX to INT16_MAX.
 */
typedef size_t (*ck_estimate_fn)(const ck_probe *probe, const uint8_t *codes, const int16_t *factors,
                                 const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys);
ck_estimate_fn ck_estimate(ck_isa isa);

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
 * `keys` holds `capacity` >= 2 * wanted + 64; the limit follows when it is used up.
 */
typedef struct ck_nearest {
    uint64_t *keys;
    size_t count, capacity, wanted;
    uint32_t limit;
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

/*
 * The same for four queries, one behind the other, in one pass over the rows; `nearest` has one for each.
 */
void ck_scan_rows4(ck_isa isa, const int8_t *queries, const int8_t *rows, size_t stride, size_t first, size_t count,
                   const uint64_t *allowed, ck_nearest *const *nearest);

/* Codes in lists: list n has the blocks starts[n] to starts[n + 1]. slots: of the rows, UINT32_MAX for no row. */
typedef struct ck_lists {
    const int32_t *starts;
    const uint32_t *slots;
    const uint8_t *codes;
    const int16_t *factors;
} ck_lists;

/*
 * Scans the lists of `keys`: number in the low half, CK_DOT_COST - (query . center) in the high one. Only slots whose
 * bits are set in both maps count; all if `allowed` is NULL.
 */
void ck_scan_lists(ck_isa isa, const ck_probe *probe, const ck_lists *lists, const uint64_t *keys, size_t count,
                   const uint64_t *allowed, const uint64_t *valid, ck_nearest *nearest);

/*
 * Leaves the keys of the rows of list 0 whose estimates are within `gap` of the largest one. dot: of the query with the
 * center. There is room for all rows and 64 more.
 */
void ck_scan_near(ck_isa isa, const ck_probe *probe, const ck_lists *lists, int32_t dot, uint32_t gap,
                  ck_nearest *nearest);

/* Offers the rows with the slots in the low halves of `keys`. Row s is at chunks[s >> shift], `stride` apart. */
void ck_scan_slots(ck_isa isa, const int8_t *query, const int8_t *const *chunks, size_t shift, size_t stride,
                   const uint64_t *keys, size_t count, ck_nearest *nearest);

/* Makes int8 values ready for ck_rotate: times 256. */
void ck_widen(const int8_t *values, size_t count, int32_t *wide);

/* The signs of `count` values, bit i set where values[i] >= 0: byte b goes to code[b * step]. */
void ck_write_code(const int32_t *values, size_t count, uint8_t *code, size_t step);

#endif
