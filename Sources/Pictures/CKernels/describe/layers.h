/* What the versions of the network's layers share: instruction sets, and values brought into 0...6. */
#ifndef CKD_LAYERS_H
#define CKD_LAYERS_H

#include "ckernels_describe.h"

#include "../kernels.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define CKD_AVX2 __attribute__((target("avx2,fma")))
#define CKD_AVX512 __attribute__((target("avx512f,avx512vl,avx2,fma")))

/* The loops need FMA beside AVX2. Those of AVX-512 do the same steps in the same order: their outputs are equal, byte for byte. */
static inline int ckd_runs_avx2(ck_isa isa) {
    isa = ck_resolve(isa);
    return (isa == CK_AVX2 || isa == CK_AVX512) && __builtin_cpu_supports("fma");
}

static inline int ckd_runs_avx512(ck_isa isa) { return ck_resolve(isa) == CK_AVX512 && __builtin_cpu_supports("fma"); }

CKD_AVX2 static inline __m256 ckd_clipped_avx2(__m256 value) {
    return _mm256_min_ps(_mm256_max_ps(value, _mm256_setzero_ps()), _mm256_set1_ps(6));
}

CKD_AVX512 static inline __m512 ckd_clipped_avx512(__m512 value) {
    return _mm512_min_ps(_mm512_max_ps(value, _mm512_setzero_ps()), _mm512_set1_ps(6));
}

#elif defined(__aarch64__)
#include <arm_neon.h>

static inline float32x4_t ckd_clipped_neon(float32x4_t value) {
    return vminq_f32(vmaxq_f32(value, vdupq_n_f32(0)), vdupq_n_f32(6));
}

#endif

static inline float ckd_clipped(float value) { return value < 0 ? 0 : value > 6 ? 6 : value; }

#endif
