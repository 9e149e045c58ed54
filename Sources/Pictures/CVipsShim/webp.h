#ifndef CVIPSSHIM_WEBP_H
#define CVIPSSHIM_WEBP_H

#include "cvipsshim.h"

/*
 * What is used of libwebp, in the layout of its binary interface 2. The library is told that number in the upper byte
 * before any other call, and refuses another than its own.
 */
enum { webp_encoder_abi = 0x020f, webp_decoder_abi = 0x0209 };

/* The settings of the encoder: the library fills in those that stand in `others`. */
typedef struct webp_settings {
    int is_lossless;
    float quality;
    int method;
    int others[26];
} webp_settings;

typedef struct webp_picture webp_picture;
/* They return 0 to end the encoder. */
typedef int (*webp_writer)(const uint8_t *bytes, size_t count, const webp_picture *picture);
typedef int (*webp_progress)(int percent, const webp_picture *picture);

struct webp_picture {
    int keeps_rgb; /* the samples are for the coder without loss */
    int color_space, width, height;
    void *planes[3];
    int plane_strides[2];
    void *alpha;
    int alpha_stride;
    uint32_t unused[2];
    void *argb;
    int argb_stride;
    uint32_t unused_too[3];
    webp_writer writer;
    void *file; /* the writer's own */
    int extra_kind;
    void *extra;
    void *statistics;
    int fault;
    webp_progress progress;
    void *user;
    uint32_t unused_three[3];
    void *unused_four[2];
    uint32_t unused_five[8];
    void *memory[4];
};

/* The numbers of a picture's `fault` that have a meaning here. */
enum { webp_no_memory = 1, webp_no_memory_for_bits = 2, webp_not_written = 8, webp_ended = 10 };

#define CVS_WEBP_FUNCTIONS(use)                                                                                        \
    use(int, WebPConfigInitInternal, (webp_settings *, int preset, float quality, int abi))                            \
    use(int, WebPPictureInitInternal, (webp_picture *, int abi))                                                       \
    use(int, WebPPictureImportRGB, (webp_picture *, const uint8_t *rgb, int stride))                                   \
    use(int, WebPEncode, (const webp_settings *, webp_picture *))                                                      \
    use(void, WebPPictureFree, (webp_picture *))

#define CVS_WEBP_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct cvs_webp_library {
    CVS_WEBP_FUNCTIONS(CVS_WEBP_MEMBER)
} cvs_webp_library;
#undef CVS_WEBP_MEMBER

/* Opens libwebp once, whoever comes first. NULL where it is missing, or has another binary interface. */
const cvs_webp_library *cvs_webp(void);

#endif
