/* The search for one picture inside another: means of areas, and the place where two correlate best. */
#ifndef CKERNELS_PARTS_H
#define CKERNELS_PARTS_H

#include <stddef.h>
#include <stdint.h>

/* Values of a table of summed areas (Crow, "Summed-area tables for texture mapping", 1984). */
#define CKP_SUMS(width, height) (((size_t)(width) + 1) * ((size_t)(height) + 1))

/* An area of a picture, in pixels. */
typedef struct ckp_area {
    double left, top, width, height;
} ckp_area;

/* The best place of a search, in cells, and the correlation there, -1...1. */
typedef struct ckp_place {
    float correlation;
    int32_t x, y;
} ckp_place;

/*
 * The summed areas of luma, Cb and Cr of RGB pixels, one table after the other: 3 * CKP_SUMS values. The picture has less
 * than 2^24 pixels.
 */
void ckp_sums(const uint8_t *rgb, size_t width, size_t height, uint32_t *sums);

/* The summed areas of one plane. */
void ckp_plane_sums(const uint8_t *plane, size_t width, size_t height, uint32_t *sums);

/*
 * The means of columns x rows equal cells of an area, which lies in the picture, from the table of that number, 0 to 2.
 * `spare` holds 3 * (columns + 1) values.
 */
void ckp_means(const uint32_t *sums, size_t width, size_t height, size_t table, ckp_area area, size_t columns,
               size_t rows, double *spare, float *means);

/* Takes the mean from values and scales them to length 1. Returns the standard deviation that they had. */
float ckp_normalize(float *values, size_t count);

/* The correlation of normalized values with others, -1...1; 0 for others without contrast. */
float ckp_correlation(const float *normalized, const float *values, size_t count);

/* The place in a whole of width x height values where normalized values of part_width x part_height correlate best. */
ckp_place ckp_locate(const float *whole, size_t width, size_t height, const float *part, size_t part_width,
                     size_t part_height);

#endif
