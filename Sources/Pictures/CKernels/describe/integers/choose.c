/* The choice of the version of the network in integers. */
#include "lanes.h"

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

static int always(void) { return 1; }

#if defined(__x86_64__)
/* ck_supports() counts the products of four as a part of AVX-512. */
static int has_avx512(void) { return ck_supports(CK_AVX512); }
static int has_avx2(void) { return ck_supports(CK_AVX2); }
static int has_avxvnni(void) { return has_avx2() && __builtin_cpu_supports("avxvnni"); }
#elif defined(__aarch64__)
static int has_products_of_four(void) {
#if defined(__linux__)
    return getauxval(AT_HWCAP) >> 20 & 1;
#else
    return 1;
#endif
}
#endif

#define CKI_VERSION(name, weight) {#name, weight, cki_mix_##name, cki_filter_##name}

/* Slower ones first. */
static const struct {
    cki_version version;
    ck_isa isa;
    int (*runs)(void);
} all[] = {
    {CKI_VERSION(plain, 1), CK_SCALAR, always},
#if defined(__x86_64__)
    {CKI_VERSION(avx2, 2), CK_AVX2, has_avx2},
    {CKI_VERSION(avxvnni, 1), CK_AVX2, has_avxvnni},
    {CKI_VERSION(avx512, 1), CK_AVX512, has_avx512},
#elif defined(__aarch64__)
    {CKI_VERSION(neon, 1), CK_NEON, always},
    {CKI_VERSION(neondot, 1), CK_NEON, has_products_of_four},
#endif
};
enum { VERSIONS = sizeof all / sizeof all[0] };

const cki_version *cki_version_of(ck_isa isa) {
    isa = ck_resolve(isa);
    size_t i = VERSIONS - 1;
    while (i > 0 && (all[i].isa != isa || !all[i].runs())) i--;
    return &all[i].version;
}

const cki_version *cki_version_at(size_t index) {
    for (size_t i = 0; i < VERSIONS; i++)
        if (all[i].runs() && index-- == 0) return &all[i].version;
    return NULL;
}
