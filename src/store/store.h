/* store.h - what a campaign remembers in its output directory.
 *
 * DIR/campaign.sqlite holds what was covered and estimated, the findings, how
 * both grew over time, and the sessions: `raddle test` on the same directory
 * goes on where the last one was, `raddle coverage` shows it (read.h).
 * docs/store.md has the tables.
 *
 * It grows by transactions (SQLite, write-ahead log), so a process killed at
 * any moment leaves what it had saved before.  A session saves only what is new
 * since its last save.  When something cannot be written (full disk), that is
 * said once and the campaign goes on without its store.
 *
 * Seconds given to the store are those of this session; what it keeps and
 * gives back counts from the beginning of the first.  Execution numbers go on
 * from session to session: a session begins with totals.next. */
#ifndef RDL_STORE_STORE_H
#define RDL_STORE_STORE_H

#include "schedule/findings.h"

struct rdl_coverage;
struct rdl_store;

struct rdl_store_opening {  /* borrowed during rdl_store_open */
    const char *program;    /* as typed */
    const char *path;       /* of the file, absolute */
    char *const *arguments; /* without the program; ended by NULL */
    const char *version;    /* of raddle */
    const char *strategy;
    uint64_t seed;
    uint32_t metrics; /* set of enum rdl_metric_id */
    uint32_t pairs;   /* of rdl_combinatorial_at */
    bool fresh;       /* what is there is put aside, whatever it is about */
};

enum rdl_store_result {
    RDL_STORE_OPEN,
    RDL_STORE_NONE,    /* cannot be used: the campaign can go on without */
    RDL_STORE_REFUSED, /* another campaign runs there, or it is not ours to
                          write: the user has to decide */
};

/* Makes the directory and the store if there are none.  One that is damaged is
 * put aside, and a new one made.  *text, to be freed: if it is open, why it is
 * a new one (the program is another since, or it was damaged), or NULL;
 * otherwise why not. */
enum rdl_store_result rdl_store_open(const char *dir,
                                     const struct rdl_store_opening *session,
                                     struct rdl_store **out, char **text);

/* Is it new because what was there was damaged? */
bool rdl_store_replaced(const struct rdl_store *s);

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

/* Fills a coverage memory that is still empty, to which the driver is attached
 * (with the pairs it wants to keep).  False: it cannot be read, *text (to be
 * freed) says why; nothing may be written to it then. */
bool rdl_store_load(struct rdl_store *s, struct rdl_coverage *coverage,
                    struct rdl_store_totals *totals, char **text);

struct rdl_store_progress { /* of this session */
    uint64_t executions;
    uint64_t next; /* as above: also those under way */
    double seconds;
    uint64_t findings; /* known by now, those of earlier sessions too */
    bool capped;       /* more is possible than could be recorded */
};

/* What is new, in one transaction.  Cheap when nothing is. */
void rdl_store_save(struct rdl_store *s, const struct rdl_coverage *coverage,
                    const struct rdl_store_progress *progress);
/* The same if it is time: about once a second, and so that saving takes a
 * twentieth of the time at most.  May be called at will. */
void rdl_store_tick(struct rdl_store *s, const struct rdl_coverage *coverage,
                    const struct rdl_store_progress *progress);
/* A finding, new or seen again or replayed; written at once. */
void rdl_store_found(struct rdl_store *s, const struct rdl_found *found);
/* A note that limits what the campaign shows (campaign/caveats.h); written at
 * once, and only the first time. */
void rdl_store_note(struct rdl_store *s, const char *kind, const char *text,
                    const char *location);
/* Saves, ends the session (`how`: "budget", "found", ...), closes. */
void rdl_store_end(struct rdl_store *s, const struct rdl_coverage *coverage,
                   const struct rdl_store_progress *progress, const char *how);

/* Closes without saving. */
void rdl_store_close(struct rdl_store *s);

/* All others take NULL for a store: nothing happens; and NULL for a coverage:
 * the campaign has none. */

#endif
