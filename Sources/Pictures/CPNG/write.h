#ifndef CPNG_WRITE_H
#define CPNG_WRITE_H

#include "png.h"

/* Rows of a picture as they go into the file, one after the other. */
typedef struct png_lines {
    const uint8_t *rgb;
    size_t bytes; /* of a row */
    uint8_t *now, *above; /* the row and the one before, with a margin before each */
    uint8_t *made[5];     /* the row with each filter */
} png_lines;

/* False without memory. */
bool png_begin_lines(png_lines *lines, const uint8_t *rgb, int width);
void png_end_lines(png_lines *lines);
/* Forgets the rows so far. */
void png_restart_lines(png_lines *lines);
/* The filter and the bytes of row `y`, which is the one behind the last; without `is_filtered` as they are. */
void png_put_line(png_lines *lines, int y, bool is_filtered, uint8_t *target);

/* A file that is written. */
typedef struct png_file {
    uint8_t *bytes;
    size_t count, room;
} png_file;

/* Makes room for so many bytes more. */
bool png_grow(png_file *file, size_t more);
/* Writes the length and the name of a chunk whose data are behind the place for them, and its checksum. */
void png_seal(png_file *file, size_t start, const char *name);
bool png_put_chunk(png_file *file, const char *name, const uint8_t *data, size_t count);

#endif
