/* The color block: soft histograms in CIE Lab, of the whole square and of its cells. */
#include "ckernels_describe.h"
#include "root.h"

#include <string.h>

_Static_assert(CKD_LAB_BINS == CKD_LAB_L * CKD_LAB_AB * CKD_LAB_AB, "all bins");

enum { CELLS = CKD_LAB_CELLS, BINS = CKD_LAB_BINS };

/* a and b reach this far; a bin is finer near gray, where pictures have most of their pixels. */
static const float reach = 90.0f;

static inline float lab_curve(float t) { return t > 0.008856f ? ckd_cube_root(t) : 7.787f * t + 16.0f / 116.0f; }

/* Place of a or b among the bins, 0 ... CKD_LAB_AB - 1, by the square root of its distance from gray. */
static inline float chroma_place(float value) {
    float root = ckd_square_root((value < 0 ? -value : value) * (1.0f / reach));
    float place = ((value < 0 ? -root : root) + 1) * (0.5f * (CKD_LAB_AB - 1));
    place = place < 0 ? 0 : place;
    return place > CKD_LAB_AB - 1.001f ? CKD_LAB_AB - 1.001f : place;
}

/* Bins of one row of pixels: the index of the lowest corner and the shares in L, a and b of the upper ones. */
typedef struct places {
    int corner[CKD_SIDE];
    float l[CKD_SIDE], a[CKD_SIDE], b[CKD_SIDE];
} places;

static void place_row(const uint8_t *rgb, const float *linear, places *out) {
    for (int x = 0; x < CKD_SIDE; x++, rgb += 3) {
        out->l[x] = linear[rgb[0]];
        out->a[x] = linear[rgb[1]];
        out->b[x] = linear[rgb[2]];
    }
    for (int x = 0; x < CKD_SIDE; x++) {
        float r = out->l[x], g = out->a[x], b = out->b[x];
        float fx = lab_curve(0.4339499f * r + 0.3762098f * g + 0.1898403f * b);
        float fy = lab_curve(0.2126729f * r + 0.7151522f * g + 0.0721750f * b);
        float fz = lab_curve(0.0177566f * r + 0.1094680f * g + 0.8727755f * b);
        float l = (116 * fy - 16) * (CKD_LAB_L / 100.0f) - 0.5f;
        l = l < 0 ? 0 : l;
        l = l > CKD_LAB_L - 1.001f ? CKD_LAB_L - 1.001f : l;
        float pa = chroma_place(500 * (fx - fy)), pb = chroma_place(200 * (fy - fz));
        int il = (int)l, ia = (int)pa, ib = (int)pb;
        out->corner[x] = (il * CKD_LAB_AB + ia) * CKD_LAB_AB + ib;
        out->l[x] = l - (float)il;
        out->a[x] = pa - (float)ia;
        out->b[x] = pb - (float)ib;
    }
}

/* The first cell that a pixel line falls into, and the share that goes to the one after it. */
static inline int cell_of(int line, float *share) {
    float at = ((float)line + 0.5f) * ((float)CELLS / CKD_SIDE) - 0.5f;
    int cell = at < 0 ? 0 : (int)at;
    *share = at < 0 || cell == CELLS - 1 ? 0 : at - (float)cell;
    return cell;
}

static inline void add_pixel(float *bins, const places *row, int x, float weight) {
    static const int step_l = CKD_LAB_AB * CKD_LAB_AB, step_a = CKD_LAB_AB;
    float *at = bins + row->corner[x];
    float l1 = row->l[x] * weight, l0 = weight - l1, a1 = row->a[x], a0 = 1 - a1, b1 = row->b[x], b0 = 1 - b1;
    at[0] += l0 * a0 * b0;
    at[1] += l0 * a0 * b1;
    at[step_a] += l0 * a1 * b0;
    at[step_a + 1] += l0 * a1 * b1;
    at[step_l] += l1 * a0 * b0;
    at[step_l + 1] += l1 * a0 * b1;
    at[step_l + step_a] += l1 * a1 * b0;
    at[step_l + step_a + 1] += l1 * a1 * b1;
}

void ckd_colors(const uint8_t *rgb, const float *linear, float *out) {
    float *grid = out + BINS;
    memset(out, 0, (1 + CELLS * CELLS) * BINS * sizeof *out);
    for (int y = 0; y < CKD_SIDE; y++) {
        places row;
        place_row(rgb + y * CKD_SIDE * 3, linear, &row);
        float cells[(CELLS + 1) * BINS] = {0};
        for (int x = 0; x < CKD_SIDE; x++) {
            float right;
            int cell = cell_of(x, &right);
            add_pixel(cells + cell * BINS, &row, x, 1 - right);
            if (right > 0) add_pixel(cells + (cell + 1) * BINS, &row, x, right);
        }
        float down;
        int cell = cell_of(y, &down);
        for (int i = 0; i < CELLS * BINS; i++) {
            grid[cell * CELLS * BINS + i] += cells[i] * (1 - down);
            if (down > 0) grid[(cell + 1) * CELLS * BINS + i] += cells[i] * down;
        }
    }
    for (int cell = 0; cell < CELLS * CELLS; cell++) {
        float *bins = grid + cell * BINS, sum = 0;
        for (int i = 0; i < BINS; i++) {
            out[i] += bins[i] * (1.0f / (CKD_SIDE * CKD_SIDE));
            sum += bins[i];
        }
        for (int i = 0; i < BINS; i++) bins[i] = ckd_square_root(bins[i] / sum);
    }
    for (int i = 0; i < BINS; i++) out[i] = ckd_square_root(out[i]);
}
