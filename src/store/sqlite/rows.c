/* rows.c - see rows.h. */
#include "store/sqlite/rows.h"

#include "base/text.h"
#include "store/sqlite/internal.h"
#include "coverage/coverage.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

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
        .nth = (uint64_t)sqlite3_column_int64(st, 11),
    };
    rdl_text_copy(f->kind, rdl_sql_text(st, 1), sizeof(f->kind));
    rdl_text_copy(f->said.location, rdl_sql_text(st, 2),
                  sizeof(f->said.location));
    rdl_text_copy(f->said.text, rdl_sql_text(st, 3), sizeof(f->said.text));
    /* Older stores do not have it. */
    f->warning = sqlite3_column_type(st, 12) == SQLITE_NULL
                     ? rdl_found_warns(f->kind)
                     : sqlite3_column_int64(st, 12) != 0;
    if (sqlite3_column_type(st, 8) != SQLITE_NULL)
        f->schedule = rdl_strdup(rdl_sql_text(st, 8));
}

size_t rdl_sqlite_rows_findings(struct rdl_sql *sql, struct rdl_found **out)
{
    char *query = rdl_format(
        "SELECT id, kind, location, text, execution, steps, seconds, times, "
        "schedule, replayed, checked, %s, %s FROM findings ORDER BY rowid",
        rdl_sqlite_has_column(sql, "findings", "nth") ? "nth" : "NULL",
        rdl_sqlite_has_column(sql, "findings", "warning") ? "warning" : "NULL");
    sqlite3_stmt *st = rdl_sql_prepare(sql, query);
    size_t n = 0;

    free(query);

    *out = NULL;
    while (rdl_sql_row(sql, st)) {
        *out = rdl_grow(*out, (n + 1) * sizeof(**out));
        rows_finding(st, &(*out)[n++]);
    }
    sqlite3_finalize(st);
    return n;
}

unsigned rdl_sqlite_rows_metric(const char *name)
{
    unsigned i = 0;

    while (i < RDL_N_METRICS && strcmp(rdl_metric_at(i)->name, name) != 0)
        i++;
    return i;
}

bool rdl_sqlite_rows_capped(struct rdl_sql *sql)
{
    return rdl_sql_number(
               sql, "SELECT count(*) FROM meta WHERE name = 'capped'", 0) != 0;
}

/* By its name, as in the lists of sessions. */
static void rows_name(const char *name, uint32_t *metrics, uint32_t *pairs)
{
    const unsigned metric = rdl_sqlite_rows_metric(name);
    const struct rdl_combinatorial *kind;

    if (metric < RDL_N_METRICS)
        *metrics |= UINT32_C(1) << metric;
    for (size_t i = 0; (kind = rdl_combinatorial_at(i)) != NULL; i++) {
        if (strcmp(kind->name, name) == 0)
            *pairs |= UINT32_C(1) << i;
    }
}

void rdl_sqlite_rows_names(const char *list, uint32_t *metrics, uint32_t *pairs)
{
    char *names = rdl_strdup(list), *rest = names, *name;

    while ((name = strsep(&rest, ",")) != NULL)
        rows_name(name, metrics, pairs);
    free(names);
}

uint32_t rdl_sqlite_rows_proved(struct rdl_sql *sql)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT value FROM meta WHERE name = 'proved'");
    uint32_t metrics = 0, pairs = 0;

    if (rdl_sql_row(sql, st))
        rdl_sqlite_rows_names(rdl_sql_text(st, 0), &metrics, &pairs);
    sqlite3_finalize(st);
    return metrics;
}

static int64_t rows_time(sqlite3_stmt *st, int column)
{
    return sqlite3_column_type(st, column) == SQLITE_NULL
               ? -1
               : sqlite3_column_int64(st, column);
}

void rdl_sqlite_rows_sessions(struct rdl_sql *sql,
                              const struct rdl_store_reader *reader,
                              const char *unended)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT began, ended, version, strategy, seed, metrics, "
             "executions, seconds, coalesce(how, ?) FROM sessions ORDER BY "
             "number");

    rdl_sql_bind(sql, st, "t", unended);
    while (rdl_sql_row(sql, st)) {
        const struct rdl_store_session session = {
            .began = rows_time(st, 0),
            .ended = rows_time(st, 1),
            .version = rdl_sql_text(st, 2),
            .strategy = rdl_sql_text(st, 3),
            .seed = (uint64_t)sqlite3_column_int64(st, 4),
            .metrics = rdl_sql_text(st, 5),
            .executions = (uint64_t)sqlite3_column_int64(st, 6),
            .seconds = sqlite3_column_double(st, 7),
            .how = (const char *)sqlite3_column_text(st, 8),
        };

        reader->session(reader->data, &session);
    }
    sqlite3_finalize(st);
}

/* A metric without coverage at that time has no row. */
static void rows_covered(struct rdl_sql *sql, sqlite3_stmt *st, int64_t sample,
                         uint64_t covered[RDL_N_METRICS])
{
    memset(covered, 0, RDL_N_METRICS * sizeof(*covered));
    rdl_sql_bind(sql, st, "i", sample);
    while (rdl_sql_row(sql, st)) {
        unsigned metric = rdl_sqlite_rows_metric(rdl_sql_text(st, 0));

        if (metric < RDL_N_METRICS)
            covered[metric] = (uint64_t)sqlite3_column_int64(st, 1);
    }
}

void rdl_sqlite_rows_samples(struct rdl_sql *sql,
                             const struct rdl_store_reader *reader)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT number, seconds, executions, findings FROM samples ORDER "
             "BY number");
    sqlite3_stmt *each = rdl_sql_prepare(
        sql, "SELECT name, covered FROM sample_coverage JOIN metrics ON metric "
             "= metrics.number WHERE sample = ?");
    uint64_t covered[RDL_N_METRICS];

    while (rdl_sql_row(sql, st)) {
        const struct rdl_store_sample sample = {
            .seconds = sqlite3_column_double(st, 1),
            .executions = (uint64_t)sqlite3_column_int64(st, 2),
            .findings = (uint64_t)sqlite3_column_int64(st, 3),
            .covered = covered,
        };

        rows_covered(sql, each, sqlite3_column_int64(st, 0), covered);
        reader->sample(reader->data, &sample);
    }
    sqlite3_finalize(each);
    sqlite3_finalize(st);
}
