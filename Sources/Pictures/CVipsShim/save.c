#include "libvips.h"

cvs_code cvs_save(cvs_loader format, const uint8_t *rgb, int width, int height, int quality, const uint8_t *icc,
                  size_t icc_size, uint8_t **out, size_t *size, char *message) {
    const cvs_vips *v = cvs_libvips(message);
    if (!v) return CVS_NO_LIBRARY;
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 2);
    void *bytes = NULL;
    size_t count = (size_t)width * (size_t)height * 3;
    t[0] = v->vips_image_new_from_memory(rgb, count, width, height, 3, VIPS_FORMAT_UCHAR);
    int failed = !t[0] || v->vips_copy(t[0], &t[1], "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    if (!failed && icc_size > 0) v->vips_image_set_blob_copy(t[1], VIPS_META_ICC_NAME, icc, icc_size);
    if (!failed && format == CVS_WEBP) {
        failed = v->vips_webpsave_buffer(t[1], &bytes, size, "Q", quality, "strip", icc_size == 0, NULL);
    } else if (!failed) {
        failed = v->vips_pngsave_buffer(t[1], &bytes, size, "strip", icc_size == 0, NULL);
    }
    v->g_object_unref(base);
    if (failed) {
        cvs_take_message(v, message);
    } else {
        *out = bytes;
    }
    v->vips_thread_shutdown();
    return failed ? CVS_FAILED : CVS_OK;
}
