/*
 * Area-weighted shrink of RGB rows to an exact size, one row at a time.
 *
 * Rows go in from the top; each is added to one or two output rows, weighted by how much of it lies in them.
 * A finished row is then shrunk sideways. Weights are 8-bit fractions that add up to 256, so 16 bits hold every sum.
 */
#ifndef FLOOR_BOX_H
#define FLOOR_BOX_H

#include <stddef.h>
#include <stdint.h>

typedef struct box {
    size_t width, height; /* of the source */
    size_t out_width, out_height; /* never larger than the source */
    size_t row, out_row; /* how far it has come */
    uint16_t *sums; /* one source row in 8.8 fixed point, padded by 8 values */
    size_t sums_room;
    uint32_t *starts; /* first source pixel of each output pixel */
    uint16_t *weights; /* `taps` for each output pixel, adding up to 65,535 at most */
    size_t taps, plan_room, weights_room;
} box;

/* Gets ready for one picture; buffers grow as needed and are kept. Returns 0, or -1 without memory. */
int box_begin(box *b, size_t width, size_t height, size_t out_width, size_t out_height);

/*
 * Adds one source row of width * 3 bytes. Returns 1 when an output row is finished and stands in `out`, else 0.
 * `out` has room for out_width * 3 + 8 bytes.
 */
int box_add(box *b, const uint8_t *row, uint8_t *out);

void box_free(box *b);

#endif
