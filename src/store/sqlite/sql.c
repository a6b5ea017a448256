/* sql.c - see sql.h.  sql_failed() records the first error that SQLite returns;
 * after one every function fails at once. */
#include "store/sqlite/sql.h"

#include "util/alloc.h"
#include "util/regular_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* How long a reader waits for a writer, or the other way round. */
#define PATIENCE_MS 2000
#define HEADER 100 /* bytes of the header of every database */

static bool sql_failed(struct rdl_sql *s, int code)
{
    if (s->error != NULL)
        return false;
    s->code = code;
    s->error = rdl_strdup(s->db != NULL ? sqlite3_errmsg(s->db)
                                        : sqlite3_errstr(code));
    /* "disk I/O error" and "unable to open database file" do not name the
     * cause. */
    if (s->db != NULL && sqlite3_system_errno(s->db) != 0 &&
        (code & 0xff) != SQLITE_NOTADB) {
        char *more = rdl_format("%s (%s)", s->error,
                                strerror(sqlite3_system_errno(s->db)));

        free(s->error);
        s->error = more;
    }
    return false;
}

bool rdl_sql_damaged(const struct rdl_sql *s)
{
    switch (s->code & 0xff) {
    case SQLITE_OK:
    case SQLITE_PERM:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_NOMEM:
    case SQLITE_READONLY:
    case SQLITE_INTERRUPT:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
    case SQLITE_NOLFS:
    case SQLITE_AUTH:
        return false;
    /* The file ends too early; other codes are disk errors. */
    case SQLITE_IOERR:
        return s->code == SQLITE_IOERR_SHORT_READ;
    default:
        return true;
    }
}

bool rdl_sql_open(struct rdl_sql *s, const char *path, int flags)
{
    struct stat st;
    int code;

    *s = (struct rdl_sql){ .code = SQLITE_OK };
    if (rdl_regular_file_special(path)) {
        s->error = rdl_strdup("it is not a regular file");
        s->code = SQLITE_PERM;
        return false;
    }
    /* SQLite treats a file of one byte as empty and may overwrite it. */
    if (stat(path, &st) == 0 && st.st_size > 0 && st.st_size < HEADER) {
        s->error = rdl_strdup("it is no database");
        s->code = SQLITE_CORRUPT;
        return false;
    }
    code = sqlite3_open_v2(path, &s->db, flags, NULL);
    if (code != SQLITE_OK)
        return sql_failed(s, code);
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, PATIENCE_MS);
    /* The file may be damaged, or made to look like one of raddle's. */
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_exec(s->db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
    return true;
}

void rdl_sql_close(struct rdl_sql *s)
{
    sqlite3_close(s->db);
    free(s->error);
    *s = (struct rdl_sql){ .code = SQLITE_OK };
}

void rdl_sql_recover(struct rdl_sql *s)
{
    if (s->db != NULL && sqlite3_get_autocommit(s->db) == 0)
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    free(s->error);
    s->error = NULL;
    s->code = SQLITE_OK;
}

bool rdl_sql_sync(struct rdl_sql *s)
{
    sqlite3_file *file = NULL;
    int code;

    if (s->error != NULL)
        return false;
    code = sqlite3_file_control(s->db, NULL, SQLITE_FCNTL_FILE_POINTER, &file);
    if (code == SQLITE_OK)
        code = file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
    return code == SQLITE_OK || sql_failed(s, code);
}

bool rdl_sql_run(struct rdl_sql *s, const char *text)
{
    int code;

    if (s->error != NULL)
        return false;
    code = sqlite3_exec(s->db, text, NULL, NULL, NULL);
    return code == SQLITE_OK || sql_failed(s, code);
}

sqlite3_stmt *rdl_sql_prepare(struct rdl_sql *s, const char *text)
{
    sqlite3_stmt *st = NULL;
    int code;

    if (s->error != NULL)
        return NULL;
    code = sqlite3_prepare_v2(s->db, text, -1, &st, NULL);
    if (code != SQLITE_OK)
        sql_failed(s, code);
    return st;
}

static int sql_bind_one(sqlite3_stmt *st, int at, char type, va_list *args)
{
    const void *bytes;

    switch (type) {
    case 'i':
        return sqlite3_bind_int64(st, at, va_arg(*args, int64_t));
    case 'd':
        return sqlite3_bind_double(st, at, va_arg(*args, double));
    case 't':
        return sqlite3_bind_text(st, at, va_arg(*args, const char *), -1,
                                 SQLITE_STATIC);
    case 'b':
        bytes = va_arg(*args, const void *);
        return sqlite3_bind_blob64(st, at, bytes, va_arg(*args, size_t),
                                   SQLITE_STATIC);
    case 'n':
        return sqlite3_bind_null(st, at);
    }
    return SQLITE_MISUSE;
}

static bool sql_bind_all(struct rdl_sql *s, sqlite3_stmt *st, const char *types,
                         va_list *args)
{
    if (s->error != NULL || st == NULL)
        return false;
    for (int at = 1; types[at - 1] != '\0'; at++) {
        int code = sql_bind_one(st, at, types[at - 1], args);

        if (code != SQLITE_OK)
            return sql_failed(s, code);
    }
    return true;
}

static bool sql_put_all(struct rdl_sql *s, sqlite3_stmt *st, const char *types,
                        va_list *args)
{
    int code;

    if (!sql_bind_all(s, st, types, args))
        return false;
    code = sqlite3_step(st);
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        sql_failed(s, code);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return s->error == NULL;
}

bool rdl_sql_put(struct rdl_sql *s, sqlite3_stmt *st, const char *types, ...)
{
    va_list args;
    bool good;

    va_start(args, types);
    good = sql_put_all(s, st, types, &args);
    va_end(args);
    return good;
}

bool rdl_sql_bind(struct rdl_sql *s, sqlite3_stmt *st, const char *types, ...)
{
    va_list args;
    bool good;

    va_start(args, types);
    good = sql_bind_all(s, st, types, &args);
    va_end(args);
    return good;
}

bool rdl_sql_row(struct rdl_sql *s, sqlite3_stmt *st)
{
    int code;

    if (s->error != NULL || st == NULL)
        return false;
    code = sqlite3_step(st);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        sql_failed(s, code);
    sqlite3_reset(st);
    return false;
}

bool rdl_sql_do(struct rdl_sql *s, const char *text, const char *types, ...)
{
    sqlite3_stmt *st = rdl_sql_prepare(s, text);
    va_list args;
    bool good;

    va_start(args, types);
    good = sql_put_all(s, st, types, &args);
    va_end(args);
    sqlite3_finalize(st);
    return good;
}

int64_t rdl_sql_number(struct rdl_sql *s, const char *text, int64_t none)
{
    sqlite3_stmt *st = rdl_sql_prepare(s, text);
    int64_t number = none;

    if (rdl_sql_row(s, st))
        number = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return number;
}

const char *rdl_sql_text(sqlite3_stmt *st, int column)
{
    const char *text = (const char *)sqlite3_column_text(st, column);

    return text != NULL ? text : "";
}
