#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

cvs_code cvs_has_loader(cvs_loader loader, char *message) {
    const cvs_vips *v = cvs_libvips(message);
    /* What opens the file tells of a lack of memory. */
    if (!v) return cvs_no_libvips() == CVS_NO_MEMORY ? CVS_OK : CVS_NO_LIBRARY;
    const bool has = v->vips_type_find("VipsOperation", loader_name(loader)) != 0;
    return has || cvs_lacks_memory() ? CVS_OK : CVS_FAILED;
}

static VipsImage *load(const cvs_vips *v, cvs_loader loader, const uint8_t *bytes, size_t count,
                       cvs_source_request request) {
    VipsImage *image = NULL;
    VipsBlob *blob = v->vips_blob_new(NULL, bytes, count);
    VipsOperation *operation = v->vips_operation_new(loader_name(loader));
    if (operation) {
        /* The errors of libtiff are of the level ERROR since 8.17. */
        v->g_object_set(operation, "buffer", blob, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                        request.lenient ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR, NULL);
        if (request.all_frames) v->g_object_set(operation, "n", -1, NULL);
        if (loader == CVS_WEBP) v->g_object_set(operation, "scale", request.scale, NULL);
        if (loader == CVS_TIFF) v->g_object_set(operation, "page", request.page, "subifd", request.subifd, NULL);
        if (v->vips_object_build((VipsObject *)operation) == 0) v->g_object_get(operation, "out", &image, NULL);
        v->vips_object_unref_outputs((VipsObject *)operation);
        v->g_object_unref(operation);
    }
    v->vips_area_unref((VipsArea *)blob);
    return image;
}

cvs_code cvs_source_open(cvs_loader loader, const uint8_t *bytes, size_t count, cvs_source_request request,
                         cvs_source **out, cvs_source_info *info, char *message) {
    const cvs_vips *v = cvs_libvips(message);
    if (!v) return cvs_no_libvips();
    if (cvs_lacks_memory() && !v->vips_type_find("VipsOperation", loader_name(loader))) return CVS_NO_MEMORY;
    errno = 0;
    VipsImage *loaded = load(v, loader, bytes, count, request);
    VipsImage *image = loaded ? cvs_samples(v, loaded, request) : NULL;
    if (loaded) v->g_object_unref(loaded);
    cvs_source *source = image ? calloc(1, sizeof *source) : NULL;
    if (!source) {
        const cvs_code code = cvs_take_failure(v, CVS_UNDECODABLE, message);
        if (image) v->g_object_unref(image);
        v->vips_thread_shutdown();
        return image ? CVS_NO_MEMORY : code;
    }
    source->vips = v;
    source->image = image;
    info->width = image->Xsize;
    int frame_height = request.all_frames ? v->vips_image_get_page_height(image) : image->Ysize;
    info->height = frame_height;
    info->frames = image->Ysize / frame_height;
    info->has_alpha = v->vips_image_hasalpha(image);
    info->is_deep = image->BandFmt == VIPS_FORMAT_USHORT;
    info->space = cvs_is_ink(v, image) ? CVS_CMYK : image->Bands - info->has_alpha >= 3 ? CVS_RGB : CVS_GRAY;
    *out = source;
    return CVS_OK;
}

cvs_code cvs_source_start(cvs_source *source, cvs_space *space, char *message) {
    const cvs_vips *v = source->vips;
    errno = 0;
    VipsImage *image = cvs_normalize(v, source->image, space);
    if (!image) return cvs_take_failure(v, CVS_UNDECODABLE, message);
    v->g_object_unref(source->image);
    source->image = image;
    source->region = v->vips_region_new(image);
    return source->region ? CVS_OK : cvs_take_failure(v, CVS_FAILED, message);
}

const uint8_t *cvs_source_profile(const cvs_source *source, size_t *size) {
    const cvs_vips *v = source->vips;
    const void *data = NULL;
    if (!v->vips_image_get_typeof(source->image, VIPS_META_ICC_NAME) ||
        v->vips_image_get_blob(source->image, VIPS_META_ICC_NAME, &data, size)) {
        *size = 0;
        return NULL;
    }
    return data;
}

cvs_code cvs_source_read(cvs_source *source, int left, int top, int width, int count, uint8_t *dst, size_t stride,
                         char *message) {
    VipsRect area = {left, top, width, count};
    message[0] = 0;
    errno = 0;
    if (source->vips->vips_region_prepare(source->region, &area))
        return cvs_take_failure(source->vips, CVS_UNDECODABLE, message);
    /*
     * A tile that libvips has no memory for stays black, and the call succeeds: only the text tells. It is left to the thread
     * that it is about, unless it is of this kind: then it says the same of this machine to whoever reads it.
     */
    if (strstr(source->vips->vips_error_buffer(), "out of memory")) {
        cvs_take_message(source->vips, message);
        return CVS_NO_MEMORY;
    }
    /* One byte per band, as `normalize` leaves them. The macro of libvips for this address calls into the library. */
    const VipsRegion *region = source->region;
    size_t pixel = (size_t)source->image->Bands;
    const uint8_t *first = region->data + (size_t)(top - region->valid.top) * (size_t)region->bpl +
                           (size_t)(left - region->valid.left) * pixel;
    for (int y = 0; y < count; y++) {
        memcpy(dst + (size_t)y * stride, first + (size_t)y * (size_t)region->bpl, (size_t)width * pixel);
    }
    return CVS_OK;
}

void cvs_source_close(cvs_source *source) {
    const cvs_vips *v = source->vips;
    if (source->region) v->g_object_unref(source->region);
    v->g_object_unref(source->image);
    free(source);
    v->vips_thread_shutdown();
}
