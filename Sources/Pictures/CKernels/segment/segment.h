/* The shared declarations of this folder. The functions for callers are described in include/ckernels_segment.h. */
#ifndef CKS_SEGMENT_H
#define CKS_SEGMENT_H

#include "../include/ckernels_segment.h"

/* Products and sums are rounded apart on every processor: otherwise those that can fuse them, as all of Arm's, would
 * decide otherwise where two regions are alike to the last bit. */
#pragma STDC FP_CONTRACT OFF

#define CKS_PIXELS (CKS_SIDE * CKS_SIDE)
/* Weights of edges between pixels: quarters of a unit of CIE Lab, below this. */
#define CKS_LEVELS 512
#define CKS_REGIONS 640
#define CKS_ADJACENT (4 * CKS_REGIONS)
#define CKS_COMPONENTS 256
/* Cuts through each hierarchy at which the rest of the background is examined. */
#define CKS_CUTS 8
#define CKS_LARGEST_CUT 64
#define CKS_NODES (CKS_REGIONS * 4 + 3 * CKS_COMPONENTS + 3 * 2 * CKS_CUTS * CKS_LARGEST_CUT / 2)
#define CKS_HISTOGRAM 48

/* Sums over the pixels of a region. */
typedef struct cks_node {
    int32_t size, left, top, right, bottom;
    int32_t sum[3];
    int64_t squares;
    /* Pixel sides on the border of the picture; pixel sides towards other regions, and their weights. */
    int32_t border, outline;
    int64_t strength;
    /* Sum over the outline of the color distance to the region on the other side. */
    float contrast;
    /* At which cost it was made and swallowed, in its hierarchy. */
    float birth, death;
    /* Its origin: 0 a region, 1 ... 3 merged in that hierarchy, 4 ... 6 a part on a background,
     * 7 what is left without the regions at the border. */
    int32_t kind, parent, first, second, group;
} cks_node;

typedef struct cks_adjacent {
    int32_t a, b, length;
    int64_t strength;
    float cost;
} cks_adjacent;

struct cks_scratch {
    int width, height, regions, adjacents, nodes;
    int16_t plane[3][CKS_PIXELS], rough[3][CKS_PIXELS];
    uint16_t weight[2][CKS_PIXELS];
    uint32_t edges[2 * CKS_PIXELS];
    int32_t parent[CKS_PIXELS], size[CKS_PIXELS], inner[CKS_PIXELS], label[CKS_PIXELS], queue[CKS_PIXELS];
    uint32_t counts[CKS_LEVELS + 1];
    int32_t integral[5][(CKS_SIDE + 1) * (CKS_SIDE + 1)];
    int32_t lines[2][(CKS_SIDE + 1) * (CKS_SIDE + 1)];
    cks_node node[CKS_NODES];
    cks_adjacent adjacent[CKS_ADJACENT], live[CKS_ADJACENT];
    int32_t slot[1 << 13];
    int32_t owner[CKS_REGIONS], seen[CKS_REGIONS], above[CKS_REGIONS], made[CKS_REGIONS], mark[CKS_REGIONS], stamp;
    float histogram[CKS_REGIONS][CKS_HISTOGRAM], mixed[CKS_REGIONS][CKS_HISTOGRAM];
    int32_t colors[4][3];
    float background;
    int16_t parts[3][CKS_PIXELS];
    int32_t first_part[3];
    /* For each cut which rest a region is in, or -1. */
    int32_t groups;
    int16_t group[3 * 2 * CKS_CUTS][CKS_REGIONS];
    uint8_t chosen_regions[CKS_REGIONS];
    int32_t stack[CKS_NODES];
    cks_candidate candidate[CKS_CANDIDATES];
    float score[CKS_CANDIDATES];
    int32_t votes[CKS_CANDIDATES];
    float edge[4][CKS_CANDIDATES];
    uint8_t dropped[CKS_CANDIDATES];
};

void cks_regions(cks_scratch *s, float scale, int least);
void cks_measure(cks_scratch *s, const int32_t *label, int first, int count);
void cks_adjacency(cks_scratch *s);
void cks_merge(cks_scratch *s, int kind);
void cks_rest(cks_scratch *s, int live, int adjacents);
void cks_background(cks_scratch *s);
void cks_integrals(cks_scratch *s);
float cks_distance(const cks_node *a, const cks_node *b);
float cks_overlap(cks_box a, cks_box b);
int cks_gather(cks_scratch *s, const cks_given *given, int count);

static inline int cks_min(int a, int b) { return a < b ? a : b; }
static inline int cks_max(int a, int b) { return a > b ? a : b; }

#endif
