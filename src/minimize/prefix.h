/* prefix.h - executions that begin like another: up to some place they
 * are the same to the step, there is one more preemption, and from there on
 * nothing is told but which threads come first. */
#ifndef RDL_MINIMIZE_PREFIX_H
#define RDL_MINIMIZE_PREFIX_H

#include "minimize/sites.h"

struct rdl_prefix { /* an execution that was tried; owns plan and steps */
    struct rdl_plan plan;
    uint64_t *steps; /* rdl_step_pack */
    size_t n_steps;
    size_t from;    /* step: behind it comes what others have and it has not */
    size_t passed;  /* elements of the best that would come before that */
    uint64_t order; /* of threads, where it is not told: rdl_prefix_order() */
};

struct rdl_prefix_next {   /* what comes at the place */
    struct rdl_spot place; /* own == 0: there is no beginning, and nothing */
    rdl_tid to;
    bool turn; /* no preemption: its thread cannot go on, and `to` comes */
    const struct rdl_element *choice; /* instead; or NULL */
};

struct rdl_prefix_threads { /* that took steps in any attempt */
    size_t n;
    rdl_tid all[RDL_MAX_THREADS];
    bool known[RDL_MAX_THREADS];
};

void rdl_prefix_learn(struct rdl_prefix_threads *t, const struct rdl_plan *p);

/* The execution that stands in memory; false if it is too long.  Leaves what is
 * no array alone. */
bool rdl_prefix_take(struct rdl_prefix *b, struct rdl_shared *shared);
/* A copy of the best one. */
void rdl_prefix_best(struct rdl_prefix *b, const struct rdl_sites *s,
                     const struct rdl_plan *best);
void rdl_prefix_free(struct rdl_prefix *b);
struct rdl_sites_in rdl_prefix_in(const struct rdl_prefix *b);

/* What `b` did until there, and what comes there; with room for so many
 * segments more. */
void rdl_prefix_plan(const struct rdl_prefix *b,
                     const struct rdl_prefix_next *next, size_t room,
                     struct rdl_plan *out);
/* Then threads come in an order, each as long as it can; 0: the one in which
 * they were learned.  Takes threads->n of the room. */
void rdl_prefix_order(struct rdl_plan *p,
                      const struct rdl_prefix_threads *threads, uint64_t order);
/* Or first as in `best` behind that step, without its preemptions.  Takes
 * best->n_segments of the room. */
void rdl_prefix_rest(struct rdl_plan *p, const struct rdl_plan *best,
                     size_t step);

/* One that hangs costs the time of all others: no more of them. */
bool rdl_prefix_hangs(const struct rdl_shared *shared);

#endif
