/* store_rows.c - see store_rows.h. */
#include "campaign/store_rows.h"

#include "base/text.h"
#include "campaign/die.h"

#include <stdlib.h>

static void rows_finding(sqlite3_stmt *st, struct rdl_found *f)
{
    *f = (struct rdl_found){
        .id = strtoull(rdl_sql_text(st, 0), NULL, 16),
        .execution = (uint64_t)sqlite3_column_int64(st, 4),
        .steps = (uint64_t)sqlite3_column_int64(st, 5),
        .seconds = sqlite3_column_double(st, 6),
        .times = (uint64_t)sqlite3_column_int64(st, 7),
        .replayed = sqlite3_column_int64(st, 9) != 0,
        .checked = sqlite3_column_int64(st, 10) != 0,
    };
    rdl_text_copy(f->kind, rdl_sql_text(st, 1), sizeof(f->kind));
    rdl_text_copy(f->location, rdl_sql_text(st, 2), sizeof(f->location));
    rdl_text_copy(f->text, rdl_sql_text(st, 3), sizeof(f->text));
    if (sqlite3_column_type(st, 8) != SQLITE_NULL)
        f->schedule = rdl_strdup(rdl_sql_text(st, 8));
}

size_t rdl_store_rows_findings(struct rdl_sql *sql, struct rdl_found **out)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT id, kind, location, text, execution, steps, seconds, "
             "times, schedule, replayed, checked FROM findings ORDER BY rowid");
    size_t n = 0;

    *out = NULL;
    while (rdl_sql_row(sql, st)) {
        *out = rdl_grow(*out, (n + 1) * sizeof(**out));
        rows_finding(st, &(*out)[n++]);
    }
    sqlite3_finalize(st);
    return n;
}
