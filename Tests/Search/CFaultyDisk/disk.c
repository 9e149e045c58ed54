#ifdef __linux__
#define _GNU_SOURCE
#include "disk.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct disk disk;
struct file folder_handle, random_handle, stale_handle;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void disk_lock(void) { pthread_mutex_lock(&lock); }
void disk_unlock(void) { pthread_mutex_unlock(&lock); }

static void *grown(void *memory, size_t bytes) {
    memory = realloc(memory, bytes);
    if (!memory) abort();
    return memory;
}

/* SplitMix64, from G. Steele et al., "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
uint64_t disk_next(uint64_t *random) {
    uint64_t mixed = (*random += 0x9E3779B97F4A7C15);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

size_t disk_below(uint64_t *random, size_t limit) { return limit ? disk_next(random) % limit : 0; }

const char *disk_name(const char *path) {
    const size_t length = disk.folder_length;
    if (!length || strncmp(path, disk.folder, length) != 0) return 0;
    if (!path[length]) return "";
    if (path[length] != '/') return 0;
    const char *name = path + length + 1;
    const size_t count = strlen(name);
    if (count >= longest_name) return 0;
    if (count > 4 && strcmp(name + count - 4, "-shm") == 0) return 0;
    return name;
}

struct file *disk_find(const struct names *names, const char *name) {
    for (int k = 0; k < names->count; k++)
        if (strcmp(names->all[k].text, name) == 0) return names->all[k].file;
    return 0;
}

void disk_drop(struct names *names, const char *name) {
    for (int k = 0; k < names->count; k++)
        if (strcmp(names->all[k].text, name) == 0) {
            names->all[k] = names->all[--names->count];
            return;
        }
}

void disk_put(struct names *names, const char *name, struct file *file) {
    disk_drop(names, name);
    if (names->count == most_names) abort();
    struct name *place = &names->all[names->count++];
    snprintf(place->text, sizeof place->text, "%s", name);
    place->file = file;
}

struct file *disk_make_file(void) {
    if (disk.file_count == disk.file_capacity) {
        disk.file_capacity = disk.file_capacity * 2 + 16;
        disk.files = grown(disk.files, disk.file_capacity * sizeof *disk.files);
    }
    struct file *file = calloc(1, sizeof *file);
    if (!file) abort();
    return disk.files[disk.file_count++] = file;
}

int disk_strike(int class) {
    if (class != disk_reads) disk.calls++;
    if (disk.is_dead) return 5; /* EIO */
    if (!(disk.fault.classes & class)) return verdict_go_on;
    const long seen = ++disk.fault.seen;
    if (seen < disk.fault.at || seen >= disk.fault.at + disk.fault.span) return verdict_go_on;
    disk.fault.hits++;
    if (disk.fault.outcome != disk_power) return disk.fault.outcome;
    disk.is_dead = 1;
    return verdict_power;
}

static void reserve(struct bytes *bytes, size_t count) {
    if (count <= bytes->capacity) return;
    bytes->capacity = count * 2 + 4096;
    bytes->start = grown(bytes->start, bytes->capacity);
}

static struct change *add_change(struct file *file) {
    if (file->count == file->capacity) {
        file->capacity = file->capacity * 2 + 32;
        file->changes = grown(file->changes, file->capacity * sizeof *file->changes);
    }
    struct change *change = &file->changes[file->count++];
    memset(change, 0, sizeof *change);
    change->order = ++disk.order;
    return change;
}

void disk_note_write(struct file *file, const void *bytes, size_t count, off_t offset) {
    if (!count) return;
    struct change *change = add_change(file);
    change->offset = offset;
    change->length = count;
    change->data = file->data.count;
    reserve(&file->data, file->data.count + count);
    memcpy(file->data.start + file->data.count, bytes, count);
    file->data.count += count;
}

void disk_note_cut(struct file *file, off_t size) {
    struct change *change = add_change(file);
    change->offset = size;
    change->cut = 1;
}

void disk_note_move(const char *from, const char *to, struct file *file) {
    if (disk.move_count == disk.move_capacity) {
        disk.move_capacity = disk.move_capacity * 2 + 32;
        disk.moves = grown(disk.moves, disk.move_capacity * sizeof *disk.moves);
    }
    struct move *move = &disk.moves[disk.move_count++];
    snprintf(move->from, sizeof move->from, "%s", from);
    snprintf(move->to, sizeof move->to, "%s", to);
    move->file = file;
    move->order = ++disk.order;
    move->joined = 0;
}

int disk_is_within(const char *name, const char *folder) {
    const size_t length = strlen(folder);
    return strncmp(name, folder, length) == 0 && name[length] == '/';
}

void disk_note_folder_move(const char *from, const char *to, int happened) {
    const struct names before = disk.live;
    uint64_t order = 0;
    for (int k = 0; k < before.count; k++) {
        const struct name *name = &before.all[k];
        if (!disk_is_within(name->text, from)) continue;
        char later[longest_name];
        const size_t rest = strlen(from);
        if ((size_t)snprintf(later, sizeof later, "%s%s", to, name->text + rest) >= sizeof later) abort();
        disk_note_move(name->text, later, name->file);
        struct move *move = &disk.moves[disk.move_count - 1];
        move->joined = order != 0;
        if (!order) order = move->order;
        move->order = order;
        if (!happened) continue;
        disk_drop(&disk.live, name->text);
        disk_put(&disk.live, later, name->file);
    }
}

void disk_cut(struct bytes *target, size_t size) {
    if (size > target->count) {
        reserve(target, size);
        memset(target->start + target->count, 0, size - target->count);
    }
    target->count = size;
}

void disk_apply(struct bytes *target, off_t offset, const unsigned char *bytes, size_t count) {
    if ((size_t)offset + count > target->count) disk_cut(target, (size_t)offset + count);
    memcpy(target->start + offset, bytes, count);
}

void disk_sync_file(struct file *file) {
    for (size_t k = 0; k < file->count; k++) {
        const struct change *change = &file->changes[k];
        if (change->cut)
            disk_cut(&file->durable, (size_t)change->offset);
        else
            disk_apply(&file->durable, change->offset, file->data.start + change->data, change->length);
    }
    file->count = 0;
    file->data.count = 0;
    if (disk.owes_names) disk_sync_names();
}

void disk_sync_names(void) {
    disk.durable = disk.live;
    disk.move_count = 0;
    disk.owes_names = 0;
}

void disk_lose(struct file *file) {
    size_t kept = 0;
    for (size_t k = 0; k < file->count; k++)
        if (file->changes[k].cut || disk_next(&disk.fault.random) & 1) file->changes[kept++] = file->changes[k];
    disk.lost += (long)(file->count - kept);
    file->count = kept;
}
#endif
