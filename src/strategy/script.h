/* script.h - what the driver writes into the memory of strategy script before a
 * request, and what it reads there afterwards.
 *
 * A script is an execution cut into segments: a thread runs until it has taken
 * a given number of its own steps, then another thread runs.  The strategy
 * follows it loosely, because the program may behave differently this time: it
 * skips what it cannot obey.  Where a thread begins or creates another one, the
 * count of its steps is set to what it was there in the original execution: a
 * thread that took more or fewer steps before that place is back in step. */
#ifndef RDL_STRATEGY_SCRIPT_H
#define RDL_STRATEGY_SCRIPT_H

#include "base/event.h"
#include "base/finding.h"

#include <stdbool.h>

#define RDL_SCRIPT_SEGMENTS 200000
#define RDL_SCRIPT_CHOICES 30000
#define RDL_SCRIPT_MARKS 30000
#define RDL_SCRIPT_HOLDS 24 /* fewer than the bits of `kept` */
#define RDL_SCRIPT_NONE UINT32_MAX

enum rdl_script_end { /* when a segment's end switches to `to` */
                      RDL_SCRIPT_GO_ON,   /* never: this switch is left out */
                      RDL_SCRIPT_IF_MUST, /* if its thread cannot continue */
                      RDL_SCRIPT_SWITCH,  /* always */
};

struct rdl_script_segment {
    uint32_t until;   /* steps of its thread, from its start */
    uint32_t next;    /* segment of the same thread, or NONE */
    uint16_t tid, to; /* if `to` cannot run, the end is ignored */
    uint16_t end;     /* enum rdl_script_end */
};

struct rdl_script_choice { /* sorted by tid, `taken`, `nth` */
    uint32_t taken;        /* the thread's own steps before the choice */
    uint32_t value;
    uint16_t tid;
    uint8_t kind; /* enum rdl_choice_kind */
    uint8_t nth;  /* choices made before it since that step */
};

struct rdl_script_mark { /* where a thread begins, or creates one */
    uint32_t taken;      /* the thread's own steps before that */
    uint32_t next;       /* mark of the same thread, or NONE */
    uint16_t tid;
};

/* Reverses an order: thread `tid`, once it has taken `taken` steps, must not
 * run until `other` takes a step at `pc` on `addr` (0: any address), or until
 * no other thread can run.  `early`: such a step also counts if it comes before
 * `tid` gets there. */
struct rdl_script_hold {
    uintptr_t pc, addr;
    uint32_t taken;
    uint16_t tid, other;
    bool early;
};

struct rdl_script {
    uint32_t n_segments, n_choices, n_marks, n_holds;
    struct rdl_script_hold holds[RDL_SCRIPT_HOLDS];
    /* Each thread's first segment, or NONE. */
    uint32_t first_segment[RDL_MAX_THREADS];
    uint32_t first_choice[RDL_MAX_THREADS];
    uint32_t first_mark[RDL_MAX_THREADS];
    struct rdl_script_segment segments[RDL_SCRIPT_SEGMENTS];
    struct rdl_script_choice choices[RDL_SCRIPT_CHOICES];
    struct rdl_script_mark marks[RDL_SCRIPT_MARKS];
    /* Written by the strategy: one bit for each switch, in order, set if the
     * thread before it could have continued (a preemption). */
    uint32_t n_switches;
    uint32_t kept; /* bit of each hold: `other` did go first */
    uint8_t preempts[RDL_SCRIPT_SEGMENTS / 8 + 1];
};

#endif
