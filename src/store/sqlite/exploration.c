/* exploration.c - where an exploration was (campaign/explore/reached.c), in the
 * store: one row, which each save replaces.  Older stores do not have the
 * table. */
#include "store/sqlite/internal.h"

#include "util/alloc.h"

#include <string.h>

bool rdl_sqlite_exploration_save(struct rdl_sql *sql,
                                 const struct rdl_store_progress *p)
{
    if (!p->explores)
        return true;
    return rdl_sql_run(sql, "CREATE TABLE IF NOT EXISTS exploration("
                            "number INTEGER PRIMARY KEY, image BLOB)") &&
           (p->exploration_size > 0
                ? rdl_sql_do(sql,
                             "INSERT OR REPLACE INTO exploration VALUES(1, ?)",
                             "b", p->exploration, p->exploration_size)
                : rdl_sql_run(sql, "DELETE FROM exploration"));
}

void rdl_sqlite_exploration_load(struct rdl_sql *sql,
                                 struct rdl_store_totals *totals)
{
    sqlite3_stmt *st;

    if (rdl_sql_number(sql,
                       "SELECT count(*) FROM sqlite_master WHERE type = "
                       "'table' AND name = 'exploration'",
                       0) == 0)
        return;
    st = rdl_sql_prepare(sql, "SELECT image FROM exploration");
    if (rdl_sql_row(sql, st) && sqlite3_column_bytes(st, 0) > 0) {
        totals->exploration_size = (size_t)sqlite3_column_bytes(st, 0);
        totals->exploration = rdl_alloc(totals->exploration_size);
        memcpy(totals->exploration, sqlite3_column_blob(st, 0),
               totals->exploration_size);
    }
    sqlite3_finalize(st);
}
