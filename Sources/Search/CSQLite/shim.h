/* SQLite's own header, and what Swift cannot express: the constant "copy my bytes", a call with a
 * variable number of arguments, and calls into a file. */
#include <sqlite3.h>

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/* Lets the end of the last connection leave the log as it is. */
static inline int csqlite_keep_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

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

/* Gives SQLite's functions for tokenizers, which it gives as a pointer in a value, that only C can take out. */
static inline int csqlite_fts5(sqlite3 *database, fts5_api **api) {
    sqlite3_stmt *statement = 0;
    *api = 0;
    int code = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0);
    if (code == SQLITE_OK) code = sqlite3_bind_pointer(statement, 1, (void *)api, "fts5_api_ptr", 0);
    if (code == SQLITE_OK) sqlite3_step(statement);
    const int end = sqlite3_finalize(statement);
    if (code == SQLITE_OK) code = end;
    return code == SQLITE_OK && !*api ? SQLITE_ERROR : code;
}

/* Adds a tokenizer of words to a connection. */
static inline int csqlite_add_tokenizer(sqlite3 *database, const char *name, fts5_tokenizer *tokenizer) {
    fts5_api *api;
    const int code = csqlite_fts5(database, &api);
    return code == SQLITE_OK ? api->xCreateTokenizer(api, name, 0, tokenizer, 0) : code;
}

/* Calls `take` for the stem of each word of a text that the tokenizer `name` cuts. */
static inline int csqlite_stem(
    sqlite3 *database, const char *name, const char *text, int count, void *context,
    int (*take)(void *, int, const char *, int, int, int)) {
    fts5_api *api;
    fts5_tokenizer porter;
    Fts5Tokenizer *made = 0;
    void *user = 0;
    const char *arguments[] = {name};
    int code = csqlite_fts5(database, &api);
    if (code != SQLITE_OK) return code;
    if (api->xFindTokenizer(api, "porter", &user, &porter) != SQLITE_OK) return SQLITE_ERROR;
    code = porter.xCreate(user, arguments, 1, &made);
    if (code != SQLITE_OK) return code;
    code = porter.xTokenize(made, context, FTS5_TOKENIZE_AUX, text, count, take);
    porter.xDelete(made);
    return code;
}
