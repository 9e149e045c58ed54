/* SQLite's own header, and what Swift cannot express: the constant "copy my bytes", and calls into a file. */
#include <sqlite3.h>

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/* Returns 1 if a call on one of the two files that hold items last failed with one of two of the system's errors.
 * SQLite keeps the error of a failed sync nowhere else: by the time its own call fails, errno is another's. */
static inline int csqlite_file_failed(sqlite3 *database, int error, int other) {
    const int pointers[2] = {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER};
    for (int k = 0; k < 2; k++) {
        sqlite3_file *file = 0;
        int last = 0;
        if (sqlite3_file_control(database, "main", pointers[k], &file) != SQLITE_OK || !file || !file->pMethods)
            continue;
        if (file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &last) != SQLITE_OK) continue;
        if (last == error || last == other) return 1;
    }
    return 0;
}
