/*
 * PNG: a reader of rows and a writer of files.
 *
 * The reader takes what libpng takes, refuses what it refuses, and gives the same pixels, 8 bits a sample. The caller has
 * checked IHDR, and that each chunk before the first IDAT is whole. Rows are unpacked at once by libdeflate where that is
 * there, the rows take 64 MiB at most and the file is without fault; else in portions by zlib. A reader belongs to one thread
 * at a time, and the file must outlive it.
 */
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CPN_ENUM __attribute__((enum_extensibility(closed)))
#define CPN_NAME(name) __attribute__((swift_name(#name)))

typedef enum CPN_ENUM cpn_code {
    CPN_OK CPN_NAME(ok) = 0,
    CPN_DAMAGED CPN_NAME(damaged) = 1,
    CPN_NO_MEMORY CPN_NAME(noMemory) = 2,
    CPN_NO_LIBRARY CPN_NAME(noLibrary) = 3, /* neither zlib nor libdeflate */
    CPN_TIMED_OUT CPN_NAME(timedOut) = 4
} cpn_code;

/* ---- reading ---- */

typedef struct cpn_reader cpn_reader;

typedef struct cpn_info {
    int width, height;
    int channels;  /* bytes of a pixel as delivered: 1 gray, 3 RGB, 4 RGBA */
    int is_gray;   /* as stored, with or without alpha */
    int has_alpha; /* or transparent colors */
    int is_deep;   /* 16 bits a sample */
    size_t held;   /* bytes that the reader takes beside the rows, from the first read on */
} cpn_info;

/*
 * With `is_lenient` rows that cannot be read are black, or transparent, and no fault; an interlaced file has to be whole.
 * The rows are unpacked at once where that takes `room` bytes at most.
 */
cpn_code cpn_open(const uint8_t *file, size_t count, int is_lenient, size_t room,
                  cpn_reader *_Nullable *_Nonnull out, cpn_info *info, const char *_Nullable *_Nonnull fault);
/* The embedded profile as libpng would give it, alive as long as the reader; NULL without one. */
const uint8_t *_Nullable cpn_profile(const cpn_reader *reader, size_t *size);
/* Brings samples of 16 bits to 8 by a table of 65536 entries, of one byte for gray and of three for color. */
cpn_code cpn_map(cpn_reader *reader, const uint8_t *levels);
/* Rows top .. top + rows - 1, columns left .. left + width - 1. Ask from the top down. */
cpn_code cpn_read(cpn_reader *reader, int left, int top, int width, int rows, uint8_t *target, size_t stride,
                  const char *_Nullable *_Nonnull fault);
void cpn_close(cpn_reader *reader);

/* ---- writing ---- */

/* Asked between rows; `is_over` may be NULL, and gives 1 where the work is to end. */
typedef struct cpn_stop {
    int (*_Nullable is_over)(const void *_Nullable context);
    const void *_Nullable context;
} cpn_stop;

/*
 * RGB rows without padding to a file, with filters or without, whichever is smaller. `level` is 1 to 9, more work for a
 * smaller file, or 0 for 1 with photos and 6 with all else. Up to 16 megapixels are packed at once by libdeflate where that
 * is there, which is not to be stopped in its work; all others row by row by zlib. The file is freed with cpn_free.
 */
cpn_code cpn_write(const uint8_t *rgb, int width, int height, int level, const uint8_t *_Nullable icc, size_t icc_size,
                   cpn_stop stop, uint8_t *_Nullable *_Nonnull out, size_t *size);
void cpn_free(uint8_t *_Nullable bytes);

#pragma clang assume_nonnull end
#endif
