#include "source.h"

#include <errno.h>

/* Color and alpha apart: the bands of color, with their interpretation. */
typedef struct parts {
    int is_deep, alpha, colors;
    VipsInterpretation kind;
} parts;

static parts parts_of(const cvs_vips *v, VipsImage *in) {
    parts p;
    p.is_deep = in->BandFmt == VIPS_FORMAT_USHORT;
    p.alpha = v->vips_image_hasalpha(in) ? 1 : 0;
    p.colors = cvs_is_ink(v, in) ? 4 : in->Bands - p.alpha >= 3 ? 3 : 1;
    p.kind = p.colors == 4   ? VIPS_INTERPRETATION_CMYK
             : p.colors == 3 ? p.is_deep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
             : p.is_deep     ? VIPS_INTERPRETATION_GREY16
                             : VIPS_INTERPRETATION_B_W;
    return p;
}

/* Makes 8-bit `color`, and the alpha of the source, the picture of the source. */
static int replace(cvs_source *source, VipsImage *color, parts p) {
    const cvs_vips *v = source->vips;
    VipsImage *in = source->image;
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 4);
    VipsImage *now = color;
    int failed = 0;
    if (p.alpha) {
        failed = v->vips_extract_band(in, &t[0], p.colors, NULL) ||
                 (p.is_deep && v->vips_rshift_const1(t[0], &t[1], 8, NULL)) ||
                 v->vips_cast_uchar(p.is_deep ? t[1] : t[0], &t[2], NULL) ||
                 v->vips_bandjoin2(color, t[2], &t[3], NULL);
        now = t[3];
    }
    if (!failed) {
        v->g_object_ref(now);
        v->g_object_unref(source->image);
        source->image = now;
    }
    v->g_object_unref(base);
    return failed;
}

cvs_code cvs_source_convert(cvs_source *source, const uint8_t *profile, size_t size, char *message) {
    const cvs_vips *v = source->vips;
    VipsImage *in = source->image;
    parts p = parts_of(v, in);
    errno = 0;
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 3);
    int failed = (!p.is_deep && in->BandFmt != VIPS_FORMAT_UCHAR) ||
                 v->vips_extract_band(in, &t[0], 0, "n", p.colors, NULL) ||
                 v->vips_copy(t[0], &t[1], "interpretation", p.kind, NULL);
    VipsIntent intent = VIPS_INTENT_PERCEPTUAL;
    if (!profile && p.colors == 4) profile = cvs_inks(&size), intent = VIPS_INTENT_RELATIVE;
    if (!failed && profile) v->vips_image_set_blob_copy(t[1], VIPS_META_ICC_NAME, profile, size);
    failed = failed ||
             v->vips_icc_transform(t[1], &t[2], "srgb", "intent", intent, "embedded", profile != NULL, "input_profile",
                                   "srgb", NULL) ||
             replace(source, t[2], p);
    const cvs_code code = failed ? cvs_take_failure(v, CVS_UNDECODABLE, message) : CVS_OK;
    v->g_object_unref(base);
    return code;
}

cvs_code cvs_source_map(cvs_source *source, const uint8_t *levels, char *message) {
    const cvs_vips *v = source->vips;
    VipsImage *in = source->image;
    parts p = parts_of(v, in);
    if (!p.is_deep || p.colors == 4) return CVS_FAILED;
    errno = 0;
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 5);
    t[0] = v->vips_image_new_from_memory(levels, (size_t)65536 * (size_t)p.colors, 65536, 1, p.colors,
                                         VIPS_FORMAT_UCHAR);
    /* The table outlives this call: the picture is mapped row by row. */
    int failed = !t[0] || !(t[1] = v->vips_image_copy_memory(t[0])) ||
                 v->vips_extract_band(in, &t[2], 0, "n", p.colors, NULL) ||
                 v->vips_maplut(t[2], &t[3], t[1], NULL) ||
                 v->vips_copy(t[3], &t[4], "interpretation",
                              p.colors == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, NULL) ||
                 replace(source, t[4], p);
    const cvs_code code = failed ? cvs_take_failure(v, CVS_UNDECODABLE, message) : CVS_OK;
    v->g_object_unref(base);
    return code;
}
