/* Squares of floats, and the place of one in another. */
#ifndef SAME_PLACE_H
#define SAME_PLACE_H

#include <stddef.h>

/* The largest side of a square. */
#define SAME_MOST_SIDE 512

/* u' = sx * u + tx and v' = sy * v + ty, for u and v of 0...1. */
typedef struct place {
    float sx, tx, sy, ty;
} place;

/* The mean of four pixels each. */
void same_halve(const float *from, size_t side, float *to);
/* The binomial filter 1-2-1 in both directions: what is finer than the grid differs with its phase. */
void same_smooth(const float *from, size_t side, float *spare, float *to);
/*
 * Samples `image` where the pixels of a square of the same side lie, between pixels by their distance. inside: 1 for
 * those at least a pixel from the border of both, which a filter has made differently.
 */
void same_warp(const float *image, size_t side, place at, float *out, unsigned char *inside);
/* The correlation of two squares where `inside` is set; -1 where that is less than half of them. */
float same_correlation(const float *first, const float *second, size_t count, const unsigned char *inside);
/* The best of the places that a slight crop can have, in either picture. */
place same_search(const float *first, const float *second, size_t side, float *spare, unsigned char *inside,
                  float *correlation);
/*
 * Moves `at` to a better place near it, by Gauss-Newton steps for scales and shifts with the gain and the offset of
 * brightness. Leaves `second` sampled there in `sampled`, and returns the correlation.
 */
float same_improve(const float *first, const float *second, size_t side, int steps, place *at, float *sampled,
                   unsigned char *inside);

#endif
