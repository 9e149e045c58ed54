#include "source.h"

VipsImage *cvs_samples(const cvs_vips *v, VipsImage *in, cvs_source_request r) {
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 9);
    VipsImage *now = in;
    int failed = 0;
    if (r.dropped_bands > 0 && r.dropped_bands < now->Bands) {
        failed = v->vips_extract_band(now, &t[0], 0, "n", now->Bands - r.dropped_bands, NULL), now = t[0];
    }
    if (!failed && r.premultiplied && v->vips_image_hasalpha(now)) {
        int is_deep = now->BandFmt == VIPS_FORMAT_USHORT;
        failed = v->vips_unpremultiply(now, &t[1], "max_alpha", is_deep ? 65535.0 : 255.0, NULL) ||
                 (is_deep ? v->vips_cast_ushort(t[1], &t[2], NULL) : v->vips_cast_uchar(t[1], &t[2], NULL));
        now = t[2];
    }
    if (!failed && r.covered_width > 0 && !v->vips_image_hasalpha(now) &&
        r.covered_left + r.covered_width <= in->Xsize && r.covered_top + r.covered_height <= in->Ysize) {
        failed = v->vips_extract_area(now, &t[3], r.covered_left, r.covered_top, r.covered_width, r.covered_height,
                                      NULL) ||
                 v->vips_addalpha(t[3], &t[4], NULL) ||
                 v->vips_embed(t[4], &t[5], r.covered_left, r.covered_top, in->Xsize, in->Ysize, NULL);
        now = t[5];
    }
    if (!failed && now->BandFmt == VIPS_FORMAT_FLOAT && v->vips_image_get_typeof(now, VIPS_META_ICC_NAME)) {
        /* Only JPEG XL comes here. libvips takes its samples for linear light, and they are those of the profile. */
        const int is_color = now->Bands - v->vips_image_hasalpha(now) >= 3;
        failed = v->vips_linear1(now, &t[6], 65535.0, 0.5, NULL) || v->vips_cast_ushort(t[6], &t[7], NULL) ||
                 v->vips_copy(t[7], &t[8], "interpretation",
                              is_color ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_GREY16, NULL);
        now = t[8];
    }
    if (!failed) v->g_object_ref(now);
    v->g_object_unref(base);
    return failed ? NULL : now;
}

int cvs_is_ink(const cvs_vips *v, VipsImage *in) {
    return v->vips_image_guess_interpretation(in) == VIPS_INTERPRETATION_CMYK && in->Bands >= 4;
}

VipsImage *cvs_normalize(const cvs_vips *v, VipsImage *in, cvs_space *space) {
    VipsImage *base = v->vips_image_new();
    VipsImage **t = (VipsImage **)v->vips_object_local_array((VipsObject *)base, 3);
    VipsImage *now = in, *out = NULL;
    int failed = 0;
    if (cvs_is_ink(v, in)) {
        *space = CVS_CMYK;
        if (in->Bands > 4) failed = v->vips_extract_band(now, &t[0], 0, "n", 4, NULL), now = t[0];
        /* 16-bit ink has no interpretation of its own. */
        if (!failed && now->BandFmt == VIPS_FORMAT_USHORT) {
            failed = v->vips_rshift_const1(now, &t[1], 8, NULL), now = t[1];
        }
    } else {
        VipsInterpretation kind = v->vips_image_guess_interpretation(in);
        int alpha = v->vips_image_hasalpha(in);
        int gray = in->Bands - alpha < 3;
        if (!(kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_B_W) ||
            now->BandFmt != VIPS_FORMAT_UCHAR || (gray && alpha)) {
            VipsInterpretation to = gray && !alpha ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
            failed = v->vips_colourspace(now, &t[0], to, "source_space", kind, NULL), now = t[0];
        }
        if (!failed) {
            int bands = now->Bands;
            alpha = v->vips_image_hasalpha(now);
            int wanted = bands - alpha >= 3 ? 3 + alpha : 1;
            if (wanted < bands) failed = v->vips_extract_band(now, &t[1], 0, "n", wanted, NULL), now = t[1];
            *space = wanted == 1 ? CVS_GRAY : wanted == 3 ? CVS_RGB : CVS_RGBA;
        }
    }
    if (!failed && !v->vips_cast_uchar(now, &t[2], NULL)) {
        out = t[2];
        v->g_object_ref(out);
    }
    v->g_object_unref(base);
    return out;
}
