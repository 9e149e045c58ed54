#define _GNU_SOURCE
#include "libvips.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cvs_vips functions;
/* The reason why libvips cannot be used; empty when it can. */
static char failure[CVS_MESSAGE_SIZE];
/* True where it or a module of it is there and this process has too little memory for it. */
static bool is_short;

/* The loader of programs gives no code, only words. It says the same where the limit of the process leaves no addresses
 * and where nothing may be run from a file system. */
static bool lacks_memory(const char *reason) {
    struct rlimit limit;
    if (strstr(reason, "annot allocate memory")) return true;
    if (!strstr(reason, "failed to map segment") && !strstr(reason, "cannot map zero-fill pages")) return false;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/* The warnings of libvips about a picture are in the result; they must not appear on the caller's terminal. */
static void stay_silent(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer unused) {
    (void)domain, (void)level, (void)message, (void)unused;
}

/* The formats of a module that cannot be loaded are missing for as long as this process runs. */
static void note_missing_module(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer unused) {
    (void)domain, (void)level, (void)unused;
    if (lacks_memory(message)) is_short = true;
}

static void *open_library(void) {
    static const char *const names[] = {
#ifdef __APPLE__
        "libvips.42.dylib", "/opt/homebrew/lib/libvips.42.dylib", "/usr/local/lib/libvips.42.dylib"
#else
        "libvips.so.42"
#endif
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
        /* The first name's reason is the one that helps. */
        if (failure[0]) continue;
        snprintf(failure, sizeof failure, "libvips cannot be opened: %s", dlerror());
        is_short = lacks_memory(failure);
    }
    return NULL;
}

/* The functions of GLib are found through libvips, which depends on it. */
static int find_functions(void *library) {
#define CVS_FIND(name)                                                                                                 \
    *(void **)&functions.name = dlsym(library, #name);                                                                 \
    if (!functions.name) {                                                                                             \
        snprintf(failure, sizeof failure, "libvips is too old or too new: it has no " #name);                          \
        return -1;                                                                                                     \
    }
    CVS_VIPS_FUNCTIONS(CVS_FIND)
#undef CVS_FIND
    return 0;
}

static atomic_int leaves_settings;

void cvs_leave_settings(void) { atomic_store(&leaves_settings, 1); }

/* The formats that a caller may opt in to are let through again: Magpie names each loader itself. */
static void start(void) {
    void *library = open_library();
    if (!library) return;
    failure[0] = 0;
    if (find_functions(library)) return;
    const bool leaves = atomic_load(&leaves_settings);
    if (!leaves) functions.g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, note_missing_module, NULL);
    if (functions.vips_init("magpie")) {
        snprintf(failure, sizeof failure, "libvips does not start");
        return;
    }
    atexit(functions.vips_shutdown);
    if (leaves) return;
    functions.g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, stay_silent, NULL);
    functions.vips_concurrency_set(1);
    functions.vips_cache_set_max(0);
    functions.vips_block_untrusted_set(TRUE);
    functions.vips_operation_block_set("VipsForeignLoadMatrix", TRUE);
    functions.vips_operation_block_set("VipsForeignLoadSvg", FALSE);
    functions.vips_operation_block_set("VipsForeignLoadPdf", FALSE);
    functions.vips_operation_block_set("VipsForeignLoadJxl", FALSE);
    functions.vips_operation_block_set("VipsForeignSaveJxl", FALSE);
}

static _Thread_local unsigned long uses;

unsigned long cvs_uses_by_thread(void) { return uses; }

const cvs_vips *cvs_libvips(char *message) {
    uses++;
    pthread_once(&once, start);
    snprintf(message, CVS_MESSAGE_SIZE, "%s", failure);
    return failure[0] ? NULL : &functions;
}

cvs_code cvs_no_libvips(void) { return is_short ? CVS_NO_MEMORY : CVS_NO_LIBRARY; }

bool cvs_lacks_memory(void) { return is_short; }

const char *cvs_libvips_version(void) {
    char message[CVS_MESSAGE_SIZE];
    const cvs_vips *vips = cvs_libvips(message);
    return vips ? vips->vips_version_string() : NULL;
}

void cvs_take_message(const cvs_vips *vips, char *message) {
    char *text = vips->vips_error_buffer_copy(), *rest = text;
    size_t end = 0;
    message[0] = 0;
    /* Loaders that look for another place in vain say so before the reason, some times over. */
    for (const char *line; (line = strsep(&rest, "\n"));) {
        while (isspace((unsigned char)*line)) line++;
        if (!*line || strstr(line, "bad seek to")) continue;
        end += (size_t)snprintf(message + end, CVS_MESSAGE_SIZE - end, "%s%s", end > 0 ? "\n" : "", line);
        if (end >= CVS_MESSAGE_SIZE) end = CVS_MESSAGE_SIZE - 1;
    }
    while (end > 0 && isspace((unsigned char)message[end - 1])) message[--end] = 0;
    vips->g_free(text);
}

/*
 * True where ENOMEM may be left of an allocation that succeeded: something lies behind the heap, as in a process with many
 * mapped files, so that it can't grow, and malloc of glibc takes other pages instead. Since then other threads may have
 * shortened the heap: so a mapping counts that lies some way off. Nothing is mapped to find out, because that would keep the
 * heaps of other threads from growing.
 */
static bool is_heap_enclosed(void) {
#ifdef __linux__
    const uint64_t end = (uintptr_t)sbrk(0), room = (uint64_t)4 << 30;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return false;
    char line[512];
    bool is_enclosed = false, is_start = true;
    while (!is_enclosed && fgets(line, sizeof line, maps)) {
        const uint64_t start = is_start ? strtoull(line, NULL, 16) : 0;
        is_enclosed = start >= end && start - end < room;
        is_start = strchr(line, '\n') != NULL;
    }
    fclose(maps);
    if (!is_enclosed) return false;
    void *pages = malloc((size_t)64 << 20);
    free(pages);
    return pages;
#else
    return false;
#endif
}

cvs_code cvs_take_failure(const cvs_vips *vips, cvs_code otherwise, char *message) {
    const bool is_short = errno == ENOMEM && !is_heap_enclosed();
    cvs_take_message(vips, message);
    return is_short || strstr(message, "out of memory") ? CVS_NO_MEMORY : otherwise;
}
