#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* With a zero behind each, and an empty one at the end. The functions are the same in all of them. */
static const char usual_names[] =
#ifdef __APPLE__
    "/opt/homebrew/lib/libraw_r.dylib\0"
    "/usr/local/lib/libraw_r.dylib\0"
    "libraw_r.dylib\0";
#else
    "libraw_r.so.24\0"
    "libraw_r.so.23\0"
    "libraw_r.so.20\0"
    "libraw_r.so\0";
#endif

static void *open_any(const char *names, char *message) {
    message[0] = 0;
    for (const char *name = names; *name; name += strlen(name) + 1) {
        void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library) {
            message[0] = 0;
            return library;
        }
        /* Of a library that is there and does not open the reason helps; of others, one is as good as the next. */
        const char *reason = dlerror();
        const int is_there = reason && !strstr(reason, "No such file") && !strstr(reason, "no such file");
        if (!message[0] || is_there) {
            snprintf(message, CRAW_MESSAGE_SIZE, "LibRaw cannot be opened: %s", reason ? reason : name);
        }
        if (is_there) break;
    }
    return NULL;
}

craw_code craw_find(const char *names, craw_library *found, char *message) {
    void *library = open_any(names ? names : usual_names, message);
    if (!library) return CRAW_NO_LIBRARY;
#define CRAW_FIND(result, name, parameters)                                                                            \
    *(void **)&found->name = dlsym(library, #name);                                                                    \
    if (!found->name) {                                                                                                \
        snprintf(message, CRAW_MESSAGE_SIZE, "LibRaw is too old or too new: it has no " #name);                        \
        return CRAW_NO_LIBRARY;                                                                                        \
    }
    CRAW_FUNCTIONS(CRAW_FIND)
#undef CRAW_FIND
    /* Found through LibRaw, which depends on it where it works on several cores. */
    *(void **)&found->set_threads = dlsym(library, "omp_set_num_threads");
    return CRAW_OK;
}
