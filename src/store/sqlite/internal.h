/* internal.h - what the files of the SQLite backend share. */
#ifndef RDL_STORE_SQLITE_INTERNAL_H
#define RDL_STORE_SQLITE_INTERNAL_H

#include "store/sqlite/sql.h"
#include "store/store.h"
#include "util/lock_dir.h"

#define RDL_STORE_NAME "campaign.sqlite"
#define RDL_STORE_OLD_NAME "campaign.old.sqlite"
#define RDL_STORE_DAMAGED_NAME "campaign.damaged.sqlite"
#define RDL_STORE_VERSION 3              /* PRAGMA user_version */
#define RDL_STORE_APPLICATION 0x5244444c /* PRAGMA application_id: "RDDL" */

struct rdl_sqlite { /* the backend's state */
    struct rdl_sql sql;
    struct rdl_lock_dir lock;
    bool locked;
    char *path;
    bool made;  /* by this session */
    bool logs;  /* it has a write-ahead log */
    bool saved; /* there was an append */
    int64_t session;
    struct rdl_store_progress before; /* of earlier sessions */
    struct rdl_store_progress last; /* as of the latest append, all sessions */
    /* Seconds: of the latest sample, between two samples. */
    double sampled, stride;
};

/* --- files.c -------------------------------------------------------------- */

/* As rdl_store_there. */
bool rdl_sqlite_there(const char *dir);
/* Deletes all files of a store; renames all of them.  False: errno. */
void rdl_sqlite_remove(const char *path);
bool rdl_sqlite_rename(const char *from, const char *to);

/* --- schema.c ------------------------------------------------------------- */

/* Is it a store that this raddle can write?  It then has a write-ahead log.
 * *made: the file was empty, its tables are in a transaction that the caller
 * ends.  *why, which the caller frees, if the result is not RDL_STORE_OPEN. */
enum rdl_store_result rdl_sqlite_schema(struct rdl_sql *sql, const char *path,
                                        bool *made, char **why);
/* A write-ahead log, so that readers can work beside the campaign.  It survives
 * the death of the process, and what was merged a failure of the machine. */
bool rdl_sqlite_log(struct rdl_sql *sql);
/* Do the metrics still have the same numbers?  Adds those that are new. */
bool rdl_sqlite_same_metrics(struct rdl_sql *sql);
/* Does the table have the column?  Older stores lack `nth` of findings, and
 * `hits` and `failed` of requirements, and `failed` of sessions, until a
 * campaign continues with them. */
bool rdl_sqlite_has_column(struct rdl_sql *sql, const char *table,
                           const char *column);

/* --- facts.c -------------------------------------------------------------- */

/* Writes the metrics of which everything possible is covered. */
bool rdl_sqlite_proved(struct rdl_sql *sql, uint32_t metrics);
/* 0: as it was. */
bool rdl_sqlite_interleavings(struct rdl_sql *sql, uint64_t n);

bool rdl_sqlite_facts_write(struct rdl_sql *sql,
                            const struct rdl_store_opening *session);
/* What has changed about the program: a sentence that the caller frees; NULL if
 * nothing has, or the store is new. */
char *rdl_sqlite_facts_change(struct rdl_sql *sql,
                              const struct rdl_store_opening *session);

/* --- check.c -------------------------------------------------------------- */

/* What is invalid in a store: a phrase that the caller frees; NULL if nothing
 * is.  SQLite errors count too. */
char *rdl_sqlite_check(struct rdl_sql *sql);

/* --- load.c --------------------------------------------------------------- */

/* All coverage, as a delta from the beginning.  `made`: by this session, so
 * there is none, and nothing needs to be read. */
bool rdl_sqlite_load(struct rdl_sql *sql, bool made, struct rdl_delta *out);

/* --- save.c --------------------------------------------------------------- */

/* Call it inside a transaction.  The new requirements were covered at some time
 * between `from` and `to`, in seconds of all sessions. */
bool rdl_sqlite_save(struct rdl_sql *sql, const struct rdl_delta *delta,
                     const struct rdl_store_progress *from,
                     const struct rdl_store_progress *to);

/* --- findings.c ----------------------------------------------------------- */

/* `before`: of earlier sessions. */
bool rdl_sqlite_finding(struct rdl_sql *sql,
                        const struct rdl_store_progress *before,
                        const struct rdl_found *found);

/* --- notes.c -------------------------------------------------------------- */

bool rdl_sqlite_notes_make(struct rdl_sql *sql);
/* `wrong`: a condition that is true of a damaged row. */
bool rdl_sqlite_notes_damaged(struct rdl_sql *sql, const char *wrong);
bool rdl_sqlite_note(struct rdl_sql *sql, const char *kind, const char *text,
                     const char *location);
/* Replaces the reasons of earlier sessions if the session ends that proves. */
bool rdl_sqlite_incomplete(struct rdl_sql *sql,
                           const struct rdl_store_progress *p);

/* --- predictions.c -------------------------------------------------------- */

bool rdl_sqlite_predict(struct rdl_sql *sql,
                        const struct rdl_store_predicted *predicted);
/* --- places.c ------------------------------------------------------------- */

struct rdl_places;
/* In a transaction of its own. */
bool rdl_sqlite_places(struct rdl_sql *sql, const struct rdl_places *places);

/* --- samples.c ------------------------------------------------------------ */

/* Reads the state of the samples in the file. */
void rdl_sqlite_sample_load(struct rdl_sqlite *s);
/* Call it inside a transaction: adds a sample if it is time for one, or if it
 * is the last of the session.  `now`: of all sessions. */
bool rdl_sqlite_sample_add(struct rdl_sqlite *s,
                           const struct rdl_store_progress *now, bool last);

/* --- read.c --------------------------------------------------------------- */

struct rdl_store_reader;
struct rdl_store_summary;
enum rdl_store_reading rdl_sqlite_read(const char *dir, bool aside,
                                       const struct rdl_store_reader *reader,
                                       struct rdl_store_summary *summary,
                                       char **why);

/* exploration.c */
bool rdl_sqlite_exploration_save(struct rdl_sql *sql,
                                 const struct rdl_store_progress *p);
void rdl_sqlite_exploration_load(struct rdl_sql *sql,
                                 struct rdl_store_totals *totals);

#endif
