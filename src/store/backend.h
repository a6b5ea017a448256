/* backend.h - the contract between the store and what keeps its data.
 *
 * The store promises:
 *   - open() comes first, close() last; `state` is zeroed before open() and
 *     belongs to the backend alone; if open() does not say RDL_STORE_OPEN, only
 *     close() follows;
 *   - load() comes at most once, before the first append();
 *   - deltas follow one another, as store.h says; a finding that could not be
 *     written comes again;
 *   - no two calls overlap.
 * A backend promises:
 *   - what append(), finding() and note() have taken survives the death of the
 *     process; append() takes all or nothing;
 *   - what comes again changes nothing, or brings it up to date;
 *   - load() gives one delta from the beginning, with the numbers it was given;
 *   - it says what went wrong by error() alone, and is ready for the next call
 *     after it. */
#ifndef RDL_STORE_BACKEND_H
#define RDL_STORE_BACKEND_H

#include "store/read.h"
#include "store/store.h"

struct rdl_store_backend {
    const char *name;
    size_t state_size;
    /* *text as in rdl_store_open; *replaced: what was there was damaged. */
    enum rdl_store_result (*open)(void *state, const char *dir,
                                  const struct rdl_store_opening *session,
                                  bool *replaced, char **text);
    /* Where it is, for people. */
    const char *(*place)(const void *state);
    bool (*load)(void *state, struct rdl_delta *coverage,
                 struct rdl_store_totals *totals);
    /* `how`: the session ends with it; NULL: it goes on. */
    bool (*append)(void *state, const struct rdl_delta *delta,
                   const struct rdl_store_progress *progress, const char *how);
    bool (*finding)(void *state, const struct rdl_found *found);
    bool (*note)(void *state, const char *kind, const char *text,
                 const char *location);
    /* Why the latest call failed, to be freed; the next may succeed. */
    char *(*error)(void *state);
    void (*close)(void *state);
    /* Without a state: see read.h. */
    enum rdl_store_reading (*read)(const char *dir,
                                   const struct rdl_store_reader *reader,
                                   struct rdl_store_summary *summary,
                                   char **why);
};

extern const struct rdl_store_backend rdl_store_sqlite;

/* For tests of a backend. */
void *rdl_store_state(struct rdl_store *s);

#endif
