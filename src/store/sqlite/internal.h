/* internal.h - what the parts of the SQLite backend share. */
#ifndef RDL_STORE_SQLITE_INTERNAL_H
#define RDL_STORE_SQLITE_INTERNAL_H

#include "store/sqlite/sql.h"
#include "store/store.h"
#include "util/lock_dir.h"

#define RDL_STORE_NAME "campaign.sqlite"
#define RDL_STORE_OLD_NAME "campaign.old.sqlite"
#define RDL_STORE_DAMAGED_NAME "campaign.damaged.sqlite"
#define RDL_STORE_VERSION 1              /* PRAGMA user_version */
#define RDL_STORE_APPLICATION 0x5244444c /* PRAGMA application_id: "RDDL" */

struct rdl_sqlite { /* the backend's state */
    struct rdl_sql sql;
    struct rdl_lock_dir lock;
    bool locked;
    char *path;
    int64_t session;
    struct rdl_store_progress before; /* earlier sessions */
    struct rdl_store_progress last; /* as of the latest append, all sessions */
    double sampled, stride;         /* seconds: latest sample, between two */
};

/* --- files.c -------------------------------------------------------------- */

/* Deletes what belongs to a store; takes it to another name.  False: errno. */
void rdl_sqlite_remove(const char *path);
bool rdl_sqlite_rename(const char *from, const char *to);

/* --- schema.c ------------------------------------------------------------- */

/* Is it a store that we can write?  An empty file becomes one.  *why, to be
 * freed, if it is not RDL_STORE_OPEN. */
enum rdl_store_result rdl_sqlite_schema(struct rdl_sql *sql, const char *path,
                                        char **why);
/* The metrics have the numbers that they had.  Adds what came since. */
bool rdl_sqlite_same_metrics(struct rdl_sql *sql);
/* Have findings the column `nth`?  Older stores do not, until a campaign goes
 * on with them. */
bool rdl_sqlite_has_nth(struct rdl_sql *sql);

/* --- facts.c -------------------------------------------------------------- */

bool rdl_sqlite_facts_write(struct rdl_sql *sql,
                            const struct rdl_store_opening *session);
/* What of the program is not as it was, a sentence to be freed; NULL: nothing,
 * or the store is new. */
char *rdl_sqlite_facts_change(struct rdl_sql *sql,
                              const struct rdl_store_opening *session);

/* --- check.c -------------------------------------------------------------- */

/* What of a store cannot be, a phrase to be freed; NULL: nothing.  An error of
 * SQLite is one of these too. */
char *rdl_sqlite_check(struct rdl_sql *sql);

/* --- load.c --------------------------------------------------------------- */

/* All coverage, as a delta from the beginning. */
bool rdl_sqlite_load(struct rdl_sql *sql, struct rdl_delta *out);

/* --- save.c --------------------------------------------------------------- */

/* Inside a transaction.  Requirements that are new were covered at some time
 * between `from` and `to`, seconds of all sessions. */
bool rdl_sqlite_save(struct rdl_sql *sql, const struct rdl_delta *delta,
                     const struct rdl_store_progress *from,
                     const struct rdl_store_progress *to);

/* --- findings.c ----------------------------------------------------------- */

/* `before`: earlier sessions. */
bool rdl_sqlite_finding(struct rdl_sql *sql,
                        const struct rdl_store_progress *before,
                        const struct rdl_found *found);

/* --- notes.c -------------------------------------------------------------- */

bool rdl_sqlite_notes_make(struct rdl_sql *sql);
bool rdl_sqlite_has_notes(struct rdl_sql *sql);
bool rdl_sqlite_note(struct rdl_sql *sql, const char *kind, const char *text,
                     const char *location);

/* --- samples.c ------------------------------------------------------------ */

/* What of them is in the file. */
void rdl_sqlite_sample_load(struct rdl_sqlite *s);
/* Inside a transaction: a sample, if it is time for one or it is the last of
 * the session.  `now`: of all sessions. */
bool rdl_sqlite_sample_add(struct rdl_sqlite *s,
                           const struct rdl_store_progress *now, bool last);

/* --- read.c --------------------------------------------------------------- */

struct rdl_store_reader;
struct rdl_store_summary;
enum rdl_store_reading rdl_sqlite_read(const char *dir,
                                       const struct rdl_store_reader *reader,
                                       struct rdl_store_summary *summary,
                                       char **why);

#endif
