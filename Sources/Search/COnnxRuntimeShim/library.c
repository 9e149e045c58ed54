#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cor_library *libraries;

/* The first member of the library: where its tables and its version come from. */
typedef struct base {
    void *const *(*GetApi)(uint32_t version);
    const char *(*GetVersionString)(void);
} base;

/* Errors come back as messages; they must not appear on the caller's terminal as well. */
static void stay_silent(void *context, int level, const char *category, const char *id, const char *place,
                        const char *message) {
    (void)context, (void)level, (void)category, (void)id, (void)place, (void)message;
}

cor_code cor_take(const cor_library *library, OrtStatus *status, cor_code otherwise, int *kind, char *message) {
    if (!status) return COR_OK;
    if (kind) *kind = library->GetErrorCode(status);
    snprintf(message, COR_MESSAGE_SIZE, "%s", library->GetErrorMessage(status));
    library->ReleaseStatus(status);
    /* There is no code for it. */
    int is_memory = strstr(message, "bad_alloc") || strstr(message, "Failed to allocate memory");
    return is_memory ? COR_NO_MEMORY : otherwise;
}

/* The environment is the one of the process: the library shares it among all that ask. */
static cor_code start(cor_library *library, char *message) {
    enum { error = 3, device = 0, standard = 0 };
    OrtStatus *status = library->CreateEnvWithCustomLogger(stay_silent, NULL, error, "magpie", &library->environment);
    if (!status) status = library->DisableTelemetryEvents(library->environment);
    if (!status) status = library->CreateCpuMemoryInfo(device, standard, &library->memory);
    if (!status) status = library->GetAllocatorWithDefaultOptions(&library->allocator);
    return cor_take(library, status, COR_NO_LIBRARY, NULL, message);
}

/* The version decides first: an old library complains on standard error about a table that it does not have. */
static cor_code find_functions(cor_library *library, const char *name, char *message) {
    const base *(*get_base)(void);
    *(void **)&get_base = dlsym(library->handle, "OrtGetApiBase");
    const base *base = get_base ? get_base() : NULL;
    library->version = base ? base->GetVersionString() : NULL;
    if (!library->version) {
        snprintf(message, COR_MESSAGE_SIZE, "%s is not ONNX Runtime: it has no OrtGetApiBase", name);
        return COR_NO_LIBRARY;
    }
    int major = 0, minor = 0;
    int is_known = sscanf(library->version, "%d.%d", &major, &minor) == 2;
    void *const *table = is_known && major == 1 && minor < COR_API ? NULL : base->GetApi(COR_API);
    if (!table) {
        snprintf(message, COR_MESSAGE_SIZE, "%s", library->version);
        return COR_OLD_LIBRARY;
    }
#define COR_FIND(name, place, result, arguments) memcpy(&library->name, &table[place], sizeof(void *));
    COR_FUNCTIONS(COR_FIND)
#undef COR_FIND
    return COR_OK;
}

/* The handle is of a library that is open already, or starts now. */
static cor_code take_in(void *handle, const char *name, cor_library **out, char *message) {
    for (cor_library *known = libraries; known; known = known->next) {
        if (known->handle != handle) continue;
        dlclose(handle);
        *out = known;
        return COR_OK;
    }
    cor_library *library = calloc(1, sizeof *library);
    if (!library) {
        dlclose(handle);
        return COR_NO_MEMORY;
    }
    library->handle = handle;
    cor_code code = find_functions(library, name, message);
    if (code == COR_OK) {
        /* From here on it has threads and statics: it stays open, whatever comes. */
        code = start(library, message);
    } else {
        dlclose(handle);
    }
    if (code != COR_OK) {
        free(library);
        return code;
    }
    library->next = libraries;
    libraries = library;
    *out = library;
    return COR_OK;
}

static cor_code open_first(const char *const *names, size_t count, cor_library **out, char *message) {
    char reason[COR_MESSAGE_SIZE] = "";
    for (size_t i = 0; i < count; i++) {
        void *handle = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (handle) return take_in(handle, names[i], out, message);
        if (!reason[0]) snprintf(reason, sizeof reason, "ONNX Runtime cannot be opened: %s", dlerror());
    }
    snprintf(message, COR_MESSAGE_SIZE, "%s", reason);
    return COR_NO_LIBRARY;
}

cor_code cor_open(const char *path, cor_library **out, char *message) {
    static const char *const names[] = {
#ifdef __APPLE__
        "libonnxruntime.dylib", "/opt/homebrew/lib/libonnxruntime.dylib", "/usr/local/lib/libonnxruntime.dylib"
#else
        "libonnxruntime.so.1.21", "libonnxruntime.so.1", "libonnxruntime.so"
#endif
    };
    message[0] = 0;
    pthread_mutex_lock(&lock);
    cor_code code =
        path ? open_first(&path, 1, out, message) : open_first(names, sizeof names / sizeof *names, out, message);
    pthread_mutex_unlock(&lock);
    return code;
}

const char *cor_version(const cor_library *library) { return library->version; }
