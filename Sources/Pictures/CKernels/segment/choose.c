#include <math.h>
#include <string.h>

#include "segment.h"

static const float *layer(const float *numbers, const float *in, int inputs, int units, float *out) {
    const float *bias = numbers + inputs * units;
    for (int j = 0; j < units; j++) {
        float sum = bias[j];
        for (int i = 0; i < inputs; i++) sum += numbers[j * inputs + i] * in[i];
        out[j] = fmaxf(sum, 0);
    }
    return bias + units;
}

static float ranked(const float *numbers, const float *in) {
    float first[CKS_HIDDEN1], second[CKS_HIDDEN2];
    numbers = layer(numbers, in, CKS_FEATURES, CKS_HIDDEN1, first);
    numbers = layer(numbers, first, CKS_HIDDEN1, CKS_HIDDEN2, second);
    float out = numbers[CKS_HIDDEN2];
    for (int i = 0; i < CKS_HIDDEN2; i++) out += numbers[i] * second[i];
    return out;
}

static float probability(const float *numbers, float rank, float best) {
    const float *n = numbers + CKS_SCORER - 4, b = fmaxf(best, CKS_LEAST_BEST);
    return 1 / (1 + expf(-(n[0] + n[1] * rank + (n[2] + n[3] * rank) * b)));
}

static float joint(cks_box a, cks_box b) {
    const int w = cks_min(a.right, b.right) - cks_max(a.left, b.left);
    const int h = cks_min(a.bottom, b.bottom) - cks_max(a.top, b.top);
    return w <= 0 || h <= 0 ? 0 : (float)(w * h);
}

static float area(cks_box b) { return (float)((b.right - b.left) * (b.bottom - b.top)); }

float cks_overlap(cks_box a, cks_box b) {
    const float both = joint(a, b);
    return both > 0 ? both / (area(a) + area(b) - both) : 0;
}

/* Returns 1 if better boxes show the same: the same object, a whole around this part, or parts of this union. */
static int is_surplus(cks_chosen c, const cks_chosen *better, int count, cks_least least) {
    int held = 0;
    for (int k = 0; k < count; k++) {
        const float both = joint(c.box, better[k].box);
        if (cks_overlap(c.box, better[k].box) > least.overlap) return 1;
        if (c.score < least.part * better[k].score && 10 * both > 8 * area(c.box)) return 1;
        held += 10 * both > 8 * area(better[k].box);
    }
    return least.held > 0 && held >= least.held;
}

int cks_choose(cks_scratch *s, int count, const float *scorer, cks_least least, cks_chosen *out, int limit) {
    int found = 0;
    float clearest = 0;
    for (int k = 0; k < count; k++) s->score[k] = ranked(scorer, s->candidate[k].features);
    memset(s->dropped, 0, sizeof s->dropped);
    for (int chosen = 0; found < limit; chosen++) {
        int best = -1;
        for (int k = 0; k < count; k++) {
            if (!s->dropped[k] && (best < 0 || s->score[k] > s->score[best])) best = k;
        }
        if (best < 0) break;
        if (chosen == 0) clearest = s->score[best];
        const cks_chosen next = {s->candidate[best].box, probability(scorer, s->score[best], clearest), best};
        if (next.score < least.score) break;
        for (int k = 0; k < count; k++) {
            if (!s->dropped[k]) s->dropped[k] = cks_overlap(next.box, s->candidate[k].box) > CKS_REPEATED;
        }
        s->dropped[best] = 1;
        if (!is_surplus(next, out, found, least)) out[found++] = next;
    }
    return found;
}

/* Regions that lie in the box for the most part: for boxes that no region of ours has. */
static void regions_within(cks_scratch *s, cks_box b) {
    int32_t *inside = s->seen;
    memset(inside, 0, sizeof s->seen);
    for (int y = b.top; y < b.bottom; y++) {
        for (int x = b.left; x < b.right; x++) inside[s->label[y * s->width + x]]++;
    }
    for (int r = 0; r < s->regions; r++) s->chosen_regions[r] = 10 * inside[r] > 8 * s->node[r].size;
}

void cks_mask(cks_scratch *s, int index, uint8_t *mask) {
    const cks_candidate *c = &s->candidate[index];
    const cks_node *n = c->node < 0 ? 0 : &s->node[c->node];
    const int kind = n ? n->kind : 0, width = c->box.right - c->box.left;
    if (kind == 7) {
        for (int r = 0; r < s->regions; r++) s->chosen_regions[r] = s->group[n->group][r] == n->first;
    } else if (kind < 4) {
        if (!n) {
            regions_within(s, c->box);
        } else {
            int top = 0;
            memset(s->chosen_regions, 0, sizeof s->chosen_regions);
            s->stack[top++] = c->node;
            while (top > 0) {
                const int at = s->stack[--top];
                if (at < s->regions) {
                    s->chosen_regions[at] = 1;
                } else {
                    s->stack[top++] = s->node[at].first;
                    s->stack[top++] = s->node[at].second;
                }
            }
        }
    }
    for (int y = c->box.top; y < c->box.bottom; y++) {
        for (int x = c->box.left; x < c->box.right; x++) {
            const int i = y * s->width + x;
            const int is_inside = kind < 4 || kind == 7 ? s->chosen_regions[s->label[i]]
                                                        : s->parts[kind - 4][i] == c->node - s->first_part[kind - 4];
            mask[(y - c->box.top) * width + x - c->box.left] = is_inside ? 255 : 0;
        }
    }
}
