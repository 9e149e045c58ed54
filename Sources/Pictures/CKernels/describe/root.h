/* Roots without a library: the same results on every machine with IEEE floats. Private to describe/. */
#ifndef CKD_ROOT_H
#define CKD_ROOT_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <math.h>
#endif

/* x >= 0. The instruction itself: `sqrtf` would want the library for errno. */
static inline float ckd_square_root(float x) {
#if defined(__x86_64__)
    return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
#elif defined(__aarch64__)
    return vget_lane_f32(vsqrt_f32(vdup_n_f32(x)), 0);
#else
    return sqrtf(x);
#endif
}

/* x >= 0. A guess from the exponent bits, then three Newton steps: relative error below 1e-6; 0 gives about 1e-13. */
static inline float ckd_cube_root(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = bits / 3 + 0x2a514067u;
    float root;
    memcpy(&root, &bits, sizeof root);
    for (int step = 0; step < 3; step++) root = (2.0f * root + x / (root * root)) * (1.0f / 3.0f);
    return root;
}

#endif
