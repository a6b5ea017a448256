/* internal.h - what the parts of the campaign store share. */
#ifndef RDL_STORE_INTERNAL_H
#define RDL_STORE_INTERNAL_H

#include "util/lock_dir.h"
#include "store/store.h"
#include "store/sql.h"
#include "coverage/coverage.h"

#define RDL_STORE_NAME "campaign.sqlite"
#define RDL_STORE_OLD_NAME "campaign.old.sqlite"
#define RDL_STORE_DAMAGED_NAME "campaign.damaged.sqlite"
#define RDL_STORE_VERSION 1              /* PRAGMA user_version */
#define RDL_STORE_APPLICATION 0x5244444c /* PRAGMA application_id: "RDDL" */

/* What of a coverage memory is in the file: everything beyond it is new. */
struct rdl_saved {
    uint32_t modules, locations, requirements; /* how many */
    /* By requirement; NULL: none is. */
    uint64_t *covered, *estimated;
    size_t n_words; /* of each */
    struct rdl_saved_pairs {
        uint32_t n;       /* members */
        uint32_t *counts; /* by member: as its row was written */
    } pairs[RDL_N_COMBINATORIAL];
};

struct rdl_store_found {
    struct rdl_found f; /* with a schedule of its own */
    bool written;
};

struct rdl_store {
    struct rdl_sql sql;
    struct rdl_lock_dir lock;
    char *path;
    int64_t session;
    struct rdl_store_progress before; /* earlier sessions */
    struct rdl_saved saved;
    struct rdl_store_progress last; /* as of the latest save, all sessions */
    size_t n_found;
    struct rdl_store_found *found; /* those of this session */
    bool replaced;                 /* a damaged one, which went aside */
    bool told;                     /* that something cannot be written */
    uint64_t due_ns;               /* the next save, by tick() */
    double sampled, stride;        /* seconds: latest sample, between two */
};

/* --- store.c ------------------------------------------------------------- */

/* Why the campaign goes on without, a sentence to be freed. */
char *rdl_store_without(const struct rdl_store *s, const char *why);

/* --- files.c ------------------------------------------------------- */

/* Deletes what belongs to a store; takes it to another name.  False: errno. */
void rdl_store_remove(const char *path);
bool rdl_store_rename(const char *from, const char *to);

/* --- schema.c ------------------------------------------------------ */

/* Is it a store that we can write?  An empty file becomes one.  *why, to be
 * freed, if it is not RDL_STORE_OPEN. */
enum rdl_store_result rdl_store_schema(struct rdl_sql *sql, const char *path,
                                       char **why);
/* The metrics have the numbers that they had.  Adds what came since. */
bool rdl_store_same_metrics(struct rdl_sql *sql);
/* Have findings the column `nth`?  Older stores do not, until a campaign goes
 * on with them. */
bool rdl_store_has_nth(struct rdl_sql *sql);

/* --- identity.c ---------------------------------------------------- */

bool rdl_store_identity_write(struct rdl_sql *sql,
                              const struct rdl_store_opening *session);
/* What of the program is not as it was, a sentence to be freed; NULL: nothing,
 * or the store is new. */
char *rdl_store_identity_change(struct rdl_sql *sql,
                                const struct rdl_store_opening *session);

/* --- check.c ------------------------------------------------------- */

/* What of a store cannot be, a phrase to be freed; NULL: nothing.  An error of
 * SQLite is one of these too. */
char *rdl_store_check(struct rdl_sql *sql);

/* --- save.c -------------------------------------------------------- */

/* Nothing is in the file: the next save writes all. */
void rdl_saved_reset(struct rdl_saved *saved);
/* All of it is: it was loaded from there. */
void rdl_saved_all(struct rdl_saved *saved,
                   const struct rdl_coverage *coverage);
/* Inside a transaction.  Requirements that are new were covered at some time
 * between `from` and `to`, seconds of all sessions. */
bool rdl_saved_write(struct rdl_saved *saved, struct rdl_sql *sql,
                     const struct rdl_coverage *coverage,
                     const struct rdl_store_progress *from,
                     const struct rdl_store_progress *to);

/* --- findings.c ------------------------------------------------------- */

bool rdl_store_found_add(struct rdl_store *s, const struct rdl_found *found);
/* Those that are not written; outside a transaction each is one of its own. */
bool rdl_store_found_write(struct rdl_store *s);
void rdl_store_found_forget(struct rdl_store *s); /* none is written */
void rdl_store_found_free(struct rdl_store *s);

/* --- notes.c ------------------------------------------------------- */

bool rdl_store_notes_make(struct rdl_sql *sql);
bool rdl_store_has_notes(struct rdl_sql *sql);
bool rdl_store_note_write(struct rdl_store *s, const char *kind,
                          const char *text, const char *location);

/* --- samples.c ----------------------------------------------------- */

/* What of them is in the file. */
void rdl_store_sample_load(struct rdl_store *s);
/* Inside a transaction: a sample, if it is time for one or it is the last of
 * the session.  `now`: of all sessions. */
bool rdl_store_sample_add(struct rdl_store *s,
                          const struct rdl_coverage *coverage,
                          const struct rdl_store_progress *now, bool last);

#endif
