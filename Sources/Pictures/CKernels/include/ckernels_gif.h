/* The picture of a GIF: its codes to indexes, and these to colors. The layout is that of the GIF89a specification. */
#ifndef CKERNELS_GIF_H
#define CKERNELS_GIF_H

#include <stddef.h>
#include <stdint.h>

/* Bytes behind the indexes that may be written. */
#define CK_GIF_PADDING 64

/*
 * Decodes the blocks at the beginning of `bytes`, each with its length before it, to `pixels` indexes; `bits` is the size
 * of the first codes without the one for the commands, 2 to 8. `indexes` has room for CK_GIF_PADDING more.
 *
 * 1 where every pixel is there. 0 for all that a picture without damage has not: codes that stand for nothing, an early
 * end, a stream that does not begin with an empty table.
 */
int ck_gif_decode(const uint8_t *bytes, size_t count, int bits, uint8_t *indexes, size_t pixels);

/* The largest of the indexes. */
int ck_gif_largest(const uint8_t *indexes, size_t pixels);

/*
 * Colors of a part of a row: `palette` has 256 entries of red, green, blue and alpha. `channels` are 3 or 4. No byte
 * behind the pixels is written.
 */
void ck_gif_colors(const uint8_t *indexes, size_t pixels, const uint8_t *palette, int channels, uint8_t *out);

#endif
