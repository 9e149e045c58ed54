#define _GNU_SOURCE
#include "webp.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cvs_webp_library functions;
static bool is_there;

static void *open_library(void) {
    static const char *const names[] = {
#ifdef __APPLE__
        "libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib", "/usr/local/lib/libwebp.7.dylib"
#else
        "libwebp.so.7"
#endif
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

static void find(void) {
    void *library = open_library();
    if (!library) return;
#define CVS_FIND(result, name, parameters)                                                                             \
    *(void **)&functions.name = dlsym(library, #name);                                                                 \
    if (!functions.name) return;
    CVS_WEBP_FUNCTIONS(CVS_FIND)
#undef CVS_FIND
    webp_settings settings;
    webp_picture picture;
    is_there = functions.WebPConfigInitInternal(&settings, 0, 80, webp_encoder_abi) &&
               functions.WebPPictureInitInternal(&picture, webp_encoder_abi);
}

const cvs_webp_library *cvs_webp(void) {
    pthread_once(&once, find);
    return is_there ? &functions : NULL;
}
