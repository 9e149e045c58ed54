#include "libvips.h"

#include <errno.h>
#include <string.h>

static VipsInterpretation interpretation(cvs_space space) {
    switch (space) {
    case CVS_GRAY: return VIPS_INTERPRETATION_B_W;
    case CVS_CMYK: return VIPS_INTERPRETATION_CMYK;
    case CVS_RGB:
    case CVS_RGBA: return VIPS_INTERPRETATION_sRGB;
    }
    return VIPS_INTERPRETATION_ERROR;
}

static int bands(cvs_space space) { return space == CVS_CMYK ? 4 : (int)space; }

/* The name of a profile that libvips brings along. */
static const char *gamut_name(cvs_gamut gamut) { return gamut == CVS_DISPLAY_P3 ? "p3" : "srgb"; }

cvs_code cvs_convert(const uint8_t *pixels, int width, int height, cvs_space space, const uint8_t *profile,
                     size_t profile_size, cvs_gamut gamut, uint8_t *rgb, char *message) {
    const cvs_vips *v = cvs_libvips(message);
    if (!v) return cvs_no_libvips();
    size_t count = (size_t)width * (size_t)height;
    errno = 0;
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 4);
    size_t size = 0;
    void *out = NULL;
    t[0] = v->vips_image_new_from_memory(pixels, count * (size_t)bands(space), width, height, bands(space),
                                         VIPS_FORMAT_UCHAR);
    int failed = !t[0] || v->vips_copy(t[0], &t[1], "interpretation", interpretation(space), NULL);
    /* The perceptual table is the one that every profile has. */
    VipsIntent intent = VIPS_INTENT_PERCEPTUAL;
    if (!profile && space == CVS_CMYK) profile = cvs_inks(&profile_size), intent = VIPS_INTENT_RELATIVE;
    if (!failed && profile) v->vips_image_set_blob_copy(t[1], VIPS_META_ICC_NAME, profile, profile_size);
    if (!failed && profile) {
        failed = v->vips_icc_transform(t[1], &t[2], gamut_name(gamut), "intent", intent, "embedded", TRUE, NULL);
    } else if (!failed) {
        failed = v->vips_colourspace(t[1], &t[2], VIPS_INTERPRETATION_sRGB, NULL);
    }
    failed = failed || v->vips_cast_uchar(t[2], &t[3], NULL) || t[3]->Bands != 3 ||
             !(out = v->vips_image_write_to_memory(t[3], &size));
    if (out) memcpy(rgb, out, count * 3);
    const cvs_code code = failed ? cvs_take_failure(v, CVS_UNDECODABLE, message) : CVS_OK;
    v->g_free(out);
    v->g_object_unref(base);
    v->vips_thread_shutdown();
    return code;
}
