#include "libcurl.h"

#include "CCurlShim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static ccl_libcurl functions;
/* The reason why libcurl cannot be used; empty when it can. */
static char failure[CCL_REASON_BYTES];

static void start(void) {
#ifdef __APPLE__
    void *library = dlopen("libcurl.4.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
#endif
    if (!library) {
        snprintf(failure, sizeof failure, "libcurl cannot be opened: %s", dlerror());
        return;
    }
#define CCL_FIND(name)                                                                                                 \
    *(void **)&functions.name = dlsym(library, #name);                                                                 \
    if (!functions.name) {                                                                                             \
        snprintf(failure, sizeof failure, "libcurl is too old or too new: it has no " #name);                          \
        return;                                                                                                        \
    }
    CCL_CURL_FUNCTIONS(CCL_FIND)
#undef CCL_FIND
    if (functions.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        snprintf(failure, sizeof failure, "libcurl does not start");
}

const ccl_libcurl *ccl_open_libcurl(char *reason) {
    pthread_once(&once, start);
    snprintf(reason, CCL_REASON_BYTES, "%s", failure);
    return failure[0] ? NULL : &functions;
}
