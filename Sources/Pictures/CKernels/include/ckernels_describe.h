/*
 * Loops of the image descriptor and of the detection head: from upright pixels to the features of the descriptor's
 * network and its edge and color blocks, and the 3x3 convolutions of the head.
 *
 * No allocation, no libraries: the caller gives every output and all scratch memory. The scalar version is the
 * specification. Where sums are of floats, a vector version may differ from it by rounding only (about 1e-5 of the
 * largest value), which the int8 descriptor hides but for a rare step of one.
 */
#ifndef CKERNELS_DESCRIBE_H
#define CKERNELS_DESCRIBE_H

#include "ckernels.h"

#include <stddef.h>
#include <stdint.h>

/* Sides of the squares, in pixels, that the edge and color blocks, and the network's blocks, are computed from. */
#define CKD_SIDE 96
#define CKD_NETWORK_SIDE 160
/* Output channels that one packed group of convolution weights holds. */
#define CKD_GROUP 16
/* Output pixels that are computed together; the width of every output of a 3x3 convolution is a multiple of it. */
#define CKD_STRIP 6
/* Edge block: cells a side, directions in half a turn, values in all. */
#define CKD_EDGE_CELLS 6
#define CKD_EDGE_BINS 9
#define CKD_EDGE_VALUES 324
/* Color block: bins of L, of a and b, and of all three; cells a side. */
#define CKD_LAB_L 4
#define CKD_LAB_AB 6
#define CKD_LAB_BINS 144
#define CKD_LAB_CELLS 3

/*
 * Area average of RGB or RGBA pixels (`channels` 3 or 4, alpha ignored) onto `side` x `side` RGB,
 * whatever the aspect. Where a side is made longer, pixels are repeated, or with `smooth` taken from the line
 * between two. Exact in integers, rounded to nearest. width * height < 1 << 24; `sums` holds width * channels values.
 */
void ckd_squash(const uint8_t *pixels, size_t width, size_t height, size_t channels, size_t side, int smooth,
                uint32_t *sums, uint8_t *rgb);

/* Floats that a picture of `side` x `side` pixels takes with its border of zeros, one pixel on each side. */
#define CKD_BORDERED(side, channels) (((size_t)(side) + 2) * ((size_t)(side) + 2) * (size_t)(channels))

/*
 * Input of the detection head with its border: value / 255, less a half, times four. `mirror` other than 0 swaps left and right.
 * `out` holds CKD_BORDERED(side, 3) floats.
 */
void ckd_input(const uint8_t *rgb, size_t side, int mirror, float *out);

/*
 * One 3x3 convolution, padding 1, then ReLU. Pictures are rows of pixels of interleaved channels, with a border of
 * zeros; `side` is that of the input, `stride` 1 or 2. outputs is a multiple of CKD_GROUP and the output side of
 * CKD_STRIP. `residual` other than 0 adds the input to the sum before the ReLU (stride 1, inputs == outputs).
 * weights are packed as [outputs / CKD_GROUP][3][3][inputs][CKD_GROUP]. The border of `out` is written too.
 */
typedef void (*ckd_convolve_fn)(const float *in, size_t side, size_t inputs, size_t outputs, size_t stride,
                                int residual, const float *weights, const float *bias, float *out);
ckd_convolve_fn ckd_convolve(ck_isa isa);

/*
 * out = same, with each pixel of `low` added to the four that it covers. `same` and `out` are bordered pictures of
 * `side` x `side` pixels, `low` of half that side; the border of `out` is written too.
 */
void ckd_raise(const float *low, const float *same, size_t side, size_t channels, float *out);

/*
 * The layers of the descriptor's network. Pictures are rows of pixels of interleaved channels without a border;
 * channels that leave a layer are a multiple of CKD_GROUP.
 */

/* Input of the first layer: for every second pixel of every second row, the 3x3 pixels from it to the right and below
 * as (value - 127) / 128, zeros outside. `side` is even; `out` holds side / 2 * side / 2 * 27 floats. */
void ckd_windows(const uint8_t *rgb, size_t side, float *out);

/*
 * 1x1 convolution: out = weights * in + bias, plus `residual` (as large as `out`) unless it is NULL, and brought into
 * 0...6 where `clip` is not 0. At least CKD_STRIP pixels. weights are packed as
 * [outputs / CKD_GROUP][inputs][CKD_GROUP]. `out` overlaps nothing that is read.
 */
typedef void (*ckd_pointwise_fn)(const float *in, size_t pixels, size_t inputs, size_t outputs, const float *weights,
                           const float *bias, const float *residual, int clip, float *out);
ckd_pointwise_fn ckd_pointwise(ck_isa isa);

/*
 * Convolution of each channel with its own square of `kernel` (3 or 5) a side, brought into 0...6. `stride` is 1 or 2
 * and divides `side`. Zeros lie around the picture, `kernel` - `stride` in all each way, the odd one right and below.
 * weights are [kernel][kernel][channels].
 */
typedef void (*ckd_depthwise_fn)(const float *in, size_t side, size_t channels, size_t kernel, size_t stride,
                              const float *weights, const float *bias, float *out);
ckd_depthwise_fn ckd_depthwise(ck_isa isa);

/*
 * The two forms of weights, from rows as a file has them: out = values * the scale of their row; and the packed form of
 * ckd_pointwise from `rows` rows of `columns` values, with zeros for the outputs and inputs that the rows do not have.
 */
void ckd_scale(const int8_t *values, const float *scales, size_t rows, size_t columns, float *out);
void ckd_pack(const float *values, size_t rows, size_t columns, size_t inputs, size_t outputs, float *out);

/* Mean of each channel. */
void ckd_means(const float *in, size_t pixels, size_t channels, float *out);

/*
 * Edge directions: CKD_EDGE_CELLS^2 cells of CKD_EDGE_BINS soft bins, row by row, weighted by the length of the
 * gradient of the luma, divided by their norm, then square-rooted. Flat pictures give zeros.
 * After Dalal and Triggs, "Histograms of Oriented Gradients for Human Detection" (2005), with one norm in all.
 */
void ckd_edges(const uint8_t *rgb, float *out);

/*
 * Soft color histograms in CIE Lab (D65): one of the whole picture, then CKD_LAB_CELLS^2 of soft cells, each of
 * CKD_LAB_BINS square roots of shares that add up to 1, so that a dot product is the Bhattacharyya coefficient.
 * `linear` is the sRGB curve, 256 values.
 * Bins go L, then a, then b. `out` holds (1 + CKD_LAB_CELLS^2) * CKD_LAB_BINS floats.
 */
void ckd_colors(const uint8_t *rgb, const float *linear, float *out);

/* out[r] = sum over c of matrix[r * columns + c] * in[c], plus offset[r]. */
typedef void (*ckd_project_fn)(const float *in, size_t columns, const float *matrix, const float *offset, size_t rows,
                               float *out);
ckd_project_fn ckd_project(ck_isa isa);

#endif
