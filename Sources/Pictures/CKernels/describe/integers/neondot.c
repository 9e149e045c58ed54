/* The network in integers for NEON with its products of four. */
#include "lanes.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#define CKI_TARGET __attribute__((target("dotprod")))
#define CKI_NAME(name) name##_neondot
enum { AT_ONCE = 4, GROUPS_AT_ONCE = 1, FILTER_WEIGHT = 1 };

CKI_TARGET CKI_INLINE int32x4_t dot_four(int32x4_t sums, int8x16_t values, int8x16_t weights) {
    return vdotq_s32(sums, values, weights);
}

#include "neon.h"

#define dot_columns dot
#include "walk.h"
#endif
