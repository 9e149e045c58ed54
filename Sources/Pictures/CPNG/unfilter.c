#include "png.h"

#include <stdlib.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static inline int paeth(int left, int above, int corner) {
    const int a = abs(above - corner), b = abs(left - corner), c = abs(left + above - 2 * corner);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

/* Loops whose step the compiler knows. */
#define PLAIN(step)                                                                                                    \
    static void plain_##step(int filter, const uint8_t *raw, const uint8_t *above, uint8_t *row, size_t count) {       \
        if (filter == 1) {                                                                                             \
            for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(raw[i] + row[(ptrdiff_t)i - step]);                  \
        } else if (filter == 3) {                                                                                      \
            for (size_t i = 0; i < count; i++)                                                                         \
                row[i] = (uint8_t)(raw[i] + ((row[(ptrdiff_t)i - step] + above[i]) >> 1));                             \
        } else {                                                                                                       \
            for (size_t i = 0; i < count; i++) {                                                                       \
                const ptrdiff_t back = (ptrdiff_t)i - step;                                                            \
                row[i] = (uint8_t)(raw[i] + paeth(row[back], above[i], above[back]));                                  \
            }                                                                                                          \
        }                                                                                                              \
    }
PLAIN(1)
PLAIN(2)
#if !defined(__SSE2__)
PLAIN(3)
PLAIN(4)
PLAIN(6)
PLAIN(8)
#endif

#if defined(__SSE2__)
static inline __m128i load4(const uint8_t *bytes) {
    int value;
    memcpy(&value, bytes, 4);
    return _mm_cvtsi32_si128(value);
}

static inline void store4(uint8_t *bytes, __m128i pixel) {
    const int value = _mm_cvtsi128_si32(pixel);
    memcpy(bytes, &value, 4);
}

static inline __m128i load8(const uint8_t *bytes) { return _mm_loadl_epi64((const __m128i *)bytes); }
static inline void store8(uint8_t *bytes, __m128i pixel) { _mm_storel_epi64((__m128i *)bytes, pixel); }

/* The mean of two bytes, rounded down. */
static inline __m128i mean(__m128i a, __m128i b) {
    const __m128i odd = _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1));
    return _mm_sub_epi8(_mm_avg_epu8(a, b), odd);
}

static inline __m128i size_of(__m128i x) { return _mm_max_epi16(x, _mm_sub_epi16(_mm_setzero_si128(), x)); }

/* The nearest of three in lanes of 16 bits; `far` is above less corner, which does not wait for the pixel to the left. */
static inline __m128i nearest(__m128i left, __m128i above, __m128i corner, __m128i far) {
    const __m128i near = _mm_sub_epi16(left, corner);
    const __m128i a = size_of(far), b = size_of(near), c = size_of(_mm_add_epi16(far, near));
    const __m128i least = _mm_min_epi16(c, _mm_min_epi16(a, b));
    const __m128i is_left = _mm_cmpeq_epi16(a, least), is_above = _mm_cmpeq_epi16(b, least);
    const __m128i other = _mm_or_si128(_mm_and_si128(is_above, above), _mm_andnot_si128(is_above, corner));
    return _mm_or_si128(_mm_and_si128(is_left, left), _mm_andnot_si128(is_left, other));
}

/* A pixel at a time, with loads that reach into the next one. */
#define VECTOR(step, load, store)                                                                                      \
    static void vector_##step(int filter, const uint8_t *raw, const uint8_t *above, uint8_t *row, size_t count) {      \
        const __m128i zero = _mm_setzero_si128();                                                                      \
        __m128i left = zero, corner = zero;                                                                            \
        if (filter == 1) {                                                                                             \
            for (size_t i = 0; i < count; i += step) {                                                                 \
                left = _mm_add_epi8(load(raw + i), left);                                                              \
                store(row + i, left);                                                                                  \
            }                                                                                                          \
        } else if (filter == 3) {                                                                                      \
            for (size_t i = 0; i < count; i += step) {                                                                 \
                left = _mm_add_epi8(load(raw + i), mean(left, load(above + i)));                                       \
                store(row + i, left);                                                                                  \
            }                                                                                                          \
        } else {                                                                                                       \
            for (size_t i = 0; i < count; i += step) {                                                                 \
                const __m128i over = _mm_unpacklo_epi8(load(above + i), zero);                                         \
                const __m128i far = _mm_sub_epi16(over, corner);                                                       \
                const __m128i packed = _mm_unpacklo_epi8(load(raw + i), zero);                                         \
                left = _mm_add_epi8(packed, nearest(left, over, corner, far));                                         \
                corner = over;                                                                                         \
                store(row + i, _mm_packus_epi16(left, left));                                                          \
            }                                                                                                          \
        }                                                                                                              \
    }
VECTOR(3, load4, store4)
VECTOR(4, load4, store4)
VECTOR(6, load8, store8)
VECTOR(8, load8, store8)
#define LOOP(step) vector_##step
#else
#define LOOP(step) plain_##step
#endif

void png_unfilter(int filter, int pixel, const uint8_t *raw, const uint8_t *above, uint8_t *row, size_t count) {
    if (filter == 0) {
        memcpy(row, raw, count);
    } else if (filter == 2) {
        for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(raw[i] + above[i]);
    } else {
        switch (pixel) {
        case 1: plain_1(filter, raw, above, row, count); break;
        case 2: plain_2(filter, raw, above, row, count); break;
        case 3: LOOP(3)(filter, raw, above, row, count); break;
        case 4: LOOP(4)(filter, raw, above, row, count); break;
        case 6: LOOP(6)(filter, raw, above, row, count); break;
        default: LOOP(8)(filter, raw, above, row, count); break;
        }
    }
}
