/* open.c - the SQLite backend of the store: opening, sessions, appending.  It
 * writes in transactions, so a process that is killed at any moment leaves what
 * it had written before.  A new store has a rollback journal, and a write-ahead
 * log from the second save on: most campaigns of a test suite end before, and a
 * log costs more than all that they write. */
#include "store/backend.h"

#include "store/sqlite/internal.h"
#include "store/sqlite/rows.h"
#include "util/alloc.h"
#include "util/dir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- Opening -------------------------------------------------------------- */

/* SQLite says "No such file or directory" of a path that is too long for it.
 * The sentence about that, which the caller frees, or NULL. */
static char *open_too_long(const char *path)
{
    const size_t most = (size_t)sqlite3_vfs_find(NULL)->mxPathname;
    char *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
    const size_t n = strlen(path) + (here != NULL ? strlen(here) + 1 : 0);

    free(here);
    return n <= most ? NULL
                     : rdl_format("its path has %zu characters, and SQLite "
                                  "takes %zu at most: give a shorter --out",
                                  n, most);
}

static enum rdl_store_result open_connect(struct rdl_sqlite *s, char **why)
{
    if (rdl_sql_open(&s->sql, s->path,
                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) {
        const enum rdl_store_result result =
            rdl_sqlite_schema(&s->sql, s->path, &s->made, why);

        s->logs = !s->made;
        return result;
    }
    *why = open_too_long(s->path);
    if (*why == NULL)
        *why = rdl_strdup(s->sql.error);
    return RDL_STORE_NONE;
}

/* Renames the old store; it stays beside the new one. */
static enum rdl_store_result open_put_aside(struct rdl_sqlite *s,
                                            const char *dir, const char *name,
                                            char **why)
{
    char *aside = rdl_format("%s/%s", dir, name);
    enum rdl_store_result result = RDL_STORE_NONE;

    rdl_sql_close(&s->sql);
    if (rdl_sqlite_rename(s->path, aside))
        result = open_connect(s, why);
    else
        *why = rdl_strdup(strerror(errno));
    free(aside);
    return result;
}

static void open_name(char **names, const char *name)
{
    char *longer =
        rdl_format("%s%s%s", *names, (*names)[0] != '\0' ? "," : "", name);

    free(*names);
    *names = longer;
}

static char *open_metric_names(const struct rdl_store_opening *session)
{
    char *names = rdl_strdup("");

    for (size_t i = 0; rdl_metric_at(i) != NULL; i++) {
        if ((session->metrics >> i & 1) != 0)
            open_name(&names, rdl_metric_at(i)->name);
    }
    for (size_t i = 0; rdl_combinatorial_at(i) != NULL; i++) {
        if ((session->pairs >> i & 1) != 0)
            open_name(&names, rdl_combinatorial_at(i)->name);
    }
    return names;
}

static struct rdl_store_progress open_before(struct rdl_sql *sql)
{
    struct rdl_store_progress before = { .seconds = 0 };
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT sum(executions), max(next), sum(seconds), (SELECT "
             "count(*) FROM findings) FROM sessions");

    if (rdl_sql_row(sql, st)) {
        before.executions = (uint64_t)sqlite3_column_int64(st, 0);
        before.next = (uint64_t)sqlite3_column_int64(st, 1);
        before.seconds = sqlite3_column_double(st, 2);
        before.findings = (uint64_t)sqlite3_column_int64(st, 3);
    }
    sqlite3_finalize(st);
    return before;
}

static bool open_begin(struct rdl_sqlite *s,
                       const struct rdl_store_opening *session)
{
    char *metrics = open_metric_names(session);
    const struct rdl_store_progress before =
        s->made ? (struct rdl_store_progress){ .seconds = 0 }
                : open_before(&s->sql);
    bool good =
        (s->made || rdl_sql_run(&s->sql, "BEGIN IMMEDIATE")) &&
        rdl_sqlite_facts_write(&s->sql, session) &&
        /* A session without an end was killed. */
        rdl_sql_run(&s->sql, "UPDATE sessions SET how = 'killed' WHERE how IS "
                             "NULL") &&
        rdl_sql_do(&s->sql,
                   "INSERT INTO sessions(began, version, strategy, seed, "
                   "metrics, executions, next, seconds) VALUES(?, ?, ?, ?, ?, "
                   "0, 0, 0)",
                   "ittit", (int64_t)time(NULL), session->version,
                   session->strategy, (int64_t)session->seed, metrics);

    free(metrics);
    s->before = before;
    s->last = before;
    s->session = good ? sqlite3_last_insert_rowid(s->sql.db) : 0;
    return good && rdl_sql_run(&s->sql, "COMMIT");
}

/* The store is of another program, or the user wants a new one. */
static enum rdl_store_result open_renew(struct rdl_sqlite *s, const char *dir,
                                        const struct rdl_store_opening *session,
                                        char **text)
{
    char *change = rdl_sqlite_facts_change(&s->sql, session);
    const bool used =
        rdl_sql_number(&s->sql, "SELECT count(*) FROM sessions", 0) > 0;
    enum rdl_store_result result = RDL_STORE_OPEN;

    if ((change != NULL || session->fresh) && used && s->sql.error == NULL) {
        result = open_put_aside(s, dir, RDL_STORE_OLD_NAME, text);
        if (result == RDL_STORE_OPEN && !session->fresh)
            *text = rdl_format("%s: coverage begins anew; the old store is "
                               "%s/" RDL_STORE_OLD_NAME,
                               change, dir);
    }
    free(change);
    return result;
}

/* Is the error due to the contents of the file?  Its header may claim that it
 * cannot be written. */
static bool open_content(const struct rdl_sqlite *s)
{
    return rdl_sql_damaged(&s->sql) ||
           (s->sql.code == SQLITE_READONLY && access(s->path, W_OK) == 0);
}

/* What is wrong with the contents, which the caller frees; NULL if they are
 * valid, or if the error is not about the contents. */
static char *open_wrong(struct rdl_sqlite *s)
{
    char *wrong;

    if (s->sql.error != NULL)
        return open_content(s) ? rdl_strdup(s->sql.error) : NULL;
    if (s->made)
        return NULL;
    wrong = rdl_sqlite_check(&s->sql);
    if (s->sql.error == NULL || open_content(s))
        return wrong;
    free(wrong);
    return NULL;
}

static enum rdl_store_result open_replace(struct rdl_sqlite *s, const char *dir,
                                          const char *wrong, bool *replaced,
                                          char **text)
{
    char *why = NULL;
    enum rdl_store_result result =
        open_put_aside(s, dir, RDL_STORE_DAMAGED_NAME, &why);

    *replaced = result == RDL_STORE_OPEN;
    *text = *replaced
                ? rdl_format("%s was damaged (%s): coverage begins anew; what "
                             "was there is %s/" RDL_STORE_DAMAGED_NAME " now",
                             s->path, wrong, dir)
                : rdl_format("it is damaged (%s) and cannot be replaced: %s",
                             wrong, why);
    free(why);
    return result;
}

static enum rdl_store_result open_use(struct rdl_sqlite *s, const char *dir,
                                      const struct rdl_store_opening *session,
                                      bool *replaced, char **text)
{
    enum rdl_store_result result = open_connect(s, text);
    char *wrong;

    if (result == RDL_STORE_REFUSED)
        return result;
    wrong = open_wrong(s);
    if (wrong != NULL) {
        free(*text);
        result = open_replace(s, dir, wrong, replaced, text);
        free(wrong);
    } else if (result == RDL_STORE_OPEN && !s->made) {
        result = open_renew(s, dir, session, text);
    }
    if (result != RDL_STORE_OPEN)
        return result;
    if (open_begin(s, session)) {
        s->sampled = -1;
        s->stride = 1;
        if (!s->made)
            rdl_sqlite_sample_load(s);
        return RDL_STORE_OPEN;
    }
    free(*text);
    *text = rdl_strdup(s->sql.error);
    return RDL_STORE_NONE;
}

static enum rdl_store_result open_lock(struct rdl_sqlite *s, const char *dir,
                                       char **text)
{
    pid_t holder;
    int error = rdl_dir_make(dir);

    if (error == 0)
        error = rdl_lock_dir_take(&s->lock, dir, &holder);
    if (error == 0)
        return RDL_STORE_OPEN;
    if (error != -EBUSY) {
        *text = rdl_strdup(strerror(-error));
        return RDL_STORE_NONE;
    }
    *text = holder != 0
                ? rdl_format("another campaign, process %d, is running in %s: "
                             "wait for it, or use another --out",
                             (int)holder, dir)
                : rdl_format("another campaign is running in %s: wait for it, "
                             "or use another --out",
                             dir);
    return RDL_STORE_REFUSED;
}

static enum rdl_store_result
sqlite_open(void *state, const char *dir,
            const struct rdl_store_opening *session, bool *replaced,
            char **text)
{
    struct rdl_sqlite *s = state;
    enum rdl_store_result result;
    struct stat st;
    bool was_there;

    s->path = rdl_format("%s/" RDL_STORE_NAME, dir);
    was_there =
        stat(s->path, &st) == 0 && (st.st_size > 0 || !S_ISREG(st.st_mode));
    result = open_lock(s, dir, text);
    if (result != RDL_STORE_OPEN)
        return result;
    s->locked = true;
    result = open_use(s, dir, session, replaced, text);
    if (result == RDL_STORE_OPEN)
        return result;
    rdl_sql_close(&s->sql);
    /* Does not leave the beginning of a store on a full disk. */
    if (!was_there)
        rdl_sqlite_remove(s->path);
    return result;
}

static const char *sqlite_place(const void *state)
{
    const struct rdl_sqlite *s = state;

    return s->path;
}

static void sqlite_close(void *state)
{
    struct rdl_sqlite *s = state;

    /* SQLite first: it may have a log to merge or to delete. */
    rdl_sql_close(&s->sql);
    if (s->locked)
        rdl_lock_dir_free(&s->lock);
    free(s->path);
}

static bool sqlite_load(void *state, struct rdl_delta *coverage,
                        struct rdl_store_totals *totals)
{
    struct rdl_sqlite *s = state;

    if (coverage != NULL && !rdl_sqlite_load(&s->sql, s->made, coverage))
        return false;
    if (s->made)
        return true;
    totals->executions = s->before.executions;
    totals->next = s->before.next;
    totals->seconds = s->before.seconds;
    totals->sessions = (uint64_t)rdl_sql_number(
        &s->sql, "SELECT count(*) - 1 FROM sessions", 0);
    totals->capped = rdl_sqlite_rows_capped(&s->sql);
    totals->proved = rdl_sqlite_rows_proved(&s->sql);
    totals->n_findings = rdl_sqlite_rows_findings(&s->sql, &totals->findings);
    rdl_sqlite_exploration_load(&s->sql, totals);
    return true;
}

/* --- Saving --------------------------------------------------------------- */

/* Of all sessions. */
static struct rdl_store_progress
open_overall(const struct rdl_sqlite *s, const struct rdl_store_progress *p)
{
    struct rdl_store_progress all = *p;

    all.executions += s->before.executions;
    all.seconds += s->before.seconds;
    return all;
}

static bool open_write(struct rdl_sqlite *s, const struct rdl_delta *delta,
                       const struct rdl_store_progress *p, const char *how)
{
    const struct rdl_store_progress now = open_overall(s, p);

    return rdl_sql_run(&s->sql, "BEGIN IMMEDIATE") &&
           rdl_sqlite_save(&s->sql, delta, &s->last, &now) &&
           (!p->capped ||
            rdl_sql_run(&s->sql,
                        "INSERT OR REPLACE INTO meta VALUES('capped', 1)")) &&
           rdl_sqlite_proved(&s->sql, p->proved) &&
           rdl_sqlite_exploration_save(&s->sql, p) &&
           rdl_sqlite_interleavings(&s->sql, p->interleavings) &&
           rdl_sqlite_incomplete(&s->sql, p) &&
           rdl_sqlite_sample_add(s, &now, how != NULL) &&
           rdl_sql_do(&s->sql,
                      "UPDATE sessions SET executions = ?, next = ?, "
                      "seconds = ?, how = ?, failed = ? WHERE number = ?",
                      "iidtii", (int64_t)p->executions, (int64_t)p->next,
                      p->seconds, how, (int64_t)p->failed, s->session) &&
           (how == NULL ||
            rdl_sql_do(&s->sql,
                       "UPDATE sessions SET ended = ? WHERE number = ?", "ii",
                       (int64_t)time(NULL), s->session)) &&
           rdl_sql_run(&s->sql, "COMMIT");
}

/* SQLite would go on writing to a file that was deleted. */
static bool open_there(struct rdl_sqlite *s)
{
    if (access(s->path, F_OK) != 0 && s->sql.error == NULL)
        s->sql.error = rdl_strdup("it was removed");
    return s->sql.error == NULL;
}

/* Before a save that is not the last.  The first one comes a moment after the
 * first executions; with the second one there is something to lose.  A reader
 * that is active just now prevents the log; then the next save makes it. */
static void open_log(struct rdl_sqlite *s)
{
    if (s->saved && !s->logs) {
        s->logs = rdl_sqlite_log(&s->sql);
        if (!s->logs)
            rdl_sql_recover(&s->sql);
    }
    s->saved = true;
}

/* At rest it is one file, readable without writing beside it, and on the disk.
 * A reader that is active just now prevents that, which does no harm. */
static void open_rest(struct rdl_sqlite *s)
{
    sqlite3_busy_timeout(s->sql.db, 0);
    if (s->logs)
        rdl_sql_run(&s->sql, "PRAGMA journal_mode = DELETE");
    else
        rdl_sql_sync(&s->sql);
}

static bool sqlite_append(void *state, const struct rdl_delta *delta,
                          const struct rdl_store_progress *progress,
                          const char *how)
{
    struct rdl_sqlite *s = state;

    if (!open_there(s))
        return false;
    if (how == NULL)
        open_log(s);
    if (!open_write(s, delta, progress, how))
        return false;
    s->last = open_overall(s, progress);
    if (how != NULL)
        open_rest(s);
    return true;
}

static bool sqlite_finding(void *state, const struct rdl_found *found)
{
    struct rdl_sqlite *s = state;

    return rdl_sqlite_finding(&s->sql, &s->before, found);
}

static bool sqlite_note(void *state, const char *kind, const char *text,
                        const char *location)
{
    struct rdl_sqlite *s = state;

    return rdl_sqlite_note(&s->sql, kind, text, location);
}

static bool sqlite_predict(void *state, const struct rdl_store_predicted *p)
{
    struct rdl_sqlite *s = state;

    return open_there(s) && rdl_sqlite_predict(&s->sql, p);
}

static void sqlite_predicted(void *state, const struct rdl_store_reader *reader)
{
    struct rdl_sqlite *s = state;

    rdl_sqlite_rows_predictions(&s->sql, reader);
}

static bool sqlite_places(void *state, const struct rdl_places *places)
{
    struct rdl_sqlite *s = state;

    return rdl_sqlite_places(&s->sql, places);
}

static char *sqlite_error(void *state)
{
    struct rdl_sqlite *s = state;
    char *why = rdl_strdup(s->sql.error != NULL ? s->sql.error
                                                : "its content does not fit");

    rdl_sql_recover(&s->sql);
    rdl_sqlite_sample_load(s);
    return why;
}

const struct rdl_store_backend rdl_store_sqlite = {
    .name = "sqlite",
    .state_size = sizeof(struct rdl_sqlite),
    .there = rdl_sqlite_there,
    .open = sqlite_open,
    .place = sqlite_place,
    .load = sqlite_load,
    .append = sqlite_append,
    .finding = sqlite_finding,
    .note = sqlite_note,
    .predict = sqlite_predict,
    .predicted = sqlite_predicted,
    .places = sqlite_places,
    .error = sqlite_error,
    .close = sqlite_close,
    .read = rdl_sqlite_read,
};
