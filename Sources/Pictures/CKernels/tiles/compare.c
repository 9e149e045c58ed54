/* The comparison of two pictures at their full size. */
#include "../include/ckernels_tiles.h"

#include <math.h>
#include <string.h>

enum { terms = 7, busy_tiles = 12, most_samples = 200000 };
/* The mean slope of a tile with detail, and the share of the slope that a filter may add or take. */
static const float busy_slope = 2, edge_share = 0.05f;

static void luma_of(const uint8_t *rgb, size_t count, uint8_t *luma) {
    for (size_t i = 0; i < count; i++, rgb += 3)
        luma[i] = (uint8_t)((19595u * rgb[0] + 38470u * rgb[1] + 7471u * rgb[2] + 32768u) >> 16);
}

static int solve(double m[terms][terms + 1]) {
    for (int i = 0; i < terms; i++) {
        int pivot = i;
        for (int r = i + 1; r < terms; r++)
            if (fabs(m[r][i]) > fabs(m[pivot][i])) pivot = r;
        if (fabs(m[pivot][i]) < 1e-12) return 0;
        for (int c = 0; c <= terms && pivot != i; c++) {
            double spare = m[i][c];
            m[i][c] = m[pivot][c], m[pivot][c] = spare;
        }
        for (int r = 0; r < terms; r++) {
            double share = r == i ? 0 : m[r][i] / m[i][i];
            for (int c = i; c <= terms && share != 0; c++) m[r][c] -= share * m[i][c];
        }
    }
    for (int i = 0; i < terms; i++) m[i][terms] /= m[i][i];
    return 1;
}

/* The second picture out of the first: gain, offset, shift and growth on both axes, sharpness. */
static void fit(const uint8_t *first, const uint8_t *second, size_t width, size_t height, double found[terms]) {
    double m[terms][terms + 1] = {{0}}, count = 0;
    size_t step = 1;
    while ((width / step) * (height / step) > most_samples) step += 1;
    for (size_t y = 1; y + 1 < height; y += step) {
        const uint8_t *row = first + y * width, *above = row - width, *below = row + width;
        double v = (double)y / (double)height - 0.5;
        for (size_t x = 1 + y % step; x + 1 < width; x += step) {
            double u = (double)x / (double)width - 0.5;
            double gx = 0.5 * (row[x + 1] - row[x - 1]), gy = 0.5 * (below[x] - above[x]);
            double j[terms + 1] = {row[x], 1, gx, gx * u, gy, gy * v,
                                   row[x + 1] + row[x - 1] + below[x] + above[x] - 4.0 * row[x], second[y * width + x]};
            for (int r = 0; r < terms; r++)
                for (int c = r; c <= terms; c++) m[r][c] += j[r] * j[c];
            count += 1;
        }
    }
    for (int r = 0; r < terms; r++) {
        for (int c = 0; c < r; c++) m[r][c] = m[c][r];
        // A little of the diagonal keeps a picture without detail in one direction from sliding along it.
        m[r][r] += r < 2 ? 1e-9 * count : 1e-3 * count;
    }
    if (!solve(m)) {
        memset(found, 0, terms * sizeof *found);
        found[0] = 1;
        return;
    }
    for (int r = 0; r < terms; r++) found[r] = m[r][terms];
}

/* A row of what is left between the pictures, and the smaller slope of both. */
static void rest(const uint8_t *first, const uint8_t *second, size_t width, size_t height, size_t y,
                 const float fitted[terms], float *left, float *slope) {
    const uint8_t *a = first + y * width, *b = second + y * width;
    size_t up = y ? width : 0, down = y + 1 < height ? width : 0;
    float v = (float)y / (float)height - 0.5f, down_share = fitted[4] + fitted[5] * v;
    for (size_t x = 1; x + 1 < width; x++) {
        const uint8_t *p = a + x, *q = b + x;
        float gx = 0.5f * (float)(p[1] - p[-1]), gy = 0.5f * (float)(p[down] - *(p - up));
        float hx = 0.5f * (float)(q[1] - q[-1]), hy = 0.5f * (float)(q[down] - *(q - up));
        float bend = (float)(p[1] + p[-1] + p[down] + *(p - up) - 4 * p[0]);
        float across = fitted[2] + fitted[3] * ((float)x / (float)width - 0.5f);
        left[x] = (float)q[0] - fitted[0] * (float)p[0] - fitted[1] - across * gx - down_share * gy - fitted[6] * bend;
        float s = gx * gx + gy * gy, t = hx * hx + hy * hy;
        slope[x] = sqrtf(s < t ? s : t);
    }
    left[0] = left[1], left[width - 1] = left[width - 2];
    slope[0] = slope[1], slope[width - 1] = slope[width - 2];
}

/* Sums of `span` x `span` values of `rows` rows; a row and a column of the result begin at each value. */
static void box_sums(const float *values, size_t width, size_t rows, size_t span, float *across, float *sums) {
    for (size_t y = 0; y < rows; y++) {
        const float *from = values + y * width;
        float *to = across + y * width;
        for (size_t x = 0; x + span <= width; x++) {
            float sum = 0;
            for (size_t k = 0; k < span; k++) sum += from[x + k];
            to[x] = sum;
        }
    }
    for (size_t y = 0; y + span <= rows; y++) {
        float *to = sums + y * width;
        memcpy(to, across + y * width, width * sizeof *to);
        for (size_t k = 1; k < span; k++) {
            const float *from = across + (y + k) * width;
            for (size_t x = 0; x + span <= width; x++) to[x] += from[x];
        }
    }
}

/* The largest of the means of areas over what edges explain; its place is that of the area's first value. */
static float worst(const float *sums, const float *slopes, size_t width, size_t rows, size_t span, size_t *place) {
    float part = 1.0f / (float)(span * span), most = 0;
    for (size_t y = 0; y + span <= rows; y++) {
        const float *row = sums + y * width, *edges = slopes + y * width;
        float found = 0;
        for (size_t x = 0; x + span <= width; x++) {
            float value = fabsf(row[x]) * part / (1 + edge_share * part * edges[x]);
            found = value > found ? value : found;
        }
        if (found <= most) continue;
        most = found;
        for (size_t x = 0; x + span <= width; x++)
            if (fabsf(row[x]) * part / (1 + edge_share * part * edges[x]) >= found) *place = y * width + x;
    }
    return most;
}

/* A row of the differences of Cb and Cr, of areas of 2 x 2 pixels. */
static void chroma_rest(const uint8_t *a, const uint8_t *b, size_t width, float *blue, float *red) {
    size_t row = 3 * width;
    for (size_t x = 0; x < width / 2; x++, a += 6, b += 6) {
        float d[3];
        for (size_t c = 0; c < 3; c++)
            d[c] = 0.25f * (float)(b[c] + b[c + 3] + b[c + row] + b[c + row + 3] - a[c] - a[c + 3] - a[c + row] - a[c + row + 3]);
        blue[x] = -0.168736f * d[0] - 0.331264f * d[1] + 0.5f * d[2];
        red[x] = 0.5f * d[0] - 0.418688f * d[1] - 0.081312f * d[2];
    }
}

/* The value below which three of four lie; reorders them. */
static float third_quartile(float *values, size_t count) {
    size_t low = 0, high = count - 1, wanted = count * 3 / 4;
    while (low < high) {
        float pivot = values[(low + high) / 2];
        size_t i = low, j = high;
        while (i <= j) {
            while (values[i] < pivot) i += 1;
            while (values[j] > pivot) j -= 1;
            if (i <= j) {
                float spare = values[i];
                values[i] = values[j], values[j] = spare;
                i += 1;
                if (j == 0) break;
                j -= 1;
            }
        }
        if (wanted <= j) high = j;
        else if (wanted >= i) low = i;
        else break;
    }
    return values[wanted];
}

void ckt_compare(const uint8_t *first, const uint8_t *second, size_t width, size_t height, uint8_t *luma, float *work,
                 ckt_difference *result) {
    *result = (ckt_difference){0};
    uint8_t *planes[2] = {luma, luma + CKT_LUMA(width, height)};
    luma_of(first, width * height, planes[0]);
    luma_of(second, width * height, planes[1]);
    double found[terms];
    fit(planes[0], planes[1], width, height, found);
    float fitted[terms];
    for (int i = 0; i < terms; i++) fitted[i] = (float)found[i];
    double total[2] = {0, 0}, squares = 0;
    for (size_t i = 0; i < width * height; i++) total[0] += planes[0][i], total[1] += planes[1][i];
    result->gain = fitted[0];
    result->offset = (float)((total[1] - total[0]) / (double)(width * height));
    result->shift_x = fitted[2], result->growth_x = fitted[3];
    result->shift_y = fitted[4], result->growth_y = fitted[5];
    result->softness = fitted[6];

    size_t band = width * (CKT_TILE + CKT_MARGIN);
    float *left = work, *slope = left + band, *spare = slope + band, *sums = spare + band, *edges = sums + band;
    float *blue = edges + band, *red = blue + band, *tiles = work + 7 * band;
    size_t busy = 0;
    float worst_so_far = 0;
    for (size_t top = 0; top < height; top += CKT_TILE) {
        size_t rows = height - top < CKT_TILE + CKT_MARGIN ? height - top : CKT_TILE + CKT_MARGIN;
        if (top > 0 && rows <= CKT_MARGIN) break;
        for (size_t y = 0; y < rows; y++)
            rest(planes[0], planes[1], width, height, top + y, fitted, left + y * width, slope + y * width);
        static const size_t spans[2] = {4, 8};
        for (int k = 0; k < 2; k++) {
            size_t place = 0;
            box_sums(left, width, rows, spans[k], spare, sums);
            box_sums(slope, width, rows, spans[k], spare, edges);
            float value = worst(sums, edges, width, rows, spans[k], &place);
            float *most = k ? &result->coarse : &result->fine;
            if (value > *most) *most = value;
            if (value > worst_so_far) {
                worst_so_far = value;
                result->x = (int32_t)(place % width + spans[k] / 2);
                result->y = (int32_t)(top + place / width + spans[k] / 2);
            }
        }
        // The colors, whose edges are those of luma in the same place: `edges` still has those of 8 x 8 pixels.
        size_t pairs = rows / 2, half = width / 2;
        for (size_t y = 0; y < pairs; y++) {
            const size_t from = 3 * width * (top + 2 * y);
            chroma_rest(first + from, second + from, width, blue + y * half, red + y * half);
        }
        for (int plane = 0; plane < 2 && pairs >= 4 && half >= 4; plane++) {
            box_sums(plane ? red : blue, half, pairs, 4, spare, sums);
            for (size_t y = 0; y + 4 <= pairs; y++) {
                for (size_t x = 0; x + 4 <= half; x++) {
                    float value = fabsf(sums[y * half + x]) / 16 / (1 + edge_share / 64 * edges[2 * y * width + 2 * x]);
                    if (value <= result->chroma) continue;
                    result->chroma = value;
                    if (value > worst_so_far) {
                        worst_so_far = value;
                        result->x = (int32_t)(2 * x + 4), result->y = (int32_t)(top + 2 * y + 4);
                    }
                }
            }
        }
        size_t own = rows < CKT_TILE ? rows : CKT_TILE;
        for (size_t start = 0; start < width; start += CKT_TILE) {
            size_t end = start + CKT_TILE < width ? start + CKT_TILE : width;
            double sum = 0, square = 0, incline = 0, count = (double)(own * (end - start));
            for (size_t y = 0; y < own; y++) {
                for (size_t x = start; x < end; x++) {
                    float d = left[y * width + x];
                    sum += d, square += d * d, incline += slope[y * width + x];
                }
            }
            squares += square;
            if (end - start < CKT_TILE / 2 || own < CKT_TILE / 2) continue;
            float mean = (float)(fabs(sum) / count), edge = (float)(incline / count);
            float broad = mean / (1 + edge_share * edge);
            if (broad > result->broad) result->broad = broad;
            if (edge > busy_slope) tiles[busy++] = (float)sqrt(square / count);
        }
    }
    result->rms = (float)sqrt(squares / (double)(width * height));
    result->noise = busy >= busy_tiles ? third_quartile(tiles, busy) : -1;
}

float ckt_detail(const uint8_t *rgb, size_t width, size_t height, uint8_t *luma) {
    luma_of(rgb, width * height, luma);
    double bends = 0, slopes = 0;
    for (size_t y = 1; y + 1 < height; y++) {
        const uint8_t *row = luma + y * width;
        long bend = 0, slope = 0;
        for (size_t x = 1; x + 1 < width; x++) {
            const uint8_t *p = row + x, *above = p - width;
            int across = p[1] - p[-1], down = p[width] - above[0];
            int steep = (across < 0 ? -across : across) + (down < 0 ? -down : down);
            // Noise in plain areas is no detail.
            if (steep < 24) continue;
            int second = p[1] + p[-1] + p[width] + above[0] - 4 * p[0];
            bend += second < 0 ? -second : second, slope += steep;
        }
        bends += (double)bend, slopes += (double)slope;
    }
    return slopes > 0 ? (float)(bends / slopes) : 0;
}

void ckt_turn(const uint8_t *rgb, size_t width, size_t height, int turn, uint8_t *turned) {
    size_t from_width = turn & 4 ? height : width;
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++, turned += 3) {
            size_t u = turn & 1 ? width - 1 - x : x, v = turn & 2 ? height - 1 - y : y;
            memcpy(turned, rgb + 3 * (turn & 4 ? u * from_width + v : v * from_width + u), 3);
        }
    }
}
