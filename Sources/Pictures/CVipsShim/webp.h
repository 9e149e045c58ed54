#ifndef CVIPSSHIM_WEBP_H
#define CVIPSSHIM_WEBP_H

#include "cvs_webp.h"

/*
 * What is used of libwebp, in the layout of its binary interface 2, and of libwebpdemux, in that of 1. The libraries are
 * told that number in the upper byte before any other call, and refuse another than their own.
 */
enum { webp_encoder_abi = 0x020f, webp_decoder_abi = 0x0209, webp_container_abi = 0x0107 };

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

/* The orders of bytes in a pixel. */
enum { webp_rgb = 0, webp_rgba = 1 };

typedef struct webp_decoding {
    int features[10];
    struct {
        int order, width, height;
        int is_ours; /* the memory of the pixels */
        uint8_t *pixels;
        int stride;
        size_t size;
        void *room[7]; /* for what planes need instead */
        uint32_t unused[4];
        uint8_t *memory;
    } output;
    struct {
        int skips_filter, skips_smooth_color, crops, crop[4];
        int scales, width, height;
        int uses_threads;
        int others[3];
        uint32_t unused[5];
    } options;
} webp_decoding;

enum { webp_out_of_memory = 1 }; /* of what WebPDecode returns; 0 is success */

typedef struct webp_bytes {
    const uint8_t *bytes;
    size_t count;
} webp_bytes;

typedef struct webp_container webp_container;

/* The values of a container that are asked for, and its flags. */
enum { webp_flags = 0, webp_width = 1, webp_height = 2 };
enum { webp_is_animated = 0x02, webp_has_alpha = 0x10, webp_has_profile = 0x20 };

typedef struct webp_frame {
    int place[9];
    int is_complete;
    webp_bytes picture;
    int others[4];
    void *memory;
} webp_frame;

typedef struct webp_chunk {
    int place[2];
    webp_bytes content;
    uint32_t unused[6];
    void *memory;
} webp_chunk;

_Static_assert(sizeof(void *) != 8 || (sizeof(webp_settings) == 116 && sizeof(webp_picture) == 256 &&
                                       sizeof(webp_decoding) == 240 && sizeof(webp_frame) == 80 &&
                                       sizeof(webp_chunk) == 56),
               "the layouts of libwebp");

#define CVS_WEBP_DECODER(use)                                                                                          \
    use(int, WebPInitDecoderConfigInternal, (webp_decoding *, int abi))                                                \
    use(int, WebPDecode, (const uint8_t *bytes, size_t count, webp_decoding *))                                        \
    use(void, WebPFreeDecBuffer, (void *output))

#define CVS_WEBP_CONTAINER(use)                                                                                        \
    use(webp_container *, WebPDemuxInternal, (const webp_bytes *, int is_partial, int *state, int abi))                \
    use(uint32_t, WebPDemuxGetI, (const webp_container *, int value))                                                  \
    use(int, WebPDemuxGetFrame, (const webp_container *, int number, webp_frame *))                                    \
    use(int, WebPDemuxGetChunk, (const webp_container *, const char *name, int number, webp_chunk *))                  \
    use(void, WebPDemuxDelete, (webp_container *))

#define CVS_WEBP_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct cvs_webp_library {
    CVS_WEBP_FUNCTIONS(CVS_WEBP_MEMBER)
} cvs_webp_library;
typedef struct cvs_webp_reader {
    CVS_WEBP_DECODER(CVS_WEBP_MEMBER)
    CVS_WEBP_CONTAINER(CVS_WEBP_MEMBER)
} cvs_webp_reader;
#undef CVS_WEBP_MEMBER

/* The libraries, opened once, whoever comes first. NULL where one is missing, or has another binary interface. */
const cvs_webp_library *cvs_webp(void);
const cvs_webp_reader *cvs_webp_decoder(void);

#endif
