/* A disk that fails on command, beneath all of one process: SQLite, Foundation and the code of the package.
 *
 * The calls of the system that touch files (`calls.c`) are defined by the program itself, so that the dynamic linker
 * gives them to every library. Those for files in the folder of the disk are watched; all others go straight to the
 * kernel. The files are real, in a folder of memory, and hold what a process sees. What would be on the medium is kept
 * beside them: the bytes and names of the last sync, and the changes since. When the power is cut, some of those
 * changes are lost.
 *
 * For Linux. Elsewhere a program cannot stand between its libraries and the system this way. */
#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include <stdint.h>

/* Classes of calls, to be combined. */
enum {
    disk_writes = 1,
    disk_syncs = 2,
    disk_cuts = 4,
    /* New, removed and renamed files. */
    disk_names = 8,
    disk_reads = 16,
};

/* Outcomes of the call that a fault hits; any positive number is an error of the system. */
enum {
    /* The power fails in the middle of the call; every later one fails with EIO until the power is cut for good. */
    disk_power = 0,
    /* Half of the bytes are read or written, and the call says so. */
    disk_short = -1,
    /* A sync fails with EIO, and some of the changes never reach the medium, even if a later sync succeeds, as in
     * A. Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020. */
    disk_lost_sync = -2,
};

/* Returns 0 on systems that the disk does not work on. */
int disk_is_supported(void);
/* Watches the files in an empty folder, which is to be given without links in its path. */
void disk_watch(const char *folder);
/* Lets every sync succeed without bringing anything to the medium, to see that lost writes are noticed. */
void disk_lie(void);
/* Removes all files, and disarms. `seed` also determines the random numbers of SQLite and Swift from now on. */
void disk_clear(uint64_t seed);
/* Lets the `at`th (from 1) of the calls of some classes, and `span` - 1 after it, have an outcome. */
void disk_arm(int classes, long at, long span, int outcome, uint64_t seed);
void disk_disarm(void);
/* Returns the number of calls that the armed fault has hit. */
long disk_hits(void);
/* Ends the process as `disk_power` does, between two calls. */
void disk_stop(void);
/* Returns 1 between a hit of `disk_power` and `disk_cut_power`. */
int disk_is_dead(void);
/* Leaves of the files what a medium would have, and lets open descriptors of them fail for ever. Returns the number of
 * changes that were lost. */
long disk_cut_power(uint64_t seed);
/* Removes a file, or a folder with its files, for good, without a sync that would bring other names to the medium as well. */
void disk_remove(const char *name);
/* Returns the number of watched calls but reads since the start. */
long disk_calls(void);
/* Returns the number of descriptors of present files. */
int disk_open_files(void);

#endif
