/* shrink_begun.h - executions that begin like another: up to some place they
 * are the same to the step, there is one more preemption, and from there on
 * nothing is told but which threads come first. */
#ifndef RDL_CAMPAIGN_SHRINK_BEGUN_H
#define RDL_CAMPAIGN_SHRINK_BEGUN_H

#include "campaign/shrink_sites.h"

struct rdl_begun { /* an execution that was tried; owns plan and steps */
    struct rdl_plan plan;
    uint64_t *steps; /* rdl_step_pack */
    size_t n_steps;
    size_t from;    /* step: behind it comes what others have and it has not */
    size_t passed;  /* elements of the best that would come before that */
    uint64_t order; /* of threads, where it is not told: rdl_begun_order() */
};

struct rdl_begun_next {    /* what comes at the place */
    struct rdl_spot place; /* own == 0: there is no beginning, and nothing */
    rdl_tid to;
    bool turn; /* no preemption: its thread cannot go on, and `to` comes */
    const struct rdl_element *choice; /* instead; or NULL */
};

struct rdl_begun_threads { /* that took steps in any attempt */
    size_t n;
    rdl_tid all[RDL_MAX_THREADS];
    bool known[RDL_MAX_THREADS];
};

void rdl_begun_learn(struct rdl_begun_threads *t, const struct rdl_plan *p);

/* The execution that stands in memory; false if it is too long.  Leaves what is
 * no array alone. */
bool rdl_begun_take(struct rdl_begun *b, struct rdl_shared *shared);
/* A copy of the best one. */
void rdl_begun_best(struct rdl_begun *b, const struct rdl_sites *s,
                    const struct rdl_plan *best);
void rdl_begun_free(struct rdl_begun *b);
struct rdl_sites_in rdl_begun_in(const struct rdl_begun *b);

/* What `b` did until there, and what comes there; with room for so many
 * segments more. */
void rdl_begun_plan(const struct rdl_begun *b,
                    const struct rdl_begun_next *next, size_t room,
                    struct rdl_plan *out);
/* Then threads come in an order, each as long as it can; 0: the one in which
 * they were learned.  Takes threads->n of the room. */
void rdl_begun_order(struct rdl_plan *p,
                     const struct rdl_begun_threads *threads, uint64_t order);
/* Or first as in `best` behind that step, without its preemptions.  Takes
 * best->n_segments of the room. */
void rdl_begun_rest(struct rdl_plan *p, const struct rdl_plan *best,
                    size_t step);

/* One that hangs costs the time of all others: no more of them. */
bool rdl_begun_hangs(const struct rdl_shared *shared);

#endif
