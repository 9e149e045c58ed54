/* The comparison of two miniatures. */
#include "ckernels_same.h"
#include "place.h"

#include <math.h>

/* Places that do not even correlate like this are not refined. */
static const float least_start = 0.75f, least_coarse = 0.9f;

static void floats(const uint8_t *bytes, size_t count, float *out) {
    for (size_t i = 0; i < count; i++) out[i] = bytes[i];
}

/* The differences of luma over the blocks of an eighth of the side (a quarter at 32 pixels), each half over the next. */
static void compare_luma(const float *first, const float *second, size_t side, const unsigned char *inside,
                         ckm_comparison *out) {
    double n = 0, a = 0, b = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < side * side; i++) {
        double in = inside[i], x = first[i] * in, y = second[i] * in;
        n += in, a += x, b += y, aa += x * x, bb += y * y;
    }
    double va = fmax(aa / n - a / n * (a / n), 1e-3), vb = fmax(bb / n - b / n * (b / n), 1e-3);
    double gain = sqrt(vb / va), offset = b / n - gain * (a / n);
    out->gain = (float)gain;
    out->offset = (float)((b - a) / n);
    out->deviation = (float)sqrt(fmin(va, vb));
    size_t block = 8, half = block / 2;
    out->worst_correlation = 1;
    for (size_t top = 0; top + block <= side; top += half) {
        for (size_t left = 0; left + block <= side; left += half) {
            double count = 0, error = 0, slope = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
            for (size_t v = top; v < top + block; v++) {
                for (size_t u = left; u < left + block; u++) {
                    size_t i = v * side + u;
                    if (!inside[i]) continue;
                    double p = first[i], q = second[i], d = q - gain * p - offset;
                    double gx = (first[i + 1] - first[i - 1]) * 0.5, gy = (first[i + side] - first[i - side]) * 0.5;
                    count += 1, error += d * d, slope += gx * gx + gy * gy;
                    x += p, y += q, xx += p * p, yy += q * q, xy += p * q;
                }
            }
            if (2 * count < (double)(block * block)) continue;
            // Edges differ with the filter and the phase of a resize; noise of 1.5 levels is a JPEG's.
            float difference = (float)sqrt(error / count / (2.25 + 0.09 * slope / count));
            if (difference > out->worst_difference) out->worst_difference = difference;
            double vx = xx / count - x / count * (x / count), vy = yy / count - y / count * (y / count);
            double both = xy / count - x / count * (y / count);
            // The 6 stands for noise, so that a block without detail does not count as different.
            float correlation = (float)((both + 6) / sqrt((vx + 6) * (vy + 6)));
            if (correlation < out->worst_correlation) out->worst_correlation = correlation;
        }
    }
}

static void compare_chroma(const uint8_t *first, const uint8_t *second, place at, float *work, unsigned char *inside,
                           ckm_comparison *out) {
    size_t side = CKM_CHROMA_SIDE, all = side * side;
    float *a = work, *b = a + all, *spare = b + all, *warped = spare + all;
    double squares = 0, blocks = 0;
    for (int plane = 0; plane < 2; plane++) {
        floats(first + (size_t)plane * all, all, warped);
        same_smooth(warped, side, spare, a);
        floats(second + (size_t)plane * all, all, warped);
        same_smooth(warped, side, spare, b);
        same_warp(b, side, at, warped, inside);
        for (size_t top = 0; top + 4 <= side; top += 2) {
            for (size_t left = 0; left + 4 <= side; left += 2) {
                float sum = 0, count = 0;
                for (size_t i = 0; i < 16; i++) {
                    size_t place = (top + i / 4) * side + left + i % 4;
                    if (inside[place]) sum += warped[place] - a[place], count += 1;
                }
                if (count < 8) continue;
                float difference = fabsf(sum / count);
                squares += (double)(difference * difference), blocks += 1;
                if (difference > out->chroma_largest) out->chroma_largest = difference;
            }
        }
    }
    out->chroma_mean = (float)sqrt(squares / fmax(blocks, 1));
}

void ckm_compare(const uint8_t *first, const uint8_t *second, size_t side, size_t level, float *work,
                 ckm_comparison *result) {
    *result = (ckm_comparison){0};
    size_t all = side * side;
    // Luma of both, each with its halves behind it; then what is sampled, and a byte for each pixel.
    float *fine[2] = {work, work + 2 * all}, *smooth[2] = {work + 4 * all, work + 5 * all};
    float *spare = work + 6 * all;
    unsigned char *inside = (unsigned char *)(work + 7 * all);
    floats(first, all, fine[0]);
    floats(second, all, fine[1]);
    size_t offsets[8] = {0}, sides[8] = {side};
    int coarsest = 0;
    while (sides[coarsest] > 16) {
        size_t from = offsets[coarsest], now = sides[coarsest];
        offsets[coarsest + 1] = from + now * now, sides[coarsest + 1] = now / 2;
        for (int k = 0; k < 2; k++) same_halve(fine[k] + from, now, fine[k] + from + now * now);
        coarsest += 1;
    }
    place at = {1, 0, 1, 0};
    for (int step = coarsest; step >= 0 && sides[step] <= level; step--) {
        size_t now = sides[step], count = now * now;
        for (int k = 0; k < 2; k++) same_smooth(fine[k] + offsets[step], now, spare, smooth[k]);
        if (step == coarsest) {
            at = same_search(smooth[0], smooth[1], now, spare, inside, &result->start);
            if (result->start < least_start) return;
        }
        float correlation = same_improve(smooth[0], smooth[1], now, step == coarsest ? 10 : 6, &at, spare, inside);
        if (correlation < least_coarse) return;
        if (now < level) continue;
        double covered = 0;
        for (size_t i = 0; i < count; i++) covered += inside[i];
        result->correlation = correlation;
        result->overlap = (float)(covered / (double)((now - 2) * (now - 2)));
        result->scale_x = at.sx, result->shift_x = at.tx, result->scale_y = at.sy, result->shift_y = at.ty;
        compare_luma(smooth[0], spare, now, inside, result);
        compare_chroma(first + all, second + all, at, work, inside, result);
    }
}
