/* The calls of the system that touch files, in place of those of the C library. */
#ifdef __linux__
#define _GNU_SOURCE
#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int failed(int error) {
    disk_unlock();
    errno = error > 0 ? error : EIO;
    return -1;
}

/* Locks the disk, and returns the file of a descriptor; unlocked and null for one that is not watched. */
static struct file *locked(int descriptor) {
    if (!disk.folder_length || descriptor < 0 || descriptor >= most_handles) return 0;
    disk_lock();
    struct file *file = disk.handles[descriptor];
    if (!file) disk_unlock();
    return file;
}

static int is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int open_watched(const char *path, const char *name, int flags, mode_t mode) {
    disk_lock();
    struct file *file = *name ? disk_find(&disk.live, name) : &folder_handle;
    if (!file && is_folder(path)) file = &folder_handle;
    if (disk.is_dead) return failed(EIO);
    const int makes = !file && (flags & O_CREAT);
    int verdict = verdict_go_on;
    if (makes || (flags & O_TRUNC)) verdict = disk_strike(makes ? disk_names : disk_cuts);
    if (verdict == verdict_power && makes) disk_note_move("", name, disk_make_file());
    if (verdict != verdict_go_on) return failed(verdict);
    const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (descriptor >= 0 && descriptor < most_handles) {
        if (!file) {
            file = disk_make_file();
            disk_put(&disk.live, name, file);
            if (makes) disk_note_move("", name, file);
        } else if (flags & O_TRUNC) {
            disk_note_cut(file, 0);
        }
        disk.handles[descriptor] = file;
    }
    disk_unlock();
    return descriptor;
}

static int open_any(const char *path, int flags, mode_t mode) {
    const char *name = disk_name(path);
    if (name) return open_watched(path, name, flags, mode);
    const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (disk.folder_length && descriptor >= 0 && descriptor < most_handles && strcmp(path, "/dev/urandom") == 0) {
        disk_lock();
        disk.handles[descriptor] = &random_handle;
        disk_unlock();
    }
    return descriptor;
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & O_CREAT ? (mode_t)va_arg(rest, unsigned) : 0;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_any(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_any(path, flags, mode);
}

int close(int descriptor) {
    if (locked(descriptor)) {
        disk.handles[descriptor] = 0;
        disk_unlock();
    }
    return (int)syscall(SYS_close, descriptor);
}

static ssize_t put(int descriptor, const void *bytes, size_t count, off_t offset, int is_placed) {
    struct file *file = locked(descriptor);
    if (!file)
        return is_placed ? syscall(SYS_pwrite64, descriptor, bytes, count, offset)
                         : syscall(SYS_write, descriptor, bytes, count);
    if (file == &stale_handle) return failed(EIO);
    const int verdict = disk_strike(disk_writes);
    if (!is_placed) offset = (off_t)syscall(SYS_lseek, descriptor, (off_t)0, SEEK_CUR);
    if (verdict == verdict_power)
        disk_note_write(file, bytes, disk_below(&disk.fault.random, count + 1), offset);
    if (verdict == disk_short && count > 1)
        count /= 2;
    else if (verdict != verdict_go_on && verdict != disk_short)
        return failed(verdict);
    const ssize_t written = is_placed ? syscall(SYS_pwrite64, descriptor, bytes, count, offset)
                                      : syscall(SYS_write, descriptor, bytes, count);
    if (written > 0) disk_note_write(file, bytes, (size_t)written, offset);
    disk_unlock();
    return written;
}

ssize_t write(int descriptor, const void *bytes, size_t count) { return put(descriptor, bytes, count, 0, 0); }
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return put(descriptor, bytes, count, offset, 1);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return put(descriptor, bytes, count, offset, 1);
}

static ssize_t get(int descriptor, void *bytes, size_t count, off_t offset, int is_placed) {
    struct file *file = locked(descriptor);
    if (file == &random_handle) {
        for (size_t k = 0; k < count; k++) ((unsigned char *)bytes)[k] = (unsigned char)disk_next(&disk.random);
        disk_unlock();
        return (ssize_t)count;
    }
    if (file) {
        if (file == &stale_handle) return failed(EIO);
        const int verdict = disk_strike(disk_reads);
        if (verdict == disk_short && count > 1)
            count /= 2;
        else if (verdict != verdict_go_on && verdict != disk_short)
            return failed(verdict);
        disk_unlock();
    }
    return is_placed ? syscall(SYS_pread64, descriptor, bytes, count, offset)
                     : syscall(SYS_read, descriptor, bytes, count);
}

ssize_t read(int descriptor, void *bytes, size_t count) { return get(descriptor, bytes, count, 0, 0); }
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    return get(descriptor, bytes, count, offset, 1);
}
ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    return get(descriptor, bytes, count, offset, 1);
}

int ftruncate(int descriptor, off_t size) {
    struct file *file = locked(descriptor);
    if (!file) return (int)syscall(SYS_ftruncate, descriptor, size);
    if (file == &stale_handle) return failed(EIO);
    const int verdict = disk_strike(disk_cuts);
    if (verdict == verdict_power) disk_note_cut(file, size);
    if (verdict != verdict_go_on) return failed(verdict);
    const int result = (int)syscall(SYS_ftruncate, descriptor, size);
    if (result == 0) disk_note_cut(file, size);
    disk_unlock();
    return result;
}
int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

static int sync_any(int descriptor, long call) {
    struct file *file = locked(descriptor);
    if (!file) return (int)syscall(call, descriptor);
    if (file == &stale_handle) return failed(EIO);
    const int verdict = disk_strike(disk_syncs);
    if (verdict == disk_lost_sync && file != &folder_handle) disk_lose(file);
    if (verdict != verdict_go_on && file == &folder_handle) disk.owes_names = 1;
    if (verdict != verdict_go_on) return failed(verdict);
    if (file == &folder_handle)
        disk_sync_names();
    else if (!disk.lies)
        disk_sync_file(file);
    disk_unlock();
    return 0;
}
int fsync(int descriptor) { return sync_any(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_any(descriptor, SYS_fdatasync); }

int unlink(const char *path) {
    const char *name = disk_name(path);
    if (!name || !*name) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    disk_lock();
    struct file *file = disk_find(&disk.live, name);
    int verdict = verdict_go_on;
    if (file || disk.is_dead) verdict = disk_strike(disk_names);
    if (verdict == verdict_power && disk_next(&disk.fault.random) & 1) disk_note_move(name, "", file);
    if (verdict != verdict_go_on) return failed(verdict);
    const int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (result == 0 && file) {
        disk_drop(&disk.live, name);
        disk_note_move(name, "", file);
    }
    disk_unlock();
    return result;
}

/* A folder is on the medium with its first file. */
int mkdir(const char *path, mode_t mode) {
    if (disk_name(path)) {
        disk_lock();
        const int verdict = disk_strike(disk_names);
        if (verdict != verdict_go_on) return failed(verdict);
        disk_unlock();
    }
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *from, const char *to) {
    const char *former = disk_name(from), *later = disk_name(to);
    if (!former || !later) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    disk_lock();
    struct file *file = disk_find(&disk.live, former);
    const int verdict = disk_strike(disk_names);
    if (verdict == verdict_power && disk_next(&disk.fault.random) & 1) {
        if (file)
            disk_note_move(former, later, file);
        else
            disk_note_folder_move(former, later, 0);
    }
    if (verdict != verdict_go_on) return failed(verdict);
    const int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (result == 0 && file) {
        disk_drop(&disk.live, former);
        disk_put(&disk.live, later, file);
        disk_note_move(former, later, file);
    } else if (result == 0) {
        disk_note_folder_move(former, later, 1);
    }
    disk_unlock();
    return result;
}

int link(const char *from, const char *to) {
    const char *name = disk_name(from), *second = disk_name(to);
    if (!name || !second) return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    disk_lock();
    struct file *file = disk_find(&disk.live, name);
    const int verdict = disk_strike(disk_names);
    if (verdict == verdict_power && file && disk_next(&disk.fault.random) & 1) disk_note_move("", second, file);
    if (verdict != verdict_go_on) return failed(verdict);
    const int result = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (result == 0 && file) {
        disk_put(&disk.live, second, file);
        disk_note_move("", second, file);
    }
    disk_unlock();
    return result;
}

/* The random numbers of Swift, so that a seed determines all that a program does. */
void swift_stdlib_random(void *bytes, size_t count) {
    if (!disk.folder_length) {
        while (count > 0) {
            const long got = syscall(SYS_getrandom, bytes, count > 256 ? 256 : count, 0);
            if (got <= 0) continue;
            bytes = (char *)bytes + got;
            count -= (size_t)got;
        }
        return;
    }
    disk_lock();
    for (size_t k = 0; k < count; k++) ((unsigned char *)bytes)[k] = (unsigned char)disk_next(&disk.random);
    disk_unlock();
}
#endif
