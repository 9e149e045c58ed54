#include "internal.h"

#include <string.h>
#include <vips/vips.h>

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

cvs_code cvs_to_srgb(const uint8_t *pixels, int width, int height, cvs_space space, const uint8_t *profile,
                     size_t profile_size, uint8_t *rgb, char *message) {
  message[0] = 0;
  if (cvs_start()) return CVS_FAILED;
  size_t count = (size_t)width * (size_t)height;
  VipsImage *base = vips_image_new();
  VipsImage **t = (VipsImage **)vips_object_local_array(VIPS_OBJECT(base), 4);
  size_t size = 0;
  void *out = NULL;
  t[0] = vips_image_new_from_memory(pixels, count * (size_t)bands(space), width, height, bands(space),
                                    VIPS_FORMAT_UCHAR);
  int failed = !t[0] || vips_copy(t[0], &t[1], "interpretation", interpretation(space), NULL);
  if (!failed && profile) vips_image_set_blob_copy(t[1], VIPS_META_ICC_NAME, profile, profile_size);
  if (!failed && (profile || space == CVS_CMYK)) {
    /* The perceptual table is the one that every profile has. */
    failed = vips_icc_transform(t[1], &t[2], "srgb", "intent", VIPS_INTENT_PERCEPTUAL, "embedded", profile != NULL,
                                "input_profile", space == CVS_CMYK ? "cmyk" : "srgb", NULL);
  } else if (!failed) {
    failed = vips_colourspace(t[1], &t[2], VIPS_INTERPRETATION_sRGB, NULL);
  }
  failed = failed || vips_cast_uchar(t[2], &t[3], NULL) || t[3]->Bands != 3 ||
           !(out = vips_image_write_to_memory(t[3], &size));
  if (out) memcpy(rgb, out, count * 3);
  g_free(out);
  g_object_unref(base);
  if (failed) cvs_take_message(message);
  vips_thread_shutdown();
  return failed ? CVS_UNDECODABLE : CVS_OK;
}
