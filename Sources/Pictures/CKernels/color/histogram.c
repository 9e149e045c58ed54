#include "ckernels_color.h"

size_t ck_color_histogram(const uint8_t *rgb, size_t pixels, size_t step, const uint8_t codes[256], uint16_t *index,
                          ck_color_bin *bins) {
    uint64_t random = 0x9E3779B97F4A7C15u;
    size_t used = 0;
    uint32_t samples = 0;
    for (size_t start = 0; start < pixels; start += step) {
        size_t run = pixels - start < step ? pixels - start : step;
        random = random * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX generator */
        const uint8_t *pixel = rgb + 3 * (start + ((random >> 32) * run >> 32));
        uint32_t red = pixel[0], green = pixel[1], blue = pixel[2];

        uint16_t *slot = index + (codes[red] * CK_COLOR_CODES + codes[green]) * CK_COLOR_CODES + codes[blue];
        if (*slot == 0) {
            bins[used] = (ck_color_bin){0};
            *slot = (uint16_t)++used;
        }
        ck_color_bin *bin = bins + *slot - 1;
        bin->red += red;
        bin->green += green;
        bin->blue += blue;
        bin->count += 1;

        if (samples++ % CK_COLOR_VOTERS != 0) continue;
        uint32_t color = red << 16 | green << 8 | blue;
        bin->exact = bin->votes == 0 ? color : bin->exact;
        bin->votes += bin->exact == color ? 1 : -1;
    }
    return used;
}
