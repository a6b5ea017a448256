/* load.c - from a campaign's store into a coverage memory.
 *
 * Numbers must come out as they were.  check.c has looked at everything
 * that could prevent that; what is left are errors of reading. */
#include "store/internal.h"

#include "store/build.h"
#include "store/rows.h"
#include "coverage/collector.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

/* --- Filling -------------------------------------------------------------- */

static bool load_modules(struct rdl_sql *sql, struct rdl_coverage *c)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT number, path, build FROM modules ORDER BY number");
    bool good = true;

    while (good && rdl_sql_row(sql, st)) {
        uint8_t id[RDL_COVERAGE_BUILD_ID];
        size_t size =
            rdl_store_build_bytes(rdl_sql_text(st, 2), id, sizeof(id));

        good = rdl_coverage_module(c->memory, &c->party, rdl_sql_text(st, 1),
                                   id, size) == sqlite3_column_int64(st, 0);
    }
    sqlite3_finalize(st);
    return good;
}

static bool load_locations(struct rdl_sql *sql, struct rdl_coverage *c)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT number, module, offset FROM locations ORDER BY number");
    bool good = true;

    while (good && rdl_sql_row(sql, st)) {
        const uint64_t key =
            rdl_location_key_of((uint32_t)sqlite3_column_int64(st, 1),
                                (uint64_t)sqlite3_column_int64(st, 2));

        good = rdl_location_named(&c->locations, key) ==
               sqlite3_column_int64(st, 0);
    }
    sqlite3_finalize(st);
    return good;
}

static bool load_requirements(struct rdl_sql *sql, struct rdl_coverage *c)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT number, metric, l1, l2, estimated, execution FROM "
             "requirements ORDER BY number");
    bool good = true;

    while (good && rdl_sql_row(sql, st)) {
        const int64_t number = sqlite3_column_int64(st, 0);
        const uint64_t key = rdl_key((unsigned)sqlite3_column_int64(st, 1),
                                     (uint32_t)sqlite3_column_int64(st, 2),
                                     (uint32_t)sqlite3_column_int64(st, 3));

        good = rdl_requirements_insert(&c->covering, key) == number;
        if (good && sqlite3_column_int64(st, 4) != 0)
            good = rdl_requirements_estimate(&c->covering, key) == number;
        if (good && sqlite3_column_type(st, 5) != SQLITE_NULL)
            good = rdl_requirements_restore(
                       &c->covering, key,
                       (uint64_t)sqlite3_column_int64(st, 5)) == number;
    }
    sqlite3_finalize(st);
    return good;
}

/* First all members, in their order: rows speak of all of them. */
static bool load_members(struct rdl_sql *sql, struct rdl_pairing *p)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT member, requirement FROM pairs WHERE metric = ? ORDER BY "
             "member");
    bool good = rdl_sql_bind(sql, st, "t", p->kind->name);

    while (good && rdl_sql_row(sql, st))
        good = rdl_pairs_admit(p, (uint32_t)sqlite3_column_int64(st, 1)) ==
               sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return good;
}

static bool load_rows(struct rdl_sql *sql, struct rdl_pairing *p)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT member, partners FROM pairs WHERE metric = ?");
    uint64_t *row = rdl_alloc(p->row_words * sizeof(*row));
    bool good = rdl_sql_bind(sql, st, "t", p->kind->name);

    while (good && rdl_sql_row(sql, st)) {
        const void *blob = sqlite3_column_blob(st, 1);
        size_t words = (size_t)sqlite3_column_bytes(st, 1) / sizeof(*row);

        if (words > p->row_words)
            words = p->row_words;
        /* A blob need not be aligned. */
        if (words > 0)
            memcpy(row, blob, words * sizeof(*row));
        rdl_pairs_restore(p, (uint32_t)sqlite3_column_int64(st, 0), row, words);
    }
    sqlite3_finalize(st);
    free(row);
    return good;
}

static bool load_all(struct rdl_sql *sql, struct rdl_coverage *c)
{
    bool good = load_modules(sql, c) && load_locations(sql, c) &&
                load_requirements(sql, c);

    for (size_t i = 0; good && i < RDL_N_COMBINATORIAL; i++) {
        if (c->pairs[i].table != NULL)
            good =
                load_members(sql, &c->pairs[i]) && load_rows(sql, &c->pairs[i]);
    }
    return good && sql->error == NULL;
}

bool rdl_store_load(struct rdl_store *s, struct rdl_coverage *coverage,
                    struct rdl_store_totals *totals, char **text)
{
    *totals = (struct rdl_store_totals){ .sessions = 0 };
    *text = NULL;
    if (s == NULL)
        return true;
    if (coverage != NULL && !load_all(&s->sql, coverage)) {
        *text = rdl_store_without(s, s->sql.error != NULL ? s->sql.error
                                                          : "it does not fit");
        return false;
    }
    if (coverage != NULL)
        rdl_saved_all(&s->saved, coverage);
    totals->executions = s->before.executions;
    totals->next = s->before.next;
    totals->seconds = s->before.seconds;
    totals->sessions = (uint64_t)rdl_sql_number(
        &s->sql, "SELECT count(*) - 1 FROM sessions", 0);
    totals->capped = rdl_store_rows_capped(&s->sql);
    totals->n_findings = rdl_store_rows_findings(&s->sql, &totals->findings);
    return true;
}

void rdl_store_totals_free(struct rdl_store_totals *totals)
{
    for (size_t i = 0; i < totals->n_findings; i++)
        free(totals->findings[i].schedule);
    free(totals->findings);
    *totals = (struct rdl_store_totals){ .sessions = 0 };
}
