#define _GNU_SOURCE
#include "webp.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, once_decoder = PTHREAD_ONCE_INIT;
static cvs_webp_library functions;
static cvs_webp_reader reader;
static bool is_there, is_decoder_there;

static void *open_library(const char *name, int version) {
#ifdef __APPLE__
    static const char *const forms[] = {"lib%s.%d.dylib", "/opt/homebrew/lib/lib%s.%d.dylib",
                                        "/usr/local/lib/lib%s.%d.dylib"};
#else
    static const char *const forms[] = {"lib%s.so.%d"};
#endif
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char path[80];
        snprintf(path, sizeof path, forms[i], name, version);
        void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

#define CVS_FIND(result, name, parameters)                                                                             \
    *(void **)&to->name = dlsym(library, #name);                                                                       \
    if (!to->name) return;

static void find(void) {
    void *library = open_library("webp", 7);
    if (!library) return;
    cvs_webp_library *to = &functions;
    CVS_WEBP_FUNCTIONS(CVS_FIND)
    webp_settings settings;
    webp_picture picture;
    is_there = functions.WebPConfigInitInternal(&settings, 0, 80, webp_encoder_abi) &&
               functions.WebPPictureInitInternal(&picture, webp_encoder_abi);
}

static void find_decoder(void) {
    void *library = open_library("webp", 7);
    if (!library) return;
    cvs_webp_reader *to = &reader;
    CVS_WEBP_DECODER(CVS_FIND)
    library = open_library("webpdemux", 2);
    if (!library) return;
    CVS_WEBP_CONTAINER(CVS_FIND)
    webp_decoding decoding;
    /* A library of the same interface takes this for the beginning of a file, and waits for more. */
    int state = -1;
    const webp_bytes beginning = {(const uint8_t *)"RIFF", 4};
    webp_container *container = reader.WebPDemuxInternal(&beginning, 1, &state, webp_container_abi);
    if (container) reader.WebPDemuxDelete(container);
    is_decoder_there = state >= 0 && reader.WebPInitDecoderConfigInternal(&decoding, webp_decoder_abi);
}

const cvs_webp_library *cvs_webp(void) {
    pthread_once(&once, find);
    return is_there ? &functions : NULL;
}

const cvs_webp_reader *cvs_webp_decoder(void) {
    pthread_once(&once_decoder, find_decoder);
    return is_decoder_there ? &reader : NULL;
}
