/* sql.h - the few operations of SQLite that the campaign store uses.
 *
 * A database remembers its first error as a sentence; everything after it fails
 * too, so that callers may chain calls and check once at the end. */
#ifndef RDL_STORE_SQLITE_SQL_H
#define RDL_STORE_SQLITE_SQL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_sql {
    sqlite3 *db;
    int code;    /* SQLite's code of the first error, or SQLITE_OK */
    char *error; /* its text, or NULL */
};

/* `flags`: SQLITE_OPEN_...  After a failure there is an error, and the caller
 * still has to close it. */
bool rdl_sql_open(struct rdl_sql *s, const char *path, int flags);
void rdl_sql_close(struct rdl_sql *s);
/* Forgets an error and rolls back what was not committed. */
void rdl_sql_recover(struct rdl_sql *s);

/* Waits until the file is on the disk. */
bool rdl_sql_sync(struct rdl_sql *s);

/* Is the error due to the contents of the file, not to the disk, permissions,
 * or a lock of another process? */
bool rdl_sql_damaged(const struct rdl_sql *s);

/* Statements without parameters or results, separated by semicolons. */
bool rdl_sql_run(struct rdl_sql *s, const char *text);
/* NULL if it cannot be prepared; sqlite3_finalize() accepts NULL too. */
sqlite3_stmt *rdl_sql_prepare(struct rdl_sql *s, const char *text);
/* Binds parameters and runs it to its end: i int64_t, d double, t const char *
 * (NULL: null), b const void * and size_t, n null without an argument.  Borrows
 * them for the call. */
bool rdl_sql_put(struct rdl_sql *s, sqlite3_stmt *st, const char *types, ...);
/* Binds parameters before rdl_sql_row(). */
bool rdl_sql_bind(struct rdl_sql *s, sqlite3_stmt *st, const char *types, ...);
/* The next row; false after the last one and on an error.  The statement may
 * then be run again. */
bool rdl_sql_row(struct rdl_sql *s, sqlite3_stmt *st);
/* All in one: prepare, put, finalise. */
bool rdl_sql_do(struct rdl_sql *s, const char *text, const char *types, ...);
/* The single number that a query returns, `none` if it returns no row. */
int64_t rdl_sql_number(struct rdl_sql *s, const char *text, int64_t none);
/* The text of a column, "" for null; valid until the next row. */
const char *rdl_sql_text(sqlite3_stmt *st, int column);

#endif
