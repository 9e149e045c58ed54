/*
 * The loops behind dominant colors and the search for them. No allocation, no libraries, no state.
 *
 * Sums are integers, so their order does not matter; floats are added and multiplied one element at a time, without
 * contraction. The same input therefore gives the same bits on every machine and with every vector width.
 */
#ifndef CKERNELS_COLOR_H
#define CKERNELS_COLOR_H

#include <stddef.h>
#include <stdint.h>

#include "ckernels.h"

/* Bins of a histogram axis; the code of a level is below it. */
#define CK_COLOR_CODES 32
/* One sample in so many votes for the exact color of its bin. */
#define CK_COLOR_VOTERS 8
/* Cells of a density grid: planes of lightness, each CK_GRID_SIDE x CK_GRID_SIDE over a and b, with a margin of one
 * cell on every side that stays empty. */
#define CK_GRID_PLANES 28
#define CK_GRID_SIDE 15
#define CK_GRID_PLANE (CK_GRID_SIDE * CK_GRID_SIDE)
#define CK_GRID_CELLS (CK_GRID_PLANES * CK_GRID_PLANE)
/* Fixed point of ck_color_sum. */
#define CK_COLOR_ONE 4096
/* Colors of a palette, and its bytes. */
#define CK_PALETTE_COLORS 8
#define CK_PALETTE_BYTES (4 * CK_PALETTE_COLORS)
/* Colors that can be wanted at once. */
#define CK_WANTED_COLORS 16

/*
 * The samples that fell into one bin: how many, and the sums of their levels. `exact` is the color 0xRRGGBB that a
 * majority of its voters has, if any has (Boyer and Moore's vote); at least `votes` of them have it.
 */
typedef struct ck_color_bin {
    uint32_t red, green, blue, count;
    uint32_t exact;
    int32_t votes;
} ck_color_bin;

/* A position in OKLab. */
typedef struct ck_color_lab {
    float lightness, a, b;
} ck_color_lab;

/* Added up over points: their weights, and their places times weight times CK_COLOR_ONE. */
typedef struct ck_color_sum {
    int32_t weight, lightness, a, b;
} ck_color_sum;

/*
 * Samples one pixel from every `step` consecutive ones, at a position that varies from run to run so that no regular
 * pattern is in step with it, and sorts the samples into bins by the codes of their levels. `index` holds
 * CK_COLOR_CODES^3 zeros; `bins` has a capacity of one bin per sample, at most 65535. Returns the number of bins used.
 */
size_t ck_color_histogram(const uint8_t *rgb, size_t pixels, size_t step, const uint8_t codes[256], uint16_t *index,
                          ck_color_bin *bins);

/* The mean color of each bin in OKLab. linear[v] is the linear light, 0..1, of the sRGB level v. */
void ck_color_oklab(const ck_color_bin *bins, size_t count, const float linear[256], float *lightness, float *a,
                    float *b);

/* Adds up the points first ..< last that lie within the root of `radius2` of the center. The sum of all weights is at
 * most 1 << 16. */
ck_color_sum ck_color_ball(const float *lightness, const float *a, const float *b, const int32_t *weights, size_t first,
                           size_t last, ck_color_lab center, float radius2);

/* Takes the same points out of the picture: their weights become 0, their votes leave the grid, and what their bins
 * held is returned. */
ck_color_bin ck_color_take(const float *lightness, const float *a, const float *b, int32_t *weights,
                           const uint16_t *cells, const ck_color_bin *bins, int32_t *votes, size_t first, size_t last,
                           ck_color_lab center, float radius2);

/*
 * Smooths votes with 1-2-1 along every axis into density, after the votes of the planes first ... last (1 ..
 * CK_GRID_PLANES - 2) have changed. `layers` keeps planes between calls. Sets peaks[p] to the largest density of each
 * plane touched. All start as zeros.
 */
void ck_color_smooth(const int32_t *votes, int32_t *layers, int32_t *density, int32_t *peaks, size_t first,
                     size_t last);

/* A color to look for, in CIE Lab, with its chroma (the length of a, b) and what it counts; the weights of all add up
 * to 1. */
typedef struct ck_wanted_color {
    float lightness, a, b, chroma, weight;
} ck_wanted_color;

/*
 * scores[i], 0..1: how much of the palette in slots[i] is near the 1 to CK_WANTED_COLORS wanted colors; 0 for slots from
 * `palette_count` on. Each color of a palette goes to the wanted colors nearest to it, and each of those takes up to its
 * weight. A palette has for each color, from the first: L * 2.55, a + 128, b + 128, and its share * 255, which is 0
 * behind the last. Nearness is exp(-d^2 / 144), d the distance of CIE94 with 0.7 of the difference in lightness.
 */
typedef void (*ck_color_nearness_fn)(const ck_wanted_color *wanted, size_t count, const uint8_t *palettes,
                                     size_t palette_count, const ptrdiff_t *slots, size_t slot_count, float *scores);
ck_color_nearness_fn ck_color_nearness(ck_isa isa);

#endif
