/* The edge block: a coarse histogram of oriented gradients. */
#include "ckernels_describe.h"
#include "root.h"

#include <string.h>

_Static_assert(CKD_EDGE_VALUES == CKD_EDGE_CELLS * CKD_EDGE_CELLS * CKD_EDGE_BINS, "all cells and bins");

/* Direction of a line in half turns, 0 ..< 1: an odd polynomial for the arc tangent, error below 1e-5 of a turn. */
static inline float half_turns(float dx, float dy) {
    float ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    float low = ax < ay ? ax : ay, high = ax < ay ? ay : ax;
    if (high == 0) return 0;
    float t = low / high, s = t * t;
    float angle =
        t * (0.99997726f +
             s * (-0.33262347f + s * (0.19354346f + s * (-0.11643287f + s * (0.05265332f + s * -0.01172120f)))));
    angle *= 0.31830989f;
    if (ay > ax) angle = 0.5f - angle;
    if ((dx < 0) != (dy < 0) && angle > 0) angle = 1 - angle;
    return angle < 1 ? angle : 0;
}

void ckd_edges(const uint8_t *rgb, float *out) {
    float luma[CKD_SIDE * CKD_SIDE];
    for (size_t i = 0; i < CKD_SIDE * CKD_SIDE; i++)
        luma[i] = (float)(77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) * (1.0f / 256.0f);
    memset(out, 0, CKD_EDGE_VALUES * sizeof *out);
    for (int y = 0; y < CKD_SIDE; y++) {
        const float *line = luma + y * CKD_SIDE;
        const float *above = y > 0 ? line - CKD_SIDE : line, *below = y < CKD_SIDE - 1 ? line + CKD_SIDE : line;
        float cells[(CKD_EDGE_CELLS + 1) * CKD_EDGE_BINS] = {0};
        for (int x = 0; x < CKD_SIDE; x++) {
            float dx = line[x < CKD_SIDE - 1 ? x + 1 : x] - line[x > 0 ? x - 1 : x], dy = below[x] - above[x];
            float length = ckd_square_root(dx * dx + dy * dy);
            float bin = half_turns(dx, dy) * CKD_EDGE_BINS + (CKD_EDGE_BINS - 0.5f);
            int low = (int)bin;
            float share = bin - (float)low;
            float at = ((float)x + 0.5f) * ((float)CKD_EDGE_CELLS / CKD_SIDE) - 0.5f;
            int cell = at < 0 ? 0 : (int)at;
            float right = at < 0 ? 0 : at - (float)cell;
            if (cell == CKD_EDGE_CELLS - 1) right = 0;
            int first = low % CKD_EDGE_BINS, second = (low + 1) % CKD_EDGE_BINS;
            float *left = cells + cell * CKD_EDGE_BINS, *next = left + CKD_EDGE_BINS;
            left[first] += length * (1 - share) * (1 - right);
            left[second] += length * share * (1 - right);
            next[first] += length * (1 - share) * right;
            next[second] += length * share * right;
        }
        float at = ((float)y + 0.5f) * ((float)CKD_EDGE_CELLS / CKD_SIDE) - 0.5f;
        int cell = at < 0 ? 0 : (int)at;
        float down = at < 0 || cell == CKD_EDGE_CELLS - 1 ? 0 : at - (float)cell;
        enum { ROW = CKD_EDGE_CELLS * CKD_EDGE_BINS };
        for (int i = 0; i < ROW; i++) {
            out[cell * ROW + i] += cells[i] * (1 - down);
            if (down > 0) out[(cell + 1) * ROW + i] += cells[i] * down;
        }
    }
    float energy = 1;
    for (int i = 0; i < CKD_EDGE_VALUES; i++) energy += out[i] * out[i];
    float scale = 1 / ckd_square_root(energy);
    for (int i = 0; i < CKD_EDGE_VALUES; i++) out[i] = ckd_square_root(out[i] * scale);
}
