/* history.h - a trace as a list of acts, each with the locks that its thread
 * held and whom it woke: for minimising, and for explaining. */
#ifndef RDL_TRACE_HISTORY_H
#define RDL_TRACE_HISTORY_H

#include "trace/conflict.h"
#include "trace/trace.h"

#include <stdbool.h>

#define RDL_HISTORY_LOCKS 4

struct rdl_history_act {
    struct rdl_event e; /* its `value` is the pc of the function's call */
    uint64_t context;   /* hash of the calls around it; 0: of none */
    uint64_t value;     /* value read or written, if RDL_EV_VALUE */
    /* Pc of the step, or of the step in whose course it happened. */
    uintptr_t at;
    uint64_t step;    /* UINT64_MAX: the thread did not reach it */
    uint32_t own;     /* steps of its thread before it */
    uint32_t hold;    /* the same, before the first lock that it holds then */
    uint32_t segment; /* of the plan */
    uint16_t n_woken; /* threads that it woke */
    rdl_tid woken;    /* the first of them */
    /* The thread woke without a signal and without a time-out. */
    bool by_nobody;
    bool waits; /* it could not be done at once, and its thread waited */
    /* It ends a wait because time passed, while the thread `delayed` could run;
     * the wait was to last `ns`. */
    bool early;
    rdl_tid delayed;
    uint64_t ns;
    /* Locks that its thread holds before it, as far as recorded. */
    uint8_t n_locks;
    struct rdl_history_lock {
        uintptr_t addr;
        uint32_t own; /* `own` of the step that asked for it */
        bool shared;  /* as one of several readers */
    } locks[RDL_HISTORY_LOCKS];
};

struct rdl_history { /* owns its array */
    size_t n;
    struct rdl_history_act *all; /* in the order of execution */
};

void rdl_history_make(struct rdl_history *a, const struct rdl_trace *t);
/* Takes the acts of the execution that the memory holds; false if it was not
 * observed. */
bool rdl_history_take(struct rdl_history *a, struct rdl_shared *shared);
void rdl_history_free(struct rdl_history *a);

#endif
