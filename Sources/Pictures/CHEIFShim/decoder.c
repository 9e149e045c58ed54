#include "decoder.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *cheif_open_any(const char *names) {
    for (const char *name = names; *name; name += strlen(name) + 1) {
        void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

const char *cheif_version(cheif_codec codec) {
    const char *version = NULL;
    if (codec == CHEIF_AV1) cheif_find_dav1d(&version);
    else cheif_find_de265(&version);
    return version;
}

cheif_decoder *cheif_open(cheif_codec codec, int skips_filters) {
    const char *version;
    const cheif_dav1d *dav1d = codec == CHEIF_AV1 ? cheif_find_dav1d(&version) : NULL;
    const cheif_de265 *de265 = codec == CHEIF_HEVC ? cheif_find_de265(&version) : NULL;
    if (!dav1d && !de265) return NULL;
    cheif_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->codec = codec;
    decoder->skips_filters = skips_filters;
    decoder->dav1d = dav1d;
    decoder->de265 = de265;
    return decoder;
}

static void release(cheif_decoder *decoder) {
    if (decoder->dav1d) cheif_dav1d_release(decoder);
    else cheif_de265_release(decoder);
}

int cheif_decode(cheif_decoder *decoder, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                 cheif_planes *planes) {
    release(decoder);
    memset(planes, 0, sizeof *planes);
    return decoder->dav1d ? cheif_dav1d_decode(decoder, bytes, count, width, height, planes)
                          : cheif_de265_decode(decoder, bytes, count, width, height, planes);
}

void cheif_close(cheif_decoder *decoder) {
    release(decoder);
    free(decoder->spare);
    free(decoder);
}
