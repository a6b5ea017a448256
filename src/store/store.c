/* store.c - see store.h: opening, sessions, saving. */
#include "store/store.h"

#include "base/time.h"
#include "store/internal.h"
#include "coverage/coverage.h"
#include "util/die.h"
#include "util/dir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL_NS UINT64_C(1000000000) /* between two saves */
#define SHARE 20                         /* one part in so many is saving */
#define RETRY_NS UINT64_C(10000000000)   /* after one that failed */

/* --- Opening -------------------------------------------------------------- */

static enum rdl_store_result store_connect(struct rdl_store *s, char **why)
{
    if (rdl_sql_open(&s->sql, s->path,
                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE))
        return rdl_store_schema(&s->sql, s->path, why);
    *why = rdl_strdup(s->sql.error);
    return RDL_STORE_NONE;
}

/* What is there stays beside a new one, under another name. */
static enum rdl_store_result store_put_aside(struct rdl_store *s,
                                             const char *dir, const char *name,
                                             char **why)
{
    char *aside = rdl_format("%s/%s", dir, name);
    enum rdl_store_result result = RDL_STORE_NONE;

    rdl_sql_close(&s->sql);
    if (rdl_store_rename(s->path, aside))
        result = store_connect(s, why);
    else
        *why = rdl_strdup(strerror(errno));
    free(aside);
    return result;
}

static void store_name(char **names, const char *name)
{
    char *longer =
        rdl_format("%s%s%s", *names, (*names)[0] != '\0' ? "," : "", name);

    free(*names);
    *names = longer;
}

static char *store_metric_names(const struct rdl_store_opening *session)
{
    char *names = rdl_strdup("");

    for (size_t i = 0; rdl_metric_at(i) != NULL; i++) {
        if ((session->metrics >> i & 1) != 0)
            store_name(&names, rdl_metric_at(i)->name);
    }
    for (size_t i = 0; rdl_combinatorial_at(i) != NULL; i++) {
        if ((session->pairs >> i & 1) != 0)
            store_name(&names, rdl_combinatorial_at(i)->name);
    }
    return names;
}

static struct rdl_store_progress store_before(struct rdl_sql *sql)
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

static bool store_begin(struct rdl_store *s,
                        const struct rdl_store_opening *session)
{
    char *metrics = store_metric_names(session);
    const struct rdl_store_progress before = store_before(&s->sql);
    bool good =
        rdl_sql_run(&s->sql, "BEGIN IMMEDIATE") &&
        rdl_store_identity_write(&s->sql, session) &&
        /* Who did not say how it ended was killed. */
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

/* Of another program, or not wanted any more. */
static enum rdl_store_result
store_renew(struct rdl_store *s, const char *dir,
            const struct rdl_store_opening *session, char **text)
{
    char *change = rdl_store_identity_change(&s->sql, session);
    const bool used =
        rdl_sql_number(&s->sql, "SELECT count(*) FROM sessions", 0) > 0;
    enum rdl_store_result result = RDL_STORE_OPEN;

    if ((change != NULL || session->fresh) && used && s->sql.error == NULL) {
        result = store_put_aside(s, dir, RDL_STORE_OLD_NAME, text);
        if (result == RDL_STORE_OPEN && !session->fresh)
            *text = rdl_format("%s: coverage begins anew; the old store is "
                               "%s/" RDL_STORE_OLD_NAME,
                               change, dir);
    }
    free(change);
    return result;
}

/* Is the error about what the file holds?  Its header may claim that it cannot
 * be written. */
static bool store_content(const struct rdl_store *s)
{
    return rdl_sql_damaged(&s->sql) ||
           (s->sql.code == SQLITE_READONLY && access(s->path, W_OK) == 0);
}

/* What is wrong with what is there, to be freed; NULL: it is as it must be, or
 * it is not the content that is wrong. */
static char *store_wrong(struct rdl_store *s)
{
    char *wrong;

    if (s->sql.error != NULL)
        return store_content(s) ? rdl_strdup(s->sql.error) : NULL;
    wrong = rdl_store_check(&s->sql);
    if (s->sql.error == NULL || store_content(s))
        return wrong;
    free(wrong);
    return NULL;
}

static enum rdl_store_result store_replace(struct rdl_store *s, const char *dir,
                                           const char *wrong, char **text)
{
    char *why = NULL;
    enum rdl_store_result result =
        store_put_aside(s, dir, RDL_STORE_DAMAGED_NAME, &why);

    s->replaced = result == RDL_STORE_OPEN;
    *text = s->replaced
                ? rdl_format("%s was damaged (%s): coverage begins anew; what "
                             "was there is %s/" RDL_STORE_DAMAGED_NAME " now",
                             s->path, wrong, dir)
                : rdl_format("it is damaged (%s) and cannot be replaced: %s",
                             wrong, why);
    free(why);
    return result;
}

static enum rdl_store_result store_use(struct rdl_store *s, const char *dir,
                                       const struct rdl_store_opening *session,
                                       char **text)
{
    enum rdl_store_result result = store_connect(s, text);
    char *wrong;

    if (result == RDL_STORE_REFUSED)
        return result;
    wrong = store_wrong(s);
    if (wrong != NULL) {
        free(*text);
        result = store_replace(s, dir, wrong, text);
        free(wrong);
    } else if (result == RDL_STORE_OPEN) {
        result = store_renew(s, dir, session, text);
    }
    if (result != RDL_STORE_OPEN)
        return result;
    if (store_begin(s, session)) {
        rdl_store_sample_load(s);
        return RDL_STORE_OPEN;
    }
    free(*text);
    *text = rdl_strdup(s->sql.error);
    return RDL_STORE_NONE;
}

bool rdl_store_replaced(const struct rdl_store *s)
{
    return s->replaced;
}

static enum rdl_store_result store_lock(struct rdl_store *s, const char *dir,
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

static void store_free(struct rdl_store *s)
{
    rdl_sql_close(&s->sql);
    rdl_saved_reset(&s->saved);
    rdl_store_found_free(s);
    free(s->path);
    free(s);
}

char *rdl_store_without(const struct rdl_store *s, const char *why)
{
    return rdl_format("cannot keep the campaign in %s: %s; it goes on without, "
                      "and cannot be continued later",
                      s->path, why);
}

enum rdl_store_result rdl_store_open(const char *dir,
                                     const struct rdl_store_opening *session,
                                     struct rdl_store **out, char **text)
{
    struct rdl_store *s = rdl_alloc(sizeof(*s));
    enum rdl_store_result result;
    struct stat st;
    bool was_there;

    *text = NULL;
    *out = NULL;
    s->path = rdl_format("%s/" RDL_STORE_NAME, dir);
    was_there =
        stat(s->path, &st) == 0 && (st.st_size > 0 || !S_ISREG(st.st_mode));
    result = store_lock(s, dir, text);
    if (result == RDL_STORE_OPEN) {
        result = store_use(s, dir, session, text);
        if (result == RDL_STORE_OPEN) {
            *out = s;
            return result;
        }
        rdl_sql_close(&s->sql);
        /* A full disk is not to be left with the beginning of a store. */
        if (!was_there)
            rdl_store_remove(s->path);
        rdl_lock_dir_free(&s->lock);
    }
    if (result == RDL_STORE_NONE) {
        char *why = *text;

        *text = rdl_store_without(s, why);
        free(why);
    }
    store_free(s);
    return result;
}

/* --- Saving --------------------------------------------------------------- */

/* Of all sessions. */
static struct rdl_store_progress
store_overall(const struct rdl_store *s, const struct rdl_store_progress *p)
{
    struct rdl_store_progress all = *p;

    all.executions += s->before.executions;
    all.seconds += s->before.seconds;
    return all;
}

static bool store_write(struct rdl_store *s,
                        const struct rdl_coverage *coverage,
                        const struct rdl_store_progress *p, const char *how)
{
    const struct rdl_store_progress now = store_overall(s, p);

    return rdl_sql_run(&s->sql, "BEGIN IMMEDIATE") &&
           rdl_saved_write(&s->saved, &s->sql, coverage, &s->last, &now) &&
           rdl_store_found_write(s) &&
           (!p->capped ||
            rdl_sql_run(&s->sql,
                        "INSERT OR REPLACE INTO meta VALUES('capped', 1)")) &&
           rdl_store_sample_add(s, coverage, &now, how != NULL) &&
           rdl_sql_do(&s->sql,
                      "UPDATE sessions SET executions = ?, next = ?, "
                      "seconds = ?, how = ? WHERE number = ?",
                      "iidti", (int64_t)p->executions, (int64_t)p->next,
                      p->seconds, how, s->session) &&
           (how == NULL ||
            rdl_sql_do(&s->sql,
                       "UPDATE sessions SET ended = ? WHERE number = ?", "ii",
                       (int64_t)time(NULL), s->session)) &&
           rdl_sql_run(&s->sql, "COMMIT");
}

/* What was not committed is new the next time: perhaps there is room then. */
static void store_failed(struct rdl_store *s)
{
    if (!s->told)
        rdl_warn("cannot write to %s: %s; the campaign goes on, but what it "
                 "covers from here on may be lost",
                 s->path, s->sql.error);
    s->told = true;
    rdl_sql_recover(&s->sql);
    rdl_saved_reset(&s->saved);
    rdl_store_found_forget(s);
    rdl_store_sample_load(s);
}

static bool store_try(struct rdl_store *s, const struct rdl_coverage *coverage,
                      const struct rdl_store_progress *p, const char *how)
{
    uint64_t began = rdl_time_ns(), took;
    bool good;

    /* SQLite would go on writing to what nobody can find. */
    if (access(s->path, F_OK) != 0 && s->sql.error == NULL)
        s->sql.error = rdl_strdup("it was removed");
    good = store_write(s, coverage, p, how);
    if (good)
        s->last = store_overall(s, p);
    else
        store_failed(s);
    took = rdl_time_ns() - began;
    s->due_ns = rdl_time_ns() + (!good                        ? RETRY_NS
                                 : took * SHARE > INTERVAL_NS ? took * SHARE
                                                              : INTERVAL_NS);
    return good;
}

void rdl_store_save(struct rdl_store *s, const struct rdl_coverage *coverage,
                    const struct rdl_store_progress *progress)
{
    if (s != NULL)
        store_try(s, coverage, progress, NULL);
}

void rdl_store_tick(struct rdl_store *s, const struct rdl_coverage *coverage,
                    const struct rdl_store_progress *progress)
{
    if (s != NULL && rdl_time_ns() >= s->due_ns)
        store_try(s, coverage, progress, NULL);
}

void rdl_store_found(struct rdl_store *s, const struct rdl_found *found)
{
    if (s != NULL && !rdl_store_found_add(s, found))
        store_failed(s);
}

void rdl_store_note(struct rdl_store *s, const char *kind, const char *text,
                    const char *location)
{
    if (s != NULL && !rdl_store_note_write(s, kind, text, location))
        store_failed(s);
}

void rdl_store_close(struct rdl_store *s)
{
    /* SQLite first: it may have something to fold in or to delete. */
    rdl_sql_close(&s->sql);
    rdl_lock_dir_free(&s->lock);
    store_free(s);
}

void rdl_store_end(struct rdl_store *s, const struct rdl_coverage *coverage,
                   const struct rdl_store_progress *progress, const char *how)
{
    if (s == NULL)
        return;
    /* At rest it is one file, which can be read without writing beside it.
     * A reader that is there just now prevents it: no harm. */
    if (store_try(s, coverage, progress, how)) {
        sqlite3_busy_timeout(s->sql.db, 0);
        rdl_sql_run(&s->sql, "PRAGMA journal_mode = DELETE");
    }
    rdl_store_close(s);
}
