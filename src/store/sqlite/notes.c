/* notes.c - notes that limit what a campaign shows (base/notes.h), in its
 * store.  A note of several sessions is there once. */
#include "store/sqlite/internal.h"
#include "store/sqlite/rows.h"

/* An older store has no such table, until a campaign continues with it. */
bool rdl_sqlite_notes_make(struct rdl_sql *sql)
{
    return rdl_sql_run(sql, "CREATE TABLE IF NOT EXISTS notes(kind TEXT, "
                            "text TEXT, location TEXT, PRIMARY KEY(kind, "
                            "text))");
}

bool rdl_sqlite_has_notes(struct rdl_sql *sql)
{
    return rdl_sql_number(sql,
                          "SELECT count(*) FROM sqlite_master WHERE type = "
                          "'table' AND name = 'notes'",
                          0) != 0;
}

bool rdl_sqlite_note(struct rdl_sql *sql, const char *kind, const char *text,
                     const char *location)
{
    return rdl_sql_do(sql, "INSERT OR IGNORE INTO notes VALUES(?, ?, ?)", "ttt",
                      kind, text, location);
}

void rdl_sqlite_rows_notes(struct rdl_sql *sql,
                           const struct rdl_store_reader *reader)
{
    sqlite3_stmt *st;

    if (!rdl_sqlite_has_notes(sql))
        return;
    st = rdl_sql_prepare(
        sql, "SELECT kind, text, location FROM notes ORDER BY rowid");
    while (rdl_sql_row(sql, st))
        reader->note(reader->data, rdl_sql_text(st, 0), rdl_sql_text(st, 1),
                     rdl_sql_text(st, 2));
    sqlite3_finalize(st);
}
