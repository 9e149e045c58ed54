/* The network in integers for AVX-512 with its products of four. */
#include "lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define CKI_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni")))
#define CKI_NAME(name) name##_avx512
enum { AT_ONCE = 14, GROUPS_AT_ONCE = 2, FILTER_WEIGHT = 1 };

typedef __m512i lanes;
typedef __m512i bytes;
typedef bytes taps;
typedef __m512i four;

CKI_TARGET CKI_INLINE lanes begin(const cki_scales *scales) { return _mm512_loadu_si512(scales->bias); }

CKI_TARGET CKI_INLINE bytes same(const uint8_t *quad) {
    int32_t four;
    memcpy(&four, quad, sizeof four);
    return _mm512_set1_epi32(four);
}

/* Of four numbers a channel, those of the four pixels: places 0-3, 8-11, 4-7, 12-15 as in cki_scales. */
#define CKI_QUAD(channel) channel, channel + 16, channel + 32, channel + 48
#define CKI_FOUR_QUADS(first) CKI_QUAD(first), CKI_QUAD(first + 1), CKI_QUAD(first + 2), CKI_QUAD(first + 3)

CKI_TARGET CKI_INLINE bytes columns(const uint8_t *pixels) {
    static const uint8_t order[64] = {CKI_FOUR_QUADS(0), CKI_FOUR_QUADS(8), CKI_FOUR_QUADS(4), CKI_FOUR_QUADS(12)};
    return _mm512_permutexvar_epi8(_mm512_loadu_si512(order), _mm512_loadu_si512(pixels));
}

CKI_TARGET CKI_INLINE lanes dot(lanes sums, bytes values, const int8_t *weights) {
    return _mm512_dpbusd_epi32(sums, values, _mm512_loadu_si512(weights));
}

/* Two pixels as 16-bit numbers: in each quarter four channels of the first, then of the second. */
CKI_TARGET CKI_INLINE __m512i scaled(const lanes *sums, const cki_scales *scales) {
    __m512i shifts = _mm512_loadu_si512(scales->shift), factors = _mm512_loadu_si512(scales->factor);
    __m512i two = _mm512_packs_epi32(_mm512_srav_epi32(sums[0], shifts), _mm512_srav_epi32(sums[1], shifts));
    return _mm512_mulhrs_epi16(two, _mm512_packs_epi32(factors, factors));
}

CKI_TARGET CKI_INLINE four narrowed(const lanes sums[4], const cki_scales *scales, int32_t zero,
                                    const uint8_t *residual) {
    /* From quarters of four channels of four pixels to pixels, and back; the same order does both. */
    const __m512i order = _mm512_setr_epi32(0, 8, 4, 12, 1, 9, 5, 13, 2, 10, 6, 14, 3, 11, 7, 15);
    const __m512i back = _mm512_setr_epi32(0, 4, 8, 12, 2, 6, 10, 14, 1, 5, 9, 13, 3, 7, 11, 15);
    __m512i first = scaled(sums, scales), second = scaled(sums + 2, scales);
    if (residual) {
        __m512i kept = _mm512_permutexvar_epi32(back, _mm512_loadu_si512(residual)), none = _mm512_setzero_si512();
        first = _mm512_adds_epi16(first, _mm512_unpacklo_epi8(kept, none));
        second = _mm512_adds_epi16(second, _mm512_unpackhi_epi8(kept, none));
    } else {
        first = _mm512_adds_epi16(first, _mm512_set1_epi16((int16_t)zero));
        second = _mm512_adds_epi16(second, _mm512_set1_epi16((int16_t)zero));
    }
    return _mm512_permutexvar_epi32(order, _mm512_packus_epi16(first, second));
}

CKI_TARGET CKI_INLINE void put(four pixels, const size_t from, const size_t count, uint8_t *out) {
    if (count == 4)
        _mm512_storeu_si512(out, pixels);
    else if (count == 3)
        _mm512_mask_storeu_epi32(out, 0xFFF, pixels);
    else
        _mm256_storeu_si256((__m256i *)(void *)out,
                            from ? _mm512_extracti64x4_epi64(pixels, 1) : _mm512_castsi512_si256(pixels));
}

#define dot_columns dot
#include "walk.h"
#endif
