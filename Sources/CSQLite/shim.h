/* SQLite's own header, and the one constant that Swift cannot import: "copy what I hand in". */
#include <sqlite3.h>

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
