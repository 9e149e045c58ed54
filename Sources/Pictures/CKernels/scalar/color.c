#include "../kernels.h"

void ck_gray_to_rgb(const uint8_t *src, uint8_t *dst, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) dst[3 * i] = dst[3 * i + 1] = dst[3 * i + 2] = src[i];
}

/* value / 255 to the nearest integer, exact for 0 <= value <= 65535. */
static inline uint8_t divide_by_255(uint32_t value) {
    value += 128;
    return (uint8_t)((value + (value >> 8)) >> 8);
}

int ck_flatten(const uint8_t *src, uint8_t *dst, size_t pixels, uint8_t red, uint8_t green, uint8_t blue) {
    uint8_t least = 255;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *from = src + 4 * i;
        uint8_t *to = dst + 3 * i;
        const uint32_t alpha = from[3], rest = 255 - alpha;
        least &= from[3];
        to[0] = divide_by_255(from[0] * alpha + red * rest);
        to[1] = divide_by_255(from[1] * alpha + green * rest);
        to[2] = divide_by_255(from[2] * alpha + blue * rest);
    }
    return least == 255;
}
