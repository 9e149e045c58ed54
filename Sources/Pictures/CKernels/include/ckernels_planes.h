/* From the planes of a video picture, brightness and color, to RGB. */
#ifndef CKERNELS_PLANES_H
#define CKERNELS_PLANES_H

#include "ckernels.h"

/* Planes of `depth` bits a sample, of two bytes where that is above 8. */
typedef struct ck_planes {
    const uint8_t *samples[3]; /* brightness, and color unless `count` is 1 */
    ptrdiff_t strides[3]; /* in bytes */
    size_t width, height; /* of brightness, at least 1 */
    int count; /* 1 or 3 */
    int depth; /* 8...16 */
    int across, down; /* 1 where a sample of color stands for two columns, for two rows */
    /* A channel is matrix[channel][0...2] times the three samples, where the largest is 1, and matrix[channel][3]. */
    float matrix[3][4];
} ck_planes;

/*
 * Writes a row of the picture, whose sides are divided by 1 << `shift` (0...3) and rounded up: pixels `left` up to
 * `left` + `width`. Each is the mean of its block, and the nearest sample of color where that is larger than the block.
 */
typedef void (*ck_planes_row_fn)(const ck_planes *planes, int shift, size_t row, size_t left, size_t width,
                                 uint8_t *rgb);
ck_planes_row_fn ck_planes_row(ck_isa isa);

#endif
