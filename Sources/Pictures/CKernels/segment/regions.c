#include <math.h>
#include <string.h>

#include "segment.h"

static int32_t find(int32_t *parent, int32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void unite(cks_scratch *s, int32_t a, int32_t b, int32_t level) {
    if (a > b) {
        int32_t t = a;
        a = b;
        b = t;
    }
    s->parent[b] = a;
    s->size[a] += s->size[b];
    s->inner[a] = level;
}

static size_t sort_edges(cks_scratch *s) {
    const int w = s->width, h = s->height;
    memset(s->counts, 0, sizeof s->counts);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            if (x + 1 < w) s->counts[s->weight[0][y * w + x] + 1]++;
            if (y + 1 < h) s->counts[s->weight[1][y * w + x] + 1]++;
        }
    }
    for (int l = 0; l < CKS_LEVELS; l++) s->counts[l + 1] += s->counts[l];
    uint32_t at[CKS_LEVELS];
    memcpy(at, s->counts, sizeof at);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            const uint32_t i = (uint32_t)(y * w + x);
            if (x + 1 < w) s->edges[at[s->weight[0][i]]++] = i << 1;
            if (y + 1 < h) s->edges[at[s->weight[1][i]]++] = i << 1 | 1;
        }
    }
    return s->counts[CKS_LEVELS];
}

/* Joins along the edges of one level at once: what is joined depends on the state before the level only, not on the
 * order of its edges. `least` 0: Felzenszwalb and Huttenlocher's condition; else: either side is smaller than it. */
static void join_level(cks_scratch *s, int level, float scale, int least) {
    const int w = s->width;
    uint32_t *edges = s->edges;
    uint32_t chosen = s->counts[level];
    for (uint32_t e = s->counts[level]; e < s->counts[level + 1]; e++) {
        const int32_t i = (int32_t)(edges[e] >> 1);
        const int32_t a = find(s->parent, i), b = find(s->parent, edges[e] & 1 ? i + w : i + 1);
        if (a == b) continue;
        const int joins = least ? s->size[a] < least || s->size[b] < least
                                : (float)level <= (float)s->inner[a] + scale / (float)s->size[a] &&
                                      (float)level <= (float)s->inner[b] + scale / (float)s->size[b];
        if (!joins) continue;
        const uint32_t edge = edges[e];
        edges[e] = edges[chosen];
        edges[chosen++] = edge;
    }
    for (uint32_t e = s->counts[level]; e < chosen; e++) {
        const int32_t i = (int32_t)(edges[e] >> 1);
        const int32_t a = find(s->parent, i), b = find(s->parent, edges[e] & 1 ? i + w : i + 1);
        if (a != b) unite(s, a, b, level);
    }
}

void cks_regions(cks_scratch *s, float scale, int least) {
    const int n = s->width * s->height;
    sort_edges(s);
    for (int i = 0; i < n; i++) {
        s->parent[i] = i;
        s->size[i] = 1;
        s->inner[i] = 0;
    }
    for (int level = 0; level < CKS_LEVELS; level++) join_level(s, level, scale, 0);
    for (;;) {
        for (int level = 0; level < CKS_LEVELS; level++) join_level(s, level, 0, least);
        int count = 0;
        for (int i = 0; i < n; i++) count += s->parent[i] == i;
        if (count <= CKS_REGIONS) break;
        least *= 2;
    }
    s->regions = 0;
    for (int i = 0; i < n; i++) {
        /* The root of a set is its first pixel. */
        s->label[i] = s->parent[i] == i ? s->regions++ : s->label[find(s->parent, i)];
    }
}

void cks_measure(cks_scratch *s, const int32_t *label, int first, int count) {
    const int w = s->width, h = s->height;
    for (int k = 0; k < count; k++) {
        cks_node *n = &s->node[first + k];
        memset(n, 0, sizeof *n);
        n->left = w;
        n->top = h;
        n->parent = -1;
        n->death = 1e9f;
    }
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            const int i = y * w + x;
            const int32_t a = label[i];
            if (a >= 0) {
                cks_node *n = &s->node[first + a];
                n->size++;
                n->left = cks_min(n->left, x);
                n->right = cks_max(n->right, x + 1);
                n->top = cks_min(n->top, y);
                n->bottom = y + 1;
                for (int c = 0; c < 3; c++) {
                    n->sum[c] += s->plane[c][i];
                    n->squares += s->plane[c][i] * s->plane[c][i];
                }
                n->border += (x == 0) + (y == 0) + (x + 1 == w) + (y + 1 == h);
            }
            for (int d = 0; d < 2; d++) {
                if (d == 0 ? x + 1 == w : y + 1 == h) continue;
                const int32_t b = label[d == 0 ? i + 1 : i + w];
                if (a == b) continue;
                const int32_t weight = s->weight[d][i];
                for (int side = 0; side < 2; side++) {
                    const int32_t r = side ? b : a;
                    if (r < 0) continue;
                    s->node[first + r].outline++;
                    s->node[first + r].strength += weight;
                }
            }
        }
    }
}

void cks_adjacency(cks_scratch *s) {
    const int w = s->width, h = s->height, slots = (int)(sizeof s->slot / sizeof s->slot[0]);
    memset(s->slot, -1, sizeof s->slot);
    s->adjacents = 0;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            const int i = y * w + x;
            for (int d = 0; d < 2; d++) {
                if (d == 0 ? x + 1 == w : y + 1 == h) continue;
                int32_t a = s->label[i], b = s->label[d == 0 ? i + 1 : i + w];
                if (a == b) continue;
                if (a > b) {
                    const int32_t t = a;
                    a = b;
                    b = t;
                }
                uint32_t key = ((uint32_t)a * CKS_REGIONS + (uint32_t)b) * 2654435761u >> 19;
                while (s->slot[key] >= 0 && (s->adjacent[s->slot[key]].a != a || s->adjacent[s->slot[key]].b != b)) {
                    key = (key + 1) % (uint32_t)slots;
                }
                if (s->slot[key] < 0) {
                    if (s->adjacents == CKS_ADJACENT) continue;
                    s->slot[key] = s->adjacents++;
                    s->adjacent[s->slot[key]] = (cks_adjacent){.a = a, .b = b};
                }
                s->adjacent[s->slot[key]].length++;
                s->adjacent[s->slot[key]].strength += s->weight[d][i];
            }
        }
    }
    memset(s->histogram, 0, sizeof s->histogram[0] * (size_t)s->regions);
    for (int i = 0; i < w * h; i++) {
        float *bins = s->histogram[s->label[i]];
        bins[cks_min(cks_max(s->plane[0][i] / 25, 0), 15)]++;
        bins[16 + cks_min(cks_max((s->plane[1][i] + 256) / 32, 0), 15)]++;
        bins[32 + cks_min(cks_max((s->plane[2][i] + 256) / 32, 0), 15)]++;
    }
}

float cks_distance(const cks_node *a, const cks_node *b) {
    float sum = 0;
    for (int c = 0; c < 3; c++) {
        const float d = (float)a->sum[c] / (float)a->size - (float)b->sum[c] / (float)b->size;
        sum += d * d;
    }
    return sqrtf(sum);
}
