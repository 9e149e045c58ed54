#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

struct cvs_source {
  VipsImage *image;
  VipsRegion *region;
};

static const char *loader_name(cvs_loader loader) {
  switch (loader) {
    case CVS_PNG: return "pngload_buffer";
    case CVS_WEBP: return "webpload_buffer";
    case CVS_GIF: return "gifload_buffer";
    case CVS_TIFF: return "tiffload_buffer";
    case CVS_HEIF: return "heifload_buffer";
    case CVS_SVG: return "svgload_buffer";
    case CVS_JXL: return "jxlload_buffer";
    case CVS_PDF: return "pdfload_buffer";
  }
  return NULL;
}

int cvs_has_loader(cvs_loader loader) {
  if (cvs_start()) return 0;
  return vips_type_find("VipsOperation", loader_name(loader)) != 0;
}

static VipsImage *load(cvs_loader loader, const uint8_t *bytes, size_t count, int lenient) {
  VipsImage *image = NULL;
  VipsBlob *blob = vips_blob_new(NULL, bytes, count);
  VipsOperation *operation = vips_operation_new(loader_name(loader));
  if (operation) {
    g_object_set(operation, "buffer", blob, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                 lenient ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_TRUNCATED, NULL);
    if (vips_object_build(VIPS_OBJECT(operation)) == 0) g_object_get(operation, "out", &image, NULL);
    vips_object_unref_outputs(VIPS_OBJECT(operation));
    g_object_unref(operation);
  }
  vips_area_unref(VIPS_AREA(blob));
  return image;
}

/* Any picture that libvips can describe, as 8-bit gray, RGB, RGBA or CMYK. Takes no reference, gives one. */
static VipsImage *normalize(VipsImage *in, cvs_space *space) {
  VipsImage *base = vips_image_new();
  VipsImage **t = (VipsImage **)vips_object_local_array(VIPS_OBJECT(base), 4);
  VipsImage *now = in, *out = NULL;
  VipsInterpretation kind = vips_image_guess_interpretation(in);
  int failed = 0;
  if (kind == VIPS_INTERPRETATION_CMYK && in->Bands >= 4) {
    *space = CVS_CMYK;
    if (in->Bands > 4) failed = vips_extract_band(now, &t[0], 0, "n", 4, NULL), now = t[0];
    /* 16-bit ink has no interpretation of its own. */
    if (!failed && now->BandFmt == VIPS_FORMAT_USHORT) {
      failed = vips_rshift_const1(now, &t[1], 8, NULL), now = t[1];
    }
  } else {
    int alpha = vips_image_hasalpha(in);
    int gray = in->Bands - alpha < 3;
    if (!(kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_B_W) || now->BandFmt != VIPS_FORMAT_UCHAR ||
        (gray && alpha)) {
      VipsInterpretation to = gray && !alpha ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
      failed = vips_colourspace(now, &t[0], to, "source_space", kind, NULL), now = t[0];
    }
    if (!failed) {
      int bands = now->Bands;
      alpha = vips_image_hasalpha(now);
      int wanted = bands - alpha >= 3 ? 3 + alpha : 1;
      if (wanted < bands) failed = vips_extract_band(now, &t[1], 0, "n", wanted, NULL), now = t[1];
      *space = wanted == 1 ? CVS_GRAY : wanted == 3 ? CVS_RGB : CVS_RGBA;
    }
  }
  if (!failed && !vips_cast_uchar(now, &t[2], NULL)) {
    out = t[2];
    g_object_ref(out);
  }
  g_object_unref(base);
  return out;
}

cvs_code cvs_source_open(cvs_loader loader, const uint8_t *bytes, size_t count, int lenient, cvs_source **out,
                         cvs_source_info *info, char *message) {
  message[0] = 0;
  if (cvs_start()) return CVS_FAILED;
  VipsImage *loaded = load(loader, bytes, count, lenient);
  VipsImage *image = loaded ? normalize(loaded, &info->space) : NULL;
  if (loaded) g_object_unref(loaded);
  cvs_source *source = image ? calloc(1, sizeof *source) : NULL;
  if (!source) {
    cvs_take_message(message);
    if (image) g_object_unref(image);
    vips_thread_shutdown();
    return image ? CVS_NO_MEMORY : CVS_UNDECODABLE;
  }
  source->image = image;
  source->region = vips_region_new(image);
  info->width = image->Xsize;
  info->height = image->Ysize;
  *out = source;
  return CVS_OK;
}

const uint8_t *cvs_source_profile(const cvs_source *source, size_t *size) {
  const void *data = NULL;
  if (!vips_image_get_typeof(source->image, VIPS_META_ICC_NAME) ||
      vips_image_get_blob(source->image, VIPS_META_ICC_NAME, &data, size)) {
    *size = 0;
    return NULL;
  }
  return data;
}

cvs_code cvs_source_read(cvs_source *source, int left, int top, int width, int count, uint8_t *dst, size_t stride,
                         char *message) {
  VipsRect area = {left, top, width, count};
  message[0] = 0;
  if (vips_region_prepare(source->region, &area)) {
    cvs_take_message(message);
    return CVS_UNDECODABLE;
  }
  size_t length = (size_t)width * VIPS_IMAGE_SIZEOF_PEL(source->image);
  for (int y = 0; y < count; y++) {
    memcpy(dst + (size_t)y * stride, VIPS_REGION_ADDR(source->region, left, top + y), length);
  }
  return CVS_OK;
}

void cvs_source_close(cvs_source *source) {
  g_object_unref(source->region);
  g_object_unref(source->image);
  free(source);
  vips_thread_shutdown();
}
