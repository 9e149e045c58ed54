/*
 * The place of one picture in another. A few crops are tried at 16 pixels; the best is refined as Lucas and Kanade do
 * ("An iterative image registration technique", 1981), from coarse to fine, with gain and offset among the unknowns
 * (Baker, Gross and Matthews, "Lucas-Kanade 20 years on: part 3", 2003).
 */
#include "place.h"

#include <math.h>
#include <string.h>

static const float hopeless = 0.3f;

void same_halve(const float *from, size_t side, float *to) {
    size_t half = side / 2;
    for (size_t y = 0; y < half; y++) {
        const float *above = from + 2 * y * side, *below = above + side;
        for (size_t x = 0; x < half; x++) {
            to[y * half + x] = 0.25f * (above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1]);
        }
    }
}

void same_smooth(const float *from, size_t side, float *spare, float *to) {
    for (size_t y = 0; y < side; y++) {
        const float *row = from + y * side;
        float *out = spare + y * side;
        for (size_t x = 0; x < side; x++) {
            out[x] = 0.25f * row[x ? x - 1 : 0] + 0.5f * row[x] + 0.25f * row[x + 1 < side ? x + 1 : x];
        }
    }
    for (size_t y = 0; y < side; y++) {
        const float *row = spare + y * side;
        const float *above = y ? row - side : row, *below = y + 1 < side ? row + side : row;
        for (size_t x = 0; x < side; x++) to[y * side + x] = 0.25f * above[x] + 0.5f * row[x] + 0.25f * below[x];
    }
}

/* The pixel before a place, and the share of the one after it. */
static size_t before(float place, size_t side, float *share) {
    float last = (float)(side - 1);
    if (!(place > 0)) place = 0;
    if (place > last) place = last;
    size_t index = (size_t)place;
    if (index > side - 2) index = side - 2;
    *share = place - (float)index;
    return index;
}

void same_warp(const float *image, size_t side, place at, float *out, unsigned char *inside) {
    float n = (float)side, last = (float)(side - 2);
    size_t column[SAME_MOST_SIDE];
    float share[SAME_MOST_SIDE];
    unsigned char fits[SAME_MOST_SIDE];
    for (size_t x = 0; x < side; x++) {
        float u = (at.sx * ((float)x + 0.5f) / n + at.tx) * n - 0.5f;
        column[x] = before(u, side, &share[x]);
        fits[x] = x > 0 && x + 1 < side && u >= 1 && u <= last;
    }
    for (size_t y = 0; y < side; y++) {
        float v = (at.sy * ((float)y + 0.5f) / n + at.ty) * n - 0.5f, down;
        const float *above = image + before(v, side, &down) * side, *below = above + side;
        int fit = y > 0 && y + 1 < side && v >= 1 && v <= last;
        for (size_t x = 0; x < side; x++) {
            const float *a = above + column[x], *b = below + column[x];
            float upper = a[0] + (a[1] - a[0]) * share[x], lower = b[0] + (b[1] - b[0]) * share[x];
            out[y * side + x] = upper + (lower - upper) * down;
            inside[y * side + x] = fit && fits[x];
        }
    }
}

float same_correlation(const float *first, const float *second, size_t count, const unsigned char *inside) {
    double n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (size_t i = 0; i < count; i++) {
        double in = inside[i], x = first[i] * in, y = second[i] * in;
        n += in, a += x, b += y, aa += x * x, bb += y * y, ab += x * y;
    }
    if (2 * n < (double)count) return -1;
    double va = aa - a * a / n, vb = bb - b * b / n;
    if (va <= 1e-3 * n || vb <= 1e-3 * n) return 0;
    return (float)((ab - a * b / n) / sqrt(va * vb));
}

place same_search(const float *first, const float *second, size_t side, float *spare, unsigned char *inside,
                  float *correlation) {
    static const float kept[] = {0.95f, 0.9f};
    place best = {1, 0, 1, 0};
    same_warp(second, side, best, spare, inside);
    *correlation = same_correlation(first, spare, side * side, inside);
    // Most candidates end here: even a crop by a tenth leaves more of the coarse picture in its place.
    if (*correlation < hopeless) return best;
    for (size_t k = 0; k < 2; k++) {
        for (int cell = 0; cell < 9; cell++) {
            float s = kept[k], x = (float)(cell % 3) / 2 * (1 - s), y = (float)(cell / 3) / 2 * (1 - s);
            place tried[2] = {{s, x, s, y}, {1 / s, -x / s, 1 / s, -y / s}};
            for (int way = 0; way < 2; way++) {
                same_warp(second, side, tried[way], spare, inside);
                float found = same_correlation(first, spare, side * side, inside);
                if (found > *correlation) *correlation = found, best = tried[way];
            }
        }
    }
    return best;
}

/* Solves six equations by elimination with pivots; 0 where they have no solution. */
static int solve(double m[6][7]) {
    for (int i = 0; i < 6; i++) {
        int pivot = i;
        for (int r = i + 1; r < 6; r++) {
            if (fabs(m[r][i]) > fabs(m[pivot][i])) pivot = r;
        }
        if (fabs(m[pivot][i]) < 1e-12) return 0;
        if (pivot != i) {
            double row[7];
            memcpy(row, m[i], sizeof row);
            memcpy(m[i], m[pivot], sizeof row);
            memcpy(m[pivot], row, sizeof row);
        }
        for (int r = 0; r < 6; r++) {
            if (r == i) continue;
            double share = m[r][i] / m[i][i];
            for (int c = i; c < 7; c++) m[r][c] -= share * m[i][c];
        }
    }
    for (int i = 0; i < 6; i++) m[i][6] /= m[i][i];
    return 1;
}

static place refined(const float *first, const float *second, size_t side, place at, int steps, float *spare,
                     unsigned char *inside) {
    float n = (float)side;
    for (int step = 0; step < steps; step++) {
        same_warp(second, side, at, spare, inside);
        double m[6][7] = {{0}};
        for (size_t y = 1; y + 1 < side; y++) {
            for (size_t x = 1; x + 1 < side; x++) {
                size_t i = y * side + x;
                if (!inside[i]) continue;
                float gx = (spare[i + 1] - spare[i - 1]) * 0.5f * n / at.sx;
                float gy = (spare[i + side] - spare[i - side]) * 0.5f * n / at.sy;
                float u = ((float)x + 0.5f) / n - 0.5f, v = ((float)y + 0.5f) / n - 0.5f;
                float j[6] = {gx * u, gx, gy * v, gy, -first[i], -1};
                for (int r = 0; r < 6; r++) {
                    for (int c = r; c < 6; c++) m[r][c] += (double)(j[r] * j[c]);
                    m[r][6] -= (double)(j[r] * spare[i]);
                }
            }
        }
        for (int r = 0; r < 6; r++) {
            for (int c = 0; c < r; c++) m[r][c] = m[c][r];
        }
        // A little of the diagonal keeps a picture without detail in one direction from sliding along it.
        double ridge = 1e-3 * (m[0][0] + m[1][1] + m[2][2] + m[3][3]) / 4 + 1e-6;
        for (int r = 0; r < 6; r++) m[r][r] += r < 4 ? ridge : 1e-6;
        if (!solve(m)) return at;
        float mx = at.sx * 0.5f + at.tx + (float)m[1][6], my = at.sy * 0.5f + at.ty + (float)m[3][6];
        float sx = at.sx + (float)m[0][6], sy = at.sy + (float)m[2][6];
        // Far beyond a slight crop, or no number at all: the two do not match.
        if (!(sx > 0.7f && sx < 1.43f && sy > 0.7f && sy < 1.43f && fabsf(mx) < 2 && fabsf(my) < 2)) return at;
        at = (place){sx, mx - 0.5f * sx, sy, my - 0.5f * sy};
        if (fabs(m[0][6]) + fabs(m[1][6]) + fabs(m[2][6]) + fabs(m[3][6]) < 2e-4) break;
    }
    return at;
}

float same_improve(const float *first, const float *second, size_t side, int steps, place *at, float *sampled,
                   unsigned char *inside) {
    same_warp(second, side, *at, sampled, inside);
    float before = same_correlation(first, sampled, side * side, inside);
    place found = refined(first, second, side, *at, steps, sampled, inside);
    same_warp(second, side, found, sampled, inside);
    float after = same_correlation(first, sampled, side * side, inside);
    if (after >= before) {
        *at = found;
        return after;
    }
    // The steps went astray, as they may at 16 pixels.
    same_warp(second, side, *at, sampled, inside);
    return before;
}
