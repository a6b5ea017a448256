/* read.c - the SQLite backend, for reports: store/read.h. */
#include "store/read.h"

#include "base/text.h"
#include "util/lock_dir.h"
#include "store/sqlite/below.h"
#include "store/sqlite/internal.h"
#include "store/sqlite/rows.h"
#include "coverage/collector.h"
#include "util/alloc.h"
#include "util/shell_quote.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- Opening -------------------------------------------------------------- */

/* In a directory without write permission SQLite cannot coordinate with a
 * writer; but then there is no writer. */
static bool read_open_still(struct rdl_sql *sql, const char *path)
{
    char *escaped = rdl_alloc(3 * strlen(path) + 1), *uri;
    bool good;

    for (const char *c = path; *c != '\0'; c++)
        sprintf(escaped + strlen(escaped),
                strchr("%?#", *c) != NULL ? "%%%02x" : "%c", *c);
    uri = rdl_format("file:%s?immutable=1", escaped);
    good = rdl_sql_open(sql, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI) &&
           rdl_sql_run(sql, "BEGIN; SELECT count(*) FROM sqlite_master");
    free(uri);
    free(escaped);
    return good;
}

static bool read_open(struct rdl_sql *sql, const char *path)
{
    if (rdl_sql_open(sql, path, SQLITE_OPEN_READONLY) &&
        rdl_sql_run(sql, "BEGIN; SELECT count(*) FROM sqlite_master"))
        return true;
    if ((sql->code & 0xff) != SQLITE_CANTOPEN &&
        (sql->code & 0xff) != SQLITE_READONLY)
        return false;
    rdl_sql_close(sql);
    return read_open_still(sql, path);
}

static char *read_refused(struct rdl_sql *sql, const char *path)
{
    int64_t version = rdl_sql_number(sql, "PRAGMA user_version", 0);
    int64_t application = rdl_sql_number(sql, "PRAGMA application_id", 0);

    if (sql->error != NULL)
        return NULL;
    if (rdl_sql_number(sql, "SELECT count(*) FROM sqlite_master", 0) == 0)
        return rdl_format("%s is empty: no campaign has run there yet", path);
    if (application != RDL_STORE_APPLICATION)
        return rdl_format("%s is no campaign store of raddle", path);
    if (version > RDL_STORE_VERSION)
        return rdl_format("%s was written by a newer raddle (format %lld, this "
                          "one knows %d)",
                          path, (long long)version, RDL_STORE_VERSION);
    return NULL;
}

/* --- Tables --------------------------------------------------------------- */

static void read_modules(struct rdl_sql *sql, const struct rdl_store_reader *r)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT number, path, build FROM modules ORDER BY number");

    while (rdl_sql_row(sql, st))
        r->module(r->data, (uint32_t)sqlite3_column_int64(st, 0),
                  rdl_sql_text(st, 1), rdl_sql_text(st, 2));
    sqlite3_finalize(st);
}

static void read_locations(struct rdl_sql *sql,
                           const struct rdl_store_reader *r)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT number, module, offset FROM locations ORDER BY number");

    while (rdl_sql_row(sql, st))
        r->location(r->data, (uint32_t)sqlite3_column_int64(st, 0),
                    (uint32_t)sqlite3_column_int64(st, 1),
                    (uint64_t)sqlite3_column_int64(st, 2));
    sqlite3_finalize(st);
}

static void read_requirements(struct rdl_sql *sql,
                              const struct rdl_store_reader *r)
{
    char *query = rdl_format(
        "SELECT name, l1, l2, estimated, execution, seconds, %s FROM "
        "requirements JOIN metrics ON metric = metrics.number ORDER BY "
        "requirements.number",
        rdl_sqlite_has_column(sql, "requirements", "failed") ? "hits, failed"
                                                             : "NULL, NULL");
    sqlite3_stmt *st = rdl_sql_prepare(sql, query);

    free(query);

    while (rdl_sql_row(sql, st)) {
        const struct rdl_store_requirement q = {
            .metric = rdl_sqlite_rows_metric(rdl_sql_text(st, 0)),
            .l1 = (uint32_t)sqlite3_column_int64(st, 1),
            .l2 = (uint32_t)sqlite3_column_int64(st, 2),
            .estimated = sqlite3_column_int64(st, 3) != 0,
            .covered = sqlite3_column_type(st, 4) != SQLITE_NULL,
            .execution = (uint64_t)sqlite3_column_int64(st, 4),
            .seconds = sqlite3_column_double(st, 5),
            .counted = sqlite3_column_type(st, 6) != SQLITE_NULL,
            .hits = (uint64_t)sqlite3_column_int64(st, 6),
            .failed = (uint64_t)sqlite3_column_int64(st, 7),
        };

        if (q.metric < RDL_N_METRICS)
            r->requirement(r->data, &q);
    }
    sqlite3_finalize(st);
}

static void read_findings(struct rdl_sql *sql, const struct rdl_store_reader *r)
{
    struct rdl_found *all;
    size_t n = rdl_sqlite_rows_findings(sql, &all);

    for (size_t i = 0; i < n; i++) {
        r->finding(r->data, &all[i]);
        free(all[i].schedule);
    }
    free(all);
}

/* --- Summary -------------------------------------------------------------- */

/* The caller frees it. */
static char *read_fact(struct rdl_sql *sql, const char *name)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT value FROM meta WHERE name = ?");
    char *value;

    rdl_sql_bind(sql, st, "t", name);
    value = rdl_strdup(rdl_sql_row(sql, st) ? rdl_sql_text(st, 0) : "");
    sqlite3_finalize(st);
    return value;
}

static void read_program(struct rdl_sql *sql, struct rdl_store_summary *out)
{
    sqlite3_stmt *st;
    size_t n = 0;

    out->program = read_fact(sql, "program");
    out->build = read_fact(sql, "build");
    out->arguments = rdl_alloc(sizeof(char *));
    st = rdl_sql_prepare(sql, "SELECT value FROM arguments ORDER BY position");
    while (rdl_sql_row(sql, st)) {
        out->arguments[n++] = rdl_strdup(rdl_sql_text(st, 0));
        out->arguments = rdl_grow(out->arguments, (n + 1) * sizeof(char *));
        out->arguments[n] = NULL;
    }
    sqlite3_finalize(st);
}

static void read_sessions(struct rdl_sql *sql, struct rdl_store_summary *out,
                          const char *unended)
{
    char *query = rdl_format(
        "SELECT count(*), sum(executions), sum(seconds), (SELECT how FROM "
        "sessions ORDER BY number DESC LIMIT 1), %s FROM sessions",
        rdl_sqlite_has_column(sql, "sessions", "failed") ? "sum(failed)" : "0");
    sqlite3_stmt *st = rdl_sql_prepare(sql, query);

    free(query);
    if (rdl_sql_row(sql, st)) {
        out->sessions = (uint64_t)sqlite3_column_int64(st, 0);
        out->executions = (uint64_t)sqlite3_column_int64(st, 1);
        out->seconds = sqlite3_column_double(st, 2);
        out->failed = (uint64_t)sqlite3_column_int64(st, 4);
        if (sqlite3_column_type(st, 3) != SQLITE_NULL)
            out->how = rdl_strdup(rdl_sql_text(st, 3));
        else if (out->sessions > 0 && unended != NULL)
            out->how = rdl_strdup(unended);
    }
    sqlite3_finalize(st);
}

/* Each unordered pair has two rows. */
static uint64_t read_pairs(struct rdl_sql *sql,
                           const struct rdl_combinatorial *kind)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT partners FROM pairs WHERE metric = ?");
    uint64_t n = 0;

    rdl_sql_bind(sql, st, "t", kind->name);
    while (rdl_sql_row(sql, st)) {
        const uint8_t *bytes = sqlite3_column_blob(st, 0);
        int size = sqlite3_column_bytes(st, 0);

        for (int i = 0; i < size; i++)
            n += rdl_bits_count_word(bytes[i]);
    }
    sqlite3_finalize(st);
    return kind->ordered ? n : n / 2;
}

/* The names that a query returns: such lists. */
static void read_names(struct rdl_sql *sql, const char *query,
                       uint32_t *metrics, uint32_t *pairs)
{
    sqlite3_stmt *st = rdl_sql_prepare(sql, query);

    while (rdl_sql_row(sql, st))
        rdl_sqlite_rows_names(rdl_sql_text(st, 0), metrics, pairs);
    sqlite3_finalize(st);
}

/* What users asked sessions to record, even if there was nothing to record; and
 * what strategies recorded for themselves. */
static void read_recorded(struct rdl_sql *sql, struct rdl_store_summary *out)
{
    read_names(sql, "SELECT metrics FROM sessions", &out->asked,
               &out->asked_pairs);
    out->recorded = out->asked;
    out->recorded_pairs = out->asked_pairs;
    read_names(sql,
               "SELECT name FROM metrics WHERE number IN (SELECT metric FROM "
               "requirements) UNION SELECT metric FROM pairs",
               &out->recorded, &out->recorded_pairs);
}

/* More executions covered a requirement than the sessions had which were asked
 * to record its metric: a strategy recorded it in others. */
static bool read_recorded_more(struct rdl_sql *sql, unsigned metric,
                               uint64_t executions)
{
    sqlite3_stmt *st;
    bool more = false;

    if (!rdl_sqlite_has_column(sql, "requirements", "hits"))
        return false;
    st = rdl_sql_prepare(sql, "SELECT max(hits) FROM requirements JOIN metrics "
                              "ON metric = metrics.number WHERE name = ?");
    rdl_sql_bind(sql, st, "t", rdl_metric_at(metric)->name);
    if (rdl_sql_row(sql, st))
        more = (uint64_t)sqlite3_column_int64(st, 0) > executions;
    sqlite3_finalize(st);
    return more;
}

/* How many executions could have covered a requirement of each metric. */
static void read_recording(struct rdl_sql *sql, struct rdl_store_summary *out)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT metrics, executions FROM sessions");

    out->recording = rdl_alloc(RDL_N_METRICS * sizeof(*out->recording));
    while (rdl_sql_row(sql, st)) {
        uint32_t metrics = 0, pairs = 0;

        rdl_sqlite_rows_names(rdl_sql_text(st, 0), &metrics, &pairs);
        for (; metrics != 0; metrics &= metrics - 1)
            out->recording[__builtin_ctz(metrics)] +=
                (uint64_t)sqlite3_column_int64(st, 1);
    }
    sqlite3_finalize(st);
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        if (out->recording[i] == 0 ||
            read_recorded_more(sql, i, out->recording[i]))
            out->recording[i] = out->executions;
    }
}

static void read_summary(struct rdl_sql *sql, struct rdl_store_summary *out,
                         const char *unended)
{
    const struct rdl_combinatorial *kind;

    read_program(sql, out);
    read_sessions(sql, out, unended);
    read_recorded(sql, out);
    read_recording(sql, out);
    out->capped = rdl_sqlite_rows_capped(sql);
    out->proved = rdl_sqlite_rows_proved(sql);
    out->interleavings = (uint64_t)rdl_sql_number(
        sql,
        "SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'interleavings'",
        0);
    while ((kind = rdl_combinatorial_at(out->n_pairs)) != NULL) {
        out->pairs =
            rdl_grow(out->pairs, (out->n_pairs + 1) * sizeof(*out->pairs));
        out->pairs[out->n_pairs++] = read_pairs(sql, kind);
    }
}

static void read_all(struct rdl_sql *sql, const struct rdl_store_reader *reader,
                     struct rdl_store_summary *summary, const char *unended)
{
    read_summary(sql, summary, unended);
    if (reader->module != NULL)
        read_modules(sql, reader);
    if (reader->location != NULL)
        read_locations(sql, reader);
    if (reader->requirement != NULL)
        read_requirements(sql, reader);
    if (reader->finding != NULL)
        read_findings(sql, reader);
    rdl_sqlite_rows_notes(sql, reader);
    rdl_sqlite_rows_predictions(sql, reader);
    if (reader->session != NULL)
        rdl_sqlite_rows_sessions(sql, reader, unended);
    if (reader->sample != NULL)
        rdl_sqlite_rows_samples(sql, reader);
    if (reader->places != NULL)
        rdl_sqlite_rows_places(sql, reader->places);
}

/* The contents are invalid or unreadable: see rdl_sqlite_check. */
static enum rdl_store_reading read_wrong(const struct rdl_sql *sql,
                                         const char *path, const char *wrong,
                                         char **why)
{
    if (sql->error != NULL && !rdl_sql_damaged(sql)) {
        *why = rdl_format("cannot read %s: %s", path, sql->error);
        return RDL_STORE_UNREADABLE;
    }
    *why = rdl_format("%s is damaged (%s): raddle test puts it aside and "
                      "begins anew",
                      path, wrong);
    return RDL_STORE_DAMAGED;
}

static enum rdl_store_reading read_store(struct rdl_sql *sql, const char *path,
                                         const struct rdl_store_reader *reader,
                                         struct rdl_store_summary *summary,
                                         const char *unended, char **why)
{
    enum rdl_store_reading result = RDL_STORE_READ;
    char *wrong = NULL;

    if (read_open(sql, path))
        *why = read_refused(sql, path);
    if (*why != NULL)
        return RDL_STORE_UNREADABLE;
    if (sql->error == NULL)
        wrong = rdl_sqlite_check(sql);
    if (sql->error == NULL && wrong == NULL)
        read_all(sql, reader, summary, unended);
    if (sql->error != NULL || wrong != NULL)
        result = read_wrong(sql, path, wrong != NULL ? wrong : sql->error, why);
    free(wrong);
    return result;
}

/* Why there is no store to open; NULL: there may be one. */
static char *read_missing(const char *dir, const char *path)
{
    struct stat st;
    char *below, *quoted, *why;
    int error;

    if (dir[0] == '\0')
        return rdl_strdup("the name of the campaign's directory is empty");
    if (stat(dir, &st) == 0 && !S_ISDIR(st.st_mode))
        return rdl_format("%s is not a directory: give that of a campaign, as "
                          "raddle test --out DIR made it",
                          dir);
    if (stat(path, &st) == 0)
        return !S_ISDIR(st.st_mode)
                   ? NULL
                   : rdl_format("cannot read %s: it is a directory", path);
    error = errno;
    if (error != ENOENT)
        return rdl_format("cannot read %s: %s", path, strerror(error));
    below = rdl_sqlite_below(dir);
    if (below != NULL) {
        why = rdl_format("there is no campaign in %s itself: give one of those "
                         "below it, %s",
                         dir, below);
        free(below);
        return why;
    }
    quoted = rdl_quote(dir);
    why = rdl_format("there is no campaign in %s: %s: %s (raddle test --out %s "
                     "PROGRAM makes one)",
                     dir, path, strerror(error), quoted);
    free(quoted);
    return why;
}

enum rdl_store_reading rdl_sqlite_read(const char *dir, bool aside,
                                       const struct rdl_store_reader *reader,
                                       struct rdl_store_summary *summary,
                                       char **why)
{
    char *path =
        rdl_format("%s/%s", dir, aside ? RDL_STORE_OLD_NAME : RDL_STORE_NAME);
    struct rdl_sql sql = { .db = NULL };
    enum rdl_store_reading result = RDL_STORE_UNREADABLE;

    *why = read_missing(dir, path);
    if (*why == NULL)
        /* A session without an end is running, or was killed. */
        result =
            read_store(&sql, path, reader, summary,
                       !aside && rdl_lock_dir_held(dir) ? NULL : "killed", why);
    rdl_sql_close(&sql);
    free(path);
    return result;
}
