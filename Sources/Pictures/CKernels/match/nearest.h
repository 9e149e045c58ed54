/* The functions by which scans add rows to a ck_nearest. */
#ifndef CK_NEAREST_H
#define CK_NEAREST_H

#include "match.h"

void ck_nearest_shrink(ck_nearest *nearest);

/* For the 64 rows that follow. */
static inline void make_room(ck_nearest *nearest) {
    if (nearest->count + 64 > nearest->capacity) ck_nearest_shrink(nearest);
}

static inline void offer(ck_nearest *nearest, uint32_t cost, size_t slot) {
    if (cost > nearest->limit) return;
    nearest->keys[nearest->count++] = (uint64_t)cost << 32 | slot;
}

#endif
