/* Lets calls of some libraries fail, in a process that has this library loaded before all others (LD_PRELOAD).
 *
 * MAGPIE_TESTS_FAULTS  CALLS:FROM:AT:SPAN
 *   CALLS  "memory", "threads", "maps" or "files"
 *   FROM   the names of libraries, separated by commas, of which a call counts; "program" for the program itself
 *   AT     the first call that fails, from 1; 0 for none
 *   SPAN   the number of calls that fail
 * MAGPIE_TESTS_FAULTS_REPORT  a file that this process and those that it starts share: the calls that counted and those
 *   that failed, as numbers of 8 bytes, and the library of the first of those. However a process ends, they are there
 * MAGPIE_TESTS_ENCLOSED_HEAP  with any value, the heap can't grow: something lies behind it
 *
 * A call is that of the library that its return address is in: the runtime of Swift ends a process that has no memory,
 * and so does GLib, so that theirs have to succeed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static char names[512], kind[16];
static long first, span;
static struct report {
    atomic_long calls, hits;
    char name[112];
} *report;
static atomic_int ready;

/* The symbols of the program. */
static const char *image;
static const ElfW(Sym) *symbols;
static const char *strings;
static size_t symbol_count;

static void read_symbols(void) {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status)) return;
    const char *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED) return;
    image = bytes;
    const ElfW(Ehdr) *head = (const void *)bytes;
    const ElfW(Shdr) *sections = (const void *)(bytes + head->e_shoff);
    for (int k = 0; k < head->e_shnum; k++) {
        if (sections[k].sh_type != SHT_SYMTAB) continue;
        symbols = (const void *)(bytes + sections[k].sh_offset);
        symbol_count = sections[k].sh_size / sizeof *symbols;
        strings = bytes + sections[sections[k].sh_link].sh_offset;
    }
}

/* True for an address in a function of C: the names of Swift's begin with a dollar sign. Swift takes the frames of
 * some accessors from the heap itself, and cannot do without. */
static int is_c(uintptr_t place) {
    enum { most = 512 };
    static struct {
        uintptr_t place;
        int is_c;
    } known[most];
    static int count;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    int found = 0, k = 0;
    while (k < count && known[k].place != place) k++;
    if (k < count) {
        found = known[k].is_c;
    } else {
        for (size_t s = 0; s < symbol_count; s++) {
            const ElfW(Sym) *symbol = &symbols[s];
            if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || place < symbol->st_value ||
                place >= symbol->st_value + symbol->st_size)
                continue;
            found = strings[symbol->st_name] != '$';
            break;
        }
        if (count < most) known[count].place = place, known[count++].is_c = found;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The library of an address, as in the list: its name up to the first dot. */
static int counts(const void *address, char *name, size_t room) {
    struct dl_find_object found;
    if (_dl_find_object((void *)address, &found)) return 0;
    const char *path = found.dlfo_link_map->l_name;
    const char *base = *path ? base_of(path) : "program";
    size_t length = strcspn(base, ".");
    for (const char *each = names; *each; each += strcspn(each, ",")) {
        each += *each == ',';
        if (strcspn(each, ",") == length && memcmp(each, base, length) == 0) {
            const uintptr_t place = (uintptr_t)address - found.dlfo_link_map->l_addr;
            if (!*path && strcmp(kind, "memory") == 0 && !is_c(place)) return 0;
            snprintf(name, room, "%.*s", (int)length, base);
            return 1;
        }
    }
    return 0;
}

static int fails(const char *of, const void *address) {
    if (!atomic_load_explicit(&ready, memory_order_acquire) || strcmp(of, kind) != 0) return 0;
    char name[sizeof report->name];
    if (!counts(address, name, sizeof name)) return 0;
    const long number = atomic_fetch_add(&report->calls, 1) + 1;
    if (first == 0 || number < first || number - first >= span) return 0;
    if (atomic_fetch_add(&report->hits, 1) == 0) memcpy(report->name, name, sizeof name);
    return 1;
}

static struct report *shared_report(void) {
    const char *path = getenv("MAGPIE_TESTS_FAULTS_REPORT");
    const int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644) : -1;
    if (file < 0 || ftruncate(file, sizeof *report)) return NULL;
    void *shared = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return shared == MAP_FAILED ? NULL : shared;
}

static void enclose_heap(void) {
    const unsigned long page = 4096, end = ((unsigned long)sbrk(0) + 5 * page - 1) / page * page;
    if (mmap((void *)end, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED) abort();
}

__attribute__((constructor)) static void start(void) {
    if (getenv("MAGPIE_TESTS_ENCLOSED_HEAP")) enclose_heap();
    const char *faults = getenv("MAGPIE_TESTS_FAULTS");
    if (!faults || sscanf(faults, "%15[^:]:%511[^:]:%ld:%ld", kind, names, &first, &span) != 4) return;
    if (!(report = shared_report())) abort();
    read_symbols();
    atomic_store_explicit(&ready, 1, memory_order_release);
}

#undef mmap
void *mmap(void *, size_t, int, int, int, off_t) __attribute__((alias("faulty_mmap")));
void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("faulty_mmap")));
void *faulty_mmap(void *at, size_t size, int rights, int flags, int file, off_t place) {
    if (fails("maps", __builtin_return_address(0))) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, size, rights, flags, file, place);
}

#define CALLER __builtin_return_address(0)
#define FAIL(value)                                                                                                    \
    do {                                                                                                               \
        errno = ENOMEM;                                                                                                \
        return value;                                                                                                  \
    } while (0)

void *malloc(size_t size) {
    if (fails("memory", CALLER)) FAIL(NULL);
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    if (fails("memory", CALLER)) FAIL(NULL);
    return __libc_calloc(count, size);
}
void *realloc(void *former, size_t size) {
    if (fails("memory", CALLER)) FAIL(NULL);
    return __libc_realloc(former, size);
}
void *memalign(size_t alignment, size_t size) {
    if (fails("memory", CALLER)) FAIL(NULL);
    return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
    if (fails("memory", CALLER)) FAIL(NULL);
    return __libc_memalign(alignment, size);
}
int posix_memalign(void **made, size_t alignment, size_t size) {
    if (fails("memory", CALLER)) return ENOMEM;
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *made = memory;
    return 0;
}
char *strdup(const char *text) {
    if (fails("memory", CALLER)) FAIL(NULL);
    const size_t size = strlen(text) + 1;
    char *copy = __libc_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* The operator new of C++, by its names for the linker. What fails is its caller, not the library that it is in. */
static void *made(const void *caller, size_t alignment, size_t size) {
    void *memory = NULL;
    if (!fails("memory", caller)) {
        memory = alignment ? __libc_memalign(alignment, size) : __libc_malloc(size ? size : 1);
    }
    if (memory) return memory;
    void (*bad_allocation)(void);
    *(void **)&bad_allocation = dlsym(dlopen("libstdc++.so.6", RTLD_LAZY), "_ZSt17__throw_bad_allocv");
    bad_allocation();
    abort();
}
void *_Znwm(size_t size) { return made(CALLER, 0, size); }
void *_Znam(size_t size) { return made(CALLER, 0, size); }
void *_ZnwmSt11align_val_t(size_t size, size_t alignment) { return made(CALLER, alignment, size); }
void *_ZnwmRKSt9nothrow_t(size_t size) {
    return fails("memory", CALLER) ? NULL : __libc_malloc(size ? size : 1);
}
void *_ZnamRKSt9nothrow_t(size_t size) {
    return fails("memory", CALLER) ? NULL : __libc_malloc(size ? size : 1);
}

static int opened(const void *caller, int folder, const char *path, int flags, mode_t mode) {
    if (fails("files", caller)) {
        errno = EMFILE;
        return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE(mode)                                                                                                     \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(rest, unsigned) : 0;                            \
    va_end(rest)

int open(const char *path, int flags, ...) {
    MODE(mode);
    return opened(CALLER, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE(mode);
    return opened(CALLER, AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
    MODE(mode);
    return opened(CALLER, folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
    MODE(mode);
    return opened(CALLER, folder, path, flags, mode);
}
int socket(int domain, int type, int protocol) {
    if (fails("files", CALLER)) {
        errno = EMFILE;
        return -1;
    }
    return (int)syscall(SYS_socket, domain, type, protocol);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context) {
    static _Atomic(int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)) next;
    if (fails("threads", CALLER)) return EAGAIN;
    if (!atomic_load(&next)) atomic_store(&next, dlsym(RTLD_NEXT, "pthread_create"));
    return atomic_load(&next)(thread, attributes, work, context);
}
