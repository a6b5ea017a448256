/* cause_internal.h - what the parts of finding a cause share. */
#ifndef RDL_CAMPAIGN_CAUSE_INTERNAL_H
#define RDL_CAMPAIGN_CAUSE_INTERNAL_H

#include "campaign/cause.h"
#include "campaign/cause_acts.h"

struct cause {
    struct rdl_shrink *k;
    struct rdl_acts acts; /* the latest are what threads had yet to do */
    bool *shared;         /* of each act: other threads were there too */
    struct rdl_finding *finding;
};

static inline bool cause_accesses(const struct rdl_event *e)
{
    return (e->op >= RDL_OP_READ && e->op <= RDL_OP_RMW) ||
           e->op == RDL_OP_FREE;
}

/* cause.c: the acts of the execution that stands in memory, by running it once
 * more. */
bool rdl_cause_acts(struct cause *c, struct rdl_acts *acts);
/* cause_order.c: a came before b.  Does the program pass if b comes first?
 * False also if that order cannot be. */
bool rdl_cause_flip(struct cause *c, const struct rdl_act *a,
                    const struct rdl_act *b);
/* cause_order.c: the same, but the thread of a is held back when it has taken
 * so many steps, until that of b is at `pc`; 0: as long as others can run. */
bool rdl_cause_flip_at(struct cause *c, const struct rdl_act *a,
                       const struct rdl_act *b, uint32_t taken, uintptr_t pc);
/* cause_window.c: between which operations preemptions must come. */
void rdl_cause_windows(struct cause *c, struct rdl_cause *out);
/* cause_focus.c: orders that the step that failed is part of; they take the
 * place of what is there.  Memory was used that is freed: */
void rdl_cause_freed(struct cause *c, struct rdl_cause *out);
/* Anything else: what the thread that failed had read. */
void rdl_cause_failed(struct cause *c, struct rdl_cause *out);
/* cause_wait.c: a condition that a thread waits for for ever.  It takes the
 * place of all but a turn that came before that wait. */
void rdl_cause_wait(struct cause *c, struct rdl_cause *out);
/* cause_order.c: an order of two operations that decides. */
void rdl_cause_order(struct cause *c, struct rdl_cause *out);

#endif
