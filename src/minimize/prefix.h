/* prefix.h - executions with a common beginning.  Up to some place they are
 * equal to the step, there they have one more preemption, and from there on the
 * script only gives the order of threads. */
#ifndef RDL_MINIMIZE_PREFIX_H
#define RDL_MINIMIZE_PREFIX_H

#include "minimize/sites.h"

struct rdl_prefix { /* an attempt; owns plan and steps */
    struct rdl_plan plan;
    uint64_t *steps; /* rdl_step_pack */
    size_t n_steps;
    size_t from;    /* later attempts add only after this step */
    size_t passed;  /* elements of the best before that step */
    uint64_t order; /* of threads after the plan: rdl_prefix_order() */
};

struct rdl_prefix_next {   /* what happens at the place */
    struct rdl_spot place; /* own == 0: no common beginning, and nothing */
    rdl_tid to;
    bool turn; /* not a preemption: the thread there cannot continue, and `to`
                  is next */
    const struct rdl_element *choice; /* a choice instead; or NULL */
};

struct rdl_prefix_threads { /* all that took steps in any attempt */
    size_t n;
    rdl_tid all[RDL_MAX_THREADS];
    bool known[RDL_MAX_THREADS];
};

void rdl_prefix_learn(struct rdl_prefix_threads *t, const struct rdl_plan *p);

/* Takes the execution in memory; false if it is too long.  Changes only the
 * plan and the steps of `b`. */
bool rdl_prefix_take(struct rdl_prefix *b, struct rdl_shared *shared);
/* A copy of the best one. */
void rdl_prefix_best(struct rdl_prefix *b, const struct rdl_sites *s,
                     const struct rdl_plan *best);
void rdl_prefix_free(struct rdl_prefix *b);
struct rdl_sites_in rdl_prefix_in(const struct rdl_prefix *b);

/* The plan of `b` up to the place, and what happens there, with room for more
 * segments. */
void rdl_prefix_plan(const struct rdl_prefix *b,
                     const struct rdl_prefix_next *next, size_t room,
                     struct rdl_plan *out);
/* After that, threads run in an order, each as long as it can; 0: the order in
 * which they were learned.  Uses threads->n of the room. */
void rdl_prefix_order(struct rdl_plan *p,
                      const struct rdl_prefix_threads *threads, uint64_t order);
/* Or first as in `best` after that step, without its preemptions.  Uses
 * best->n_segments of the room. */
void rdl_prefix_rest(struct rdl_plan *p, const struct rdl_plan *best,
                     size_t step);

/* Does it hang?  Such an attempt costs as much time as all others, so make no
 * more. */
bool rdl_prefix_hangs(const struct rdl_shared *shared);

#endif
