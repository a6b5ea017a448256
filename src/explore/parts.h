/* parts.h - what the files of this folder share. */
#ifndef RDL_EXPLORE_PARTS_H
#define RDL_EXPLORE_PARTS_H

#include "explore/explore.h"
#include "explore/tree.h"

/* For each thread: how many of its steps happen before. */
typedef uint32_t rdl_clock[RDL_EXPLORE_THREADS];

/* A frame for each step of the execution, and one behind the last: what is
 * asleep there, first what it inherited, then its own children that were
 * explored, which it owns. */
struct rdl_frame {
    uint32_t sleep, n, inherited;
};

struct rdl_explore {
    struct rdl_tree tree;
    rdl_clock *clock; /* of each step, itself included */
    rdl_clock *firm;  /* what comes before it in every trace: program order,
                         create, join, its waking signal */
    uint32_t *path;   /* nodes; path[i + 1] is step i */
    struct rdl_frame *frame;
    const struct rdl_step **v;
    uint32_t *sleep; /* nodes */
    uint32_t sleep_size;
    uint32_t size; /* most steps of an execution */
    uint32_t n;    /* steps of this execution so far */
    uint32_t kept; /* steps that are as in the execution before */
    unsigned n_threads;
    uint32_t own[RDL_EXPLORE_THREADS];
    uint32_t latest[RDL_EXPLORE_THREADS]; /* 1 + index of its last step */
    /* Of the step that was picked: */
    uint32_t picked;
    uint16_t alternative, n_alternatives;
    const uint64_t *objects;
    bool left; /* the rest of this execution is not looked at */
    enum rdl_explore_trouble trouble;
    struct rdl_explore_counts counts;
};

static inline const struct rdl_step *rdl_explore_at(const struct rdl_explore *x,
                                                    uint32_t i)
{
    return &x->tree.node[x->path[i + 1]].step;
}

/* races.c: the clocks of a step that follows all steps so far; without the step
 * itself. */
void rdl_races_clock(const struct rdl_explore *x, const struct rdl_step *s,
                     uint32_t *clock, uint32_t *firm);
/* Finds all races of the execution and puts their reversals into the tree.
 * False: the memory is used up. */
bool rdl_races_reverse(struct rdl_explore *x, const struct rdl_step *waiting,
                       size_t n);

#endif
