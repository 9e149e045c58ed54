#include "../include/ckernels_parts.h"

#include <math.h>

/* Lanes of a sum, so that it has one order on every processor and still runs in vectors. */
enum { lanes = 8 };
/* Less contrast than a level is none. */
static const float least_deviation = 1;

void ckp_plane_sums(const uint8_t *plane, size_t width, size_t height, uint32_t *sums) {
    size_t stride = width + 1;
    for (size_t x = 0; x <= width; x++) sums[x] = 0;
    for (size_t y = 0; y < height; y++) {
        uint32_t row = 0, *above = sums + y * stride, *below = above + stride;
        below[0] = 0;
        for (size_t x = 0; x < width; x++) {
            row += plane[y * width + x];
            below[x + 1] = above[x + 1] + row;
        }
    }
}

void ckp_sums(const uint8_t *rgb, size_t width, size_t height, uint32_t *sums) {
    size_t stride = width + 1, table = CKP_SUMS(width, height);
    for (size_t channel = 0; channel < 3; channel++)
        for (size_t x = 0; x <= width; x++) sums[channel * table + x] = 0;
    for (size_t y = 0; y < height; y++) {
        const uint8_t *pixel = rgb + 3 * y * width;
        uint32_t row[3] = {0, 0, 0};
        for (size_t channel = 0; channel < 3; channel++) sums[channel * table + (y + 1) * stride] = 0;
        for (size_t x = 0; x < width; x++, pixel += 3) {
            int32_t r = pixel[0], g = pixel[1], b = pixel[2];
            int32_t luma = (19595 * r + 38470 * g + 7471 * b + 32768) >> 16;
            row[0] += (uint32_t)luma;
            // BT.601: 0.564 (B - Y) and 0.713 (R - Y), around 128.
            row[1] += (uint32_t)(128 + (((b - luma) * 144) >> 8));
            row[2] += (uint32_t)(128 + (((r - luma) * 182) >> 8));
            for (size_t channel = 0; channel < 3; channel++) {
                uint32_t *below = sums + channel * table + (y + 1) * stride + x + 1;
                *below = *(below - stride) + row[channel];
            }
        }
    }
}

/* The sum left of a place in one row of a table, between two values by their distance. */
static void across(const uint32_t *row, size_t width, ckp_area area, size_t columns, double *out) {
    for (size_t x = 0; x <= columns; x++) {
        double at = area.left + area.width * (double)x / (double)columns;
        if (!(at > 0)) at = 0;
        if (at > (double)width) at = (double)width;
        size_t before = (size_t)at;
        if (before >= width) before = width - 1;
        double share = at - (double)before;
        out[x] = (1 - share) * row[before] + share * row[before + 1];
    }
}

/* The same at a place between two rows. */
static void between(const uint32_t *sums, size_t width, size_t height, ckp_area area, double at, size_t columns,
                    double *spare, double *out) {
    if (!(at > 0)) at = 0;
    if (at > (double)height) at = (double)height;
    size_t before = (size_t)at;
    if (before >= height) before = height - 1;
    double share = at - (double)before;
    across(sums + before * (width + 1), width, area, columns, out);
    if (share == 0) return;
    across(sums + (before + 1) * (width + 1), width, area, columns, spare);
    for (size_t x = 0; x <= columns; x++) out[x] = (1 - share) * out[x] + share * spare[x];
}

void ckp_means(const uint32_t *sums, size_t width, size_t height, size_t table, ckp_area area, size_t columns,
               size_t rows, double *spare, float *means) {
    sums += table * CKP_SUMS(width, height);
    double *above = spare, *below = spare + columns + 1, *other = below + columns + 1;
    double scale = (double)columns * (double)rows / (area.width * area.height);
    between(sums, width, height, area, area.top, columns, other, above);
    for (size_t y = 0; y < rows; y++) {
        double at = area.top + area.height * (double)(y + 1) / (double)rows;
        between(sums, width, height, area, at, columns, other, below);
        for (size_t x = 0; x < columns; x++)
            means[y * columns + x] = (float)((below[x + 1] - below[x] - above[x + 1] + above[x]) * scale);
        double *spent = above;
        above = below, below = spent;
    }
}

static float total(const float sums[lanes]) {
    float all = 0;
    for (int lane = 0; lane < lanes; lane++) all += sums[lane];
    return all;
}

/* Adds the products of two rows, and the values and squares of the second one. */
static void add_row(const float *first, const float *second, size_t count, float dot[lanes], float sum[lanes],
                    float square[lanes]) {
    size_t at = 0;
    for (; at + lanes <= count; at += lanes)
        for (int lane = 0; lane < lanes; lane++) {
            float value = second[at + (size_t)lane];
            dot[lane] += first[at + (size_t)lane] * value;
            sum[lane] += value;
            square[lane] += value * value;
        }
    for (int lane = 0; at < count; at++, lane++) {
        dot[lane] += first[at] * second[at];
        sum[lane] += second[at];
        square[lane] += second[at] * second[at];
    }
}

static float correlation(float dot, float sum, float square, size_t count) {
    float variance = square - sum * sum / (float)count;
    return variance > least_deviation * least_deviation * (float)count ? dot / sqrtf(variance) : 0;
}

float ckp_normalize(float *values, size_t count) {
    double sum = 0, square = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    float mean = (float)(sum / (double)count);
    for (size_t i = 0; i < count; i++) {
        values[i] -= mean;
        square += (double)values[i] * values[i];
    }
    float scale = square > 0 ? (float)(1 / sqrt(square)) : 0;
    for (size_t i = 0; i < count; i++) values[i] *= scale;
    return (float)sqrt(square / (double)count);
}

float ckp_correlation(const float *normalized, const float *values, size_t count) {
    float dot[lanes] = {0}, sum[lanes] = {0}, square[lanes] = {0};
    add_row(normalized, values, count, dot, sum, square);
    return correlation(total(dot), total(sum), total(square), count);
}

ckp_place ckp_locate(const float *whole, size_t width, size_t height, const float *part, size_t part_width,
                     size_t part_height) {
    ckp_place best = {-1, 0, 0};
    for (size_t y = 0; y + part_height <= height; y++) {
        for (size_t x = 0; x + part_width <= width; x++) {
            float dot[lanes] = {0}, sum[lanes] = {0}, square[lanes] = {0};
            for (size_t row = 0; row < part_height; row++)
                add_row(part + row * part_width, whole + (y + row) * width + x, part_width, dot, sum, square);
            float found = correlation(total(dot), total(sum), total(square), part_width * part_height);
            if (found > best.correlation) best = (ckp_place){found, (int32_t)x, (int32_t)y};
        }
    }
    return best;
}
