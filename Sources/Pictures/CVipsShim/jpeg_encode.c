#include "jpeg.h"

#include <stdlib.h>
#include <string.h>

/* libjpeg writes into a larger buffer of its own when ours is full; the larger one is kept in any case. */
static void keep_larger_buffer(cvs_jpeg *jpeg) {
    if (jpeg->written == jpeg->buffer) return;
    free(jpeg->buffer);
    jpeg->buffer = jpeg->written;
    jpeg->capacity = jpeg->written_size;
}

static const char exif_header[6] = {'E', 'x', 'i', 'f', 0, 0};
#define ROWS_AT_ONCE 16

/* One APP1 segment; the caller sees to it that the block fits into one. */
static void write_exif(struct jpeg_compress_struct *out, const cvs_metadata *metadata) {
    size_t size = metadata->exif_size + sizeof exif_header;
    if (metadata->exif_size == 0) return;
    jpeg_write_m_header(out, JPEG_APP0 + 1, (unsigned)size);
    for (size_t i = 0; i < sizeof exif_header; i++) jpeg_write_m_byte(out, exif_header[i]);
    for (size_t i = 0; i < metadata->exif_size; i++) jpeg_write_m_byte(out, metadata->exif[i]);
}

cvs_code cvs_jpeg_encode(cvs_jpeg *jpeg, const uint8_t *pixels, int width, int height, int channels,
                         cvs_save_settings settings, const cvs_metadata *metadata, cvs_stop stop,
                         const uint8_t **result, size_t *size) {
    struct jpeg_compress_struct *out = &jpeg->out;
    jpeg->message[0] = 0;
    jpeg->reason = CVS_OK;
    jpeg->is_writing = 0;
    jpeg->stop = stop;
    jpeg->written = jpeg->buffer;
    if (setjmp(jpeg->escape)) {
        /* libjpeg names a larger buffer at the end of a file only, and forgets it otherwise. */
        if (jpeg->is_writing) out->dest->term_destination(out);
        keep_larger_buffer(jpeg);
        jpeg_abort_compress(out);
        return jpeg->reason == CVS_OK ? CVS_FAILED : jpeg->reason;
    }
    if (jpeg->has_own_tables) {
        jpeg_destroy_compress(out);
        jpeg_create_compress(out);
        jpeg->has_own_tables = 0;
    }
    out->progress = &jpeg->progress;
    /* Room for the usual case; libjpeg takes a larger buffer of its own when this one is full. */
    unsigned long usual = (unsigned long)width * (unsigned long)height / 2 + 65536;
    if (jpeg->capacity < usual) {
        unsigned char *larger = realloc(jpeg->buffer, usual);
        if (!larger) return CVS_NO_MEMORY;
        jpeg->buffer = larger;
        jpeg->capacity = usual;
    }
    jpeg->written = jpeg->buffer;
    jpeg->written_size = jpeg->capacity;
    jpeg_mem_dest(out, &jpeg->written, &jpeg->written_size);
    jpeg->is_writing = 1;
    out->image_width = (JDIMENSION)width;
    out->image_height = (JDIMENSION)height;
    out->input_components = channels;
    out->in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(out);
    jpeg_set_quality(out, settings.quality, TRUE);
    int factor = settings.halves_color && channels == 3 ? 2 : 1;
    out->comp_info[0].h_samp_factor = out->comp_info[0].v_samp_factor = factor;
    if (settings.progressive) {
        jpeg->has_own_tables = 1;
        jpeg_simple_progression(out);
    }
    jpeg_start_compress(out, TRUE);
    write_exif(out, metadata);
    if (metadata->icc_size > 0) jpeg_write_icc_profile(out, metadata->icc, (unsigned)metadata->icc_size);
    JSAMPROW rows[ROWS_AT_ONCE];
    while (out->next_scanline < out->image_height) {
        JDIMENSION count = out->image_height - out->next_scanline;
        if (count > ROWS_AT_ONCE) count = ROWS_AT_ONCE;
        for (JDIMENSION i = 0; i < count; i++) {
            rows[i] = (JSAMPROW)pixels + (size_t)(out->next_scanline + i) * (size_t)width * (size_t)channels;
        }
        jpeg_write_scanlines(out, rows, count);
    }
    jpeg_finish_compress(out);
    keep_larger_buffer(jpeg);
    *result = jpeg->buffer;
    *size = jpeg->written_size;
    return CVS_OK;
}
