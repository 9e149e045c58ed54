#include "match.h"

#include "../kernels.h"

#if defined(__x86_64__)
#define CHOOSE(name, isa)                                                                                              \
    switch (ck_resolve(isa)) {                                                                                         \
    case CK_AVX512: return name##_avx512;                                                                              \
    case CK_AVX2: return name##_avx2;                                                                                  \
    default: return name##_scalar;                                                                                     \
    }
#elif defined(__aarch64__)
#define CHOOSE(name, isa) return ck_resolve(isa) == CK_NEON ? name##_neon : name##_scalar
#else
#define CHOOSE(name, isa)                                                                                              \
    (void)isa;                                                                                                         \
    return name##_scalar
#endif

ck_dots_fn ck_dots(ck_isa isa) { CHOOSE(ck_dots, isa); }
ck_dots4_fn ck_dots4(ck_isa isa) { CHOOSE(ck_dots4, isa); }
ck_dots_at_fn ck_dots_at(ck_isa isa) { CHOOSE(ck_dots_at, isa); }
ck_assign_fn ck_assign(ck_isa isa) { CHOOSE(ck_assign, isa); }
ck_estimate_fn ck_estimate(ck_isa isa) { CHOOSE(ck_estimate, isa); }

/* Plain C that only gains from wider registers. */
#if defined(__x86_64__)
#define WIDEN(name, isa) return ck_resolve(isa) == CK_SCALAR ? name##_scalar : name##_avx2
#else
#define WIDEN(name, isa)                                                                                               \
    (void)isa;                                                                                                         \
    return name##_scalar
#endif

ck_rotate_fn ck_rotate(ck_isa isa) { WIDEN(ck_rotate, isa); }
ck_code_row_fn ck_code_row(ck_isa isa) { WIDEN(ck_code_row, isa); }
ck_aim_fn ck_aim(ck_isa isa) { WIDEN(ck_aim, isa); }
