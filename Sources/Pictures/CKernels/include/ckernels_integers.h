/*
 * The descriptor's network in integers. What follows is the whole specification; all versions give equal bytes.
 *
 * Values. A value of a map is a byte. It stands for (byte - zero) * scale; zero and scale are those of its layer, the
 * scale of a widened map that of its channel. The bytes of a picture are read as they are, and 127 is their zero.
 * Sums. sum = bias + the sum of byte * weight, in 32 bits. Weights are -127 to 127. The zeros of the inputs and the
 * rounding of the shift are in the bias. Around a widened map lie bytes of 0, right of a picture and below it 127.
 * Narrowing. t = sum >> shift, brought into 16 bits; u = (t * factor + 2^14) >> 15; byte = u + base, brought into 0 to
 * 255. Shifts round down. A factor is 0 to 32767. The base is the zero of the layer, or the byte of the residual there.
 * Limits. In a 1x1 convolution two weights of inputs 2i and 2i + 1 that have one sign add up to 128 at most, and so do
 * two of such places in a line of the first layer: then no sum of two products leaves 16 bits.
 * Features. Sums of all bytes of a channel, in 32 bits.
 *
 * A map is stored in groups of CKI_GROUP channels. A group is a plane of pixels, row by row, and a pixel is its
 * CKI_GROUP bytes. The sides of all maps are multiples of CKI_RUN. Behind a map, CKI_SLACK bytes may be read.
 * No allocation, no libraries.
 */
#ifndef CKERNELS_INTEGERS_H
#define CKERNELS_INTEGERS_H

#include "ckernels.h"

#include <stddef.h>
#include <stdint.h>

#define CKI_GROUP 16
#define CKI_RUN 7
/* Side of the picture that the network sees. */
#define CKI_SIDE 224
#define CKI_SLACK 64

/* What becomes of the sums of one group. The numbers of the channels go 0-3, 8-11, 4-7, 12-15. */
typedef struct cki_scales {
    int32_t bias[CKI_GROUP];
    /* The bias for versions that take a value less 128: 128 times the sum of the weights is added. */
    int32_t raised[CKI_GROUP];
    int32_t shift[CKI_GROUP];
    int32_t factor[CKI_GROUP];
} cki_scales;

/* A layer in the form that the versions read; the functions below make it. */
typedef struct cki_layer {
    const int8_t *weights;
    const cki_scales *scales;
    size_t groups;
    /* The stored value of zero in the output. */
    int32_t zero;
} cki_layer;

/*
 * Where the inputs of a 1x1 convolution lie. They come in parts of `quads` times four bytes and a last one of `rest`.
 * Pixel (x, y) of part p begins at bytes + p * part + y * row + x * step.
 */
typedef struct cki_inputs {
    const uint8_t *bytes;
    size_t parts, quads, rest, part, row, step;
} cki_inputs;

/* The inputs in a map of `channels`, a multiple of four, and `side` pixels a side. */
cki_inputs cki_map(const uint8_t *map, size_t side, size_t channels);

/* The 3x3 pixels around every second pixel of a picture that cki_frame made. */
cki_inputs cki_picture(const uint8_t *picture);

/* Bytes of a picture with its frame; and the picture, `rgb` of CKI_SIDE a side, with 127 right and below. */
#define CKI_FRAMED ((CKI_SIDE + 1) * (CKI_SIDE + 2) * 3)
void cki_frame(const uint8_t *rgb, uint8_t *picture);

/*
 * 1x1 convolution: `groups` groups of the layer, those from `from` on, onto planes of rows of `pitch` bytes, one after
 * the other. `residual` is NULL, or a map of all groups of the layer, which is added.
 */
typedef void (*cki_mix_fn)(const cki_inputs *in, size_t side, const cki_layer *layer, size_t from, size_t groups,
                           const uint8_t *residual, uint8_t *out, size_t pitch, size_t plane);

/*
 * Convolution of each channel of one group with its own square of `kernel` (3 or 5) a side. `side` is that of the
 * output, `stride` is 1 or 2. `in` has a border of zeros and rows of `pitch` bytes, CKI_SLACK bytes behind it.
 */
typedef void (*cki_filter_fn)(const uint8_t *in, size_t pitch, size_t side, size_t kernel, size_t stride,
                              const int8_t *weights, const cki_scales *scales, uint8_t *out);

/* The loops for one kind of processor. */
typedef struct cki_version {
    const char *name;
    /* Bytes of a packed weight of a filter: 1 or 2. */
    size_t filter_weight;
    cki_mix_fn mix;
    cki_filter_fn filter;
} cki_version;

/* The fastest version of this machine within `isa`; AVX2 stands for AVX-VNNI too, NEON for its products of four. */
const cki_version *cki_version_of(ck_isa isa);

/* The version at `index` of those that this machine can run, or NULL behind the last one. The first is plain C. */
const cki_version *cki_version_at(size_t index);

/* A block of the network: widens each pixel, filters each channel, narrows. `side` is that of its input. */
typedef struct cki_block {
    cki_layer widen, filter, narrow;
    size_t side, kernel, stride;
} cki_block;

/* Bytes of scratch memory that cki_run takes for a block. */
size_t cki_scratch(const cki_block *block);

/* Runs a block. `residual` is NULL, or the input map, which is then added. */
void cki_run(const cki_version *version, const cki_block *block, const cki_inputs *in, const uint8_t *residual,
             uint8_t *scratch, uint8_t *out);

/* The sums of the values of each channel of `groups` planes of `pixels` pixels. */
void cki_sums(const uint8_t *map, size_t pixels, size_t groups, int32_t *sums);

/* The sums of the last layer, of which no map is kept. `scratch` holds two planes. */
void cki_head(const cki_version *version, const cki_layer *layer, const cki_inputs *in, size_t side, uint8_t *scratch,
              int32_t *sums);

/*
 * The packed forms of weights: for a layer of `rows` outputs, of which each has a row of `parts` times `inputs` values;
 * and for filters, of `kernel` * `kernel` values a channel. The macros count weights; the version says how large those
 * of filters are.
 */
#define CKI_WEIGHTS(rows, parts, inputs)                                                                               \
    (((size_t)(rows) + CKI_GROUP - 1) / CKI_GROUP * CKI_GROUP * (parts) * (((size_t)(inputs) + 3) / 4 * 4))
void cki_pack(const int8_t *values, size_t rows, size_t parts, size_t inputs, int8_t *out);
#define CKI_FILTER_WEIGHTS(channels, kernel, stride)                                                                   \
    ((size_t)(channels) * (kernel) * 8 * ((kernel) == 3 && (stride) == 1 ? 1 : 2))
void cki_pack_filters(const cki_version *version, const int8_t *values, size_t channels, size_t kernel, size_t stride,
                      int8_t *out);
/* Of what becomes of the sums; `sizes` is the number of values of a row. */
void cki_pack_scales(const int8_t *values, size_t rows, size_t sizes, const int32_t *bias, const uint8_t *shifts,
                     const int16_t *factors, cki_scales *out);

#endif
