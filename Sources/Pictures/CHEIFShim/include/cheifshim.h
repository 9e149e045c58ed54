/*
 * The complete list of what Magpie uses of dav1d and libde265: one coded picture in, its planes out.
 *
 * Both are opened by their usual names when a picture needs them, and neither linked nor needed to build. Only versions
 * whose layout of memory is known are used. A decoder belongs to one thread at a time, and starts none.
 *
 * What fails here fails without a reason: libheif is asked next, and gives it.
 */
#ifndef CHEIFSHIM_H
#define CHEIFSHIM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CHEIF_ENUM __attribute__((enum_extensibility(closed)))
#define CHEIF_NAME(name) __attribute__((swift_name(#name)))

typedef enum CHEIF_ENUM cheif_codec {
    CHEIF_AV1 CHEIF_NAME(av1) = 0, /* dav1d 1.0 and later */
    CHEIF_HEVC CHEIF_NAME(hevc) = 1 /* libde265 1.0.7 and later */
} cheif_codec;

typedef struct cheif_decoder cheif_decoder;

/* A decoded picture: brightness, and two planes of color unless it is gray. */
typedef struct cheif_planes {
    const uint8_t *_Nullable samples[3]; /* of 16 bits where the depth is above 8 */
    ptrdiff_t strides[3]; /* in bytes */
    uint32_t width, height; /* of the picture */
    int depth; /* bits of a sample, 8...12 */
    int planes; /* 1 or 3 */
    int across, down; /* 1 where a sample of color stands for two columns, for two rows */
    int matrix; /* code point of ITU-T H.273 in the coded picture */
    int is_full; /* samples of the whole range, in the coded picture */
} cheif_planes;

/* The version of the library that cheif_open uses, such as "1.0.0"; NULL where there is no usable one. */
const char *_Nullable cheif_version(cheif_codec codec);

/*
 * NULL where the library cannot be used. `skips_filters` leaves out what smooths the edges of blocks after the decoding:
 * nothing else of the picture depends on it.
 */
cheif_decoder *_Nullable cheif_open(cheif_codec codec, int skips_filters);
/*
 * Decodes a picture of exactly these sides, and returns 1; 0 for any other. Of AV1 the bytes are units with their sizes, of
 * HEVC units with their length, in four bytes, in front. The planes stay until the next call with this decoder.
 */
int cheif_decode(cheif_decoder *decoder, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                 cheif_planes *planes);
void cheif_close(cheif_decoder *decoder);

#pragma clang assume_nonnull end
#endif
