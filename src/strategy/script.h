/* script.h - what the driver writes into the memory of strategy script before
 * a request, and what it finds there afterwards.
 *
 * A script is an execution cut into segments: a thread goes on until it has
 * taken so many steps of its own, then another has the turn.  It is followed
 * loosely, for the program may do otherwise than it did: what cannot be obeyed
 * is left out. */
#ifndef RDL_STRATEGY_SCRIPT_H
#define RDL_STRATEGY_SCRIPT_H

#include "base/event.h"
#include "base/finding.h"

#include <stdbool.h>

#define RDL_SCRIPT_SEGMENTS 200000
#define RDL_SCRIPT_CHOICES 30000
#define RDL_SCRIPT_HOLDS 24 /* fewer than bits of `kept` */
#define RDL_SCRIPT_NONE UINT32_MAX

enum rdl_script_end { /* of a segment: when its `to` has the turn */
                      RDL_SCRIPT_GO_ON,   /* never: it is left out */
                      RDL_SCRIPT_IF_MUST, /* if its thread cannot go on */
                      RDL_SCRIPT_SWITCH,  /* in any case */
};

struct rdl_script_segment {
    uint32_t until;   /* its thread has taken so many steps, of all its own */
    uint32_t next;    /* segment of the same thread, or NONE */
    uint16_t tid, to; /* `to` cannot run: as if there were no end */
    uint16_t end;     /* enum rdl_script_end */
};

struct rdl_script_choice { /* by tid, then `taken`, then `nth` */
    uint32_t taken;        /* steps of its own that the thread had taken */
    uint32_t value;
    uint16_t tid;
    uint8_t kind; /* enum rdl_choice_kind */
    uint8_t nth;  /* choices asked before it since that step */
};

/* An order to be turned round: a thread that has taken so many steps is held
 * back until the other one takes a step at `pc` on `addr` (0: on any), or no
 * thread is left that could run instead.  `early`: a step that it takes before
 * the thread is there will do. */
struct rdl_script_hold {
    uintptr_t pc, addr;
    uint32_t taken;
    uint16_t tid, other;
    bool early;
};

struct rdl_script {
    uint32_t n_segments, n_choices, n_holds;
    struct rdl_script_hold holds[RDL_SCRIPT_HOLDS];
    /* Of each thread; one that has none: NONE. */
    uint32_t first_segment[RDL_MAX_THREADS];
    uint32_t first_choice[RDL_MAX_THREADS];
    struct rdl_script_segment segments[RDL_SCRIPT_SEGMENTS];
    struct rdl_script_choice choices[RDL_SCRIPT_CHOICES];
    /* Written by the strategy: one bit for each switch, in their order, set if
     * the thread before it could have gone on. */
    uint32_t n_switches;
    uint32_t kept; /* bit for each hold: the other one was first */
    uint8_t preempts[RDL_SCRIPT_SEGMENTS / 8 + 1];
};

#endif
