/* Registers of 32 bytes, for avx2.c and avxvnni.c, which define CKI_TARGET and the products. */
#include <immintrin.h>

/* Channels 0-3 and 8-11, 4-7 and 12-15. */
typedef struct lanes { __m256i low, high; } lanes;
/* Two pixels each. */
typedef struct four { __m256i first, second; } four;

#define CKI_LOAD(pointer) _mm256_loadu_si256((const __m256i *)(const void *)(pointer))
#define CKI_LOAD_HALF(pointer) _mm_loadu_si128((const __m128i *)(const void *)(pointer))

CKI_TARGET CKI_INLINE lanes begin(const cki_scales *scales) {
    return (lanes){CKI_LOAD(scales->bias), CKI_LOAD(scales->bias + 8)};
}

CKI_TARGET CKI_INLINE __m256i repeated(const uint8_t *quad) {
    int32_t four;
    memcpy(&four, quad, sizeof four);
    return _mm256_set1_epi32(four);
}

/* Two pixels, of each channel side by side; channels 0-7 in the lower half. */
CKI_TARGET CKI_INLINE __m256i pairs(const uint8_t *pixels) {
    const __m256i order = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15, 0, 8, 1, 9, 2, 10, 3,
                                           11, 4, 12, 5, 13, 6, 14, 7, 15);
    return _mm256_shuffle_epi8(_mm256_permute4x64_epi64(CKI_LOAD(pixels), 0xD8), order);
}

/* The 16 channels of one pixel in their order, as 16-bit numbers. */
CKI_TARGET CKI_INLINE __m256i scaled(lanes sums, const cki_scales *scales) {
    __m256i low = _mm256_srav_epi32(sums.low, CKI_LOAD(scales->shift));
    __m256i high = _mm256_srav_epi32(sums.high, CKI_LOAD(scales->shift + 8));
    __m256i factors = _mm256_packs_epi32(CKI_LOAD(scales->factor), CKI_LOAD(scales->factor + 8));
    return _mm256_mulhrs_epi16(_mm256_packs_epi32(low, high), factors);
}

/* The bytes of two pixels, of which each has its `base` added. */
CKI_TARGET CKI_INLINE __m256i paired(const lanes *sums, const cki_scales *scales, __m256i first, __m256i second) {
    first = _mm256_adds_epi16(scaled(sums[0], scales), first);
    second = _mm256_adds_epi16(scaled(sums[1], scales), second);
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(first, second), 0xD8);
}

CKI_TARGET CKI_INLINE four narrowed(const lanes sums[4], const cki_scales *scales, int32_t zero,
                                    const uint8_t *residual) {
    __m256i base[4];
    CKI_UNROLL
    for (int pixel = 0; pixel < 4; pixel++)
        base[pixel] = residual ? _mm256_cvtepu8_epi16(CKI_LOAD_HALF(residual + pixel * CKI_GROUP))
                               : _mm256_set1_epi16((int16_t)zero);
    return (four){paired(sums, scales, base[0], base[1]), paired(sums + 2, scales, base[2], base[3])};
}

CKI_TARGET CKI_INLINE void put(four pixels, const size_t from, const size_t count, uint8_t *out) {
    _mm256_storeu_si256((__m256i *)(void *)out, from ? pixels.second : pixels.first);
    if (count == 3) _mm_storeu_si128((__m128i *)(void *)(out + 32), _mm256_castsi256_si128(pixels.second));
    if (count == 4) _mm256_storeu_si256((__m256i *)(void *)(out + 32), pixels.second);
}
