/* From upright pixels to the square that a network sees, from the square to its input, and the steps between layers. */
#include "ckernels_describe.h"

#include <string.h>

/* What a square pixel is the mean of: a stretch of the picture, in units of which a source pixel has `side`. */
typedef struct stretch {
    size_t start, length;
} stretch;

/* Smooth, a stretch has the length of a source pixel at least: the mean over one is the line between two neighbors. */
static inline stretch stretch_of(size_t target, size_t source, size_t side, int smooth) {
    if (!smooth || source >= side) return (stretch){target * source, source};
    size_t middle = (2 * target + 1) * source, last = (source - 1) * side;
    size_t start = middle > side ? (middle - side) / 2 : 0;
    return (stretch){start < last ? start : last, side};
}

static inline uint32_t overlap(size_t index, stretch of, size_t side) {
    size_t low = index * side, high = low + side;
    low = low > of.start ? low : of.start;
    high = high < of.start + of.length ? high : of.start + of.length;
    return (uint32_t)(high - low);
}

void ckd_squash(const uint8_t *pixels, size_t width, size_t height, size_t channels, size_t side, int smooth,
                uint32_t *sums, uint8_t *rgb) {
    size_t row = width * channels;
    for (size_t y = 0; y < side; y++) {
        stretch down = stretch_of(y, height, side, smooth);
        memset(sums, 0, row * sizeof *sums);
        for (size_t from = down.start / side; from * side < down.start + down.length; from++) {
            const uint8_t *line = pixels + from * row;
            uint32_t weight = overlap(from, down, side);
            for (size_t i = 0; i < row; i++) sums[i] += line[i] * weight;
        }
        for (size_t x = 0; x < side; x++) {
            stretch across = stretch_of(x, width, side, smooth);
            uint64_t total[3] = {0, 0, 0}, area = (uint64_t)across.length * down.length;
            for (size_t from = across.start / side; from * side < across.start + across.length; from++) {
                uint64_t weight = overlap(from, across, side);
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
