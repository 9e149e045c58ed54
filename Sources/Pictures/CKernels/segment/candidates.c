#include <math.h>
#include <string.h>

#include "segment.h"

#define AT(x, y) ((y) * (CKS_SIDE + 1) + (x))

void cks_integrals(cks_scratch *s) {
    const int w = s->width, h = s->height;
    for (int p = 0; p < 5; p++) {
        for (int x = 0; x <= w; x++) s->integral[p][AT(x, 0)] = 0;
    }
    for (int x = 0; x <= w; x++) s->lines[0][AT(x, 0)] = s->lines[1][AT(x, 0)] = 0;
    for (int y = 0; y < h; y++) {
        int sum[5] = {0}, across = 0;
        for (int p = 0; p < 5; p++) s->integral[p][AT(0, y + 1)] = 0;
        s->lines[0][AT(0, y + 1)] = s->lines[1][AT(0, y + 1)] = 0;
        for (int x = 0; x < w; x++) {
            const int i = y * w + x, at = AT(x + 1, y + 1);
            for (int c = 0; c < 3; c++) {
                sum[c] += s->plane[c][i];
                s->integral[c][at] = s->integral[c][at - CKS_SIDE - 1] + sum[c];
            }
            sum[3] += (s->weight[0][i] + s->weight[1][i]) / 2;
            s->integral[3][at] = s->integral[3][at - CKS_SIDE - 1] + sum[3];
            sum[4] +=
                (s->plane[0][i] * s->plane[0][i] + s->plane[1][i] * s->plane[1][i] + s->plane[2][i] * s->plane[2][i]) /
                64;
            s->integral[4][at] = s->integral[4][at - CKS_SIDE - 1] + sum[4];
            /* Edges that cross a horizontal line, summed along it; edges that cross a vertical one, summed down it. */
            across += s->weight[0][i];
            s->lines[0][at] = across;
            s->lines[1][at] = s->lines[1][at - CKS_SIDE - 1] + s->weight[1][i];
        }
    }
}

static float sum(const int32_t *table, cks_box b) {
    return (float)(table[AT(b.right, b.bottom)] - table[AT(b.left, b.bottom)] - table[AT(b.right, b.top)] +
                   table[AT(b.left, b.top)]);
}

static float area(cks_box b) { return (float)((b.right - b.left) * (b.bottom - b.top)); }

static cks_box grown(const cks_scratch *s, cks_box b, float by) {
    const int dx = cks_max(1, (int)((float)(b.right - b.left) * by)),
              dy = cks_max(1, (int)((float)(b.bottom - b.top) * by));
    cks_box g = {cks_max(b.left - dx, 0), cks_max(b.top - dy, 0), cks_min(b.right + dx, s->width),
                 cks_min(b.bottom + dy, s->height)};
    return g;
}

static cks_box shrunk(cks_box b, float by) {
    const int dx = (int)((float)(b.right - b.left) * by), dy = (int)((float)(b.bottom - b.top) * by);
    cks_box g = {b.left + dx, b.top + dy, b.right - dx, b.bottom - dy};
    return g;
}

/* Mean strength of the edges that cross the sides of a box, a pixel outside. */
static float crossing(const cks_scratch *s, cks_box b) {
    float total = 0, length = 0;
    for (int k = 0; k < 2; k++) {
        const int y = k ? b.bottom : b.top - 1, x = k ? b.right : b.left - 1;
        if (y >= 0 && y < s->height) {
            total += (float)(s->lines[0][AT(b.right, y + 1)] - s->lines[0][AT(b.left, y + 1)]);
            length += (float)(b.right - b.left);
        }
        if (x >= 0 && x < s->width) {
            total += (float)(s->lines[1][AT(x + 1, b.bottom)] - s->lines[1][AT(x + 1, b.top)]);
            length += (float)(b.bottom - b.top);
        }
    }
    return length > 0 ? total / length : 0;
}

static float color_distance(const cks_scratch *s, cks_box inner, cks_box outer, cks_box hole) {
    const float na = area(inner), nb = area(outer) - area(hole);
    if (na < 1 || nb < 1) return 0;
    float total = 0;
    for (int c = 0; c < 3; c++) {
        const float d = sum(s->integral[c], inner) / na - (sum(s->integral[c], outer) - sum(s->integral[c], hole)) / nb;
        total += d * d;
    }
    return sqrtf(total);
}

/* Computes the contrasts of the strips inside and outside of each side of a box: the least and the mean of its sides
 * that are not on the border of the picture. */
static void side_contrasts(const cks_scratch *s, cks_box b, float *least, float *mean) {
    const int dx = cks_max(2, (b.right - b.left) / 8), dy = cks_max(2, (b.bottom - b.top) / 8);
    float low = 1e9f, total = 0;
    int sides = 0;
    for (int k = 0; k < 4; k++) {
        cks_box in = b, out = b;
        if (k == 0) in.right = b.left + dx, out.left = cks_max(b.left - dx, 0), out.right = b.left;
        if (k == 1) in.left = b.right - dx, out.right = cks_min(b.right + dx, s->width), out.left = b.right;
        if (k == 2) in.bottom = b.top + dy, out.top = cks_max(b.top - dy, 0), out.bottom = b.top;
        if (k == 3) in.top = b.bottom - dy, out.bottom = cks_min(b.bottom + dy, s->height), out.top = b.bottom;
        if (out.right <= out.left || out.bottom <= out.top) continue;
        float d = 0;
        for (int c = 0; c < 3; c++) {
            const float e = sum(s->integral[c], in) / area(in) - sum(s->integral[c], out) / area(out);
            d += e * e;
        }
        d = sqrtf(d);
        low = fminf(low, d);
        total += d;
        sides++;
    }
    *least = sides ? low / 100 : 0;
    *mean = sides ? total / (float)sides / 100 : 0;
}

static void features(const cks_scratch *s, const cks_node *n, cks_box b, float *f) {
    const float w = (float)s->width, h = (float)s->height, bw = (float)(b.right - b.left),
                bh = (float)(b.bottom - b.top);
    const float total = w * h, box = bw * bh;
    const cks_box ring = grown(s, b, 0.25f), core = shrunk(b, 0.15f), line = grown(s, b, 0.06f);
    memset(f, 0, CKS_FEATURES * sizeof *f);
    f[0] = sqrtf(box / total);
    f[1] = logf(bw / bh);
    f[2] = fabsf((float)(b.left + b.right) / (2 * w) - 0.5f);
    f[3] = (float)(b.top + b.bottom) / (2 * h) - 0.5f;
    f[4] = bw / w;
    f[5] = bh / h;
    f[6] = (float)((b.left == 0) + (b.top == 0) + (b.right == s->width) + (b.bottom == s->height)) / 4;
    f[7] = crossing(s, b) / 40;
    f[8] = color_distance(s, b, ring, b) / 100;
    f[9] = color_distance(s, core, ring, b) / 100;
    const float inside = sum(s->integral[3], b), outside = sum(s->integral[3], ring) - inside;
    f[10] = inside / box / 40;
    f[11] = outside / fmaxf(area(ring) - box, 1) / 40;
    f[12] = (inside - sum(s->integral[3], core)) / fmaxf(box - area(core), 1) / 40;
    f[13] = (sum(s->integral[3], line) - sum(s->integral[3], shrunk(b, 0.06f))) /
            fmaxf(area(line) - area(shrunk(b, 0.06f)), 1) / 40;
    float spread = sum(s->integral[4], b) * 64 / box;
    for (int c = 0; c < 3; c++) {
        const float mean = sum(s->integral[c], b) / box;
        spread -= mean * mean;
    }
    f[14] = sqrtf(fmaxf(spread, 0)) / 100;
    f[15] = s->background;
    side_contrasts(s, b, &f[45], &f[46]);
    if (n) {
        const float size = (float)n->size;
        f[16] = size / box;
        f[17] = (float)n->border / (float)(n->border + n->outline + 1);
        f[18] = n->outline ? (float)n->strength / (float)n->outline / 60 : 0;
        f[19] = n->outline ? n->contrast / (float)n->outline / 100 : 0;
        float variance = (float)n->squares / size;
        for (int c = 0; c < 3; c++) variance -= ((float)n->sum[c] / size) * ((float)n->sum[c] / size);
        f[20] = sqrtf(fmaxf(variance, 0)) / 100;
        f[21] = (float)(n->outline + n->border) / sqrtf(size) / 10;
        f[22] = n->kind >= 1 && n->kind <= 3 ? (n->kind == 3 ? n->birth - 2 : n->birth / 40) : 0;
        f[23] = n->kind >= 1 && n->kind <= 3 && n->parent >= 0
                    ? fminf(n->kind == 3 ? (n->death - n->birth) * 4 : (n->death - n->birth) / 20, 2)
                    : 0;
        f[24] = n->parent >= 0 ? size / (float)s->node[n->parent].size : 0;
        if (n->kind < 7) f[25 + n->kind] = 1; /* 25 ... 31 */
        f[37] = n->kind == 7;
        f[38] = n->kind == 7 ? n->birth / 16 : 0;
        f[44] = (float)n->border / (2 * (w + h));
        float nearest = 1e9f;
        for (int k = 0; k < 3; k++) {
            float d = 0;
            for (int c = 0; c < 3; c++) {
                const float e = (float)n->sum[c] / size - (float)s->colors[k][c];
                d += e * e;
            }
            nearest = fminf(nearest, d);
        }
        f[32] = fminf(sqrtf(nearest) / 100, 3);
    }
}

/* Counts for each candidate, itself included, the candidates that are nearly the same, inside, and around. */
static void company(cks_scratch *s, int count) {
    float *left = s->edge[0], *top = s->edge[1], *right = s->edge[2], *bottom = s->edge[3];
    for (int k = 0; k < count; k++) {
        left[k] = (float)s->candidate[k].box.left;
        top[k] = (float)s->candidate[k].box.top;
        right[k] = (float)s->candidate[k].box.right;
        bottom[k] = (float)s->candidate[k].box.bottom;
    }
    for (int k = 0; k < count; k++) {
        const float l = left[k], t = top[k], r = right[k], b = bottom[k], own = (r - l) * (b - t);
        int alike = 0, within = 0, around = 0;
        for (int j = 0; j < count; j++) {
            const float w = fmaxf(0, (right[j] < r ? right[j] : r) - (left[j] > l ? left[j] : l));
            const float h = fmaxf(0, (bottom[j] < b ? bottom[j] : b) - (top[j] > t ? top[j] : t));
            const float both = w * h, other = (right[j] - left[j]) * (bottom[j] - top[j]);
            alike += both > 0.7f * (own + other - both);
            within += both > 0.9f * other;
            around += both > 0.9f * own;
        }
        float *f = s->candidate[k].features;
        f[39] = logf((float)s->votes[k]);
        f[40] = logf((float)alike);
        f[41] = logf((float)within) / 2;
        f[42] = logf((float)around) / 2;
        f[43] = logf((float)count) / 4;
    }
}

/* Computes the features of a candidate from the boxes of the detection head. */
static void agreement(const cks_given *given, int count, int own, cks_box b, float *f) {
    float best = 0;
    for (int k = 0; k < count; k++) {
        const float overlap = cks_overlap(given[k].box, b);
        f[34] = fmaxf(f[34], given[k].score * overlap);
        if (overlap <= best) continue;
        best = overlap;
        f[35] = overlap;
        f[36] = given[k].score;
    }
    f[33] = own < count ? 1 : 0;
    f[47] = count ? given[0].score : 0;
}

int cks_gather(cks_scratch *s, const cks_given *given, int count) {
    cks_candidate *out = s->candidate;
    int found = 0;
    int32_t *slot = s->queue; /* boxes that are there already */
    const uint32_t mask = (1 << 14) - 1;
    memset(slot, -1, sizeof *slot << 14);
    for (int k = 0; k < count + s->nodes && found < CKS_CANDIDATES; k++) {
        /* Parts on a background come last in the table and first here: their outline is the best for the same box. */
        const int index = k < count ? -1 : s->nodes - 1 - (k - count);
        const cks_node *n = index < 0 ? 0 : &s->node[index];
        const cks_box b = n ? (cks_box){n->left, n->top, n->right, n->bottom} : given[k].box;
        const int w = b.right - b.left, h = b.bottom - b.top;
        if (w < 3 || h < 3 || w * h < 24) continue;
        if (20 * w * h > 19 * s->width * s->height) continue;
        uint32_t key = (((uint32_t)b.left << 24 ^ (uint32_t)b.top << 16 ^ (uint32_t)b.right << 8 ^ (uint32_t)b.bottom) *
                        2654435761u) >>
                       18;
        while (slot[key] >= 0) {
            const cks_box o = out[slot[key]].box;
            if (o.left == b.left && o.top == b.top && o.right == b.right && o.bottom == b.bottom) break;
            key = (key + 1) & mask;
        }
        if (slot[key] >= 0) {
            s->votes[slot[key]]++;
            continue;
        }
        s->votes[found] = 1;
        slot[key] = found;
        out[found].box = b;
        out[found].node = index;
        features(s, n, b, out[found].features);
        agreement(given, count, k, b, out[found].features);
        found++;
    }
    company(s, found);
    return found;
}

int cks_candidates(cks_scratch *s, const cks_given *given, int count, const cks_candidate **out) {
    memset(s->colors, 0, sizeof s->colors);
    cks_regions(s, 60, cks_max(12, s->width * s->height / 1600));
    cks_measure(s, s->label, 0, s->regions);
    s->nodes = s->regions;
    s->groups = 0;
    s->stamp = 1;
    memset(s->mark, 0, sizeof s->mark);
    cks_adjacency(s);
    for (int e = 0; e < s->adjacents; e++) {
        const cks_adjacent *edge = &s->adjacent[e];
        const float d = (float)edge->length * cks_distance(&s->node[edge->a], &s->node[edge->b]);
        s->node[edge->a].contrast += d;
        s->node[edge->b].contrast += d;
    }
    for (int kind = 1; kind <= 3; kind++) cks_merge(s, kind);
    cks_background(s);
    cks_integrals(s);
    *out = s->candidate;
    return cks_gather(s, given, count);
}
