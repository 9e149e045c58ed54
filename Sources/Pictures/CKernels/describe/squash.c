/* From upright pixels to the square that a network sees, from the square to its input, and the steps between layers. */
#include "ckernels_describe.h"

#include <string.h>

/* Units in which source and square pixels overlap: a source pixel is `side` long, a square pixel `source` long. */
static inline uint32_t overlap(size_t index, size_t target, size_t source, size_t side) {
    size_t low = index * side, high = low + side;
    size_t first = target * source, last = first + source;
    low = low > first ? low : first;
    high = high < last ? high : last;
    return (uint32_t)(high - low);
}

void ckd_squash(const uint8_t *pixels, size_t width, size_t height, size_t channels, size_t side, uint32_t *sums,
                uint8_t *rgb) {
    size_t row = width * channels;
    uint64_t area = (uint64_t)width * height;
    for (size_t y = 0; y < side; y++) {
        memset(sums, 0, row * sizeof *sums);
        for (size_t from = y * height / side; from * side < (y + 1) * height; from++) {
            const uint8_t *line = pixels + from * row;
            uint32_t weight = overlap(from, y, height, side);
            for (size_t i = 0; i < row; i++) sums[i] += line[i] * weight;
        }
        for (size_t x = 0; x < side; x++) {
            uint64_t total[3] = {0, 0, 0};
            for (size_t from = x * width / side; from * side < (x + 1) * width; from++) {
                uint64_t weight = overlap(from, x, width, side);
                for (size_t channel = 0; channel < 3; channel++)
                    total[channel] += sums[from * channels + channel] * weight;
            }
            for (size_t channel = 0; channel < 3; channel++) *rgb++ = (uint8_t)((total[channel] + area / 2) / area);
        }
    }
}

void ckd_input(const uint8_t *rgb, size_t side, int mirror, float *out) {
    size_t row = (side + 2) * 3;
    memset(out, 0, CKD_BORDERED(side, 3) * sizeof *out);
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            const uint8_t *from = rgb + (y * side + (mirror ? side - 1 - x : x)) * 3;
            float *to = out + (y + 1) * row + (x + 1) * 3;
            for (size_t channel = 0; channel < 3; channel++)
                to[channel] = (float)from[channel] * (4.0f / 255.0f) - 2.0f;
        }
}

void ckd_raise(const float *low, const float *same, size_t side, size_t channels, float *out) {
    size_t row = (side + 2) * channels, low_row = (side / 2 + 2) * channels;
    memset(out, 0, CKD_BORDERED(side, channels) * sizeof *out);
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            size_t at = (y + 1) * row + (x + 1) * channels;
            const float *from = low + (y / 2 + 1) * low_row + (x / 2 + 1) * channels;
            for (size_t channel = 0; channel < channels; channel++)
                out[at + channel] = same[at + channel] + from[channel];
        }
}

void ckd_windows(const uint8_t *rgb, size_t side, float *out) {
    for (size_t y = 0; y < side; y += 2)
        for (size_t x = 0; x < side; x += 2)
            for (size_t ky = y; ky < y + 3; ky++)
                for (size_t at = x * 3; at < (x + 3) * 3; at++)
                    *out++ = ky < side && at < side * 3 ? ((float)rgb[ky * side * 3 + at] - 127) * (1.0f / 128) : 0;
}

void ckd_means(const float *in, size_t pixels, size_t channels, float *out) {
    memset(out, 0, channels * sizeof *out);
    for (size_t pixel = 0; pixel < pixels; pixel++)
        for (size_t channel = 0; channel < channels; channel++) out[channel] += *in++;
    for (size_t channel = 0; channel < channels; channel++) out[channel] *= 1.0f / (float)pixels;
}
