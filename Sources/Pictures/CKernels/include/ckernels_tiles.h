/* The last look at two pictures of one size: what differs between them that neither an encoder nor a filter explains. */
#ifndef CKERNELS_TILES_H
#define CKERNELS_TILES_H

#include <stddef.h>
#include <stdint.h>

/* Sides of a tile, in pixels; the margin of rows around a band of tiles. */
#define CKT_TILE 32
#define CKT_MARGIN 8
/* Bytes of luma for each of the two pictures, and floats that `ckt_compare` works with. */
#define CKT_LUMA(width, height) ((size_t)(width) * (height))
#define CKT_WORK(width, height)                                                                                        \
    ((size_t)(width) * (7 * (CKT_TILE + CKT_MARGIN)) + ((size_t)(width) / CKT_TILE + 1) * ((size_t)(height) / CKT_TILE + 1))

/* The result of a comparison, in levels of 0-255. */
typedef struct ckt_difference {
    /* Contrast of the second picture over the first, and the difference of their means. */
    float gain, offset;
    /* Where the first picture lies in the second: shifts in pixels at the middle, growth in pixels from end to end. */
    float shift_x, shift_y, growth_x, growth_y;
    /* The Laplacian of the first picture in the second one: above 0 where the second is softer, below where it is sharper. */
    float softness;
    /*
     * The root mean square of the differences, and that of a tile with detail: three of four such tiles have less. A
     * copy differs wherever there is detail, an edit in one place. Less than zero where too few tiles have detail.
     */
    float rms, noise;
    /*
     * The largest mean difference of an area of 4 x 4 pixels and of 8 x 8, divided by what edges in both pictures may
     * explain; and of the colors of 8 x 8 pixels.
     */
    float fine, coarse, chroma;
    /* The largest mean difference of a tile. */
    float broad;
    /* The middle of the worst area, in pixels. */
    int32_t x, y;
} ckt_difference;

/*
 * Compares RGB pixels of two pictures of width x height, which may lie apart by half a pixel and differ a little in
 * sharpness. Both sides are 16 or more. `luma` holds two planes of CKT_LUMA bytes, `work` CKT_WORK floats.
 */
void ckt_compare(const uint8_t *first, const uint8_t *second, size_t width, size_t height, uint8_t *luma, float *work,
                 ckt_difference *result);

/* The share of fine detail: the mean of absolute second differences of luma over that of first ones, at edges. */
float ckt_detail(const uint8_t *rgb, size_t width, size_t height, uint8_t *luma);

/* RGB pixels turned or mirrored, by the bits of `ckm_turn`. Sides are those of the result. */
void ckt_turn(const uint8_t *rgb, size_t width, size_t height, int turn, uint8_t *turned);

#endif
