#include <string.h>

#include "../kernels.h"

/*
 * Side of the squares in which a turn is done, so that both images stay in the first cache; small enough for rows whose
 * length is a power of two, which share few cache lines.
 */
#define TILE 16

/*
 * Writes dst row by row; the source pixel of dst (0, 0) is `origin`, one step right in dst moves `right` bytes in
 * src and one step down moves `down` bytes. Inlined with a constant `channels`.
 */
static inline __attribute__((always_inline)) void turn(const uint8_t *origin, ptrdiff_t right, ptrdiff_t down,
                                                       size_t channels, uint8_t *dst, size_t width, size_t height) {
    for (size_t top = 0; top < height; top += TILE) {
        size_t bottom = height - top < TILE ? height : top + TILE;
        for (size_t left = 0; left < width; left += TILE) {
            size_t end = width - left < TILE ? width : left + TILE;
            for (size_t y = top; y < bottom; y++) {
                const uint8_t *from = origin + (ptrdiff_t)y * down + (ptrdiff_t)left * right;
                uint8_t *to = dst + (y * width + left) * channels;
                for (size_t x = left; x < end; x++, from += right, to += channels) memcpy(to, from, channels);
            }
        }
    }
}

void ck_orient(const uint8_t *src, size_t width, size_t height, size_t channels, int orientation, uint8_t *dst) {
    if (width == 0 || height == 0) return;
    const ptrdiff_t pixel = (ptrdiff_t)channels, row = (ptrdiff_t)(width * channels);
    const ptrdiff_t last_column = (ptrdiff_t)(width - 1) * pixel, last_row = (ptrdiff_t)(height - 1) * row;
    ptrdiff_t origin = 0, right = pixel, down = row;
    switch (orientation) {
    case 2: origin = last_column, right = -pixel; break;
    case 3: origin = last_row + last_column, right = -pixel, down = -row; break;
    case 4: origin = last_row, down = -row; break;
    case 5: right = row, down = pixel; break;
    case 6: origin = last_row, right = -row, down = pixel; break;
    case 7: origin = last_row + last_column, right = -row, down = -pixel; break;
    case 8: origin = last_column, right = row, down = -pixel; break;
    default: memcpy(dst, src, (size_t)row * height); return;
    }
    const size_t turned_width = orientation >= 5 ? height : width, turned_height = orientation >= 5 ? width : height;
    switch (channels) {
    case 1: turn(src + origin, right, down, 1, dst, turned_width, turned_height); break;
    case 3: turn(src + origin, right, down, 3, dst, turned_width, turned_height); break;
    case 4: turn(src + origin, right, down, 4, dst, turned_width, turned_height); break;
    default: turn(src + origin, right, down, channels, dst, turned_width, turned_height);
    }
}
