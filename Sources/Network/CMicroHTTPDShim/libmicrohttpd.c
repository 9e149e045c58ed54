#include "libmicrohttpd.h"

#include "internal.h"

#include <dlfcn.h>
#include <stdio.h>

cmh_library cmh_mhd;

static pthread_once_t once = PTHREAD_ONCE_INIT;
/* The reason why the library cannot be used; empty when it can. */
static char failure[CMH_REASON_BYTES];

static void *open_file(void) {
    static const char *const names[] = {
#ifdef __APPLE__
        "libmicrohttpd.12.dylib", "/opt/homebrew/lib/libmicrohttpd.12.dylib", "/usr/local/lib/libmicrohttpd.12.dylib"
#else
        "libmicrohttpd.so.12"
#endif
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
        /* The first name's reason is the one that helps. */
        if (!failure[0]) snprintf(failure, sizeof failure, "libmicrohttpd cannot be opened: %s", dlerror());
    }
    return NULL;
}

static void start(void) {
    void *library = open_file();
    if (!library) return;
    failure[0] = 0;
#define CMH_FIND(name)                                                                                                 \
    *(void **)&cmh_mhd.name = dlsym(library, #name);                                                                   \
    if (!cmh_mhd.name) {                                                                                               \
        snprintf(failure, sizeof failure, "libmicrohttpd is too old or too new: it has no " #name);                    \
        return;                                                                                                        \
    }
    CMH_FUNCTIONS(CMH_FIND)
#undef CMH_FIND
}

bool cmh_open_library(char *reason) {
    pthread_once(&once, start);
    snprintf(reason, CMH_REASON_BYTES, "%s", failure);
    return !failure[0];
}
