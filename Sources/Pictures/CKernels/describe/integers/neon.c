/* The network in integers for NEON. */
#include "lanes.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#define CKI_TARGET
#define CKI_NAME(name) name##_neon
enum { AT_ONCE = 4, GROUPS_AT_ONCE = 1, FILTER_WEIGHT = 1 };

/* Two products of at most 128 * 127 stay in 16 bits. */
CKI_TARGET CKI_INLINE int32x4_t dot_four(int32x4_t sums, int8x16_t values, int8x16_t weights) {
    int16x8_t low = vmull_s8(vget_low_s8(values), vget_low_s8(weights)), high = vmull_high_s8(values, weights);
    return vpadalq_s16(sums, vpaddq_s16(low, high));
}

#include "neon.h"

#define dot_columns dot
#include "walk.h"
#endif
