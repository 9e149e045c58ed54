#include "jpeg.h"

static cvs_code failure(cvs_jpeg *jpeg) { return jpeg->reason == CVS_OK ? CVS_UNDECODABLE : jpeg->reason; }

cvs_code cvs_jpeg_start(cvs_jpeg *jpeg, const uint8_t *bytes, size_t count, cvs_jpeg_request request,
                        cvs_jpeg_rows *rows) {
    struct jpeg_decompress_struct *in = &jpeg->in;
    jpeg->message[0] = 0;
    jpeg->reason = CVS_OK;
    jpeg->has_one_scan = 0;
    jpeg->at_end = 0;
    jpeg->truncated = 0;
    jpeg->max_scans = request.max_scans;
    jpeg->stop = request.stop;
    if (setjmp(jpeg->escape)) {
        jpeg_abort_decompress(in);
        cvs_jpeg_free_memory(jpeg);
        return failure(jpeg);
    }
    /* A fresh decoder: a file that lacks tables must not be read with those of the file before. */
    jpeg_destroy_decompress(in);
    cvs_jpeg_free_memory(jpeg);
    jpeg_create_decompress(in);
    cvs_jpeg_take_memory(jpeg);
    in->progress = &jpeg->progress;
    jpeg_mem_src(in, bytes, count);
    jpeg_read_header(in, TRUE);
    jpeg->has_one_scan = !jpeg_has_multiple_scans(in);
    in->scale_num = 1;
    in->scale_denom = (unsigned)request.shrink;
    in->out_color_space = in->num_components == 1 ? JCS_GRAYSCALE : in->num_components == 4 ? JCS_CMYK : JCS_RGB;
    jpeg_start_decompress(in);
    JDIMENSION left = (JDIMENSION)request.left, width = (JDIMENSION)request.width;
    if (left > 0 || width < in->output_width) jpeg_crop_scanline(in, &left, &width);
    rows->left = (int)left;
    rows->width = (int)in->output_width;
    rows->channels = in->output_components;
    if (request.top > 0) jpeg_skip_scanlines(in, (JDIMENSION)request.top);
    return CVS_OK;
}

/*
 * Photoshop, and everybody after it, stores CMYK with 0 for full ink. So do writers that leave the marker of Adobe out:
 * browsers and other programs read all JPEGs of four components so, whatever ITU-T T.872 says.
 */
static void invert(uint8_t *row, size_t count) {
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(255 - row[i]);
}

#define ROWS_AT_ONCE 16

cvs_code cvs_jpeg_read(cvs_jpeg *jpeg, uint8_t *dst, size_t stride, int count, int *got) {
    struct jpeg_decompress_struct *in = &jpeg->in;
    if (setjmp(jpeg->escape)) {
        jpeg_abort_decompress(in);
        return failure(jpeg);
    }
    JSAMPROW pointers[ROWS_AT_ONCE];
    int wanted = count < ROWS_AT_ONCE ? count : ROWS_AT_ONCE;
    for (int i = 0; i < wanted; i++) pointers[i] = dst + (size_t)i * stride;
    int done = 0;
    while (done < wanted && in->output_scanline < in->output_height) {
        done += (int)jpeg_read_scanlines(in, pointers + done, (JDIMENSION)(wanted - done));
    }
    if (in->out_color_space == JCS_CMYK) {
        for (int i = 0; i < done; i++) invert(pointers[i], (size_t)in->output_width * 4);
    }
    *got = done;
    if (done == 0) return CVS_FAILED;
    if (jpeg->truncated != 1) return CVS_OK;
    jpeg->truncated = 2;
    return CVS_TRUNCATED;
}

void cvs_jpeg_stop(cvs_jpeg *jpeg) {
    if (!setjmp(jpeg->escape)) jpeg_abort_decompress(&jpeg->in);
    cvs_jpeg_free_memory(jpeg);
}
