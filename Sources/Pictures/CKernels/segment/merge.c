#include <math.h>
#include <string.h>

#include "segment.h"

static float cost(const cks_scratch *s, const cks_adjacent *e, int kind, float area) {
    const cks_node *a = &s->node[s->owner[e->a]], *b = &s->node[s->owner[e->b]];
    const float na = (float)a->size, nb = (float)b->size;
    const float strength = (float)e->strength / (float)e->length;
    const float distance = cks_distance(a, b);
    const float small = na < nb ? na : nb;
    if (kind == 1) return (strength + 0.5f * distance) * sqrtf(sqrtf(small / area));
    if (kind == 2) return distance * sqrtf(na * nb / (na + nb) / area);
    float common = 0;
    for (int k = 0; k < CKS_HISTOGRAM; k++) {
        const float p = s->mixed[e->a][k] / na, q = s->mixed[e->b][k] / nb;
        common += p < q ? p : q;
    }
    const float width = (float)(cks_max(a->right, b->right) - cks_min(a->left, b->left));
    const float height = (float)(cks_max(a->bottom, b->bottom) - cks_min(a->top, b->top));
    const float fill = (width * height - na - nb) / area;
    return 3 - common / 3 + (na + nb) / area + fill;
}

static int join(cks_scratch *s, const cks_adjacent *e, int kind) {
    const int ia = s->owner[e->a], ib = s->owner[e->b], made = s->nodes++;
    cks_node *a = &s->node[ia], *b = &s->node[ib], *n = &s->node[made];
    *n = *a;
    n->size += b->size;
    n->left = cks_min(a->left, b->left);
    n->top = cks_min(a->top, b->top);
    n->right = cks_max(a->right, b->right);
    n->bottom = cks_max(a->bottom, b->bottom);
    for (int c = 0; c < 3; c++) n->sum[c] += b->sum[c];
    n->squares += b->squares;
    n->border += b->border;
    n->outline += b->outline - 2 * e->length;
    n->strength += b->strength - 2 * e->strength;
    n->kind = kind;
    n->birth = e->cost;
    n->death = 1e9f;
    n->parent = -1;
    n->first = ia;
    n->second = ib;
    n->contrast = 0;
    for (int side = 0; side < 2; side++) {
        cks_node *child = side ? b : a;
        if (child->kind == 0) continue;
        child->death = e->cost;
        child->parent = made;
    }
    return made;
}

/* Merges regions two by two, cheapest first, until one is left. */
void cks_merge(cks_scratch *s, int kind) {
    const float area = (float)(s->width * s->height);
    int count = s->adjacents;
    for (int r = 0; r < s->regions; r++) s->owner[r] = r;
    memcpy(s->live, s->adjacent, sizeof s->live[0] * (size_t)count);
    if (kind == 3) memcpy(s->mixed, s->histogram, sizeof s->mixed[0] * (size_t)s->regions);
    for (int e = 0; e < count; e++) s->live[e].cost = cost(s, &s->live[e], kind, area);
    memset(s->seen, -1, sizeof s->seen);
    for (int live = s->regions; count > 0 && s->nodes < CKS_NODES; live--) {
        cks_rest(s, live, count);
        int best = 0;
        for (int e = 1; e < count; e++) {
            if (s->live[e].cost < s->live[best].cost) best = e;
        }
        const cks_adjacent joined = s->live[best];
        const int a = joined.a, b = joined.b, made = join(s, &joined, kind);
        if (kind == 3) {
            for (int k = 0; k < CKS_HISTOGRAM; k++) s->mixed[a][k] += s->mixed[b][k];
        }
        s->owner[a] = made;
        int kept = 0;
        for (int e = 0; e < count; e++) {
            cks_adjacent edge = s->live[e];
            if (e == best) continue;
            if (edge.a == b) edge.a = a;
            if (edge.b == b) edge.b = a;
            const int other = edge.a == a ? edge.b : edge.b == a ? edge.a : -1;
            if (other >= 0) {
                if (s->seen[other] >= 0) {
                    s->live[s->seen[other]].length += edge.length;
                    s->live[s->seen[other]].strength += edge.strength;
                    continue;
                }
                s->seen[other] = kept;
            }
            s->live[kept++] = edge;
        }
        count = kept;
        for (int e = 0; e < count; e++) {
            cks_adjacent *edge = &s->live[e];
            const int other = edge->a == a ? edge->b : edge->b == a ? edge->a : -1;
            if (other < 0) continue;
            s->seen[other] = -1;
            edge->cost = cost(s, edge, kind, area);
            s->node[made].contrast += (float)edge->length * cks_distance(&s->node[made], &s->node[s->owner[other]]);
        }
    }
}
