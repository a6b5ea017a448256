/* facts.c - which program a store is about (store/identity.h), in its tables
 * meta, arguments and modules. */
#include "store/sqlite/internal.h"

#include "store/build.h"
#include "store/identity.h"
#include "store/sqlite/rows.h"
#include "util/alloc.h"

#include <stdlib.h>

static bool facts_put(struct rdl_sql *sql, const char *name, const char *value)
{
    return rdl_sql_do(sql, "INSERT OR REPLACE INTO meta VALUES(?, ?)", "tt",
                      name, value);
}

/* "" if there is none.  The caller frees it. */
static char *facts_get(struct rdl_sql *sql, const char *name)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT value FROM meta WHERE name = ?");
    char *value = NULL;

    if (rdl_sql_bind(sql, st, "t", name) && rdl_sql_row(sql, st))
        value = rdl_strdup(rdl_sql_text(st, 0));
    sqlite3_finalize(st);
    return value != NULL ? value : rdl_strdup("");
}

bool rdl_sqlite_facts_write(struct rdl_sql *sql,
                            const struct rdl_store_opening *session)
{
    char *build = rdl_store_build_of(session->path);
    bool good = facts_put(sql, "program", session->program) &&
                facts_put(sql, "path", session->path) &&
                facts_put(sql, "build", build) &&
                rdl_sql_run(sql, "DELETE FROM arguments");

    for (size_t i = 0; good && session->arguments[i] != NULL; i++)
        good = rdl_sql_do(sql, "INSERT INTO arguments VALUES(?, ?)", "it",
                          (int64_t)i, session->arguments[i]);
    free(build);
    return good;
}

bool rdl_sqlite_proved(struct rdl_sql *sql, uint32_t metrics)
{
    char *names = rdl_strdup(""), *longer;
    bool good;

    if (metrics == rdl_sqlite_rows_proved(sql)) {
        free(names);
        return true;
    }
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        if ((metrics >> i & 1) == 0)
            continue;
        longer = rdl_format("%s%s%s", names, names[0] != '\0' ? "," : "",
                            rdl_metric_at(i)->name);
        free(names);
        names = longer;
    }
    good = facts_put(sql, "proved", names);
    free(names);
    return good;
}

bool rdl_sqlite_interleavings(struct rdl_sql *sql, uint64_t n)
{
    return n == 0 || rdl_sql_do(sql,
                                "INSERT OR REPLACE INTO meta "
                                "VALUES('interleavings', ?)",
                                "i", (int64_t)n);
}

static void facts_read(struct rdl_sql *sql, struct rdl_identity *out)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT value FROM arguments ORDER BY position");

    *out = (struct rdl_identity){
        .path = facts_get(sql, "path"),
        .build = facts_get(sql, "build"),
    };
    while (rdl_sql_row(sql, st))
        rdl_identity_argument(out, rdl_sql_text(st, 0));
    sqlite3_finalize(st);
    st = rdl_sql_prepare(sql, "SELECT path, build FROM modules ORDER BY "
                              "number");
    while (rdl_sql_row(sql, st))
        rdl_identity_module(out, rdl_sql_text(st, 0), rdl_sql_text(st, 1));
    sqlite3_finalize(st);
}

char *rdl_sqlite_facts_change(struct rdl_sql *sql,
                              const struct rdl_store_opening *session)
{
    struct rdl_identity was;
    char *text;

    if (rdl_sql_number(sql, "SELECT count(*) FROM meta", 0) == 0)
        return NULL;
    facts_read(sql, &was);
    text = rdl_identity_change(&was, session);
    rdl_identity_free(&was);
    if (text == NULL && !rdl_sqlite_same_metrics(sql))
        text = rdl_strdup("this raddle numbers its metrics differently");
    return text;
}
