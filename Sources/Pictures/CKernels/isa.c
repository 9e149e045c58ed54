/* The choice of the instruction set, for all kernels. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static const struct {
    ck_isa isa;
    const char *name;
} fastest_first[] = {{CK_AVX512, "avx512"}, {CK_AVX2, "avx2"}, {CK_NEON, "neon"}, {CK_SCALAR, "scalar"}};
enum { SETS = sizeof fastest_first / sizeof fastest_first[0] };

int ck_supports(ck_isa isa) {
    switch (isa) {
    case CK_BEST:
    case CK_SCALAR: return 1;
#if defined(__x86_64__)
    case CK_AVX2: return __builtin_cpu_supports("avx2") != 0;
    case CK_AVX512:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512vnni");
#endif
#if defined(__aarch64__)
    case CK_NEON: return 1;
#endif
    default: return 0;
    }
}

const char *ck_isa_name(ck_isa isa) {
    for (int i = 0; i < SETS; i++) {
        if (fastest_first[i].isa == isa) return fastest_first[i].name;
    }
    return "best";
}

static ck_isa fastest(void) {
    int i = 0;
    while (!ck_supports(fastest_first[i].isa)) i++;
    return fastest_first[i].isa;
}

/* The set that the environment names; CK_BEST for none, or for one that this machine does not have. */
static ck_isa named(const char *name) {
    for (int i = 0; i < SETS; i++) {
        if (!strcmp(name, fastest_first[i].name) && ck_supports(fastest_first[i].isa)) return fastest_first[i].isa;
    }
    return CK_BEST;
}

const char *ck_unusable_isa(void) {
    const char *name = getenv("MAGPIE_ISA");
    return name && *name && named(name) == CK_BEST ? name : NULL;
}

static ck_isa chosen(void) {
    const char *name = getenv("MAGPIE_ISA");
    if (!name || !*name) return fastest();
    const ck_isa isa = named(name);
    if (isa != CK_BEST) return isa;
    fprintf(stderr, "magpie: MAGPIE_ISA is '%s', which is not one of", name);
    for (int i = 0; i < SETS; i++) {
        if (ck_supports(fastest_first[i].isa)) fprintf(stderr, " %s", fastest_first[i].name);
    }
    fprintf(stderr, "; %s is used\n", ck_isa_name(fastest()));
    return fastest();
}

ck_isa ck_resolve(ck_isa isa) {
    static _Atomic int known;
    if (isa != CK_BEST) return isa;
    int found = atomic_load_explicit(&known, memory_order_relaxed);
    if (found == CK_BEST) {
        /* Two threads that come first at the same time find the same. */
        found = (int)chosen();
        atomic_store_explicit(&known, found, memory_order_relaxed);
    }
    return (ck_isa)found;
}
