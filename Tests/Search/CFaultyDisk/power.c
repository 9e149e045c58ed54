/* The end of the power, and what the medium has afterwards. */
#ifdef __linux__
#define _GNU_SOURCE
#include "disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What is lost of the changes since the last sync. */
enum loss {
    /* Nothing but the end of the last call: the process was killed. */
    loss_none,
    /* All. */
    loss_all,
    /* All from some moment on. */
    loss_late,
    /* Any of them: writes are reordered. */
    loss_some,
    /* Any of their sectors. */
    loss_sectors,
    losses,
};

struct outage {
    enum loss loss;
    uint64_t random, moment;
    size_t sector, odds;
    long lost;
};

int disk_is_supported(void) { return 1; }

static int is_kept(struct outage *outage, uint64_t order) {
    int kept = 1;
    if (outage->loss == loss_all) kept = 0;
    if (outage->loss == loss_late) kept = order < outage->moment;
    if (outage->loss == loss_some || outage->loss == loss_sectors) kept = disk_below(&outage->random, 4) < outage->odds;
    outage->lost += !kept;
    return kept;
}

/* Applies those sectors of a write that reach the medium. A file that becomes longer by it may have anything where the
 * others belong. */
static void apply_sectors(struct outage *outage, struct bytes *target, const struct file *file,
                          const struct change *change) {
    const unsigned char *bytes = file->data.start + change->data;
    size_t done = 0;
    while (done < change->length) {
        const size_t place = (size_t)change->offset + done, rest = outage->sector - place % outage->sector;
        const size_t count = rest < change->length - done ? rest : change->length - done;
        if (is_kept(outage, change->order)) {
            disk_apply(target, (off_t)place, bytes + done, count);
        } else if (place >= target->count && disk_below(&outage->random, 4) == 0) {
            disk_cut(target, place + count);
            for (size_t k = 0; k < count; k++) target->start[place + k] = (unsigned char)disk_next(&outage->random);
        }
        done += count;
    }
}

static void settle(struct outage *outage, struct file *file) {
    for (size_t k = 0; k < file->count; k++) {
        const struct change *change = &file->changes[k];
        if (!change->cut && outage->loss == loss_sectors) {
            apply_sectors(outage, &file->durable, file, change);
        } else if (is_kept(outage, change->order)) {
            if (change->cut)
                disk_cut(&file->durable, (size_t)change->offset);
            else
                disk_apply(&file->durable, change->offset, file->data.start + change->data, change->length);
        }
    }
    file->count = 0;
}

/* File systems write names in their order: those up to some moment are on the medium. */
static void settle_names(struct outage *outage) {
    size_t end = disk.move_count;
    if (outage->loss == loss_all) end = 0;
    if (outage->loss >= loss_some) end = disk_below(&outage->random, disk.move_count + 1);
    while (end > 0 && end < disk.move_count && disk.moves[end].joined) end--;
    for (size_t k = 0; k < disk.move_count; k++) {
        const struct move *move = &disk.moves[k];
        if (k >= end || (outage->loss == loss_late && move->order >= outage->moment)) {
            outage->lost += (long)(disk.move_count - k);
            break;
        }
        if (*move->from) disk_drop(&disk.durable, move->from);
        if (*move->to) disk_put(&disk.durable, move->to, move->file);
    }
}

static void remove_all_in(const char *place) {
    DIR *folder = opendir(place);
    if (!folder) abort();
    char path[4096];
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if ((size_t)snprintf(path, sizeof path, "%s/%s", place, entry->d_name) >= sizeof path) abort();
        if (syscall(SYS_unlinkat, AT_FDCWD, path, 0) == 0) continue;
        remove_all_in(path);
        syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
    }
    closedir(folder);
}

/* Makes the folders of a file. */
static void make_folders(char *path) {
    for (char *end = path + strlen(disk.folder) + 1; (end = strchr(end, '/')); end++) {
        *end = 0;
        syscall(SYS_mkdirat, AT_FDCWD, path, 0700);
        *end = '/';
    }
}

static void write_file(const char *name, const struct bytes *bytes) {
    char path[sizeof disk.folder + longest_name + 1];
    snprintf(path, sizeof path, "%s/%s", disk.folder, name);
    make_folders(path);
    const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) abort();
    for (size_t done = 0; done < bytes->count;) {
        const long written = syscall(SYS_write, descriptor, bytes->start + done, bytes->count - done);
        if (written <= 0) abort();
        done += (size_t)written;
    }
    syscall(SYS_close, descriptor);
}

static void forget(struct file **files, size_t count) {
    for (size_t k = 0; k < count; k++) {
        free(files[k]->durable.start);
        free(files[k]->data.start);
        free(files[k]->changes);
        free(files[k]);
    }
}

/* New files with the bytes of `names` take the place of all that were. */
static void begin_anew(const struct names *names) {
    struct file **former = disk.files;
    const size_t count = disk.file_count;
    disk.files = 0;
    disk.file_count = disk.file_capacity = 0;
    for (int k = 0; k < most_handles; k++)
        if (disk.handles[k] && disk.handles[k] != &random_handle) disk.handles[k] = &stale_handle;
    remove_all_in(disk.folder);
    struct names made = {.count = 0};
    for (int k = 0; names && k < names->count; k++) {
        struct file *file = disk_make_file();
        write_file(names->all[k].text, &names->all[k].file->durable);
        disk_apply(&file->durable, 0, names->all[k].file->durable.start, names->all[k].file->durable.count);
        disk_put(&made, names->all[k].text, file);
    }
    disk.live = disk.durable = made;
    disk.move_count = 0;
    disk.is_dead = disk.owes_names = 0;
    disk.lost = 0;
    memset(&disk.fault, 0, sizeof disk.fault);
    forget(former, count);
    free(former);
}

long disk_cut_power(uint64_t seed) {
    disk_lock();
    struct outage outage = {.random = seed, .lost = disk.lost};
    outage.loss = (enum loss)disk_below(&outage.random, losses);
    outage.sector = disk_next(&outage.random) & 1 ? 512 : 4096;
    outage.odds = 1 + disk_below(&outage.random, 3);
    uint64_t oldest = disk.order;
    for (size_t k = 0; k < disk.file_count; k++)
        if (disk.files[k]->count && disk.files[k]->changes[0].order < oldest)
            oldest = disk.files[k]->changes[0].order;
    if (disk.move_count && disk.moves[0].order < oldest) oldest = disk.moves[0].order;
    outage.moment = oldest + disk_below(&outage.random, (size_t)(disk.order - oldest) + 2);
    settle_names(&outage);
    for (int k = 0; k < disk.durable.count; k++) settle(&outage, disk.durable.all[k].file);
    const struct names names = disk.durable;
    begin_anew(&names);
    disk_unlock();
    return outage.lost;
}

void disk_watch(const char *folder) {
    snprintf(disk.folder, sizeof disk.folder, "%s", folder);
    disk.folder_length = strlen(disk.folder);
}

void disk_clear(uint64_t seed) {
    disk_lock();
    begin_anew(0);
    disk.random = seed;
    disk.order = 0;
    disk_unlock();
}

/* True for a file, and for one in a folder of that name. */
static int is_named(const char *text, const char *name) { return strcmp(text, name) == 0 || disk_is_within(text, name); }

static void drop_all(struct names *names, const char *name) {
    for (int k = names->count - 1; k >= 0; k--)
        if (is_named(names->all[k].text, name)) names->all[k] = names->all[--names->count];
}

void disk_remove(const char *name) {
    char path[sizeof disk.folder + longest_name + 1];
    snprintf(path, sizeof path, "%s/%s", disk.folder, name);
    disk_lock();
    if (syscall(SYS_unlinkat, AT_FDCWD, path, 0) != 0 && errno == EISDIR) {
        remove_all_in(path);
        syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
    }
    drop_all(&disk.live, name);
    drop_all(&disk.durable, name);
    for (size_t k = 0; k < disk.move_count; k++) {
        if (is_named(disk.moves[k].from, name)) *disk.moves[k].from = 0;
        if (is_named(disk.moves[k].to, name)) *disk.moves[k].to = 0;
    }
    disk_unlock();
}

void disk_arm(int classes, long at, long span, int outcome, uint64_t seed) {
    disk_lock();
    memset(&disk.fault, 0, sizeof disk.fault);
    disk.fault.classes = classes;
    disk.fault.at = at;
    disk.fault.span = span;
    disk.fault.outcome = outcome;
    disk.fault.random = seed;
    disk_unlock();
}

void disk_disarm(void) { disk_arm(0, 0, 0, 0, 0); }
void disk_stop(void) { disk.is_dead = 1; }
void disk_lie(void) { disk.lies = 1; }
long disk_hits(void) { return disk.fault.hits; }
int disk_is_dead(void) { return disk.is_dead; }
long disk_calls(void) { return disk.calls; }

int disk_open_files(void) {
    int count = 0;
    for (int k = 0; k < most_handles; k++)
        if (disk.handles[k] && disk.handles[k] != &stale_handle && disk.handles[k] != &random_handle) count++;
    return count;
}
#else
#include "include/faulty_disk.h"
int disk_is_supported(void) { return 0; }
void disk_watch(const char *folder) {}
void disk_clear(uint64_t seed) {}
void disk_arm(int classes, long at, long span, int outcome, uint64_t seed) {}
void disk_disarm(void) {}
void disk_stop(void) {}
void disk_lie(void) {}
/* True for a file, and for one in a folder of that name. */
static int is_named(const char *text, const char *name) { return strcmp(text, name) == 0 || disk_is_within(text, name); }

static void drop_all(struct names *names, const char *name) {
    for (int k = names->count - 1; k >= 0; k--)
        if (is_named(names->all[k].text, name)) names->all[k] = names->all[--names->count];
}

void disk_remove(const char *name) {}
long disk_hits(void) { return 0; }
int disk_is_dead(void) { return 0; }
long disk_cut_power(uint64_t seed) { return 0; }
long disk_calls(void) { return 0; }
int disk_open_files(void) { return 0; }
#endif
