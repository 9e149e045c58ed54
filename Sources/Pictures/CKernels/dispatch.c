#include "kernels.h"

int ck_supports(ck_isa isa) {
    switch (isa) {
    case CK_BEST:
    case CK_SCALAR: return 1;
#if defined(__x86_64__)
    case CK_AVX2: return __builtin_cpu_supports("avx2") != 0;
    case CK_AVX512:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vpopcntdq");
#endif
#if defined(__aarch64__)
    case CK_NEON: return 1;
#endif
    default: return 0;
    }
}

ck_isa ck_resolve(ck_isa isa) {
    static const ck_isa fastest_first[] = {CK_AVX512, CK_AVX2, CK_NEON};
    if (isa != CK_BEST) return isa;
    for (size_t i = 0; i < sizeof fastest_first / sizeof fastest_first[0]; i++) {
        if (ck_supports(fastest_first[i])) return fastest_first[i];
    }
    return CK_SCALAR;
}

ck_blend_rows_fn ck_blend_rows(ck_isa isa) {
    switch (ck_resolve(isa)) {
#if defined(__x86_64__)
    case CK_AVX2: return ck_blend_rows_avx2;
    case CK_AVX512: return ck_blend_rows_avx512;
#endif
#if defined(__aarch64__)
    case CK_NEON: return ck_blend_rows_neon;
#endif
    default: return ck_blend_rows_scalar;
    }
}

ck_blend_columns_fn ck_blend_columns(ck_isa isa) {
    switch (ck_resolve(isa)) {
#if defined(__x86_64__)
    case CK_AVX2: return ck_blend_columns_avx2;
    case CK_AVX512: return ck_blend_columns_avx512;
#endif
#if defined(__aarch64__)
    case CK_NEON: return ck_blend_columns_neon;
#endif
    default: return ck_blend_columns_scalar;
    }
}
