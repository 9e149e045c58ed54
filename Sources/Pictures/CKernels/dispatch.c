#include "kernels.h"

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
