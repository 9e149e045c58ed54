#include <math.h>
#include <string.h>

#include "segment.h"

static int near(const cks_scratch *s, int i, const int32_t *color, int reach) {
    int sum = 0;
    for (int c = 0; c < 3; c++) {
        const int d = s->plane[c][i] - color[c];
        sum += d * d;
    }
    return sum <= reach * reach;
}

/* The median of what is left of the border (or of one side of it) that no color is near to yet. */
static int median(const cks_scratch *s, const int32_t *at, const uint8_t *taken, int first, int last, int32_t *color) {
    int total = 0;
    for (int c = 0; c < 3; c++) {
        int counts[2048] = {0};
        total = 0;
        for (int k = first; k < last; k++) {
            if (taken[k]) continue;
            counts[s->plane[c][at[k]] + 1024]++;
            total++;
        }
        int seen = 0;
        for (int v = 0; v < 2048 && total > 0; v++) {
            seen += counts[v];
            if (2 * seen >= total) {
                color[c] = v - 1024;
                break;
            }
        }
    }
    return total;
}

/* Finds up to 3 colors that most of the border is near to; returns how many. */
static int border_colors(cks_scratch *s, int reach, float *share) {
    const int w = s->width, h = s->height;
    int32_t *at = s->queue;
    uint8_t taken[4 * CKS_SIDE] = {0};
    int ends[5] = {0}, count = 0, colors = 0, covered = 0;
    for (int side = 0; side < 4; side++) {
        const int length = side < 2 ? w : h;
        for (int k = 0; k < length; k++) {
            at[count++] = side == 0 ? k : side == 1 ? (h - 1) * w + k : side == 2 ? k * w : k * w + w - 1;
        }
        ends[side + 1] = count;
    }
    while (colors < 3) {
        int best = 0;
        for (int part = 0; part < 5; part++) {
            int32_t color[3];
            const int first = part < 4 ? ends[part] : 0, last = part < 4 ? ends[part + 1] : count;
            if (median(s, at, taken, first, last, color) == 0) continue;
            int found = 0;
            for (int k = 0; k < count; k++) found += !taken[k] && near(s, at[k], color, reach);
            if (found > best) {
                best = found;
                memcpy(s->colors[colors], color, sizeof color);
            }
        }
        if (best * 10 < count) break;
        for (int k = 0; k < count; k++) taken[k] |= near(s, at[k], s->colors[colors], reach);
        covered += best;
        colors++;
    }
    *share = (float)covered / (float)count;
    return colors;
}

/* Labels of what does not hang together with the border: -1 is background. */
static int components(cks_scratch *s, int colors, int reach, int step, int32_t *label) {
    const int w = s->width, h = s->height, n = w * h;
    int32_t *queue = s->queue;
    int tail = 0, found = 0;
    for (int i = 0; i < n; i++) label[i] = -2;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            if (x > 0 && y > 0 && x + 1 < w && y + 1 < h) continue;
            const int i = y * w + x;
            for (int k = 0; k < colors; k++) {
                if (label[i] == -2 && near(s, i, s->colors[k], reach)) {
                    label[i] = -1;
                    queue[tail++] = i;
                }
            }
        }
    }
    for (int head = 0; head < tail; head++) {
        const int i = queue[head], x = i % w, y = i / w;
        const int to[4] = {x > 0 ? i - 1 : -1, x + 1 < w ? i + 1 : -1, y > 0 ? i - w : -1, y + 1 < h ? i + w : -1};
        for (int d = 0; d < 4; d++) {
            const int j = to[d];
            if (j < 0 || label[j] != -2 || s->weight[d >> 1][d & 1 ? i : j] > step) continue;
            for (int k = 0; k < colors; k++) {
                if (label[j] == -2 && near(s, j, s->colors[k], reach)) {
                    label[j] = -1;
                    queue[tail++] = j;
                }
            }
        }
    }
    for (int start = 0; start < n; start++) {
        if (label[start] != -2) continue;
        if (found == CKS_COMPONENTS) {
            label[start] = -1;
            continue;
        }
        tail = 0;
        queue[tail++] = start;
        label[start] = found;
        for (int head = 0; head < tail; head++) {
            const int i = queue[head], x = i % w, y = i / w;
            for (int v = cks_max(y - 1, 0); v <= cks_min(y + 1, h - 1); v++) {
                for (int u = cks_max(x - 1, 0); u <= cks_min(x + 1, w - 1); u++) {
                    if (label[v * w + u] != -2) continue;
                    label[v * w + u] = found;
                    queue[tail++] = v * w + u;
                }
            }
        }
        if (tail < 12) {
            for (int k = 0; k < tail; k++) label[queue[k]] = -1;
        } else {
            found++;
        }
    }
    return found;
}

void cks_background(cks_scratch *s) {
    static const int reach[3] = {28, 56, 120}, step[3] = {10, 16, 32};
    int32_t *label = (int32_t *)s->edges;
    for (int k = 0; k < 3; k++) {
        float share;
        const int colors = border_colors(s, reach[k], &share);
        if (k == 1) s->background = share;
        s->first_part[k] = s->nodes;
        if (colors == 0 || share < 0.4f) continue;
        const int found = components(s, colors, reach[k], step[k], label);
        if (s->nodes + found > CKS_NODES) continue;
        cks_measure(s, label, s->nodes, found);
        for (int f = 0; f < found; f++) {
            cks_node *n = &s->node[s->nodes + f];
            n->kind = 4 + k;
            n->birth = share;
            n->contrast = (float)n->strength;
        }
        for (int i = 0; i < s->width * s->height; i++) s->parts[k][i] = (int16_t)label[i];
        s->nodes += found;
    }
}
