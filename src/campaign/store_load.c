/* store_load.c - from a campaign's store into a coverage memory.
 *
 * Numbers must come out as they were, so everything that could prevent that is
 * looked at before anything is filled in. */
#include "campaign/store_internal.h"

#include "campaign/die.h"
#include "campaign/store_build.h"
#include "campaign/store_rows.h"
#include "coverage/collector.h"

#include <stdlib.h>
#include <string.h>

/* --- Does it hold together? ----------------------------------------------- */

/* Each gives the number of what is wrong. */
static const struct {
    const char *what;
    const char *query;
} checks[] = {
    { "modules", "SELECT count(*) > ?4 OR count(*) != coalesce(max(number) + "
                 "1, 0) OR min(number) < 0 FROM modules" },
    { "locations", "SELECT count(*) > ?1 OR count(*) != coalesce(max(number) + "
                   "1 - ?5, 0) OR min(number) < ?5 OR count(DISTINCT module << "
                   "48 | offset) != count(*) FROM locations" },
    { "locations", "SELECT count(*) FROM locations WHERE module NOT BETWEEN 0 "
                   "AND ?7 OR offset NOT BETWEEN 0 AND (1 << 48) - 1" },
    { "requirements", "SELECT count(*) > ?2 OR count(*) != coalesce("
                      "max(number), 0) OR min(number) < 1 FROM requirements" },
    { "requirements", "SELECT count(*) FROM requirements WHERE metric NOT "
                      "BETWEEN 0 AND ?8 OR l1 NOT BETWEEN 0 AND ?6 OR l2 NOT "
                      "BETWEEN 0 AND ?6 OR l1 = ?5 - 1 OR l2 = ?5 - 1" },
    { "requirements", "SELECT count(*) FROM (SELECT 1 FROM requirements GROUP "
                      "BY metric, l1, l2 HAVING count(*) > 1)" },
    { "pairs", "SELECT count(*) FROM (SELECT 1 FROM pairs GROUP BY metric "
               "HAVING count(*) > ?3 OR count(*) != max(member) OR "
               "min(member) < 1 OR count(DISTINCT requirement) != count(*))" },
    { "pairs", "SELECT count(*) FROM pairs WHERE requirement NOT IN (SELECT "
               "number FROM requirements)" },
};

#define N_CHECKS (sizeof(checks) / sizeof(checks[0]))

/* What is wrong, to be freed; NULL: nothing. */
static char *load_check(struct rdl_sql *sql, const struct rdl_coverage *c)
{
    const struct rdl_coverage_limits *limits = &c->memory->limits;
    const int64_t numbers[] = {
        limits->locations,
        limits->requirements,
        limits->members,
        RDL_COVERAGE_MODULES,
        RDL_LOC_FIRST,
        rdl_sql_number(sql, "SELECT max(number) FROM locations", 0),
        RDL_NO_MODULE,
        RDL_N_METRICS - 1,
    };
    char *wrong = NULL;

    for (size_t i = 0; wrong == NULL && i < N_CHECKS; i++) {
        sqlite3_stmt *st = rdl_sql_prepare(sql, checks[i].query);

        for (int j = 0; st != NULL && j < sqlite3_bind_parameter_count(st); j++)
            sqlite3_bind_int64(st, j + 1, numbers[j]);
        if (rdl_sql_row(sql, st) && sqlite3_column_int64(st, 0) != 0)
            wrong = rdl_format("its %s do not hold together", checks[i].what);
        sqlite3_finalize(st);
    }
    if (wrong == NULL && sql->error != NULL)
        wrong = rdl_strdup(sql->error);
    return wrong;
}

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
    char *wrong;

    *totals = (struct rdl_store_totals){ .sessions = 0 };
    *text = NULL;
    if (s == NULL)
        return true;
    wrong = coverage != NULL ? load_check(&s->sql, coverage) : NULL;
    if (wrong == NULL && coverage != NULL && !load_all(&s->sql, coverage))
        wrong =
            rdl_strdup(s->sql.error != NULL ? s->sql.error : "it does not fit");
    if (wrong != NULL) {
        *text = rdl_format("%s cannot be used: %s; remove it, or use another "
                           "--out",
                           s->path, wrong);
        free(wrong);
        s->dead = true;
        return false;
    }
    if (coverage != NULL)
        rdl_saved_all(&s->saved, coverage);
    totals->executions = s->before.executions;
    totals->next = s->before.next;
    totals->seconds = s->before.seconds;
    totals->sessions = (uint64_t)rdl_sql_number(
        &s->sql, "SELECT count(*) - 1 FROM sessions", 0);
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
