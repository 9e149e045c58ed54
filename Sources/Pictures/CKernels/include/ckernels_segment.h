/*
 * Finds what may be objects in a picture: regions of one color and what they make together, and parts on a plain
 * background, each with the features that a small learned scorer ranks them by.
 *
 * No allocation, no libraries: the caller gives the scratch memory, which one thread at a time may use. Sums are of
 * integers and pixels of a level are joined at once, so that a turned or mirrored picture gives the same regions.
 */
#ifndef CKERNELS_SEGMENT_H
#define CKERNELS_SEGMENT_H

#include <stddef.h>
#include <stdint.h>

/* Longest side, in pixels, of the small picture that is segmented. */
#define CKS_SIDE 256
/* Values that describe a candidate. */
#define CKS_FEATURES 48
/* At most this many candidates come of a picture. */
#define CKS_CANDIDATES 2048
/* Units of the two hidden layers of the scorer. */
#define CKS_HIDDEN1 32
#define CKS_HIDDEN2 16

/* A box in pixels of the small picture; right and bottom lie just outside. */
typedef struct cks_box {
    int32_t left, top, right, bottom;
} cks_box;

/* A box that was found otherwise, with a score from 0 to 1. */
typedef struct cks_given {
    cks_box box;
    float score;
} cks_given;

/* A box that may hold an object; `node` is the region it comes of, -1 for a given box. */
typedef struct cks_candidate {
    cks_box box;
    int32_t node;
    float features[CKS_FEATURES];
} cks_candidate;

/* A candidate that was chosen: its box, how probable it is that it is an object, its index. */
typedef struct cks_chosen {
    cks_box box;
    float score;
    int32_t candidate;
} cks_chosen;

/* Numbers of the learned scorer, a perceptron of two hidden layers (ReLU) and one output, the rank: for each layer
 * weights[unit][input], then a bias for each unit. Then four numbers s: with the rank r of a candidate and the rank b of
 * the best one, at least CKS_LEAST_BEST, the candidate is an object with the odds exp(s0 + s1 r + s2 b + s3 r b). What
 * stands beside a clear object must be clear as well. */
#define CKS_SCORER ((CKS_FEATURES + 1) * CKS_HIDDEN1 + (CKS_HIDDEN1 + 1) * CKS_HIDDEN2 + CKS_HIDDEN2 + 1 + 4)
#define CKS_LEAST_BEST (-1.0f)

/* The boxes to leave out: a score below `score`; boxes that share more than `overlap` (intersection over union) with a
 * better one; parts, which are inside a better box for the most part and have less than `part` of its score; and
 * unions, which hold `held` better boxes or more (0 keeps them). */
typedef struct cks_least {
    float score, overlap, part;
    int32_t held;
} cks_least;

/* More than this in common with a better candidate makes a candidate a repetition of it, whatever `cks_least` says. */
#define CKS_REPEATED 0.5f

typedef struct cks_scratch cks_scratch;

/* Bytes of the scratch memory, which must be aligned for any type. */
size_t cks_scratch_bytes(void);

/* Sides of the small picture. */
void cks_size(size_t width, size_t height, int32_t *small_width, int32_t *small_height);

/* Shrinks RGB or RGBA pixels (`channels` 3 or 4; what is transparent becomes white) by area averages that are exact in
 * integers, and measures the color steps between neighbors. Sides are below 1 << 24. */
void cks_load(cks_scratch *s, const uint8_t *pixels, size_t width, size_t height, size_t channels);

/* The candidates of the picture that was loaded, `count` boxes from elsewhere, inside the small picture and best first,
 * among them; returns how many there are. `*out` lies in the scratch memory. */
int cks_candidates(cks_scratch *s, const cks_given *given, int count, const cks_candidate **out);

/* Scores the `count` candidates and chooses up to `limit`, best first. Returns how many. */
int cks_choose(cks_scratch *s, int count, const float *scorer, cks_least least, cks_chosen *out, int limit);

/* 255 where the candidate `index` has its object, else 0: one byte for each pixel of its box. */
void cks_mask(cks_scratch *s, int index, uint8_t *mask);

#endif
