/* schema.c - the tables of the campaign store (docs/store.md). */
#include "store/sqlite/internal.h"

#include "coverage/coverage.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static const char tables[] =
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE arguments(position INTEGER PRIMARY KEY, value TEXT);"
    "CREATE TABLE sessions(number INTEGER PRIMARY KEY, began INTEGER,"
    "  ended INTEGER, version TEXT, strategy TEXT, seed INTEGER, metrics TEXT,"
    "  executions INTEGER, next INTEGER, seconds REAL, how TEXT,"
    "  failed INTEGER);"
    "CREATE TABLE metrics(number INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE modules(number INTEGER PRIMARY KEY, path TEXT, build TEXT);"
    "CREATE TABLE locations(number INTEGER PRIMARY KEY, module INTEGER,"
    "  offset INTEGER);"
    "CREATE TABLE requirements(number INTEGER PRIMARY KEY, metric INTEGER,"
    "  l1 INTEGER, l2 INTEGER, estimated INTEGER, execution INTEGER,"
    "  seconds REAL, hits INTEGER, failed INTEGER);"
    "CREATE TABLE pairs(metric TEXT, member INTEGER, requirement INTEGER,"
    "  partners BLOB, PRIMARY KEY(metric, member));"
    "CREATE TABLE findings(id TEXT PRIMARY KEY, kind TEXT, location TEXT,"
    "  text TEXT, execution INTEGER, steps INTEGER, seconds REAL,"
    "  times INTEGER, schedule TEXT, replayed INTEGER, checked INTEGER,"
    "  nth INTEGER, warning INTEGER);"
    "CREATE TABLE samples(number INTEGER PRIMARY KEY, seconds REAL,"
    "  executions INTEGER, findings INTEGER);"
    "CREATE TABLE sample_coverage(sample INTEGER, metric INTEGER,"
    "  covered INTEGER, PRIMARY KEY(sample, metric)) WITHOUT ROWID;";

static bool schema_metrics(struct rdl_sql *sql)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "INSERT OR IGNORE INTO metrics VALUES(?, ?)");
    const struct rdl_metric *m;
    bool good = st != NULL;

    for (size_t i = 0; good && (m = rdl_metric_at(i)) != NULL; i++)
        good = rdl_sql_put(sql, st, "it", (int64_t)i, m->name);
    sqlite3_finalize(st);
    return good;
}

static bool schema_make(struct rdl_sql *sql)
{
    char *marks = rdl_format("PRAGMA user_version = %d;"
                             "PRAGMA application_id = %d;",
                             RDL_STORE_VERSION, RDL_STORE_APPLICATION);
    /* In one transaction, which ends with the rows of the session: a store has
     * all of its tables and a session, or nothing.  A new store does not have
     * anything to lose if the machine fails, so it does not wait for the disk.
     */
    bool good = rdl_sql_run(sql, "PRAGMA synchronous = OFF") &&
                rdl_sql_run(sql, "BEGIN IMMEDIATE") &&
                rdl_sql_run(sql, tables) && rdl_sqlite_notes_make(sql) &&
                rdl_sql_run(sql, marks) && schema_metrics(sql);

    free(marks);
    return good;
}

bool rdl_sqlite_log(struct rdl_sql *sql)
{
    return rdl_sql_run(sql, "PRAGMA synchronous = NORMAL;"
                            "PRAGMA journal_mode = WAL");
}

enum rdl_store_result rdl_sqlite_schema(struct rdl_sql *sql, const char *path,
                                        bool *made, char **why)
{
    int64_t version = rdl_sql_number(sql, "PRAGMA user_version", 0);
    int64_t application = rdl_sql_number(sql, "PRAGMA application_id", 0);
    bool empty =
        rdl_sql_number(sql, "SELECT count(*) FROM sqlite_master", 0) == 0;

    *made = empty;
    if (sql->error != NULL) {
        *why = rdl_strdup(sql->error);
        return RDL_STORE_NONE;
    }
    if (!empty && application != RDL_STORE_APPLICATION) {
        *why = rdl_format("%s is a database, but not of raddle: use another "
                          "--out",
                          path);
        return RDL_STORE_REFUSED;
    }
    if (version > RDL_STORE_VERSION) {
        *why = rdl_format("%s was written by a newer raddle (format %lld, this "
                          "one knows %d): use that one, or another --out",
                          path, (long long)version, RDL_STORE_VERSION);
        return RDL_STORE_REFUSED;
    }
    if (empty ? schema_make(sql) : rdl_sqlite_log(sql))
        return RDL_STORE_OPEN;
    *why = rdl_strdup(sql->error);
    return RDL_STORE_NONE;
}

bool rdl_sqlite_has_column(struct rdl_sql *sql, const char *table,
                           const char *column)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
    bool has;

    rdl_sql_bind(sql, st, "tt", table, column);
    has = rdl_sql_row(sql, st);
    sqlite3_finalize(st);
    return has;
}

static bool schema_column(struct rdl_sql *sql, const char *table,
                          const char *column)
{
    char *add =
        rdl_format("ALTER TABLE %s ADD COLUMN %s INTEGER", table, column);
    bool good =
        rdl_sqlite_has_column(sql, table, column) || rdl_sql_run(sql, add);

    free(add);
    return good;
}

/* An older store gets what it lacks, in one transaction: an older raddle must
 * not write a store that has more columns than it knows. */
static bool schema_renew(struct rdl_sql *sql)
{
    char *mark = rdl_format("PRAGMA user_version = %d", RDL_STORE_VERSION);
    bool good = rdl_sql_run(sql, "BEGIN IMMEDIATE") &&
                schema_column(sql, "findings", "nth") &&
                schema_column(sql, "findings", "warning") &&
                schema_column(sql, "requirements", "hits") &&
                schema_column(sql, "requirements", "failed") &&
                schema_column(sql, "sessions", "failed") &&
                rdl_sqlite_notes_make(sql) && rdl_sql_run(sql, mark) &&
                rdl_sql_run(sql, "COMMIT");

    free(mark);
    return good;
}

bool rdl_sqlite_same_metrics(struct rdl_sql *sql)
{
    sqlite3_stmt *st = rdl_sql_prepare(sql, "SELECT number, name FROM metrics");
    bool same = true;

    while (rdl_sql_row(sql, st)) {
        const struct rdl_metric *m =
            rdl_metric_at((size_t)sqlite3_column_int64(st, 0));

        same = same && m != NULL && strcmp(m->name, rdl_sql_text(st, 1)) == 0;
    }
    sqlite3_finalize(st);
    /* Adds what newer versions have appended. */
    return same && schema_metrics(sql) &&
           (rdl_sql_number(sql, "PRAGMA user_version", 0) ==
                RDL_STORE_VERSION ||
            schema_renew(sql));
}
