#include <string.h>

#include "segment.h"

static int32_t find(int32_t *parent, int32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* Gives every region under `node` the group `name`. */
static void name_regions(cks_scratch *s, int node, int16_t name, int16_t *group) {
    int top = 0;
    s->stack[top++] = node;
    while (top > 0) {
        const int at = s->stack[--top];
        if (at < s->regions) {
            group[at] = name;
        } else {
            s->stack[top++] = s->node[at].first;
            s->stack[top++] = s->node[at].second;
        }
    }
}

/* Finds the connected parts without the regions that touch the border (at `similar`: and those of their color). */
static void take_away(cks_scratch *s, int adjacents, int similar) {
    int32_t *parent = s->above, *made = s->made, slots[CKS_LARGEST_CUT];
    uint8_t *is_ground = s->chosen_regions;
    int count = 0;
    for (int e = 0; e < adjacents; e++) {
        const int ends[2] = {s->live[e].a, s->live[e].b};
        for (int k = 0; k < 2; k++) {
            if (s->mark[ends[k]] == s->stamp) continue;
            s->mark[ends[k]] = s->stamp;
            if (count < CKS_LARGEST_CUT) slots[count++] = ends[k];
        }
    }
    s->stamp++;
    int grounds = 0;
    for (int k = 0; k < count; k++) {
        const cks_node *n = &s->node[s->owner[slots[k]]];
        parent[slots[k]] = slots[k];
        made[slots[k]] = -1;
        is_ground[slots[k]] = 24 * n->border > s->width + s->height;
        grounds += is_ground[slots[k]];
    }
    if (similar) {
        for (int k = 0; k < count; k++) {
            if (is_ground[slots[k]]) continue;
            for (int l = 0; l < count; l++) {
                if (is_ground[slots[l]] == 1 &&
                    cks_distance(&s->node[s->owner[slots[k]]], &s->node[s->owner[slots[l]]]) < 24) {
                    is_ground[slots[k]] = 2;
                }
            }
            grounds += is_ground[slots[k]] != 0;
        }
    }
    if (grounds == 0 || grounds == count) return;
    for (int e = 0; e < adjacents; e++) {
        const int a = s->live[e].a, b = s->live[e].b;
        if (is_ground[a] || is_ground[b]) continue;
        const int p = find(parent, a), q = find(parent, b);
        if (p < q) parent[q] = p;
        if (q < p) parent[p] = q;
    }
    int16_t *group = s->group[s->groups];
    memset(group, -1, sizeof s->group[0]);
    const int first = s->nodes;
    for (int k = 0; k < count; k++) {
        if (is_ground[slots[k]]) continue;
        const int head = find(parent, slots[k]), from = s->owner[slots[k]];
        const cks_node *b = &s->node[from];
        if (made[head] < 0) {
            if (s->nodes == CKS_NODES) return;
            made[head] = s->nodes++;
            cks_node *n = &s->node[made[head]];
            *n = *b;
            n->kind = 7;
            n->group = s->groups;
            n->parent = -1;
            n->birth = 1;
            n->first = made[head] - first;
        } else {
            cks_node *n = &s->node[made[head]];
            n->size += b->size;
            n->left = cks_min(n->left, b->left);
            n->top = cks_min(n->top, b->top);
            n->right = cks_max(n->right, b->right);
            n->bottom = cks_max(n->bottom, b->bottom);
            for (int c = 0; c < 3; c++) n->sum[c] += b->sum[c];
            n->squares += b->squares;
            n->border += b->border;
            n->outline += b->outline;
            n->strength += b->strength;
            n->birth++;
        }
        name_regions(s, from, (int16_t)(made[head] - first), group);
    }
    for (int k = first; k < s->nodes; k++) s->node[k].contrast = 0;
    for (int e = 0; e < adjacents; e++) {
        const int a = s->live[e].a, b = s->live[e].b;
        if (is_ground[a] && is_ground[b]) continue;
        if (is_ground[a] || is_ground[b]) {
            cks_node *n = &s->node[made[find(parent, is_ground[a] ? b : a)]];
            n->contrast += (float)s->live[e].length * cks_distance(n, &s->node[s->owner[is_ground[a] ? a : b]]);
        } else {
            cks_node *n = &s->node[made[find(parent, a)]];
            n->outline -= 2 * s->live[e].length;
            n->strength -= 2 * s->live[e].strength;
        }
    }
    s->groups++;
}

void cks_rest(cks_scratch *s, int live, int adjacents) {
    static const int cuts[CKS_CUTS] = {64, 44, 32, 22, 16, 11, 8, 5};
    for (int k = 0; k < CKS_CUTS; k++) {
        if (live != cuts[k]) continue;
        take_away(s, adjacents, 0);
        take_away(s, adjacents, 1);
    }
}
