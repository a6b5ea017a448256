/* store.h - what a campaign remembers from session to session.
 *
 * A store holds coverage and estimates, findings, notes, how all of it grew
 * over time, and the sessions: `raddle test` on the same directory continues
 * where the last one ended, `raddle coverage` shows it (read.h).  A backend
 * writes it (backend.h); docs/store.md describes the only one.
 *
 * The store promises:
 *   - what it has accepted survives the death of the process;
 *   - when it cannot write (a full disk) it reports that once, through
 *     trouble(), and the campaign can go on; it tries findings again with the
 *     next append();
 *   - load() returns coverage with its original numbers.
 * The caller promises:
 *   - open, load at most once, then the others in any order, end, close;
 *   - deltas come from one coverage memory in order, starting where load()
 *     ended; after an append() that failed the next delta has everything
 *     (rdl_delta_mark_reset).
 *
 * Callers pass seconds of this session; what the store writes and returns
 * counts from the beginning of the first session.  Execution numbers continue
 * from session to session: a session begins with totals.next. */
#ifndef RDL_STORE_STORE_H
#define RDL_STORE_STORE_H

#include "coverage/delta.h"
#include "predict/prediction.h"
#include "schedule/findings.h"

struct rdl_places;
struct rdl_store;
struct rdl_store_backend;

struct rdl_store_opening {  /* borrowed during rdl_store_open */
    const char *program;    /* as typed */
    const char *path;       /* of the file, absolute */
    char *const *arguments; /* without the program; ended by NULL */
    const char *version;    /* of raddle */
    const char *strategy;
    uint64_t seed;
    uint32_t metrics; /* set of enum rdl_metric_id */
    uint32_t pairs;   /* of rdl_combinatorial_at */
    bool fresh;       /* put the old store aside, whatever it is about */
};

enum rdl_store_result {
    RDL_STORE_OPEN,
    RDL_STORE_NONE, /* not usable: the campaign can go on without */
    /* Another campaign is running there, or raddle may not write it: the user
     * has to decide. */
    RDL_STORE_REFUSED,
};

/* Is there a store, or a campaign that makes one?  If not, open() will make one
 * without earlier sessions, unless another process is faster. */
bool rdl_store_there(const char *dir);

/* Creates the directory and the store if they are missing.  A damaged store is
 * put aside and replaced by a new one.  The caller frees *text: if the store is
 * open, why it is a new one (the program has changed, or the old one was
 * damaged), or NULL; otherwise why it is not open. */
enum rdl_store_result rdl_store_open(const char *dir,
                                     const struct rdl_store_opening *session,
                                     struct rdl_store **out, char **text);
/* The same with a backend other than SQLite. */
enum rdl_store_result
rdl_store_open_with(const struct rdl_store_backend *backend, const char *dir,
                    const struct rdl_store_opening *session,
                    struct rdl_store **out, char **text);

/* Is it new because the old one was damaged? */
bool rdl_store_replaced(const struct rdl_store *s);
/* Why the campaign goes on without its store: a sentence that the caller frees.
 */
char *rdl_store_without(const struct rdl_store *s, const char *why);

struct rdl_store_totals { /* of all earlier sessions */
    uint64_t sessions;
    uint64_t executions;
    uint64_t next; /* the first execution number that was never handed out */
    double seconds;
    bool capped;     /* as below */
    uint32_t proved; /* as below */
    size_t n_findings;
    struct rdl_found *findings; /* schedule: NULL if it had none */
    void *exploration;          /* where an exploration was; NULL: nowhere */
    size_t exploration_size;
};
void rdl_store_totals_free(struct rdl_store_totals *totals);

/* The results of earlier sessions.  `coverage`: everything covered, to be
 * applied to an empty memory and freed; NULL: not wanted.  False if the store
 * cannot be read; *text, which the caller frees, is the reason, and nothing may
 * be written then. */
bool rdl_store_load(struct rdl_store *s, struct rdl_delta *coverage,
                    struct rdl_store_totals *totals, char **text);

struct rdl_store_reason { /* why a proof is not complete; borrowed */
    const char *kind, *text;
    const char *location; /* "" if it has none */
};

struct rdl_store_progress { /* of this session */
    uint64_t executions;
    uint64_t next; /* as above, including running requests */
    double seconds;
    uint64_t findings; /* known by now, including those of earlier sessions */
    uint64_t failed;   /* executions that ended with one */
    bool capped;       /* not everything could be recorded */
    /* Set of enum rdl_metric_id: what is not covered is impossible. */
    uint32_t proved;
    /* The campaign explores: where it is; size 0: the next one begins anew. */
    bool explores;
    const void *exploration;
    size_t exploration_size;
    /* At the end of a session that explores, of it and those that it went on
     * from; otherwise 0. */
    uint64_t interleavings;
    uint64_t covered[RDL_N_METRICS]; /* requirements, of all sessions */
    /* At the end of a session that explores: why it is not complete.  These
     * replace the reasons of earlier sessions. */
    bool proves;
    size_t n_reasons;
    const struct rdl_store_reason *reasons;
};

/* Is it time to append?  First a tenth of a second after open(), then about
 * once a second, such that writing takes at most a twentieth of the time. */
bool rdl_store_due(const struct rdl_store *s);
/* Writes what is new, all of it or nothing. delta NULL: the campaign has no
 * coverage.  False if it could not be written. */
bool rdl_store_append(struct rdl_store *s, const struct rdl_delta *delta,
                      const struct rdl_store_progress *progress);
/* Writes a finding at once: a new one, or one seen again or replayed. */
void rdl_store_found(struct rdl_store *s, const struct rdl_found *found);
/* Writes a note that limits what the campaign shows (base/notes.h) at once, and
 * only the first time. */
void rdl_store_note(struct rdl_store *s, const char *kind, const char *text,
                    const char *location);
/* Writes the predictions that have changed, and lock orders and places that are
 * new.  False if it could not. */
struct rdl_store_predicted { /* borrowed */
    const struct rdl_prediction *all;
    size_t n;
    const struct rdl_lock_order *orders;
    size_t n_orders;
    const struct rdl_predicted_place *places;
    size_t n_places;
};
bool rdl_store_predict(struct rdl_store *s,
                       const struct rdl_store_predicted *predicted);
/* Passes those of earlier sessions to the reader (read.h). */
struct rdl_store_reader;
void rdl_store_predicted(struct rdl_store *s,
                         const struct rdl_store_reader *reader);
/* Writes what the locations are in the source (places.h), in place of what
 * another session wrote. */
void rdl_store_places(struct rdl_store *s, const struct rdl_places *places);
/* Appends and ends the session (`how`: "budget", "found", ...); only close()
 * may follow. */
bool rdl_store_end(struct rdl_store *s, const struct rdl_delta *delta,
                   const struct rdl_store_progress *progress, const char *how);

/* What could not be written: a sentence that the caller frees, reported once;
 * NULL if there is nothing new. */
char *rdl_store_trouble(struct rdl_store *s);

/* Closes without writing. */
void rdl_store_close(struct rdl_store *s);

/* All functions that take a store accept NULL and then do nothing. */

#endif
