#include "libvips.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The name of the operation of libvips; older versions write AVIF by the saver for HEIC. */
static const char *saver_name(cvs_loader format) {
    switch (format) {
    case CVS_PNG: return "pngsave_buffer";
    case CVS_WEBP: return "webpsave_buffer";
    case CVS_HEIF: return "heifsave_buffer";
    case CVS_JXL: return "jxlsave_buffer";
    case CVS_GIF: return "gifsave_buffer";
    default: return "";
    }
}

cvs_code cvs_has_saver(cvs_loader format, char *message) {
    const cvs_vips *v = cvs_libvips(message);
    if (!v) return cvs_no_libvips();
    if (v->vips_type_find("VipsOperation", saver_name(format)) != 0) return CVS_OK;
    return cvs_lacks_memory() ? CVS_NO_MEMORY : CVS_FAILED;
}

/* The option that decides which metadata of an image goes to the file. */
typedef struct metadata_option {
    const char *name;
    int value;
} metadata_option;

static bool is_before_8_15(const cvs_vips *v) {
    int minor = 0;
    return sscanf(v->vips_version_string(), "8.%d", &minor) != 1 || minor < 15;
}

/* The profile and the packet of XMP alone: before 8.15 all that the image has, and an EXIF block that libvips makes. */
static metadata_option keeping(const cvs_vips *v, const cvs_metadata *metadata) {
    const bool keeps_none = metadata->icc_size == 0 && metadata->xmp_size == 0;
    const bool is_older = is_before_8_15(v);
    enum { xmp = 2, icc = 8 };
    return is_older ? (metadata_option){"strip", keeps_none} : (metadata_option){"keep", keeps_none ? 0 : xmp | icc};
}

/* Lets an option of an encoder be the encoder's own where the caller names none. */
static int effort(cvs_save_settings settings, int usual) { return settings.effort < 0 ? usual : settings.effort; }

static int encode(const cvs_vips *v, cvs_loader format, VipsImage *image, cvs_save_settings s, metadata_option kept,
                  void **bytes, size_t *size) {
    switch (format) {
    case CVS_WEBP:
        return v->vips_webpsave_buffer(image, bytes, size, "Q", s.quality, "lossless", s.lossless, "effort",
                                       effort(s, 4), kept.name, kept.value, NULL);
    case CVS_HEIF:
        /* At 4, the usual one, the files are a tenth smaller and take six times the CPU. */
        return v->vips_heifsave_buffer(image, bytes, size, "Q", s.quality, "lossless", s.lossless, "effort",
                                       effort(s, 2), "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "subsample_mode",
                                       s.halves_color ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF,
                                       kept.name, kept.value, NULL);
    case CVS_JXL:
        return v->vips_jxlsave_buffer(image, bytes, size, "Q", s.quality, "lossless", s.lossless, "effort",
                                      effort(s, 7), kept.name, kept.value, NULL);
    case CVS_GIF:
        /* Since 8.15 a frame like the one before is left out by default; earlier versions have no such option. */
        return v->vips_gifsave_buffer(image, bytes, size, "effort", effort(s, 7), kept.name, kept.value,
                                      is_before_8_15(v) ? NULL : "keep_duplicate_frames", TRUE, NULL);
    default:
        return v->vips_pngsave_buffer(image, bytes, size, "compression", effort(s, 6), "interlace", s.progressive,
                                      kept.name, kept.value, NULL);
    }
}

/* Called by libvips between the rows that an encoder asks for. */
static void end_if_over(VipsImage *image, const VipsProgress *unused, const cvs_stop *stop) {
    (void)unused;
    char message[CVS_MESSAGE_SIZE];
    if (cvs_is_over(*stop)) cvs_libvips(message)->vips_image_set_kill(image, TRUE);
}

cvs_code cvs_save(cvs_loader format, const uint8_t *rgb, int width, int height, cvs_frames frames,
                  cvs_save_settings settings, const cvs_metadata *metadata, cvs_stop stop, uint8_t **out, size_t *size,
                  char *message) {
    const cvs_vips *v = cvs_libvips(message);
    if (!v) return cvs_no_libvips();
    if (cvs_lacks_memory() && cvs_has_saver(format, message) != CVS_OK) return CVS_NO_MEMORY;
    errno = 0;
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 2);
    void *bytes = NULL;
    size_t count = (size_t)width * (size_t)height * 3;
    t[0] = v->vips_image_new_from_memory(rgb, count, width, height, 3, VIPS_FORMAT_UCHAR);
    int failed = !t[0] || v->vips_copy(t[0], &t[1], "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    if (!failed && metadata->icc_size > 0)
        v->vips_image_set_blob_copy(t[1], VIPS_META_ICC_NAME, metadata->icc, metadata->icc_size);
    if (!failed && metadata->xmp_size > 0)
        v->vips_image_set_blob_copy(t[1], VIPS_META_XMP_NAME, metadata->xmp, metadata->xmp_size);
    if (!failed && frames.count > 1) {
        v->vips_image_set_int(t[1], VIPS_META_PAGE_HEIGHT, height / frames.count);
        v->vips_image_set_array_int(t[1], "delay", frames.delays, frames.count);
        v->vips_image_set_int(t[1], "loop", frames.plays);
    }
    if (!failed) {
        v->vips_image_set_progress(t[1], TRUE);
        v->g_signal_connect_data(t[1], "eval", G_CALLBACK(end_if_over), &stop, NULL, 0);
    }
    failed = failed || encode(v, format, t[1], settings, keeping(v, metadata), &bytes, size);
    cvs_code code = failed ? cvs_take_failure(v, CVS_FAILED, message) : CVS_OK;
    /* libheif finds its encoders when it is to use one, and libvips passes on its words without a code. */
    if (code == CVS_FAILED && strstr(message, "nsupported")) code = CVS_NO_ENCODER;
    v->g_object_unref(base);
    if (!failed) *out = bytes;
    v->vips_thread_shutdown();
    return failed && cvs_is_over(stop) ? CVS_TIMED_OUT : code;
}
