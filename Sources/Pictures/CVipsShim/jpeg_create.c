#include "jpeg.h"

#include <stdlib.h>

#include <jerror.h>

/* libjpeg leaves by this call only; it must not return. */
static void leave(j_common_ptr common) {
    cvs_jpeg *jpeg = common->client_data;
    if (common->err->msg_code == JERR_OUT_OF_MEMORY) jpeg->reason = CVS_NO_MEMORY;
    char text[JMSG_LENGTH_MAX];
    common->err->format_message(common, text);
    snprintf(jpeg->message, sizeof jpeg->message, "%s", text);
    longjmp(jpeg->escape, 1);
}

/*
 * Tells missing rows from a missing end marker and from damage inside, after which the picture goes on. Where the
 * picture has one scan, its data end at a marker other than a restart; where it has many, at the end of the file.
 */
static int loses_rows(cvs_jpeg *jpeg, int code) {
    j_decompress_ptr in = &jpeg->in;
    if (code == JWRN_JPEG_EOF) {
        jpeg->at_end = 1;
        /* An arithmetic decoder does not notice that it runs out of data. */
        return !jpeg->has_one_scan || in->arith_code;
    }
    if (code != JWRN_HIT_MARKER) return 0;
    if (jpeg->at_end) return 1;
    int is_last_row = in->input_iMCU_row + 1 >= in->total_iMCU_rows;
    int is_restart = in->unread_marker >= JPEG_RST0 && in->unread_marker <= JPEG_RST0 + 7;
    return !is_last_row && (jpeg->has_one_scan ? !is_restart : in->unread_marker == JPEG_EOI);
}

/* Warnings that mean missing rows count; the quirks of cameras do not. */
static void warn(j_common_ptr common, int level) {
    if (level >= 0) return;
    cvs_jpeg *jpeg = common->client_data;
    if (!common->is_decompressor || !loses_rows(jpeg, common->err->msg_code)) return;
    char text[JMSG_LENGTH_MAX];
    common->err->format_message(common, text);
    snprintf(jpeg->message, sizeof jpeg->message, "%s", text);
    jpeg->truncated = 1;
}

/* Called at each row of blocks, also inside the long loops over the scans of a progressive picture. */
static void progress(j_common_ptr common) {
    cvs_jpeg *jpeg = common->client_data;
    if (common->is_decompressor && ((j_decompress_ptr)common)->input_scan_number > jpeg->max_scans) {
        jpeg->reason = CVS_TOO_MANY_SCANS;
    } else if (cvs_is_over(jpeg->stop)) {
        jpeg->reason = CVS_TIMED_OUT;
    } else {
        return;
    }
    longjmp(jpeg->escape, 1);
}

cvs_jpeg *cvs_jpeg_create(void) {
    cvs_jpeg *jpeg = calloc(1, sizeof *jpeg);
    if (!jpeg) return NULL;
    jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = leave;
    jpeg->errors.emit_message = warn;
    jpeg->progress.progress_monitor = progress;
    jpeg->in.err = jpeg->out.err = &jpeg->errors;
    jpeg->in.client_data = jpeg->out.client_data = jpeg;
    if (setjmp(jpeg->escape)) {
        jpeg_destroy_decompress(&jpeg->in);
        jpeg_destroy_compress(&jpeg->out);
        free(jpeg);
        return NULL;
    }
    jpeg_create_decompress(&jpeg->in);
    jpeg_create_compress(&jpeg->out);
    return jpeg;
}

void cvs_jpeg_destroy(cvs_jpeg *jpeg) {
    jpeg_destroy_decompress(&jpeg->in);
    jpeg_destroy_compress(&jpeg->out);
    cvs_jpeg_free_memory(jpeg);
    free(jpeg->buffer);
    free(jpeg);
}

const char *cvs_jpeg_message(const cvs_jpeg *jpeg) { return jpeg->message; }
