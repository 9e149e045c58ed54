/* The network in integers for processors that have the products of four without AVX-512. */
#include "lanes.h"

#if defined(__x86_64__)
#define CKI_TARGET __attribute__((target("avx2,avxvnni")))
#define CKI_NAME(name) name##_avxvnni
enum { AT_ONCE = 4, GROUPS_AT_ONCE = 1, FILTER_WEIGHT = 1 };

#include "ymm.h"

typedef lanes bytes;
typedef bytes taps;

CKI_TARGET CKI_INLINE bytes same(const uint8_t *quad) {
    __m256i all = repeated(quad);
    return (bytes){all, all};
}

CKI_TARGET CKI_INLINE bytes columns(const uint8_t *pixels) {
    __m256i left = pairs(pixels), right = pairs(pixels + 2 * CKI_GROUP);
    return (bytes){_mm256_unpacklo_epi16(left, right), _mm256_unpackhi_epi16(left, right)};
}

CKI_TARGET CKI_INLINE lanes dot(lanes sums, bytes values, const int8_t *weights) {
    return (lanes){_mm256_dpbusd_avx_epi32(sums.low, values.low, CKI_LOAD(weights)),
                   _mm256_dpbusd_avx_epi32(sums.high, values.high, CKI_LOAD(weights + 32))};
}

#define dot_columns dot
#include "walk.h"
#endif
