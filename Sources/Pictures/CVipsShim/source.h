#ifndef CVIPSSHIM_SOURCE_H
#define CVIPSSHIM_SOURCE_H

#include "libvips.h"

struct cvs_source {
    const cvs_vips *vips;
    VipsImage *image;
    VipsRegion *region; /* NULL before the rows are prepared */
};

/*
 * The samples of the picture alone: without those that mean nothing, with straight alpha, and with alpha where a frame
 * does not cover the picture. Takes no reference, gives one.
 */
VipsImage *cvs_samples(const cvs_vips *v, VipsImage *in, cvs_source_request r);

/* True for cyan, magenta, yellow and black, with or without alpha. */
int cvs_is_ink(const cvs_vips *v, VipsImage *in);

/* Any samples as 8-bit gray, RGB, RGBA or CMYK. Takes no reference, gives one. */
VipsImage *cvs_normalize(const cvs_vips *v, VipsImage *in, cvs_space *space);

#endif
