/* store_check.c - does a campaign's store hold together?
 *
 * A file that was damaged (a bad disk, a copy that ended early, an editor) may
 * still be a database, and its rows still be rows.  Numbers must come out as
 * they were and lead nowhere else, so everything that raddle reads of a store
 * is looked at here first; who reads it afterwards need not ask again. */
#include "campaign/store_internal.h"

#include "campaign/die.h"
#include "coverage/collector.h"

#include <stdlib.h>
#include <string.h>

/* Parameters of the queries. */
#define LOCATIONS "?1" /* at most so many */
#define REQUIREMENTS "?2"
#define MEMBERS "?3"
#define MODULES "?4"
#define FIRST "?5" /* location */
#define LAST "?6"  /* location that there is */
#define NO_MODULE "?7"
#define LAST_METRIC "?8"
#define PATH "?9" /* bytes of a module's, with the 0 */

/* Conditions that hold for what cannot be; null is no number. */
#define NOT_IN(x, least, most)                                                 \
    "(typeof(" x ") != 'integer' OR " x " NOT BETWEEN " least " AND " most ")"
#define NO_COUNT(x) NOT_IN(x, "0", "(1 << 53)")
#define NO_TIME(x)                                                             \
    "(typeof(" x ") NOT IN ('real', 'integer') OR NOT " x " BETWEEN 0 AND "    \
    "1e12)"
#define NO_TEXT(x) "typeof(" x ") != 'text'"
#define NOR_NULL(x, wrong) "(" x " IS NOT NULL AND " wrong ")"
#define ANY "SELECT count(*) FROM "

/* Each gives the number of what is wrong. */
static const struct {
    const char *what;
    const char *query;
} checks[] = {
    { "marks", "SELECT user_version < 1 FROM pragma_user_version" },
    { "facts", "SELECT count(*) > 0 AND (SELECT count(*) FROM meta WHERE name "
               "IN ('program', 'path') AND NOT " NO_TEXT("value") //
      ") != 2 FROM sessions" },
    { "facts", ANY "meta WHERE name = 'stride' AND " NO_TIME("value") },
    { "arguments", ANY "arguments WHERE " NO_TEXT("value") },
    { "sessions",
      ANY "sessions WHERE " NO_COUNT("executions") " OR " NO_COUNT("next") //
      " OR " NO_TIME("seconds") " OR " NOR_NULL("metrics",
                                                NO_TEXT("metrics")) },
    { "sessions", ANY
      "sessions WHERE " NOR_NULL("began", NO_COUNT("began")) " OR " NOR_NULL(
          "ended",
          NO_COUNT(
              "ended")) " OR " NOR_NULL("version",
                                        NO_TEXT(
                                            "version")) " OR " NOR_NULL("strate"
                                                                        "gy",
                                                                        NO_TEXT(
                                                                            "st"
                                                                            "ra"
                                                                            "te"
                                                                            "g"
                                                                            "y")) " OR " NOR_NULL("how",
                                                                                                  NO_TEXT(
                                                                                                      "how")) },
    { "sessions", "SELECT total(executions) > 9e15 OR total(seconds) > 1e15 "
                  "FROM sessions" },
    { "metrics", ANY "metrics WHERE " NO_TEXT("name") },
    { "modules", "SELECT count(*) > " MODULES " OR count(*) != coalesce("
                 "max(number) + 1, 0) OR min(number) < 0 FROM modules" },
    { "modules", ANY "modules WHERE " NO_TEXT("path")          //
      " OR length(CAST(path AS BLOB)) NOT BETWEEN 1 AND " PATH //
      " - 1 OR " NOR_NULL("build", NO_TEXT("build")) },
    { "locations", "SELECT count(*) > " LOCATIONS " OR count(*) != coalesce("
                   "max(number) + 1 - " FIRST ", 0) OR min(number) < " FIRST
                   " OR count(DISTINCT module << 48 | offset) != count(*) FROM "
                   "locations" },
    { "locations", ANY "locations WHERE " NOT_IN("offset", "0",
                                                 "(1 << 48) - 1") //
      " OR " NOT_IN("module", "0", NO_MODULE)                     //
      " OR (module != " NO_MODULE
      " AND module NOT IN (SELECT number FROM modules))" },
    { "requirements",
      "SELECT count(*) > " REQUIREMENTS " OR count(*) != coalesce("
      "max(number), 0) OR min(number) < 1 FROM requirements" },
    { "requirements",
      ANY "requirements WHERE " NOT_IN("metric", "0", LAST_METRIC)  //
      " OR " NOT_IN("l1", "0", LAST) " OR " NOT_IN("l2", "0", LAST) //
      " OR l1 = " FIRST " - 1 OR l2 = " FIRST " - 1" },
    { "requirements", ANY "requirements WHERE " NOT_IN("estimated", "0", "1") //
      " OR " NOR_NULL("execution", NO_COUNT("execution"))                     //
      " OR " NOR_NULL("seconds", NO_TIME("seconds")) },
    { "requirements", ANY "(SELECT 1 FROM requirements GROUP BY metric, l1, "
                          "l2 HAVING count(*) > 1)" },
    { "pairs",
      ANY "(SELECT 1 FROM pairs GROUP BY metric HAVING count(*) > " MEMBERS
          " OR count(*) != max(member) OR min(member) < 1 OR "
          "count(DISTINCT requirement) != count(*))" },
    { "pairs", ANY "pairs WHERE " NO_TEXT("metric") " OR " NO_COUNT("member") //
      " OR " NO_COUNT(
          "requirement") " OR requirement NOT IN (SELECT number "
                         "FROM requirements) OR typeof(partners) != 'blob' OR "
                         "length(partners) % 8 != 0" },
    { "findings", ANY "findings WHERE " NO_TEXT(
                      "id") " OR length(id) != 16 OR id GLOB "
                            "'*[^0-9a-f]*' OR " NO_TEXT("kind") " OR " NO_TEXT(
                                "location") " OR "                           //
      NO_TEXT("text") " OR " NO_COUNT("execution") " OR " NO_COUNT("steps")  //
      " OR " NO_TIME("seconds") " OR " NO_COUNT("times")                     //
      " OR " NOT_IN("replayed", "0", "1") " OR " NOT_IN("checked", "0", "1") //
      " OR " NOR_NULL("schedule", NO_TEXT("schedule")) },
    { "samples", ANY "samples WHERE " NO_TIME("seconds") " OR " //
      NO_COUNT("executions") " OR " NO_COUNT("findings") },
    { "samples", ANY "sample_coverage WHERE " NO_COUNT("covered") },
};

#define N_CHECKS (sizeof(checks) / sizeof(checks[0]))

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

/* No partner is beyond the last member. */
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

char *rdl_store_check(struct rdl_sql *sql,
                      const struct rdl_coverage_limits *limits)
{
    const char *what = check_pages(sql) ? NULL : "pages";
    const int64_t numbers[] = {
        limits->locations,
        limits->requirements,
        limits->members,
        RDL_COVERAGE_MODULES,
        RDL_LOC_FIRST,
        rdl_sql_number(sql, "SELECT max(number) FROM locations", 0),
        RDL_NO_MODULE,
        RDL_N_METRICS - 1,
        RDL_COVERAGE_PATH,
    };

    for (size_t i = 0; what == NULL && i < N_CHECKS; i++) {
        if (!check_one(sql, checks[i].query, numbers))
            what = checks[i].what;
    }
    if (what == NULL && !check_partners(sql))
        what = "pairs";
    if (sql->error != NULL)
        return rdl_strdup(sql->error);
    return what != NULL ? rdl_format("its %s do not hold together", what)
                        : NULL;
}
