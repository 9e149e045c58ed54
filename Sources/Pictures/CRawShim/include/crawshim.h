/*
 * The complete list of what Magpie uses of LibRaw, with fixed argument types and opaque handles.
 *
 * LibRaw is opened by its usual names when a RAW file is to be developed, and neither linked nor needed to build. A
 * picture belongs to one thread at a time.
 *
 * Functions return CRAW_OK or another code, and write their results only on CRAW_OK. Messages receive CRAW_MESSAGE_SIZE
 * bytes at most, with the final zero.
 */
#ifndef CRAWSHIM_H
#define CRAWSHIM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CRAW_ENUM __attribute__((enum_extensibility(closed)))
#define CRAW_NAME(name) __attribute__((swift_name(#name)))

typedef enum CRAW_ENUM craw_code {
    CRAW_OK CRAW_NAME(ok) = 0,
    CRAW_NO_LIBRARY CRAW_NAME(noLibrary) = 1, /* LibRaw is not there, or lacks a function */
    CRAW_UNDECODABLE CRAW_NAME(undecodable) = 2, /* the library refused the data */
    CRAW_TRUNCATED CRAW_NAME(truncated) = 3, /* the data ended before the picture did */
    CRAW_NO_MEMORY CRAW_NAME(noMemory) = 4
} craw_code;

/* Length of every message buffer, with the final zero. */
#define CRAW_MESSAGE_SIZE 200

/* A developed picture. */
typedef struct craw_picture craw_picture;

typedef struct craw_sizes {
    uint32_t width, height; /* of the developed picture, upright */
    uint64_t sensor; /* pixels of the sensor, with its edges */
} craw_sizes;

/*
 * Reads the sizes of a RAW file, without the data of its sensor. `names` are the names that LibRaw is looked for by, each
 * with its zero, and an empty one behind the last; NULL for the usual ones.
 */
craw_code craw_measure(const char *_Nullable names, const uint8_t *bytes, size_t count, craw_sizes *sizes,
                       char *message);
/*
 * Develops the data of the sensor: upright, in sRGB, with the white balance of the camera. `sizes` are those of
 * craw_measure; a picture of others is refused. A lenient call takes data that are cut off or damaged. Nothing of the
 * bytes is needed afterwards.
 */
craw_code craw_develop(const char *_Nullable names, const uint8_t *bytes, size_t count, int lenient, craw_sizes sizes,
                       craw_picture *_Nullable *_Nonnull picture, char *message);
/* Copies a part of the picture, which must be inside of it, as RGB of 8 bits to target, target + stride, … */
void craw_read(const craw_picture *picture, size_t left, size_t top, size_t width, size_t height, uint8_t *target,
               size_t stride);
void craw_close(craw_picture *picture);

#pragma clang assume_nonnull end
#endif
