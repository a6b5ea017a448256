/* sql.h - the few things the campaign store asks of SQLite.
 *
 * The first error of a database is kept as a sentence; everything after it
 * fails too, so that callers may chain calls and look once at the end. */
#ifndef RDL_STORE_SQLITE_SQL_H
#define RDL_STORE_SQLITE_SQL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_sql {
    sqlite3 *db;
    int code;    /* SQLite's, of the first error; SQLITE_OK: none so far */
    char *error; /* what it says; NULL: none so far */
};

/* `flags`: SQLITE_OPEN_...  On failure there is an error, and close() is
 * needed all the same. */
bool rdl_sql_open(struct rdl_sql *s, const char *path, int flags);
void rdl_sql_close(struct rdl_sql *s);
/* Forgets an error, and what was not committed: a new beginning. */
void rdl_sql_recover(struct rdl_sql *s);

/* Is the error one of what the file holds, not of the disk, of rights, or of
 * somebody who has it locked? */
bool rdl_sql_damaged(const struct rdl_sql *s);

/* Statements without parameters or results, separated by semicolons. */
bool rdl_sql_run(struct rdl_sql *s, const char *text);
/* NULL if it cannot be prepared; sqlite3_finalize() takes that too. */
sqlite3_stmt *rdl_sql_prepare(struct rdl_sql *s, const char *text);
/* Binds parameters and runs it to its end: i int64_t, d double, t const char *
 * (NULL: null), b const void * and size_t, n nothing: null.  Borrows them for
 * the call. */
bool rdl_sql_put(struct rdl_sql *s, sqlite3_stmt *st, const char *types, ...);
/* Binds, to be asked for rows. */
bool rdl_sql_bind(struct rdl_sql *s, sqlite3_stmt *st, const char *types, ...);
/* The next row; false behind the last and on an error.  Then the statement is
 * ready to be asked again. */
bool rdl_sql_row(struct rdl_sql *s, sqlite3_stmt *st);
/* All in one: prepare, put, finalise. */
bool rdl_sql_do(struct rdl_sql *s, const char *text, const char *types, ...);
/* The single number that a query gives, `none` if it gives no row. */
int64_t rdl_sql_number(struct rdl_sql *s, const char *text, int64_t none);
/* Text of a column, "" for null; lives until the next row. */
const char *rdl_sql_text(sqlite3_stmt *st, int column);

#endif
