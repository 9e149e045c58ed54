/*
 * The samples of color profiles to levels on the curve of sRGB. No allocation, no libraries, no state.
 *
 * Floats are added and multiplied one element at a time, without contraction, so that each instruction set gives the
 * same bytes.
 */
#ifndef CKERNELS_LIGHT_H
#define CKERNELS_LIGHT_H

#include <stddef.h>
#include <stdint.h>

#include "ckernels.h"

/*
 * Light 0..1 has so many steps, and CK_CELL_STEPS of them are a cell. They are steps of the float light + 1/128: those
 * of black are 1 / 131072, where the curve of sRGB is steep, and those of white 1 / 1024.
 */
#define CK_LIGHT_STEPS 7177
#define CK_CELL_STEPS 64
#define CK_LIGHT_CELLS 113
/* Room for both arrays of cells. */
#define CK_CELL_ROOM 128

/* The light at the lower edge of a cell, 0 .. CK_LIGHT_CELLS. */
double ck_cell_light(int cell);

/*
 * Straight lines for a curve that rises: edges[c] is its level at the lower edge of cell c, 0 .. CK_LIGHT_CELLS, and 255
 * for light 1. cells[c] is that level in 1 / 256, with the half for rounding, and cells[CK_CELL_ROOM + c] what the cell
 * rises by, in 1 / 4096. levels[s] is the level in the middle of step s, 0 ..< CK_LIGHT_STEPS.
 */
void ck_level_curve(const double *edges, uint16_t *cells, uint8_t *levels);

/*
 * RGB of a profile to RGB on a curve of ck_level_curve. light[256 * channel + sample] is a whole number 0 .. 65535; the
 * rows of `matrix` bring the three lights to red, green and blue 0..1, and what is beyond is clipped.
 */
typedef void (*ck_convert_rgb_fn)(const float *light, const float *matrix, const uint16_t *cells, const uint8_t *levels,
                                  const uint8_t *src, uint8_t *dst, size_t pixels);
ck_convert_rgb_fn ck_convert_rgb(ck_isa isa);

/* Gray to RGB of equal parts, by the level of each sample. */
void ck_convert_gray(const uint8_t levels[256], const uint8_t *src, uint8_t *dst, size_t pixels);

/*
 * Samples of 16 bits to 8: those of `colors`, 1 or 3, by levels[colors * sample + channel], and an alpha behind them,
 * where there is one, by its upper byte.
 */
void ck_map16(const uint8_t *levels, size_t colors, int has_alpha, const uint16_t *src, uint8_t *dst, size_t pixels);

#endif
