#include "ckernels_color.h"

#pragma STDC FP_CONTRACT OFF

static inline float distance2(float lightness, float a, float b, ck_color_lab center) {
    float x = lightness - center.lightness, y = a - center.a, z = b - center.b;
    return x * x + y * y + z * z;
}

ck_color_sum ck_color_ball(const float *lightness, const float *a, const float *b, const int32_t *weights, size_t first,
                           size_t last, ck_color_lab center, float radius2) {
    int32_t weight = 0, sum_lightness = 0, sum_a = 0, sum_b = 0;
    for (size_t i = first; i < last; i++) {
        int32_t inside = -(distance2(lightness[i], a[i], b[i], center) <= radius2) & weights[i];
        float scale = (float)(inside * CK_COLOR_ONE);
        weight += inside;
        sum_lightness += (int32_t)(scale * lightness[i]);
        sum_a += (int32_t)(scale * a[i]);
        sum_b += (int32_t)(scale * b[i]);
    }
    return (ck_color_sum){weight, sum_lightness, sum_a, sum_b};
}

ck_color_bin ck_color_take(const float *lightness, const float *a, const float *b, int32_t *weights,
                           const uint16_t *cells, const ck_color_bin *bins, int32_t *votes, size_t first, size_t last,
                           ck_color_lab center, float radius2) {
    ck_color_bin taken = {0};
    for (size_t i = first; i < last; i++) {
        if (weights[i] == 0 || distance2(lightness[i], a[i], b[i], center) > radius2) continue;
        votes[cells[i]] -= weights[i];
        weights[i] = 0;
        taken.red += bins[i].red;
        taken.green += bins[i].green;
        taken.blue += bins[i].blue;
        taken.count += bins[i].count;
    }
    return taken;
}

void ck_color_smooth(const int32_t *votes, int32_t *layers, int32_t *density, int32_t *peaks, size_t first,
                     size_t last) {
    for (size_t plane = first; plane <= last; plane++) {
        const int32_t *in = votes + plane * CK_GRID_PLANE;
        int32_t *out = layers + plane * CK_GRID_PLANE, rows[CK_GRID_PLANE] = {0};
        for (size_t i = 1; i < CK_GRID_PLANE - 1; i++) rows[i] = in[i - 1] + 2 * in[i] + in[i + 1];
        for (size_t i = CK_GRID_SIDE; i < CK_GRID_PLANE - CK_GRID_SIDE; i++)
            out[i] = rows[i - CK_GRID_SIDE] + 2 * rows[i] + rows[i + CK_GRID_SIDE];
    }
    for (size_t plane = first > 1 ? first - 1 : 1; plane <= last + 1 && plane < CK_GRID_PLANES - 1; plane++) {
        const int32_t *in = layers + plane * CK_GRID_PLANE, *below = in - CK_GRID_PLANE, *above = in + CK_GRID_PLANE;
        int32_t *out = density + plane * CK_GRID_PLANE, peak = 0;
        for (size_t i = 0; i < CK_GRID_PLANE; i++) {
            out[i] = below[i] + 2 * in[i] + above[i];
            peak = out[i] > peak ? out[i] : peak;
        }
        peaks[plane] = peak;
    }
}
