/*
 * The complete list of what Magpie uses of libvips and of libjpeg, with fixed argument types and opaque handles.
 *
 * Every function that can fail returns CVS_OK or one of the other codes, and writes its results only on CVS_OK.
 * Handles belong to one thread at a time. Bytes handed in must stay alive until the handle is closed: libvips
 * and libjpeg read them late.
 *
 * libjpeg is linked. libvips is opened when a function that needs it is called for the first time; where it cannot be
 * opened these return CVS_NO_LIBRARY and a message that says why. Messages receive CVS_MESSAGE_SIZE bytes at most.
 */
#ifndef CVIPSSHIM_H
#define CVIPSSHIM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CVS_ENUM __attribute__((enum_extensibility(closed)))
#define CVS_NAME(name) __attribute__((swift_name(#name)))

typedef enum CVS_ENUM cvs_code {
    CVS_OK CVS_NAME(ok) = 0,
    CVS_UNDECODABLE CVS_NAME(undecodable) = 1, /* the library refused the data */
    CVS_TRUNCATED CVS_NAME(truncated) = 2, /* the data ended before the picture did */
    CVS_TIMED_OUT CVS_NAME(timedOut) = 3, /* the deadline passed */
    CVS_TOO_MANY_SCANS CVS_NAME(tooManyScans) = 4, /* more scans than allowed */
    CVS_NO_MEMORY CVS_NAME(noMemory) = 5,
    CVS_FAILED CVS_NAME(failed) = 6, /* anything that is not the fault of the data */
    CVS_NO_LIBRARY CVS_NAME(noLibrary) = 7, /* libvips is not there, or does not start */
    CVS_NO_ENCODER CVS_NAME(noEncoder) = 8 /* libvips is there, and no encoder for this format */
} cvs_code;

/* Length of every message buffer, with the final zero. */
#define CVS_MESSAGE_SIZE 200

/* Seconds of the monotonic clock; deadlines are given on it. */
double cvs_now(void);

/*
 * Keeps glibc's allocator from holding on to freed pixels, per thread and for ever. Idempotent. It changes the whole
 * process, so only the program that is the process may call it; where nobody does, the allocator is left alone.
 */
void cvs_tune_memory(void);
/* Gives freed memory back to the system; does nothing before cvs_tune_memory. */
void cvs_trim_memory(void);
/* The bytes that the allocator has handed out, in the whole process; 0 where it does not tell. */
size_t cvs_heap_used(void);
/*
 * Leaves the settings of libvips that hold for the whole process as they are: threads, cache, blocked loaders. Has an
 * effect before libvips is opened only.
 */
void cvs_leave_settings(void);
/* How often this thread has asked for libvips, which is not to be started where it isn't needed. */
unsigned long cvs_uses_by_thread(void);
/* The version of the libvips that was opened, such as 8.14.1; null where it cannot be opened. */
const char *_Nullable cvs_libvips_version(void);

/* The end of work: a time of cvs_now, or another thread's wish. `is_cancelled` may be NULL. */
typedef struct cvs_stop {
    double deadline;
    int (*_Nullable is_cancelled)(const void *_Nullable context);
    const void *_Nullable context;
} cvs_stop;

/* 1 where the work is to end. */
static inline int cvs_is_over(cvs_stop stop) {
    return (stop.is_cancelled && stop.is_cancelled(stop.context)) || cvs_now() > stop.deadline;
}

/* Frees what cvs_save gave. */
void cvs_free(void *_Nullable bytes);

/* ---- JPEG, straight on libjpeg ---- */

/* A decoder and an encoder that are reused from picture to picture. */
typedef struct cvs_jpeg cvs_jpeg;
cvs_jpeg *_Nullable cvs_jpeg_create(void);
void cvs_jpeg_destroy(cvs_jpeg *jpeg);
/* The last message of the library; empty without one. */
const char *cvs_jpeg_message(const cvs_jpeg *jpeg);

typedef struct cvs_jpeg_request {
    int shrink; /* 1, 2, 4 or 8: sides are divided by this, rounded up */
    int left, top; /* the part to decode, in pixels of the shrunk picture */
    int width, height;
    int max_scans;
    cvs_stop stop;
} cvs_jpeg_request;

typedef struct cvs_jpeg_rows {
    int left; /* first column that is delivered: at most the requested one */
    int width; /* columns delivered: at least up to the last requested one */
    int channels; /* 1 gray, 3 RGB, 4 CMYK with 255 for full ink */
} cvs_jpeg_rows;

/* Reads the header and prepares the rows from `top` on. */
cvs_code cvs_jpeg_start(cvs_jpeg *jpeg, const uint8_t *bytes, size_t count, cvs_jpeg_request request,
                        cvs_jpeg_rows *rows);
/*
 * Reads up to `count` rows to dst, dst + stride, …; *got is the number read, at least 1.
 * CVS_TRUNCATED when the data ended: the rows are there, filled up by the library, and reading may go on.
 */
cvs_code cvs_jpeg_read(cvs_jpeg *jpeg, uint8_t *dst, size_t stride, int count, int *got);
/* Ends the picture, complete or not. */
void cvs_jpeg_stop(cvs_jpeg *jpeg);

/* Blocks that go into the file; NULL with length 0 for none. */
typedef struct cvs_metadata {
    const uint8_t *_Nullable exif; /* begins with the TIFF header */
    size_t exif_size;
    const uint8_t *_Nullable icc;
    size_t icc_size;
    const uint8_t *_Nullable xmp; /* for AVIF alone */
    size_t xmp_size;
} cvs_metadata;

/* The settings of an encoder, beside its format. */
typedef struct cvs_save_settings {
    int quality; /* 1..100; no meaning for PNG and without loss */
    int halves_color; /* 4:2:0, for JPEG and AVIF; WebP with loss always does, JPEG XL never */
    int progressive; /* JPEG; interlaced for PNG */
    int lossless; /* WebP, AVIF and JPEG XL */
    int effort; /* 1..9 of AVIF, JPEG XL, GIF and PNG's deflate, 0..6 of WebP; -1 for that of the encoder */
} cvs_save_settings;

/*
 * Gray or RGB rows (1 or 3 channels) without padding to a JPEG; color at full resolution unless `halves_color` is set.
 * The file stays in the codec until the next call; do not free it.
 */
cvs_code cvs_jpeg_encode(cvs_jpeg *jpeg, const uint8_t *pixels, int width, int height, int channels,
                         cvs_save_settings settings, const cvs_metadata *metadata, cvs_stop stop,
                         const uint8_t *_Nullable *_Nonnull out, size_t *size);

/*
 * Turns a JPEG upright by an EXIF orientation of 2..8 without decoding its pixels: its blocks change places, and no
 * detail is lost. The result carries no metadata. CVS_FAILED, with a message, where that is impossible without loss,
 * because a side that is mirrored does not end with a whole block. The file is valid until the encoder is used again.
 */
cvs_code cvs_jpeg_turn(cvs_jpeg *jpeg, const uint8_t *file, size_t count, int orientation, int max_scans,
                       cvs_stop stop, const uint8_t *_Nullable *_Nonnull out, size_t *size);

/* ---- everything else, on libvips ---- */

typedef enum CVS_ENUM cvs_loader {
    CVS_PNG CVS_NAME(png),
    CVS_WEBP CVS_NAME(webp),
    CVS_GIF CVS_NAME(gif),
    CVS_TIFF CVS_NAME(tiff),
    CVS_HEIF CVS_NAME(heif),
    CVS_SVG CVS_NAME(svg),
    CVS_JXL CVS_NAME(jxl),
    CVS_PDF CVS_NAME(pdf)
} cvs_loader;

/* CVS_OK when the installed libvips has this loader, CVS_FAILED when only the loader is missing. */
cvs_code cvs_has_loader(cvs_loader loader, char *message);

/* Rows of 8-bit pixels, made on request. */
typedef struct cvs_source cvs_source;

typedef enum CVS_ENUM cvs_space {
    CVS_GRAY CVS_NAME(gray) = 1,
    CVS_RGB CVS_NAME(rgb) = 3,
    CVS_RGBA CVS_NAME(rgba) = 4,
    CVS_CMYK CVS_NAME(cmyk) = 5
} cvs_space;

typedef struct cvs_source_info {
    int width, height; /* of one frame */
    int frames;        /* which lie one below the other: rows of a frame begin at its number times the height */
    cvs_space space; /* of the color alone as it is stored: gray, RGB or CMYK */
    int has_alpha;
    int is_deep; /* 16 bits a sample */
} cvs_source_info;

typedef struct cvs_source_request {
    int lenient; /* accepts pictures that are cut off */
    int dropped_bands; /* so many of the last bands are neither color nor alpha, and left out */
    int all_frames; /* GIF and WebP: not only the first */
    double scale; /* WebP: both sides are multiplied by this, and rounded, while decoding. 1 for all others */
    int page, subifd; /* TIFF: the directory of the chain, and the one of those below it; -1 for itself */
    int premultiplied; /* the color was multiplied by the alpha */
    /* The part that the first frame of a GIF covers; the rest is transparent. Width 0: all of it. */
    int covered_left, covered_top, covered_width, covered_height;
} cvs_source_request;

/* Opens the first frame or page with the named loader, never with the generic one. */
cvs_code cvs_source_open(cvs_loader loader, const uint8_t *bytes, size_t count, cvs_source_request request,
                         cvs_source *_Nullable *_Nonnull out, cvs_source_info *info, char *message);
/* The embedded profile, alive as long as the source; NULL without one. */
const uint8_t *_Nullable cvs_source_profile(const cvs_source *source, size_t *size);
/*
 * Converts all samples, with their depth and before any alpha is applied, to 8-bit sRGB. `profile` may be NULL for
 * CMYK only, which is then read by the generic profile of libvips. A source that cannot be converted stays as it was.
 */
cvs_code cvs_source_convert(cvs_source *source, const uint8_t *_Nullable profile, size_t size, char *message);
/*
 * Replaces the 16-bit samples of gray or RGB by 8-bit ones: `levels` has 65536 entries, of one or of three bytes.
 * A source that cannot be mapped stays as it was.
 */
cvs_code cvs_source_map(cvs_source *source, const uint8_t *levels, char *message);
/* Prepares the rows, 8 bits a sample; `space` is how they are delivered. Call it once, before the first row. */
cvs_code cvs_source_start(cvs_source *source, cvs_space *space, char *message);
/* Rows top .. top + count - 1, columns left .. left + width - 1. Ask from the top down. */
cvs_code cvs_source_read(cvs_source *source, int left, int top, int width, int count, uint8_t *dst, size_t stride,
                         char *message);
void cvs_source_close(cvs_source *source);

/* The colors that RGB pixels can have. */
typedef enum CVS_ENUM cvs_gamut { CVS_SRGB CVS_NAME(sRGB), CVS_DISPLAY_P3 CVS_NAME(displayP3) } cvs_gamut;

/*
 * Pixels of the given space (gray, RGB or CMYK) to RGB of a gamut. `profile` may be NULL, for sRGB only: gray and RGB
 * are then sRGB already, CMYK is read by the generic profile of libvips.
 */
cvs_code cvs_convert(const uint8_t *pixels, int width, int height, cvs_space space, const uint8_t *_Nullable profile,
                     size_t profile_size, cvs_gamut gamut, uint8_t *rgb, char *message);

/* CVS_OK when the installed libvips can write this format, CVS_FAILED when only the encoder is missing. */
cvs_code cvs_has_saver(cvs_loader format, char *message);

/* The frames of an animation, which lie one below the other. */
typedef struct cvs_frames {
    int count;
    const int *_Nullable delays; /* milliseconds, one for each frame */
    int plays;                   /* 0 for ever */
} cvs_frames;

/*
 * RGB pixels to a PNG, WebP, AVIF (CVS_HEIF), JPEG XL or GIF file. `height` is that of all frames. Of the
 * metadata the profile is written, and XMP by the encoder of AVIF.
 * More than one frame for WebP and GIF only. `stop` is asked between rows; encoders that want all rows at once are
 * not interrupted.
 */
cvs_code cvs_save(cvs_loader format, const uint8_t *rgb, int width, int height, cvs_frames frames,
                  cvs_save_settings settings, const cvs_metadata *metadata, cvs_stop stop,
                  uint8_t *_Nullable *_Nonnull out, size_t *size, char *message);

#pragma clang assume_nonnull end
#endif
