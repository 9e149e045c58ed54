#include "write.h"

#include <stdlib.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { PIXEL = 3 };

static int nearest(int left, int above, int corner) {
    const int a = abs(above - corner), b = abs(left - corner), c = abs(left + above - 2 * corner);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

static uint32_t distance(uint8_t value) { return value < 128 ? value : 256u - value; }

#if defined(__SSE2__)
static inline __m128i load(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

/* Adds how far each byte is from 0, on the circle of its 256 values. */
static inline __m128i add_distances(__m128i sum, __m128i bytes) {
    const __m128i zero = _mm_setzero_si128();
    return _mm_add_epi64(sum, _mm_sad_epu8(_mm_min_epu8(bytes, _mm_sub_epi8(zero, bytes)), zero));
}

static inline uint32_t total(__m128i sum) {
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi64(sum, _mm_srli_si128(sum, 8)));
}

static inline __m128i size_of(__m128i x) { return _mm_max_epi16(x, _mm_sub_epi16(_mm_setzero_si128(), x)); }

static inline __m128i pick(__m128i mask, __m128i a, __m128i b) {
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

/* The nearest of eight triples in lanes of 16 bits. */
static inline __m128i nearest8(__m128i left, __m128i above, __m128i corner) {
    const __m128i over = _mm_sub_epi16(above, corner), beside = _mm_sub_epi16(left, corner);
    const __m128i a = size_of(over), b = size_of(beside), c = size_of(_mm_add_epi16(over, beside));
    const __m128i least = _mm_min_epi16(c, _mm_min_epi16(a, b));
    return pick(_mm_cmpeq_epi16(a, least), left, pick(_mm_cmpeq_epi16(b, least), above, corner));
}
#endif

/* Makes the row with each filter but the mean, and gives the one whose bytes are least in sum. */
static int filter(png_lines *lines) {
    const uint8_t *row = lines->now + PNG_MARGIN, *above = lines->above + PNG_MARGIN;
    uint8_t *left = lines->made[1], *up = lines->made[2], *near = lines->made[4];
    uint32_t sums[5] = {0};
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    __m128i s0 = zero, s1 = zero, s2 = zero, s4 = zero;
    for (; i + 16 <= lines->bytes; i += 16) {
        const __m128i x = load(row + i), a = load(row + i - PIXEL), b = load(above + i), c = load(above + i - PIXEL);
        const __m128i low =
            nearest8(_mm_unpacklo_epi8(a, zero), _mm_unpacklo_epi8(b, zero), _mm_unpacklo_epi8(c, zero));
        const __m128i high =
            nearest8(_mm_unpackhi_epi8(a, zero), _mm_unpackhi_epi8(b, zero), _mm_unpackhi_epi8(c, zero));
        const __m128i x1 = _mm_sub_epi8(x, a), x2 = _mm_sub_epi8(x, b);
        const __m128i x4 = _mm_sub_epi8(x, _mm_packus_epi16(low, high));
        _mm_storeu_si128((__m128i *)(left + i), x1);
        _mm_storeu_si128((__m128i *)(up + i), x2);
        _mm_storeu_si128((__m128i *)(near + i), x4);
        s0 = add_distances(s0, x), s1 = add_distances(s1, x1), s2 = add_distances(s2, x2), s4 = add_distances(s4, x4);
    }
    sums[0] = total(s0), sums[1] = total(s1), sums[2] = total(s2), sums[4] = total(s4);
#endif
    for (; i < lines->bytes; i++) {
        const uint8_t a = row[(ptrdiff_t)i - PIXEL], b = above[i], c = above[(ptrdiff_t)i - PIXEL];
        left[i] = (uint8_t)(row[i] - a);
        up[i] = (uint8_t)(row[i] - b);
        near[i] = (uint8_t)(row[i] - nearest(a, b, c));
        sums[0] += distance(row[i]), sums[1] += distance(left[i]);
        sums[2] += distance(up[i]), sums[4] += distance(near[i]);
    }
    int best = 4;
    if (sums[2] < sums[best]) best = 2;
    if (sums[1] < sums[best]) best = 1;
    return sums[0] < sums[best] ? 0 : best;
}

bool png_begin_lines(png_lines *lines, const uint8_t *rgb, int width) {
    *lines = (png_lines){.rgb = rgb, .bytes = (size_t)width * PIXEL};
    const size_t room = lines->bytes + 2 * PNG_MARGIN;
    lines->now = calloc(1, room);
    lines->above = calloc(1, room);
    bool is_done = lines->now && lines->above;
    for (int i = 1; i < 5; i++) {
        if (i != 3) is_done = (lines->made[i] = malloc(room)) && is_done;
    }
    return is_done;
}

void png_end_lines(png_lines *lines) {
    free(lines->now);
    free(lines->above);
    for (int i = 1; i < 5; i++) free(lines->made[i]);
}

void png_restart_lines(png_lines *lines) { memset(lines->now, 0, lines->bytes + 2 * PNG_MARGIN); }

void png_put_line(png_lines *lines, int y, bool is_filtered, uint8_t *target) {
    const uint8_t *row = lines->rgb + (size_t)y * lines->bytes;
    target[0] = 0;
    if (is_filtered) {
        uint8_t *free = lines->above;
        lines->above = lines->now;
        lines->now = free;
        memcpy(lines->now + PNG_MARGIN, row, lines->bytes);
        target[0] = (uint8_t)filter(lines);
        if (target[0] > 0) row = lines->made[target[0]];
    }
    memcpy(target + 1, row, lines->bytes);
}
