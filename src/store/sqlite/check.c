/* check.c - is a campaign's store consistent?  A damaged file (a bad disk, a
 * copy that ended early, an editor) may still be a database with valid rows.
 * Numbers must be the ones that were written and must refer to something, so
 * this file checks everything that raddle reads of a store; later readers need
 * not check again. */
#include "store/sqlite/internal.h"

#include "coverage/collector.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Parameters of the queries. */
#define LOCATIONS "?1" /* upper bound */
#define REQUIREMENTS "?2"
#define MEMBERS "?3"
#define MODULES "?4"
#define FIRST "?5" /* first location */
#define LAST "?6"  /* last location that exists */
#define NO_MODULE "?7"
#define LAST_METRIC "?8"
#define PATH "?9" /* bytes of a module's path, including the 0 */

/* Conditions that are true of invalid values; null is not a number.  Text with
 * a 0 in it would be read only up to there. */
#define NOT_IN(x, least, most)                                                 \
    "typeof(" x ") != 'integer' OR " x " NOT BETWEEN " least " AND " most
#define NO_COUNT(x) NOT_IN(x, "0", "(1 << 53)")
#define NO_TIME(x)                                                             \
    "typeof(" x ") NOT IN ('real', 'integer') OR NOT " x " BETWEEN 0 AND 1e12"
#define NO_TEXT(x)                                                             \
    "typeof(" x ") != 'text' OR instr(CAST(" x " AS BLOB), x'00') > 0"
#define MAYBE(x, wrong) x " IS NOT NULL AND (" wrong ")"
#define MAYBE_COUNT(x) MAYBE(x, NO_COUNT(x))
#define MAYBE_TIME(x) MAYBE(x, NO_TIME(x))
#define MAYBE_TEXT(x) MAYBE(x, NO_TEXT(x))

/* For each row: none of these may be true. */
static const struct {
    const char *what, *table;
    const char *wrong[16];
} rows[] = {
    { "facts",
      "meta",
      { "name IN ('program', 'path') AND (" NO_TEXT("value") ")",
        "name = 'stride' AND (" NO_TIME("value") ")",
        "name = 'interleavings' AND (" NO_COUNT("value") ")" } },
    { "arguments", "arguments", { NO_TEXT("value") } },
    { "sessions",
      "sessions",
      { MAYBE_COUNT("began"), MAYBE_COUNT("ended"), MAYBE_TEXT("version"),
        MAYBE_TEXT("strategy"), "typeof(seed) != 'integer'",
        MAYBE_TEXT("metrics"), NO_COUNT("executions"), NO_COUNT("next"),
        NO_TIME("seconds"), MAYBE_TEXT("how") } },
    { "metrics", "metrics", { NO_TEXT("name") } },
    { "modules",
      "modules",
      { NO_TEXT("path"),
        "length(CAST(path AS BLOB)) NOT BETWEEN 1 AND " PATH " - 1",
        MAYBE_TEXT("build"), "build GLOB 'id:*[^0-9a-f]*'",
        "build GLOB 'id:*' AND length(build) % 2 = 0" } },
    { "locations",
      "locations",
      { NOT_IN("offset", "0", "(1 << 48) - 1"),
        NOT_IN("module", "0", NO_MODULE),
        "module != " NO_MODULE " AND module NOT IN (SELECT number FROM "
        "modules)" } },
    { "requirements",
      "requirements",
      { NOT_IN("metric", "0", LAST_METRIC), NOT_IN("l1", "0", LAST),
        NOT_IN("l2", "0", LAST), FIRST " - 1 IN (l1, l2)",
        NOT_IN("estimated", "0", "1"), MAYBE_COUNT("execution"),
        MAYBE_TIME("seconds") } },
    { "pairs",
      "pairs",
      { NO_TEXT("metric"), NO_COUNT("member"), NO_COUNT("requirement"),
        "requirement NOT IN (SELECT number FROM requirements)",
        "typeof(partners) != 'blob'", "length(partners) % 8 != 0" } },
    { "findings",
      "findings",
      { NO_TEXT("id"), "length(id) != 16", "id GLOB '*[^0-9a-f]*'",
        NO_TEXT("kind"), NO_TEXT("location"), NO_TEXT("text"),
        NO_COUNT("execution"), NO_COUNT("steps"), NO_TIME("seconds"),
        NO_COUNT("times"), MAYBE_TEXT("schedule"), NOT_IN("replayed", "0", "1"),
        NOT_IN("checked", "0", "1") } },
    { "samples",
      "samples",
      { NO_TIME("seconds"), NO_COUNT("executions"), NO_COUNT("findings") } },
    { "samples", "sample_coverage", { NO_COUNT("covered") } },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))
#define MOST_WRONG (sizeof(rows[0].wrong) / sizeof(rows[0].wrong[0]))

/* For a store that has the column. */
static const char nth_wrong[] =
    "SELECT count(*) FROM findings WHERE " MAYBE_COUNT("nth");

static const char warning_wrong[] =
    "SELECT count(*) FROM findings WHERE warning IS NOT NULL AND "
    "(" NOT_IN("warning", "0", "1") ")";

static const char hits_wrong[] =
    "SELECT count(*) FROM requirements WHERE " MAYBE_COUNT(
        "hits") " OR " MAYBE_COUNT("failed");
static const char failed_wrong[] =
    "SELECT count(*) FROM sessions WHERE " MAYBE_COUNT("failed");

static const char notes_wrong[] =
    NO_TEXT("kind") " OR " NO_TEXT("text") " OR " NO_TEXT("location");

/* For rows together: each query must return 0. */
static const struct {
    const char *what, *query;
} tables[] = {
    { "marks", "SELECT user_version < 1 FROM pragma_user_version" },
    { "facts", "SELECT count(*) > 0 AND (SELECT count(*) FROM meta WHERE name "
               "IN ('program', 'path')) != 2 FROM sessions" },
    { "sessions", "SELECT total(executions) > 9e15 OR total(seconds) > 1e15 "
                  "FROM sessions" },
    { "modules", "SELECT count(*) > " MODULES " OR count(*) != coalesce("
                 "max(number) + 1, 0) OR min(number) < 0 FROM modules" },
    /* The coverage memory knows only the id of a build. */
    { "modules", "SELECT count(*) FROM (SELECT 1 FROM modules GROUP BY path, "
                 "iif(build GLOB 'id:*', build, '') HAVING count(*) > 1)" },
    { "locations", "SELECT count(*) > " LOCATIONS " OR count(*) != coalesce("
                   "max(number) + 1 - " FIRST ", 0) OR min(number) < " FIRST
                   " OR count(DISTINCT module << 48 | offset) != count(*) FROM "
                   "locations" },
    { "requirements", "SELECT count(*) > " REQUIREMENTS " OR count(*) != "
                      "coalesce(max(number), 0) OR min(number) < 1 FROM "
                      "requirements" },
    { "requirements", "SELECT count(*) FROM (SELECT 1 FROM requirements GROUP "
                      "BY metric, l1, l2 HAVING count(*) > 1)" },
    { "pairs", "SELECT count(*) FROM (SELECT 1 FROM pairs GROUP BY metric "
               "HAVING count(*) > " MEMBERS " OR count(*) != max(member) OR "
               "min(member) < 1 OR count(DISTINCT requirement) != count(*))" },
};

#define N_TABLES (sizeof(tables) / sizeof(tables[0]))

static bool check_one(struct rdl_sql *sql, const char *query,
                      const int64_t *numbers)
{
    sqlite3_stmt *st = rdl_sql_prepare(sql, query);
    bool good = true;

    for (int i = 0; st != NULL && i < sqlite3_bind_parameter_count(st); i++)
        sqlite3_bind_int64(st, i + 1, numbers[i]);
    if (rdl_sql_row(sql, st))
        good = sqlite3_column_int64(st, 0) == 0;
    sqlite3_finalize(st);
    return good;
}

static bool check_rows(struct rdl_sql *sql, size_t table,
                       const int64_t *numbers)
{
    char *query =
        rdl_format("SELECT count(*) FROM %s WHERE false", rows[table].table);
    bool good;

    for (size_t i = 0; i < MOST_WRONG && rows[table].wrong[i] != NULL; i++) {
        char *longer = rdl_format("%s OR %s", query, rows[table].wrong[i]);

        free(query);
        query = longer;
    }
    good = check_one(sql, query, numbers);
    free(query);
    return good;
}

/* Is no partner beyond the last member? */
static bool check_partners(struct rdl_sql *sql)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT partners, (SELECT max(member) FROM pairs AS p WHERE "
             "p.metric = pairs.metric) FROM pairs");
    bool good = true;

    while (good && rdl_sql_row(sql, st)) {
        const uint8_t *bytes = sqlite3_column_blob(st, 0);
        const int64_t n = sqlite3_column_int64(st, 1);
        int64_t last = 8 * (int64_t)sqlite3_column_bytes(st, 0);

        while (last > 0 && (bytes[(last - 1) / 8] >> (last - 1) % 8 & 1) == 0)
            last--;
        good = last <= n;
    }
    sqlite3_finalize(st);
    return good;
}

static bool check_pages(struct rdl_sql *sql)
{
    sqlite3_stmt *st = rdl_sql_prepare(sql, "PRAGMA quick_check(1)");
    bool good = true;

    if (rdl_sql_row(sql, st))
        good = strcmp(rdl_sql_text(st, 0), "ok") == 0;
    sqlite3_finalize(st);
    return good;
}

char *rdl_sqlite_check(struct rdl_sql *sql)
{
    const struct rdl_coverage_limits limits = RDL_COVERAGE_LIMITS;
    const char *what = check_pages(sql) ? NULL : "pages";
    const int64_t numbers[] = {
        limits.locations,
        limits.requirements,
        limits.members,
        RDL_COVERAGE_MODULES,
        RDL_LOC_FIRST,
        rdl_sql_number(sql, "SELECT max(number) FROM locations", 0),
        RDL_NO_MODULE,
        RDL_N_METRICS - 1,
        RDL_COVERAGE_PATH,
    };

    for (size_t i = 0; what == NULL && i < N_ROWS; i++) {
        if (!check_rows(sql, i, numbers))
            what = rows[i].what;
    }
    for (size_t i = 0; what == NULL && i < N_TABLES; i++) {
        if (!check_one(sql, tables[i].query, numbers))
            what = tables[i].what;
    }
    if (what == NULL && rdl_sqlite_has_column(sql, "requirements", "failed") &&
        !check_one(sql, hits_wrong, numbers))
        what = "requirements";
    if (what == NULL && rdl_sqlite_has_column(sql, "sessions", "failed") &&
        !check_one(sql, failed_wrong, numbers))
        what = "sessions";
    if (what == NULL && rdl_sqlite_has_column(sql, "findings", "nth") &&
        !check_one(sql, nth_wrong, numbers))
        what = "findings";
    if (what == NULL && rdl_sqlite_has_column(sql, "findings", "warning") &&
        !check_one(sql, warning_wrong, numbers))
        what = "findings";
    if (what == NULL && rdl_sqlite_notes_damaged(sql, notes_wrong))
        what = "notes";
    if (what == NULL && !check_partners(sql))
        what = "pairs";
    if (sql->error != NULL)
        return rdl_strdup(sql->error);
    return what != NULL ? rdl_format("its %s do not hold together", what)
                        : NULL;
}
