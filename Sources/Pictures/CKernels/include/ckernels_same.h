/* Comparison of small squares of two pictures: the place of one in the other, and what differs then. */
#ifndef CKERNELS_SAME_H
#define CKERNELS_SAME_H

#include <stddef.h>
#include <stdint.h>

/* Sides of the squares of chroma. */
#define CKM_CHROMA_SIDE 32
/* Bytes of a miniature: luma of `side` x `side`, then Cb and Cr of 32 x 32. `side` is a power of two, 64 to 512. */
#define CKM_BYTES(side) ((size_t)(side) * (side) + 2 * CKM_CHROMA_SIDE * CKM_CHROMA_SIDE)
/* Floats that `ckm_compare` works with. */
#define CKM_WORK(side) (8 * (size_t)(side) * (side))

/* The result of a comparison. Differences are in levels of 0-255. */
typedef struct ckm_comparison {
    /* Correlation at 16 pixels of the best of the places that were tried first, -1...1. */
    float start;
    /* Correlation of luma in the shared part, -1...1; 0 where the comparison ended early. */
    float correlation;
    /* Contrast of the second picture over that of the first, and the difference of their means. */
    float gain, offset;
    /* Share of the first square that lies in the second, and the standard deviation of luma, the lower of the two. */
    float overlap, deviation;
    /* The lowest correlation of a block, and the largest difference of one in units of what fine detail explains. */
    float worst_correlation, worst_difference;
    /* Of the means of chroma in blocks: the largest difference and the root of the mean square. */
    float chroma_largest, chroma_mean;
    /* u' = scale * u + shift, of places 0...1 in the first square to places in the second: across, then down. */
    float scale_x, shift_x, scale_y, shift_y;
} ckm_comparison;

/* The miniature of a square of RGB pixels. */
void ckm_miniature(const uint8_t *rgb, size_t side, uint8_t *miniature);

/*
 * The miniature of the picture turned or mirrored. turn: 0-7, the bits are 1 to mirror left and right, 2 to mirror top
 * and bottom, 4 to swap the axes before.
 */
void ckm_turn(const uint8_t *miniature, size_t side, int turn, uint8_t *turned);

/*
 * Finds the place of the first picture in the second and compares them there at `level` x `level` pixels, 32 up to
 * `side`. Ends early, with a correlation of 0, where the two are clearly different. `work` holds CKM_WORK(side) floats.
 */
void ckm_compare(const uint8_t *first, const uint8_t *second, size_t side, size_t level, float *work,
                 ckm_comparison *result);

#endif
