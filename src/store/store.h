/* store.h - what a campaign remembers from session to session.
 *
 * A store holds what was covered and estimated, the findings, notes, how all of
 * it grew over time, and the sessions: `raddle test` on the same directory goes
 * on where the last one was, `raddle coverage` shows it (read.h).  A backend
 * keeps it (backend.h); docs/store.md describes the one there is.
 *
 * The store promises:
 *   - what it has taken survives the death of the process;
 *   - when it cannot write (a full disk) it says so once, by trouble(), and the
 *     campaign can go on; findings it tries again with the next append();
 *   - load() gives coverage with the numbers that it had.
 * The caller promises:
 *   - open, load at most once, then the others in any order, end, close;
 *   - deltas come from one coverage memory in their order, from where load()
 *     ended on; after an append() that failed the next delta has everything
 *     (rdl_delta_mark_reset).
 *
 * Seconds given to the store are those of this session; what it keeps and
 * gives back counts from the beginning of the first.  Execution numbers go on
 * from session to session: a session begins with totals.next. */
#ifndef RDL_STORE_STORE_H
#define RDL_STORE_STORE_H

#include "coverage/delta.h"
#include "schedule/findings.h"

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
    bool fresh;       /* put aside what is there, whatever it is about */
};

enum rdl_store_result {
    RDL_STORE_OPEN,
    RDL_STORE_NONE,    /* cannot be used: the campaign can go on without */
    RDL_STORE_REFUSED, /* another campaign runs there, or it is not ours to
                          write: the user has to decide */
};

/* Makes the directory and the store if there are none.  A damaged store is put
 * aside, and a new one made.  *text, to be freed: if it is open, why it is a
 * new one (the program has changed, or it was damaged), or NULL; otherwise why
 * it is not open. */
enum rdl_store_result rdl_store_open(const char *dir,
                                     const struct rdl_store_opening *session,
                                     struct rdl_store **out, char **text);
/* The same with another backend than SQLite. */
enum rdl_store_result
rdl_store_open_with(const struct rdl_store_backend *backend, const char *dir,
                    const struct rdl_store_opening *session,
                    struct rdl_store **out, char **text);

/* Is it new because what was there was damaged? */
bool rdl_store_replaced(const struct rdl_store *s);
/* Why the campaign goes on without its store, a sentence to be freed. */
char *rdl_store_without(const struct rdl_store *s, const char *why);

struct rdl_store_totals { /* of all sessions before */
    uint64_t sessions;
    uint64_t executions;
    uint64_t next; /* the first execution number that was never handed out */
    double seconds;
    bool capped; /* as below */
    size_t n_findings;
    struct rdl_found *findings; /* schedule: NULL if there was none */
};
void rdl_store_totals_free(struct rdl_store_totals *totals);

/* What earlier sessions knew.  `coverage`: all that was covered, to be applied
 * to an empty memory and freed; NULL: not wanted.  False: it cannot be read,
 * *text (to be freed) says why; nothing may be written to it then. */
bool rdl_store_load(struct rdl_store *s, struct rdl_delta *coverage,
                    struct rdl_store_totals *totals, char **text);

struct rdl_store_progress { /* of this session */
    uint64_t executions;
    uint64_t next; /* as above: also those under way */
    double seconds;
    uint64_t findings; /* known by now, those of earlier sessions too */
    bool capped;       /* more is possible than could be recorded */
    uint64_t covered[RDL_N_METRICS]; /* requirements, of all sessions */
};

/* Is it time to append?  About once a second, and so that writing takes a
 * twentieth of the time at most. */
bool rdl_store_due(const struct rdl_store *s);
/* What is new, all of it or nothing.  delta NULL: the campaign has no coverage.
 * False: it could not be written. */
bool rdl_store_append(struct rdl_store *s, const struct rdl_delta *delta,
                      const struct rdl_store_progress *progress);
/* A finding, new or seen again or replayed; written at once. */
void rdl_store_found(struct rdl_store *s, const struct rdl_found *found);
/* A note that limits what the campaign shows (base/notes.h); written at
 * once, and only the first time. */
void rdl_store_note(struct rdl_store *s, const char *kind, const char *text,
                    const char *location);
/* Appends and ends the session (`how`: "budget", "found", ...): what follows is
 * close(). */
bool rdl_store_end(struct rdl_store *s, const struct rdl_delta *delta,
                   const struct rdl_store_progress *progress, const char *how);

/* What could not be written, a sentence to be freed, once; NULL: nothing that
 * was not said. */
char *rdl_store_trouble(struct rdl_store *s);

/* Closes without writing. */
void rdl_store_close(struct rdl_store *s);

/* All that take a store take NULL for one: nothing happens. */

#endif
