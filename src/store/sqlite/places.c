/* places.c - what locations are in the source (store/places.h), in the tables
 * places, functions, declarations and sources.  A store gets them when its
 * first session ends; a session that ends later replaces them. */
#include "store/sqlite/internal.h"

#include "store/places.h"
#include "store/sqlite/rows.h"

#include <string.h>

static const char places_tables[] =
    "CREATE TABLE IF NOT EXISTS places(location INTEGER PRIMARY KEY,"
    "  file TEXT, line INTEGER, col INTEGER, function TEXT, outside TEXT,"
    "  op TEXT, ordinal INTEGER);"
    "CREATE TABLE IF NOT EXISTS functions(file TEXT, name TEXT, line INTEGER,"
    "  code INTEGER);"
    "CREATE TABLE IF NOT EXISTS sources(file TEXT PRIMARY KEY, text BLOB);"
    "CREATE TABLE IF NOT EXISTS declarations(owner TEXT, name TEXT, type TEXT,"
    "  file TEXT, line INTEGER, offset INTEGER, size INTEGER);"
    "DELETE FROM places; DELETE FROM functions; DELETE FROM sources;"
    "DELETE FROM declarations";

static bool places_rows(struct rdl_sql *sql, const struct rdl_places *p)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "INSERT INTO places VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
    bool good = st != NULL;

    for (size_t i = 0; good && i < p->n; i++) {
        const struct rdl_places_place *a = &p->all[i];

        good = rdl_sql_put(sql, st, "itiittti", (int64_t)a->location, a->file,
                           (int64_t)a->line, (int64_t)a->column, a->function,
                           a->outer, a->op, (int64_t)a->ordinal);
    }
    sqlite3_finalize(st);
    return good;
}

static bool places_functions(struct rdl_sql *sql, const struct rdl_places *p)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "INSERT INTO functions VALUES(?, ?, ?, ?)");
    bool good = st != NULL;

    for (size_t i = 0; good && i < p->n_functions; i++)
        good = rdl_sql_put(sql, st, "ttii", p->functions[i].file,
                           p->functions[i].name, (int64_t)p->functions[i].line,
                           (int64_t)p->functions[i].code);
    sqlite3_finalize(st);
    return good;
}

static bool places_declarations(struct rdl_sql *sql, const struct rdl_places *p)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "INSERT INTO declarations VALUES(?, ?, ?, ?, ?, ?, ?)");
    bool good = st != NULL;

    for (size_t i = 0; good && i < p->n_declarations; i++) {
        const struct rdl_places_declaration *d = &p->declarations[i];

        good =
            rdl_sql_put(sql, st, "ttttiii", d->owner, d->name, d->type, d->file,
                        (int64_t)d->line, (int64_t)d->offset, (int64_t)d->size);
    }
    sqlite3_finalize(st);
    return good;
}

static bool places_sources(struct rdl_sql *sql, const struct rdl_places *p)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "INSERT OR REPLACE INTO sources VALUES(?, ?)");
    bool good = st != NULL;

    for (size_t i = 0; good && i < p->n_sources; i++) {
        const struct rdl_places_source *s = &p->sources[i];

        good = rdl_sql_put(sql, st, s->text != NULL ? "tb" : "tn", s->file,
                           s->text, s->size);
    }
    sqlite3_finalize(st);
    return good;
}

bool rdl_sqlite_places(struct rdl_sql *sql, const struct rdl_places *p)
{
    return rdl_sql_run(sql, "BEGIN IMMEDIATE") &&
           rdl_sql_run(sql, places_tables) && places_rows(sql, p) &&
           places_functions(sql, p) && places_declarations(sql, p) &&
           places_sources(sql, p) &&
           rdl_sql_do(sql, "INSERT OR REPLACE INTO meta VALUES(?, ?)", "ti",
                      "observed", (int64_t)p->observed) &&
           rdl_sql_run(sql, "COMMIT");
}

/* --- Reading -------------------------------------------------------------- */

static void places_read_rows(struct rdl_sql *sql, struct rdl_places *out)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT location, file, line, col, function, outside, op, ordinal "
             "FROM places ORDER BY location");

    while (rdl_sql_row(sql, st)) {
        const struct rdl_places_place a = {
            .location = (uint32_t)sqlite3_column_int64(st, 0),
            .file = (const char *)sqlite3_column_text(st, 1),
            .line = (unsigned)sqlite3_column_int64(st, 2),
            .column = (unsigned)sqlite3_column_int64(st, 3),
            .function = (const char *)sqlite3_column_text(st, 4),
            .outer = (const char *)sqlite3_column_text(st, 5),
            .op = (const char *)sqlite3_column_text(st, 6),
            .ordinal = (unsigned)sqlite3_column_int64(st, 7),
        };

        rdl_places_add(out, &a);
    }
    sqlite3_finalize(st);
}

static void places_read_functions(struct rdl_sql *sql, struct rdl_places *out)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT file, name, line, code FROM functions ORDER BY rowid");

    while (rdl_sql_row(sql, st)) {
        const struct rdl_places_function f = {
            .file = (const char *)sqlite3_column_text(st, 0),
            .name = (const char *)sqlite3_column_text(st, 1),
            .line = (unsigned)sqlite3_column_int64(st, 2),
            .code = (uint64_t)sqlite3_column_int64(st, 3),
        };

        rdl_places_function(out, &f);
    }
    sqlite3_finalize(st);
}

static void places_read_declarations(struct rdl_sql *sql,
                                     struct rdl_places *out)
{
    sqlite3_stmt *st;

    if (rdl_sql_number(sql,
                       "SELECT count(*) FROM sqlite_master WHERE type = "
                       "'table' AND name = 'declarations'",
                       0) == 0)
        return;
    out->has_declarations = true;
    st = rdl_sql_prepare(sql, "SELECT owner, name, type, file, line, offset, "
                              "size FROM declarations ORDER BY rowid");
    while (rdl_sql_row(sql, st)) {
        const struct rdl_places_declaration d = {
            .owner = (const char *)sqlite3_column_text(st, 0),
            .name = (const char *)sqlite3_column_text(st, 1),
            .type = (const char *)sqlite3_column_text(st, 2),
            .file = (const char *)sqlite3_column_text(st, 3),
            .line = (unsigned)sqlite3_column_int64(st, 4),
            .offset = (uint64_t)sqlite3_column_int64(st, 5),
            .size = (uint64_t)sqlite3_column_int64(st, 6),
        };

        rdl_places_declaration(out, &d);
    }
    sqlite3_finalize(st);
}

static void places_read_sources(struct rdl_sql *sql, struct rdl_places *out)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT file, text FROM sources ORDER BY rowid");

    while (rdl_sql_row(sql, st)) {
        const char *text = sqlite3_column_blob(st, 1);
        const size_t size = (size_t)sqlite3_column_bytes(st, 1);

        if (text == NULL && sqlite3_column_type(st, 1) != SQLITE_NULL)
            text = "";
        rdl_places_source(out, (const char *)sqlite3_column_text(st, 0), text,
                          size);
    }
    sqlite3_finalize(st);
}

void rdl_sqlite_rows_places(struct rdl_sql *sql, struct rdl_places *out)
{
    if (rdl_sql_number(sql,
                       "SELECT count(*) FROM sqlite_master WHERE type = "
                       "'table' AND name IN ('places', 'functions', 'sources')",
                       0) != 3)
        return;
    out->observed = (uint64_t)rdl_sql_number(
        sql, "SELECT value FROM meta WHERE name = 'observed'", 0);
    places_read_rows(sql, out);
    places_read_functions(sql, out);
    places_read_declarations(sql, out);
    places_read_sources(sql, out);
}
