/* parts.h - what the files of this folder share. */
#ifndef RDL_EXPLORE_PARTS_H
#define RDL_EXPLORE_PARTS_H

#include "explore/explore.h"
#include "explore/tree.h"

#include "base/rng.h"

/* For each thread: how many of its steps happen before.  Signed: the machine
 * has a maximum of eight of these at once. */
typedef int16_t rdl_clock[RDL_EXPLORE_THREADS];
_Static_assert(RDL_EXPLORE_STEPS < INT16_MAX, "fits");
_Static_assert(RDL_EXPLORE_THREADS % 8 == 0, "rdl_clock_join");

#define RDL_LINK_BUCKETS 256

/* For each touch of a step that is not wide: the step before it, + 1, that has
 * one in the same bucket.  And the wide step before it, + 1: those that have a
 * wide touch, or touch the world. */
struct rdl_link {
    uint16_t before[RDL_STEP_TOUCHES];
    uint16_t bucket[RDL_STEP_TOUCHES]; /* RDL_LINK_BUCKETS: the touch is wide */
    uint16_t wide;
};

/* The latest of each, + 1. */
struct rdl_latest {
    uint16_t bucket[RDL_LINK_BUCKETS];
    uint16_t wide;
    uint16_t idle;
    uint16_t of[RDL_EXPLORE_THREADS];    /* the thread's */
    uint16_t lives[RDL_EXPLORE_THREADS]; /* that makes the thread or waits for
                                            its end */
    uint16_t wakes[RDL_EXPLORE_THREADS]; /* that wakes the thread */
};

/* A frame for each step of the execution, and one behind the last: what is
 * asleep there, first what it inherited, then its own children that were
 * explored, which it owns. */
struct rdl_frame {
    uint32_t sleep, n, inherited;
};

/* A search with a bound: who was picked, and who is still to be. */
struct rdl_decision {
    uint64_t sum;  /* hash of the trace before it */
    uint64_t open; /* set of threads that are still to be picked here */
    uint32_t cost; /* of the decisions before it */
    rdl_tid tid;
    uint16_t alternative, n_alternatives;
    uint8_t price[RDL_EXPLORE_THREADS]; /* of each thread */
};

/* Where a schedule has been (the trace, and who runs): 1 + the most that it
 * could spend from there on.  Or a step from there: the place that it leads to.
 */
struct rdl_place {
    uint64_t key; /* 0: none */
    uint64_t value;
};

struct rdl_explore {
    const struct rdl_search *search;
    enum rdl_explore_bound bound;
    uint32_t most, level; /* of the bound; the present one */
    struct rdl_tree tree;
    rdl_clock *clock; /* of each step, itself included */
    rdl_clock *firm;  /* what comes before it in every trace: program order,
                         create, join, its waking signal */
    struct rdl_link *link; /* of each step */
    /* Of each step: if that many steps are as in the execution before, so is
     * what the races that it ends lead to: it is covered, or in the tree. */
    uint32_t *settled;
    uint32_t *path; /* nodes; path[i + 1] is step i */
    struct rdl_frame *frame;
    const struct rdl_step **v;
    uint32_t *v_at;  /* of each step of v: its place in the execution */
    uint32_t *sleep; /* nodes */
    uint32_t sleep_size;
    uint32_t size; /* most steps of an execution */
    uint32_t n;    /* steps of this execution so far */
    uint32_t kept; /* steps that are as in the execution before */
    unsigned n_threads;
    uint32_t own[RDL_EXPLORE_THREADS];
    struct rdl_latest latest;
    /* Of the step that was picked: */
    uint32_t picked;
    uint16_t alternative, n_alternatives;
    const uint64_t *wakes;
    bool left;  /* the rest of this execution is not looked at */
    bool fresh; /* the execution is the first of its trace */
    bool lean;  /* source sets instead of wakeup trees */
    /* It explores a part: what is below its first `floor` steps (upper.h).
     * Source sets do not take over then. */
    bool part;
    uint32_t floor;
    /* A search with a bound: */
    struct rdl_rng walk;           /* of this execution */
    struct rdl_decision *decision; /* for each step */
    bool turns;      /* the decision at `kept` is the next one there */
    bool cut;        /* the bound has kept a schedule out */
    uint64_t *trace; /* hashes of those met */
    struct rdl_place *place;
    size_t n_traces, n_places;
    /* Of both tables; what is of an earlier exploration has another number. */
    struct rdl_tables {
        uint64_t number, traces, places;
    } tables;
    enum rdl_explore_trouble trouble;
    struct rdl_explore_counts counts;
};

static inline const struct rdl_step *rdl_explore_at(const struct rdl_explore *x,
                                                    uint32_t i)
{
    return &x->tree.node[x->path[i + 1]].step;
}

/* explore.c: a part of the memory from *at on; NULL: it is used up. */
void *rdl_explore_take(char **at, char *end, size_t n, size_t size);
bool rdl_explore_among(const rdl_tid *can, size_t n, rdl_tid tid);
void rdl_explore_fail(struct rdl_explore *x, enum rdl_explore_trouble why);
/* A thread did something else in the same situation. */
void rdl_explore_wrong(struct rdl_explore *x);
/* The i-th step with all that happens before it: the same wherever it stands in
 * a schedule of the trace. */
uint64_t rdl_explore_step_hash(const struct rdl_explore *x, uint32_t i);

/* At the beginning of an execution. */
void rdl_explore_rewind(struct rdl_explore *x);
/* The step is the next of the execution: its clocks are known from now on. */
void rdl_explore_clock(struct rdl_explore *x, const struct rdl_step *s);
void rdl_explore_took(struct rdl_explore *x, const struct rdl_step *s);
/* optimal.c: the node, a child of the latest one, is the next step. */
bool rdl_optimal_follow(struct rdl_explore *x, uint32_t node);

/* links.c: the step is the next one: where it lies among the others. */
void rdl_links_add(struct rdl_explore *x, const struct rdl_step *s);

/* clocks.c */
void rdl_clock_join(const struct rdl_explore *x, rdl_clock to,
                    const rdl_clock from);
static inline bool rdl_clock_has(const rdl_clock clock,
                                 const struct rdl_step *s)
{
    return clock[s->tid] > (int32_t)s->own;
}
/* The clocks of a step that follows all steps so far; without the step itself.
 */
void rdl_clock_of(const struct rdl_explore *x, const struct rdl_step *s,
                  rdl_clock clock, rdl_clock firm);

/* races.c: finds all races of the execution and puts their reversals into the
 * tree. False: the memory is used up. */
bool rdl_races_reverse(struct rdl_explore *x, const struct rdl_step *waiting,
                       size_t n);
/* The races of the execution are not looked at. */
void rdl_races_leave(struct rdl_explore *x);

#endif
