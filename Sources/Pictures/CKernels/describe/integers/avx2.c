/* The network in integers for AVX2. */
#include "lanes.h"

#if defined(__x86_64__)
#define CKI_TARGET __attribute__((target("avx2")))
#define CKI_NAME(name) name##_avx2
enum { AT_ONCE = 4, GROUPS_AT_ONCE = 1, FILTER_WEIGHT = 2 };

#include "ymm.h"

typedef __m256i bytes;
/* Of four columns the first two as 16-bit numbers, and the other two. */
typedef struct taps { lanes first, second; } taps;

CKI_TARGET CKI_INLINE bytes same(const uint8_t *quad) { return repeated(quad); }

/* Weights are limited so that the sum of two products stays in 16 bits. */
CKI_TARGET CKI_INLINE __m256i dot_four(__m256i sums, __m256i values, __m256i weights) {
    __m256i twos = _mm256_maddubs_epi16(values, weights);
    return _mm256_add_epi32(sums, _mm256_madd_epi16(twos, _mm256_set1_epi16(1)));
}

CKI_TARGET CKI_INLINE lanes dot(lanes sums, bytes values, const int8_t *weights) {
    return (lanes){dot_four(sums.low, values, CKI_LOAD(weights)), dot_four(sums.high, values, CKI_LOAD(weights + 32))};
}

CKI_TARGET CKI_INLINE lanes widened(__m256i bytes) {
    return (lanes){_mm256_unpacklo_epi8(bytes, _mm256_setzero_si256()),
                   _mm256_unpackhi_epi8(bytes, _mm256_setzero_si256())};
}

CKI_TARGET CKI_INLINE taps columns(const uint8_t *pixels) {
    return (taps){widened(pairs(pixels)), widened(pairs(pixels + 2 * CKI_GROUP))};
}

CKI_TARGET CKI_INLINE lanes dot_two(lanes sums, lanes values, const int8_t *weights) {
    return (lanes){_mm256_add_epi32(sums.low, _mm256_madd_epi16(values.low, CKI_LOAD(weights))),
                   _mm256_add_epi32(sums.high, _mm256_madd_epi16(values.high, CKI_LOAD(weights + 32)))};
}

/* Weights of filters are not limited: each channel has few, and one that is large. */
CKI_TARGET CKI_INLINE lanes dot_columns(lanes sums, taps values, const int8_t *weights) {
    return dot_two(dot_two(sums, values.first, weights), values.second, weights + 64);
}

#include "walk.h"
#endif
