/* save.c - writes a delta of coverage into the tables of the store.  Numbers in
 * the tables are those of the deltas.  Rows that come again, after an append
 * that failed, replace themselves. */
#include "store/sqlite/internal.h"

#include "store/build.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct save { /* a delta that is being written */
    struct rdl_sql *sql;
    const struct rdl_store_progress *from, *to;
    sqlite3_stmt *locations, *requirements, *pairs, *rows;
    /* For each member of the kind that is being read: its requirement; 0: not
     * new, the table has it. */
    uint32_t *members[RDL_N_COMBINATORIAL];
    struct rdl_delta_counts since, all;
};

static bool save_begin(void *data, const struct rdl_delta_counts *since,
                       const struct rdl_delta_counts *all)
{
    struct save *s = data;

    s->since = *since;
    s->all = *all;
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        s->members[i] =
            rdl_alloc(((size_t)all->members[i] - since->members[i] + 1) *
                      sizeof(*s->members[i]));
    return true;
}

static bool save_module(void *data, uint32_t number,
                        const struct rdl_coverage_module *m)
{
    struct save *s = data;
    char *build = rdl_store_build_id(m->build_id, m->build_id_size);
    bool good;

    if (build == NULL)
        build = rdl_store_build_of(m->path);
    good = rdl_sql_do(s->sql, "INSERT OR REPLACE INTO modules VALUES(?, ?, ?)",
                      "itt", (int64_t)number, m->path, build);
    free(build);
    return good;
}

static bool save_location(void *data, uint32_t number, uint64_t key)
{
    struct save *s = data;

    return rdl_sql_put(s->sql, s->locations, "iii", (int64_t)number,
                       (int64_t)rdl_location_key_module(key),
                       (int64_t)rdl_location_key_offset(key));
}

/* Between two saves it assumes that executions take equal time.  An execution
 * that was handed out before may have been repeated since
 * (campaign/determinism.h) and have covered what was not yet known to be
 * shared: it does not get a later time for that. */
static double save_seconds(uint64_t execution,
                           const struct rdl_store_progress *from,
                           const struct rdl_store_progress *to)
{
    double part;

    if (execution < from->next)
        return from->seconds;
    if (execution >= to->next)
        return to->seconds;
    part = (double)(execution - from->next) / (double)(to->next - from->next);
    return from->seconds + part * (to->seconds - from->seconds);
}

static bool save_requirement(void *data, const struct rdl_delta_requirement *r)
{
    struct save *s = data;
    const bool covered = r->first != RDL_NOT_COVERED;

    /* The columns that may be null come last: 'n' takes no argument. */
    return rdl_sql_put(s->sql, s->requirements,
                       covered ? "iiiiiiiid" : "iiiiiiinn", (int64_t)r->number,
                       (int64_t)rdl_key_metric(r->key),
                       (int64_t)rdl_key_l1(r->key), (int64_t)rdl_key_l2(r->key),
                       (int64_t)r->estimated, (int64_t)r->hits.covered,
                       (int64_t)r->hits.failed, (int64_t)r->first,
                       save_seconds(r->first, s->from, s->to));
}

static bool save_member(void *data, unsigned kind, uint32_t member,
                        uint32_t requirement)
{
    struct save *s = data;

    s->members[kind][member - s->since.members[kind]] = requirement;
    return true;
}

/* Every new member has a row, even if it is empty. */
static bool save_row(void *data, const struct rdl_delta_row *row)
{
    struct save *s = data;
    const char *kind = rdl_combinatorial_at(row->kind)->name;
    const uint32_t since = s->since.members[row->kind];
    const size_t size = row->n_words * sizeof(*row->partners);

    if (row->member <= since)
        return rdl_sql_put(s->sql, s->rows, "bti", row->partners, size, kind,
                           (int64_t)row->member);
    return rdl_sql_put(s->sql, s->pairs, "tiib", kind, (int64_t)row->member,
                       (int64_t)s->members[row->kind][row->member - since],
                       row->partners, size);
}

bool rdl_sqlite_save(struct rdl_sql *sql, const struct rdl_delta *delta,
                     const struct rdl_store_progress *from,
                     const struct rdl_store_progress *to)
{
    struct save s = {
        .sql = sql,
        .from = from,
        .to = to,
        .locations = rdl_sql_prepare(
            sql, "INSERT OR REPLACE INTO locations VALUES(?, ?, ?)"),
        /* Written again after a failure, it retains its first time. */
        .requirements = rdl_sql_prepare(
            sql, "INSERT INTO requirements(number, metric, l1, l2, estimated, "
                 "hits, failed, execution, seconds) "
                 "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) "
                 "ON CONFLICT(number) DO UPDATE SET "
                 /* Covered before executions were counted: not known. */
                 "hits = iif(execution IS NULL OR hits IS NOT NULL, "
                 "excluded.hits, NULL), "
                 "failed = iif(execution IS NULL OR failed IS NOT NULL, "
                 "excluded.failed, NULL), "
                 "estimated = max(estimated, excluded.estimated), "
                 "execution = coalesce(execution, excluded.execution), "
                 "seconds = coalesce(seconds, excluded.seconds)"),
        .pairs = rdl_sql_prepare(
            sql, "INSERT OR REPLACE INTO pairs VALUES(?, ?, ?, ?)"),
        .rows = rdl_sql_prepare(sql, "UPDATE pairs SET partners = ? WHERE "
                                     "metric = ? AND member = ?"),
    };
    const struct rdl_delta_reader reader = {
        .data = &s,
        .begin = save_begin,
        .module = save_module,
        .location = save_location,
        .requirement = save_requirement,
        .member = save_member,
        .row = save_row,
    };
    bool good = delta == NULL || rdl_delta_read(delta, &reader) == 0;

    sqlite3_finalize(s.locations);
    sqlite3_finalize(s.requirements);
    sqlite3_finalize(s.pairs);
    sqlite3_finalize(s.rows);
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        free(s.members[i]);
    return good;
}
