#include "cvipsshim.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

double cvs_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static atomic_int is_tuned;

static void tune(void) {
    atomic_store(&is_tuned, 1);
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 2);
    /* Whole frames go back to the system at once; rows, tables and pictures of up to 1024 pixels are used again. */
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

void cvs_tune_memory(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, tune);
}

void cvs_trim_memory(void) {
#ifdef __GLIBC__
    if (atomic_load(&is_tuned)) malloc_trim(0);
#endif
}

size_t cvs_heap_used(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
#else
    return 0;
#endif
}

void cvs_free(void *bytes) { free(bytes); }
