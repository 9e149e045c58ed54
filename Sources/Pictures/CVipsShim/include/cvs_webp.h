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

#pragma clang assume_nonnull end
#endif
