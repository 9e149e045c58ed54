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

/* Adds a line to sums, each value `weight` times: both are below 65,536, which is a multiplication less for the processor. */
static inline void add_line(const uint8_t *line, size_t count, uint16_t weight, uint32_t *sums) {
    for (size_t i = 0; i < count; i++) sums[i] += (uint32_t)(uint16_t)line[i] * weight;
}

/*
 * The rounded means of a row of sums. Of a stretch all columns have the weight `side` but those at its ends. A sum is a
 * whole number: half a unit away from the next one, the product with a reciprocal is as right as a division.
 */
static inline __attribute__((always_inline)) void across(const uint32_t *sums, size_t width, size_t channels,
                                                         size_t side, int smooth, size_t height, uint8_t *rgb) {
    const uint64_t area = (uint64_t)stretch_of(0, width, side, smooth).length * height;
    const double shift = (double)(area / 2) + 0.5, share = 1 / (double)area;
    for (size_t x = 0; x < side; x++) {
        const stretch of = stretch_of(x, width, side, smooth);
        const size_t first = of.start / side, last = (of.start + of.length - 1) / side;
        const uint64_t left = overlap(first, of, side), right = overlap(last, of, side);
        const uint32_t *from = sums + first * channels, *end = sums + last * channels;
        uint64_t total[3];
        for (size_t channel = 0; channel < 3; channel++) total[channel] = from[channel] * left;
        if (last > first) {
            uint64_t middle[3] = {0, 0, 0};
            for (from += channels; from < end; from += channels)
                for (size_t channel = 0; channel < 3; channel++) middle[channel] += from[channel];
            for (size_t channel = 0; channel < 3; channel++)
                total[channel] += middle[channel] * side + end[channel] * right;
        }
        for (size_t channel = 0; channel < 3; channel++)
            *rgb++ = (uint8_t)(int)(((double)(int64_t)total[channel] + shift) * share);
    }
}

void ckd_squash(const uint8_t *pixels, size_t width, size_t height, size_t channels, size_t side, int smooth,
                uint32_t *sums, uint8_t *rgb) {
    const size_t row = width * channels;
    for (size_t y = 0; y < side; y++, rgb += side * 3) {
        const stretch down = stretch_of(y, height, side, smooth);
        memset(sums, 0, row * sizeof *sums);
        for (size_t from = down.start / side; from * side < down.start + down.length; from++)
            add_line(pixels + from * row, row, (uint16_t)overlap(from, down, side), sums);
        /* Twice, so that the usual one is made for three channels. */
        if (channels == 3)
            across(sums, width, 3, side, smooth, down.length, rgb);
        else
            across(sums, width, channels, side, smooth, down.length, rgb);
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
