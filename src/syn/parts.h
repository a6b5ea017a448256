/* parts.h - what the files of this folder share. */
#ifndef RDL_SYN_PARTS_H
#define RDL_SYN_PARTS_H

#include "explore/explore.h"
#include "syn/cells.h"
#include "syn/syn.h"

/* A synchronisation object while the trace is read. */
struct rdl_syn_object {
    uintptr_t addr;
    uint64_t
        state; /* of a lock: enum rdl_syn_lock; of a semaphore: its value */
    uint64_t readers;
};

enum rdl_syn_lock { RDL_SYN_HELD, RDL_SYN_READ, RDL_SYN_FREE };

struct rdl_syn_reading { /* the trace while it becomes a SYN-sequence */
    const struct rdl_trace *t;
    struct rdl_syn *syn;
    struct rdl_cells cells;
    size_t first; /* step that makes the first thread */
    /* For each event: the step as exploration sees it. */
    struct rdl_step *steps;
    size_t n_objects;
    struct rdl_syn_object *objects;
    uint32_t *clocks; /* by event and thread */
    size_t n_after, after_room;
    size_t *of; /* events by thread, then in order; from start[thread] on */
    size_t start[RDL_MAX_THREADS];
    size_t *after;                  /* events that come before the latest one */
    size_t latest[RDL_MAX_THREADS]; /* event, + 1 */
    uint32_t own[RDL_MAX_THREADS];  /* steps, without those that waited */
    uint32_t acts[RDL_MAX_THREADS]; /* events */
    bool waits[RDL_MAX_THREADS];    /* for a signal or at a barrier */
    /* Of the step that is being read: threads that it makes or waits for the
     * end of, and threads that it wakes. */
    rdl_tid lives[RDL_MAX_THREADS], wakes[RDL_MAX_THREADS];
    size_t n_lives, n_wakes;
    bool woken; /* a step woke its thread */
    /* For each thread: the latest event, + 1, that has it among those. */
    size_t lives_at[RDL_MAX_THREADS], wakes_at[RDL_MAX_THREADS];
    /* The latest step of each thread that could not be completed, + 1. */
    size_t pending[RDL_MAX_THREADS];
};

/* syn.c: an event, and its step. */
void rdl_syn_add(struct rdl_syn_reading *r, const struct rdl_syn_event *e,
                 const struct rdl_step *step);
/* touches.c: what the step of the trace touches; false if it is not an event.
 * Its members of `event` but tid, step and own. */
bool rdl_syn_touches(struct rdl_syn_reading *r, size_t step,
                     struct rdl_syn_event *event, struct rdl_step *out);
/* The same of a step that its thread could not complete. */
void rdl_syn_waiting(struct rdl_syn_reading *r, size_t step,
                     struct rdl_step *out);
/* variants.c: fills in syn->variants. */
void rdl_syn_variants(struct rdl_syn_reading *r);

#endif
