#ifndef CPNG_PNG_H
#define CPNG_PNG_H

#include "include/cpng.h"

#include <stdbool.h>
#include <string.h>

#include "CDeflateShim.h"

enum { PNG_GRAY = 0, PNG_RGB = 2, PNG_PALETTE = 3, PNG_GRAY_ALPHA = 4, PNG_RGBA = 6 };

#define PNG_TAG(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

static inline uint32_t png_number(const uint8_t *bytes) { return PNG_TAG(bytes[0], bytes[1], bytes[2], bytes[3]); }

static inline void png_put_number(uint8_t *bytes, uint32_t value) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* The names of chunks are made of letters. */
static inline bool png_is_name(uint32_t name) {
    for (int shift = 0; shift < 32; shift += 8) {
        const uint32_t capital = name >> shift & 0xDF;
        if (capital < 'A' || capital > 'Z') return false;
    }
    return true;
}

/* Bytes in front of and behind each row, so that the loops may read and write whole vectors. */
enum { PNG_MARGIN = 64 };

/* The rows of the picture, or of one pass of an interlaced one. */
typedef struct png_pass {
    uint32_t left, top, across, down; /* the first pixel, and the steps to the next */
    uint32_t width, height;
} png_pass;

struct cpn_reader {
    const uint8_t *file;
    size_t count;
    bool is_lenient;
    size_t room;
    uint32_t width, height;
    int bits, color;
    bool is_interlaced;

    /* The chunks before the pixels. */
    uint8_t palette[256][4];
    int colors; /* entries of the palette; 0 without one */
    bool has_palette, has_alpha, has_key;
    uint16_t key[3]; /* the transparent color, as stored */
    bool has_space;  /* a chunk sRGB or iCCP */
    uint8_t *profile;
    size_t profile_size;
    size_t first_pixels; /* where the first IDAT begins */

    /* The packed rows, as they are read. */
    size_t place;       /* in the file */
    size_t rest;        /* of the chunk */
    uint32_t sum, name; /* of the chunk so far */
    cdf_stream *stream;
    const uint8_t *portion;
    size_t portion_size;
    bool has_ended; /* the stream */

    uint8_t *whole; /* all rows; NULL where they come in portions */
    size_t whole_size, whole_place, whole_block;
    uint8_t *rows[2]; /* the row and the one before, unfiltered, with a margin before each */
    uint8_t *raw;     /* a row in portions as it is packed */
    uint8_t *picture; /* of an interlaced file, as delivered */
    uint8_t *line;    /* a row of a pass, as delivered */
    int channels;
    const uint8_t *levels; /* of samples of 16 bits; NULL for their upper bytes */
    uint8_t *own_levels;
    uint32_t next; /* the row that comes next */
    bool is_over;  /* no more rows can be read */
};

/* The fault that is not one of the file. */
extern const char png_no_memory[];

/* A memory block for much data that is touched once: of large pages where there are such. */
uint8_t *png_block(size_t size);

/* Reads the chunks in front of the pixels. NULL, or what is wrong. */
const char *png_read_head(cpn_reader *r);
/* The profile of the chunk, as far as libpng takes it. */
void png_take_profile(cpn_reader *r, const uint8_t *data, size_t count);

/* The pass of a number from 0 on; one without rows has no height. */
png_pass png_pass_at(const cpn_reader *r, int number);
/* Bytes of a row of so many pixels, without that of its filter. */
size_t png_row_bytes(const cpn_reader *r, uint32_t width);
/* Bytes of all rows with their filters; a very large number for what no memory holds. */
size_t png_raw_bytes(const cpn_reader *r);

/* The memory for all rows at once; 0 where they are to be read in portions. */
size_t png_whole_bytes(const cpn_reader *r);
/* Unpacks all rows at once where the file is without fault. False where they are to be read in portions. */
bool png_unpack_whole(cpn_reader *r);
/* Gives the next `count` bytes of the rows. NULL, or what is wrong. */
const char *png_next_row(cpn_reader *r, size_t count, const uint8_t **raw);
/* Ends the chunk of the last row. NULL, or what is wrong. */
const char *png_finish(cpn_reader *r);

/*
 * Takes a filter off `count` bytes: `raw` to `row`, where the row before is `above`. Up to 16 bytes beyond each may be read,
 * and beyond `row` written; before `row` and `above` there are PNG_MARGIN bytes of 0.
 */
void png_unfilter(int filter, int pixel, const uint8_t *raw, const uint8_t *above, uint8_t *row, size_t count);
/* The level of each sample of gray of 16 bits without alpha. */
const uint8_t *png_gray_levels(void);
/* Pixels of an unfiltered row as they are delivered. */
void png_expand(const cpn_reader *r, const uint8_t *row, uint32_t left, uint32_t width, uint8_t *target);

#endif
