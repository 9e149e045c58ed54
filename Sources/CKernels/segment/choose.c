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

static float score(const float *numbers, const float *in) {
    float first[CKS_HIDDEN1], second[CKS_HIDDEN2];
    numbers = layer(numbers, in, CKS_FEATURES, CKS_HIDDEN1, first);
    numbers = layer(numbers, first, CKS_HIDDEN1, CKS_HIDDEN2, second);
    float out = numbers[CKS_HIDDEN2];
    for (int i = 0; i < CKS_HIDDEN2; i++) out += numbers[i] * second[i];
    return 1 / (1 + expf(-out));
}

float cks_overlap(cks_box a, cks_box b) {
    const int w = cks_min(a.right, b.right) - cks_max(a.left, b.left);
    const int h = cks_min(a.bottom, b.bottom) - cks_max(a.top, b.top);
    if (w <= 0 || h <= 0) return 0;
    const float both = (float) (w * h);
    return both / ((float) ((a.right - a.left) * (a.bottom - a.top)) +
                   (float) ((b.right - b.left) * (b.bottom - b.top)) - both);
}

int cks_choose(cks_scratch *s, int count, const float *scorer, float overlap, float least, cks_chosen *out,
               int limit) {
    int found = 0;
    for (int k = 0; k < count; k++) {
        s->score[k] = score(scorer, s->candidate[k].features);
        s->dropped[k] = s->score[k] < least;
    }
    while (found < limit) {
        int best = -1;
        for (int k = 0; k < count; k++) {
            if (!s->dropped[k] && (best < 0 || s->score[k] > s->score[best])) best = k;
        }
        if (best < 0) break;
        out[found++] = (cks_chosen){s->candidate[best].box, s->score[best], best};
        for (int k = 0; k < count; k++) {
            if (!s->dropped[k]) s->dropped[k] = cks_overlap(s->candidate[best].box, s->candidate[k].box) > overlap;
        }
        s->dropped[best] = 1;
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
