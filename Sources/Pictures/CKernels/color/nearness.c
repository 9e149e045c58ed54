/* The nearness of palettes to wanted colors: plain C, compiled once for each width. */
#include "ckernels_color.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

/* One value for each color of a palette. */
typedef float lanes __attribute__((vector_size(4 * CK_PALETTE_COLORS)));
typedef uint32_t words __attribute__((vector_size(4 * CK_PALETTE_COLORS)));

/* Lanes go by reference: how they go by value depends on the instruction set. */
typedef struct {
    lanes lightness, a, b, chroma, share;
} palette_lanes;

INLINE void unpack(const uint8_t *palette, palette_lanes *colors) {
    words packed;
    memcpy(&packed, palette, sizeof packed);
    colors->lightness = __builtin_convertvector(packed & 255, lanes) * (1 / 2.55f);
    colors->a = __builtin_convertvector(packed >> 8 & 255, lanes) - 128;
    colors->b = __builtin_convertvector(packed >> 16 & 255, lanes) - 128;
    colors->chroma = __builtin_elementwise_sqrt(colors->a * colors->a + colors->b * colors->b);
    colors->share = __builtin_convertvector(packed >> 24, lanes) * (1 / 255.0f);
}

/*
 * 2^-x for 0 <= x < 126: the whole part goes into the exponent, the rest into a polynomial that is fitted in Chebyshev's
 * points and 1 at 0. Relative error below 3e-7.
 */
INLINE void halve(const lanes *x, lanes *result) {
    const words whole = __builtin_convertvector(*x, words);
    const lanes rest = *x - __builtin_convertvector(whole, lanes);
    const words exponent = (127 - whole) << 23;
    lanes power;
    memcpy(&power, &exponent, sizeof power);
    const lanes fraction =
        1 + rest * (-0.69314355f +
                    rest * (0.2401789f + rest * (-0.05529404f + rest * (0.009202177f + rest * -0.00094351085f))));
    *result = power * fraction;
}

/* exp(-distance^2 / 144) with the distance of CIE94, in which lightness counts less, as shades of one material do. */
INLINE void nearness(const palette_lanes *colors, const ck_wanted_color *wanted, lanes *near) {
    const lanes lightness = 0.7f * (colors->lightness - wanted->lightness);
    const lanes a = colors->a - wanted->a, b = colors->b - wanted->b, chroma = colors->chroma - wanted->chroma;
    const float chroma_scale = 1 + 0.045f * wanted->chroma, hue_scale = 1 + 0.015f * wanted->chroma;
    /* Rounding may leave a hue below 0. */
    const lanes zero = {0}, hue = __builtin_elementwise_max(a * a + b * b - chroma * chroma, zero);
    const lanes square = lightness * lightness + chroma * chroma * (1 / (chroma_scale * chroma_scale)) +
                         hue * (1 / (hue_scale * hue_scale));
    const lanes halvings = __builtin_elementwise_min(square * (1.44269504f / 144), zero + 125);
    halve(&halvings, near);
}

/* The case of most searches. */
INLINE float sum_one(const palette_lanes *colors, const ck_wanted_color *wanted) {
    lanes near;
    nearness(colors, wanted, &near);
    near *= colors->share;
    return ((near[0] + near[4]) + (near[2] + near[6])) + ((near[1] + near[5]) + (near[3] + near[7]));
}

/*
 * Shares out one palette among several wanted colors: each color of the palette, from the first, goes to those nearest to
 * it, and each wanted color takes up to its weight.
 */
INLINE float share_out(const palette_lanes *colors, const ck_wanted_color *wanted, size_t count) {
    lanes near[CK_WANTED_COLORS];
    float room[CK_WANTED_COLORS], total = 0;
    for (size_t w = 0; w < count; w++) {
        nearness(colors, wanted + w, near + w);
        room[w] = wanted[w].weight;
    }
    for (size_t color = 0; color < CK_PALETTE_COLORS && colors->share[color] > 0; color++) {
        float share = colors->share[color];
        uint32_t asked = 0;
        for (size_t turn = 0; turn < count && share > 0; turn++) {
            size_t best = count;
            for (size_t w = 0; w < count; w++) {
                if (!(asked >> w & 1) && (best == count || near[w][color] > near[best][color])) best = w;
            }
            asked |= 1u << best;
            const float reach = share * near[best][color], part = reach < room[best] ? reach : room[best];
            room[best] -= part;
            total += part;
            if (part > 0) share -= part / near[best][color];
        }
    }
    return total;
}

INLINE void score(const ck_wanted_color *wanted, size_t count, const uint8_t *palettes, size_t palette_count,
                  const ptrdiff_t *slots, size_t slot_count, float *scores) {
    for (size_t i = 0; i < slot_count; i++) {
        float total = 0;
        if ((size_t)slots[i] < palette_count) {
            palette_lanes colors;
            unpack(palettes + (size_t)slots[i] * CK_PALETTE_BYTES, &colors);
            total = count == 1 ? sum_one(&colors, wanted) : share_out(&colors, wanted, count);
        }
        scores[i] = total < 1 ? total : 1;
    }
}

static void score_scalar(const ck_wanted_color *wanted, size_t count, const uint8_t *palettes, size_t palette_count,
                         const ptrdiff_t *slots, size_t slot_count, float *scores) {
    score(wanted, count, palettes, palette_count, slots, slot_count, scores);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void score_avx2(const ck_wanted_color *wanted, size_t count,
                                                       const uint8_t *palettes, size_t palette_count,
                                                       const ptrdiff_t *slots, size_t slot_count, float *scores) {
    score(wanted, count, palettes, palette_count, slots, slot_count, scores);
}
#endif

ck_color_nearness_fn ck_color_nearness(ck_isa isa) {
#if defined(__x86_64__)
    if (ck_resolve(isa) != CK_SCALAR && ck_supports(CK_AVX2)) return score_avx2;
#endif
    (void)isa;
    return score_scalar;
}
