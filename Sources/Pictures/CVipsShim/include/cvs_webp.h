/*
 * WebP of one picture, straight on libwebp: libvips, which takes 38 ms of CPU to start, is not needed for it.
 *
 * libwebp is opened when a function is called for the first time. Where it is missing, or has a binary interface that is
 * not known here, the functions return CVS_NO_LIBRARY, and libvips may still do the work.
 */
#ifndef CVS_WEBP_H
#define CVS_WEBP_H

#include "cvipsshim.h"

#pragma clang assume_nonnull begin

/* RGB pixels without padding to a WebP without metadata, to be freed with cvs_free. `stop` is asked between rows. */
cvs_code cvs_webp_encode(const uint8_t *rgb, int width, int height, cvs_save_settings settings, cvs_stop stop,
                         uint8_t *_Nullable *_Nonnull out, size_t *size, char *message);

/* A picture that is decoded, scaled, when its first row is read. */
typedef struct cvs_webp_source cvs_webp_source;

typedef struct cvs_webp_info {
    int width, height; /* as delivered */
    cvs_space space; /* RGB, or RGBA with straight alpha */
    const uint8_t *_Nullable profile; /* a part of the file */
    size_t profile_size;
} cvs_webp_info;

/*
 * Opens a file that must outlive the source. Both sides are multiplied by `scale`, and rounded. CVS_NO_LIBRARY for an
 * animation too, of one frame or more.
 */
cvs_code cvs_webp_open(const uint8_t *bytes, size_t count, double scale, cvs_webp_source *_Nullable *_Nonnull out,
                       cvs_webp_info *info, char *message);
/* Rows top .. top + count - 1, columns left .. left + width - 1, in any order. */
cvs_code cvs_webp_read(cvs_webp_source *source, int left, int top, int width, int count, uint8_t *dst, size_t stride,
                       char *message);
void cvs_webp_close(cvs_webp_source *source);

#pragma clang assume_nonnull end
#endif
