/* The state of the disk, for its own files. All of it is behind one lock. */
#ifndef DISK_H
#define DISK_H

#include "include/faulty_disk.h"

#include <stddef.h>
#include <sys/types.h>

enum { most_handles = 4096, most_names = 256, longest_name = 200 };
/* Outcomes beside those of the header: the call goes on, or the process is dead. */
enum { verdict_go_on = -10, verdict_power = -11 };

struct bytes {
    unsigned char *start;
    size_t count, capacity;
};

/* A write or, with `cut`, a new end of a file since its last sync. */
struct change {
    off_t offset;
    /* Bytes, and where they stand in `data` of the file. */
    size_t length, data;
    uint64_t order;
    int cut;
};

/* A file by whatever name. Files live until the power is cut or the disk is cleared. */
struct file {
    struct bytes durable, data;
    struct change *changes;
    size_t count, capacity;
};

struct name {
    char text[longest_name];
    struct file *file;
};

struct names {
    struct name all[most_names];
    int count;
};

/* A name that came (`from` empty), went (`to` empty) or changed since the last sync of the folder. */
struct move {
    char from[longest_name], to[longest_name];
    struct file *file;
    uint64_t order;
    /* Happens with the one before, or not at all: both are in a folder that gets another name. */
    int joined;
};

struct disk {
    char folder[1024];
    size_t folder_length;
    struct names live, durable;
    struct move *moves;
    size_t move_count, move_capacity;
    struct file **files;
    size_t file_count, file_capacity;
    /* The file of each descriptor; `folder_handle`, `random_handle` or `stale_handle` for others of interest. */
    struct file *handles[most_handles];
    uint64_t order;
    long calls;
    int is_dead, lies;
    /* A sync of the folder has failed. SQLite takes no notice of that: names then come to the medium with the next
     * file, as they do on ext4, XFS and Btrfs. */
    int owes_names;
    /* Changes that a failed sync has lost since the power was cut last. */
    long lost;
    struct {
        int classes, outcome;
        long at, span, seen, hits;
        uint64_t random;
    } fault;
    /* For the random numbers of the process. */
    uint64_t random;
};

extern struct disk disk;
extern struct file folder_handle, random_handle, stale_handle;

void disk_lock(void);
void disk_unlock(void);
uint64_t disk_next(uint64_t *random);
/* Returns a number below `limit`. */
size_t disk_below(uint64_t *random, size_t limit);
/* Returns the part of a path below the folder, with the folders in it, "" for the folder, null for other paths and files that do not outlive
 * a process. */
const char *disk_name(const char *path);
struct file *disk_find(const struct names *names, const char *name);
void disk_put(struct names *names, const char *name, struct file *file);
void disk_drop(struct names *names, const char *name);
struct file *disk_make_file(void);
/* Decides on a call. */
int disk_strike(int class);
void disk_note_write(struct file *file, const void *bytes, size_t count, off_t offset);
void disk_note_cut(struct file *file, off_t size);
void disk_note_move(const char *from, const char *to, struct file *file);
/* Returns 1 for the name of a file in a folder. */
int disk_is_within(const char *name, const char *folder);
/* Notes another name of a folder, and, where it has happened, gives it to its files. */
void disk_note_folder_move(const char *from, const char *to, int happened);
/* Applies all changes of a file, or all moves of names, to the medium. */
void disk_sync_file(struct file *file);
void disk_sync_names(void);
/* Lets some of the changes of a file never reach the medium. */
void disk_lose(struct file *file);
/* Writes bytes into a buffer at a place, as a file system does. */
void disk_apply(struct bytes *target, off_t offset, const unsigned char *bytes, size_t count);
void disk_cut(struct bytes *target, size_t size);

#endif
