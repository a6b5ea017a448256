/* reach.h - what an exploration has come to: in RDL_EXPLORE_BYTES of the shared
 * memory, where the driver reads it. */
#ifndef RDL_EXPLORE_REACH_H
#define RDL_EXPLORE_REACH_H

#include "explore/explore.h"
#include "explore/progress.h"

/* Why an exploration is not complete. */
enum rdl_reach_reason {
#define REASON(id, name, text) RDL_REACH_##id,
#include "explore/reasons.h"
#undef REASON
    RDL_N_REACH_REASONS
};

#define RDL_REACH_LOOPS 64
#define RDL_REACH_KNOWN 4096
#define RDL_REACH_EXTENTS 512
#define RDL_REACH_LEVELS 64 /* 0..63 preemptions or delays */

struct rdl_reach {
    bool open;           /* the rest is valid */
    bool running;        /* an execution has begun and not ended */
    bool done;           /* nothing is left to explore */
    uint64_t ended;      /* traces that came to an end, failing ones included */
    uint64_t deadlocks;  /* traces in which threads wait for ever */
    uint64_t blocked;    /* traces that end in a loop which waits for another
                            thread; what comes if that one is faster is explored
                            too */
    uint64_t failed;     /* of both: those with a finding */
    uint64_t restarts;   /* begun again because memory proved to be shared */
    uint64_t executions; /* of all beginnings */
    uint64_t abandoned, wrong;
    uint64_t memory, used; /* bytes; the most that was used */
    bool lean;             /* source sets took over: see explore.h */
    uint64_t schedules;    /* that ended, of a search with a bound */
    /* Of all those, by what the bound counts: those that need so much. */
    uint64_t by[RDL_REACH_LEVELS];
    uint32_t level; /* it has come to this one */
    /* Of this beginning, now and then: how much of the tree is done, and after
     * how many executions that was. */
    struct rdl_explore_progress progress;
    uint64_t progress_at;
    /* Outcomes that another strategy may choose and this exploration did not:
     * bits 1 << enum rdl_choice_kind. */
    uint32_t unexplored;
    /* The first reason of each kind: where, and the operator or wait. */
    struct rdl_reach_trouble {
        bool set;
        uintptr_t pc;
        uint32_t what; /* enum rdl_op, of RDL_REACH_OPERATOR */
    } trouble[RDL_N_REACH_REASONS];
    /* Threads by creator and number among those that it created: so each has
     * the same number whatever the order of events. */
    struct rdl_reach_thread {
        uint32_t creator, n;
    } thread[RDL_EXPLORE_THREADS];
    uint32_t n_threads;
    /* Where threads come again without an effect in between: whether their
     * state recurs is looked at there. */
    uintptr_t loop[RDL_REACH_LOOPS];
    uint32_t n_loops;
    /* Granules of memory that are known to be shared; knows_all: these are all,
     * so that another process can go on. */
    uint64_t known[RDL_REACH_KNOWN];
    uint32_t n_known;
    bool knows_all;
    uint32_t knowledge; /* another number: `known` is another list */
    /* Calls that read memory up to what they find there, such as the end of a
     * string: the most that each has read from each address on.  A hash table;
     * pc 0: free. */
    struct rdl_reach_extent {
        uint64_t pc, start, size;
    } extent[RDL_REACH_EXTENTS];
    uint32_t n_extents;
    bool lost; /* the process died in an execution: the driver must bring back
                  an earlier state */
};

/* The memory of an exploration, after the struct above. */
static inline void *rdl_reach_arena(struct rdl_reach *r)
{
    return r + 1;
}
static inline size_t rdl_reach_room(size_t size)
{
    return size - sizeof(struct rdl_reach);
}

/* How many executions all of it takes: an order of magnitude, and what is
 * certain.  0: nothing is known. */
uint64_t rdl_reach_total(const struct rdl_reach *r);
uint64_t rdl_reach_least(const struct rdl_reach *r);
/* Is there a reason why it cannot become complete? */
bool rdl_reach_troubled(const struct rdl_reach *r);
bool rdl_reach_complete(const struct rdl_reach *r);
const char *rdl_reach_reason(enum rdl_reach_reason reason);
/* The most that the call at pc has read from `start` on; 0: that is not known.
 */
uint64_t rdl_reach_extent(const struct rdl_reach *r, uint64_t pc,
                          uint64_t start);
/* It is `size` now.  False: there is no room. */
bool rdl_reach_extend(struct rdl_reach *r, uint64_t pc, uint64_t start,
                      uint64_t size);

#endif
