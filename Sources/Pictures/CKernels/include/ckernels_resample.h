/*
 * The two passes of a resize as Pillow makes it, with 8-bit pixels between: exact integers, the same bytes with every
 * instruction set. No allocation, no libraries, no state.
 */
#ifndef CKERNELS_RESAMPLE_H
#define CKERNELS_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "ckernels.h"

/* Fixed point of the weights: those of one output pixel add up to about 1 << CK_RESAMPLE_BITS. */
#define CK_RESAMPLE_BITS 22
/* `taps` of a table is a multiple of it. */
#define CK_RESAMPLE_STEP 8

/*
 * The input pixels of each output pixel along one axis: output i is the sum over its taps of weights[i * taps + t]
 * times the input pixel starts[i] + t, rounded and brought into 0...255. The first counts[i] taps, 0 or more, are
 * within the input; the weights behind them are 0. The weights of an output that have one sign add up to less than
 * 2 << CK_RESAMPLE_BITS.
 */
typedef struct ck_resample_table {
    const int32_t *starts;
    const int32_t *counts;
    const int32_t *weights;
    size_t taps;
    size_t outputs;
} ck_resample_table;

/* Bytes of scratch memory that ck_resample_columns takes for rows of so many pixels. */
#define CK_RESAMPLE_SCRATCH(pixels, taps, outputs) \
    (3 * CK_RESAMPLE_PLANE(pixels) + (size_t)(outputs) * (4 * (size_t)(taps) + 16) + 64)
/* Bytes of the 16-bit values of a plane, with room behind them. */
#define CK_RESAMPLE_PLANE(pixels) (((size_t)(pixels) * 2 + 127) / 64 * 64)

/*
 * Pass along the rows: `rows` rows of `pixels` pixels, `stride` bytes apart, of 3 or 4 channels, of which the first
 * three are used. dst holds rows * table->outputs * 3 bytes, `scratch` CK_RESAMPLE_SCRATCH(pixels, table->taps,
 * table->outputs).
 */
typedef void (*ck_resample_columns_fn)(const uint8_t *src, size_t stride, size_t rows, size_t pixels, size_t channels,
                                       const ck_resample_table *table, uint8_t *scratch, uint8_t *dst);
ck_resample_columns_fn ck_resample_columns(ck_isa isa);

/* Pass along the columns: rows of `bytes` bytes, `stride` bytes apart; dst holds table->outputs * bytes bytes. */
typedef void (*ck_resample_rows_fn)(const uint8_t *src, size_t stride, size_t bytes, const ck_resample_table *table,
                                    uint8_t *dst);
ck_resample_rows_fn ck_resample_rows(ck_isa isa);

#endif
