/* backend.h - the contract between the store and the part that writes its data.
 *
 * The store promises:
 *   - it calls open() first and close() last; `state` is zeroed before open()
 *     and belongs to the backend alone; if open() does not return
 *     RDL_STORE_OPEN, only close() follows;
 *   - it calls load() at most once, before the first append();
 *   - deltas follow one another, as store.h describes; it passes a finding
 *     again that could not be written;
 *   - no two calls overlap.
 * A backend promises:
 *   - what append(), finding(), note() and places() have accepted survives the
 * death of the process; append() accepts all or nothing;
 *   - what is passed again changes nothing, or updates it;
 *   - load() returns one delta from the beginning, with the original numbers;
 *   - it reports errors through error() alone, and is ready for the next call
 *     after one. */
#ifndef RDL_STORE_BACKEND_H
#define RDL_STORE_BACKEND_H

#include "store/read.h"
#include "store/store.h"

struct rdl_store_backend {
    const char *name;
    size_t state_size;
    /* Without a state: see rdl_store_there. */
    bool (*there)(const char *dir);
    /* *text as in rdl_store_open; *replaced: the old store was damaged. */
    enum rdl_store_result (*open)(void *state, const char *dir,
                                  const struct rdl_store_opening *session,
                                  bool *replaced, char **text);
    /* Its place, for people. */
    const char *(*place)(const void *state);
    bool (*load)(void *state, struct rdl_delta *coverage,
                 struct rdl_store_totals *totals);
    /* `how`: the session ends with it; NULL: it continues. */
    bool (*append)(void *state, const struct rdl_delta *delta,
                   const struct rdl_store_progress *progress, const char *how);
    bool (*finding)(void *state, const struct rdl_found *found);
    bool (*note)(void *state, const char *kind, const char *text,
                 const char *location);
    /* All or nothing, like append(). */
    bool (*predict)(void *state, const struct rdl_store_predicted *predicted);
    void (*predicted)(void *state, const struct rdl_store_reader *reader);
    /* In a transaction of its own; replaces what was there. */
    bool (*places)(void *state, const struct rdl_places *places);
    /* Why the latest call failed; the caller frees it.  The next call may
     * succeed. */
    char *(*error)(void *state);
    void (*close)(void *state);
    /* Without a state: see read.h. */
    enum rdl_store_reading (*read)(const char *dir, bool aside,
                                   const struct rdl_store_reader *reader,
                                   struct rdl_store_summary *summary,
                                   char **why);
};

extern const struct rdl_store_backend rdl_store_sqlite;

/* For tests of a backend. */
void *rdl_store_state(struct rdl_store *s);

#endif
