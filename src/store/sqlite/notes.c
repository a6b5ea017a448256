/* notes.c - what limits a campaign, in its store: its notes (base/notes.h),
 * each once for several sessions, and the reasons why the latest exploration is
 * not complete. */
#include "store/sqlite/internal.h"
#include "store/sqlite/rows.h"

#include "util/alloc.h"

#include <stdlib.h>

/* An older store has no such table, until a campaign continues with it. */
bool rdl_sqlite_notes_make(struct rdl_sql *sql)
{
    return rdl_sql_run(sql, "CREATE TABLE IF NOT EXISTS notes(kind TEXT, "
                            "text TEXT, location TEXT, PRIMARY KEY(kind, "
                            "text))");
}

static bool notes_has(struct rdl_sql *sql, const char *table)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT count(*) FROM sqlite_master WHERE type = "
                             "'table' AND name = ?");
    bool has;

    rdl_sql_bind(sql, st, "t", table);
    has = rdl_sql_row(sql, st) && sqlite3_column_int64(st, 0) != 0;
    sqlite3_finalize(st);
    return has;
}

/* Is a row of one of the two tables damaged? */
bool rdl_sqlite_notes_damaged(struct rdl_sql *sql, const char *wrong)
{
    static const char *const tables[] = { "notes", "incomplete" };
    bool damaged = false;

    for (size_t i = 0; i < 2 && !damaged; i++) {
        char *query;

        if (!notes_has(sql, tables[i]))
            continue;
        query =
            rdl_format("SELECT count(*) FROM %s WHERE %s", tables[i], wrong);
        damaged = rdl_sql_number(sql, query, 1) != 0;
        free(query);
    }
    return damaged;
}

bool rdl_sqlite_note(struct rdl_sql *sql, const char *kind, const char *text,
                     const char *location)
{
    return rdl_sql_do(sql, "INSERT OR IGNORE INTO notes VALUES(?, ?, ?)", "ttt",
                      kind, text, location);
}

bool rdl_sqlite_incomplete(struct rdl_sql *sql,
                           const struct rdl_store_progress *p)
{
    bool good;

    if (!p->proves)
        return true;
    /* Stores of other campaigns and of older raddles have no such table. */
    good = rdl_sql_run(sql, "CREATE TABLE IF NOT EXISTS incomplete(kind TEXT, "
                            "text TEXT, location TEXT)") &&
           rdl_sql_run(sql, "DELETE FROM incomplete");
    for (size_t i = 0; good && i < p->n_reasons; i++)
        good = rdl_sql_do(sql, "INSERT INTO incomplete VALUES(?, ?, ?)", "ttt",
                          p->reasons[i].kind, p->reasons[i].text,
                          p->reasons[i].location);
    return good;
}

static void notes_rows(struct rdl_sql *sql, const char *table, void *data,
                       void (*each)(void *data, const char *kind,
                                    const char *text, const char *location))
{
    sqlite3_stmt *st;
    char *query;

    if (each == NULL || !notes_has(sql, table))
        return;
    query =
        rdl_format("SELECT kind, text, location FROM %s ORDER BY rowid", table);
    st = rdl_sql_prepare(sql, query);
    free(query);
    while (rdl_sql_row(sql, st))
        each(data, rdl_sql_text(st, 0), rdl_sql_text(st, 1),
             rdl_sql_text(st, 2));
    sqlite3_finalize(st);
}

void rdl_sqlite_rows_notes(struct rdl_sql *sql,
                           const struct rdl_store_reader *reader)
{
    notes_rows(sql, "notes", reader->data, reader->note);
    notes_rows(sql, "incomplete", reader->data, reader->incomplete);
}
