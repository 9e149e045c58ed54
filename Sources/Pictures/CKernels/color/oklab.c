#include <string.h>

#include "ckernels_color.h"

#pragma STDC FP_CONTRACT OFF

/* A third of the exponent is a guess within 4 %; two of Halley's steps leave only rounding. Not libm's cbrtf, whose
 * last bit differs between systems. The tiny term keeps 0 from dividing 0. */
static inline float cube_root(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (int32_t)((float)bits * (1.0f / 3.0f)) + 709921077;
    float y;
    memcpy(&y, &bits, sizeof y);
    for (int step = 0; step < 2; step++) {
        float cube = y * y * y;
        y = y * (cube + x + x) / (cube + cube + x + 1e-30f);
    }
    return y;
}

/* Björn Ottosson, "A perceptual color space for image processing" (2020), coefficients of January 2021. */
void ck_color_oklab(const ck_color_bin *bins, size_t count, const float linear[256], float *restrict lightness,
                    float *restrict a, float *restrict b) {
    for (size_t i = 0; i < count; i++) {
        uint32_t n = bins[i].count, half = n / 2;
        lightness[i] = linear[(bins[i].red + half) / n];
        a[i] = linear[(bins[i].green + half) / n];
        b[i] = linear[(bins[i].blue + half) / n];
    }
    for (size_t i = 0; i < count; i++) {
        float red = lightness[i], green = a[i], blue = b[i];
        float l = cube_root(0.4122214708f * red + 0.5363325363f * green + 0.0514459929f * blue);
        float m = cube_root(0.2119034982f * red + 0.6806995451f * green + 0.1073969566f * blue);
        float s = cube_root(0.0883024619f * red + 0.2817188376f * green + 0.6299787005f * blue);
        lightness[i] = 0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s;
        a[i] = 1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s;
        b[i] = 0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s;
    }
}
