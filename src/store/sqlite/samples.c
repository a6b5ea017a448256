/* samples.c - the growth of coverage and findings, in the campaign store.  It
 * takes about one sample a second.  When there are too many, it deletes every
 * second one and doubles the distance of future ones.  So a campaign of a
 * minute has all of them, and one of a month has enough to draw a curve. */
#include "store/sqlite/internal.h"

#include <stdlib.h>

#define MOST "2000" /* samples */

void rdl_sqlite_sample_load(struct rdl_sqlite *s)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        &s->sql, "SELECT (SELECT max(seconds) FROM samples), (SELECT value "
                 "FROM meta WHERE name = 'stride')");

    if (rdl_sql_row(&s->sql, st)) {
        if (sqlite3_column_type(st, 0) != SQLITE_NULL)
            s->sampled = sqlite3_column_double(st, 0);
        if (sqlite3_column_double(st, 1) >= 1)
            s->stride = sqlite3_column_double(st, 1);
    }
    sqlite3_finalize(st);
}

static bool samples_thin(struct rdl_sqlite *s)
{
    if (rdl_sql_number(&s->sql, "SELECT count(*) > " MOST " FROM samples", 0) ==
        0)
        return s->sql.error == NULL;
    s->stride *= 2;
    return rdl_sql_run(&s->sql,
                       "DELETE FROM samples WHERE number IN (SELECT number "
                       "FROM (SELECT number, row_number() OVER (ORDER BY "
                       "number) AS nth FROM samples) WHERE nth % 2 = 0);"
                       "DELETE FROM sample_coverage WHERE sample NOT IN "
                       "(SELECT number FROM samples);") &&
           rdl_sql_do(&s->sql,
                      "INSERT OR REPLACE INTO meta VALUES('stride', ?)", "d",
                      s->stride);
}

static bool samples_coverage(struct rdl_sqlite *s,
                             const uint64_t covered[RDL_N_METRICS],
                             int64_t sample)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(&s->sql, "INSERT INTO sample_coverage VALUES(?, ?, ?)");
    bool good = st != NULL;

    for (unsigned i = 0; good && i < RDL_N_METRICS; i++) {
        if (covered[i] > 0)
            good = rdl_sql_put(&s->sql, st, "iii", sample, (int64_t)i,
                               (int64_t)covered[i]);
    }
    sqlite3_finalize(st);
    return good;
}

bool rdl_sqlite_sample_add(struct rdl_sqlite *s,
                           const struct rdl_store_progress *now, bool last)
{
    if (!last && s->sampled >= 0 && now->seconds < s->sampled + s->stride)
        return true;
    s->sampled = now->seconds;
    return rdl_sql_do(&s->sql,
                      "INSERT INTO samples(seconds, executions, findings) "
                      "VALUES(?, ?, ?)",
                      "dii", now->seconds, (int64_t)now->executions,
                      (int64_t)now->findings) &&
           samples_coverage(s, now->covered,
                            sqlite3_last_insert_rowid(s->sql.db)) &&
           samples_thin(s);
}
