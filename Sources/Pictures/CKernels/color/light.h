/* The steps of light that the variants share. The functions are described in include/ckernels_light.h. */
#ifndef CK_LIGHT_H
#define CK_LIGHT_H

#include "../include/ckernels_light.h"

/* 1 / 128, and its bits: from there on each float is a step, without the lower bits. */
#define CK_LIGHT_FLOOR 0.0078125f
#define CK_LIGHT_FLOOR_BITS 0x3c000000
#define CK_STEP_SHIFT 13

#if defined(__x86_64__)
void ck_convert_rgb_avx512(const float *light, const float *matrix, const uint16_t *cells, const uint8_t *levels,
                           const uint8_t *src, uint8_t *dst, size_t pixels);
#endif

#endif
