/* internal.h - what the parts of finding a cause share. */
#ifndef RDL_EXPLAIN_INTERNAL_H
#define RDL_EXPLAIN_INTERNAL_H

#include "trace/history.h"
#include "explain/explain.h"

/* The acts that the first part names. */
struct cause_told {
    const struct rdl_act *first, *between, *last;
    /* When it passes: who wakes the one that waits for ever; what that one had
     * read when it first did otherwise.  pc 0: not known. */
    struct rdl_event signal, decision;
    bool woken; /* it is; else that signal came, when it did not wait */
    /* What it did instead in the execution that failed, behind that. */
    struct rdl_event instead;
    /* The signal then of one that waits for something else in the execution
     * that failed.  pc 0: not known. */
    struct rdl_event stuck;
};

struct cause {
    struct rdl_minimize *k;
    struct rdl_acts acts; /* the latest are what threads had yet to do */
    bool *shared;         /* of each act: other threads were there too */
    struct rdl_finding *finding;
    struct cause_told told;
    /* A window that the order which is told took the place of: NONE if there
     * was none worth telling. */
    struct rdl_cause_part spare;
    struct rdl_minimize_effort since; /* when this began */
    uint64_t watched;                 /* steps that were watched, beside */
};

/* It happened, in the execution that failed. */
static inline bool cause_done(const struct rdl_act *a)
{
    return a->step != UINT64_MAX && !a->waits;
}

static inline bool cause_reads(const struct rdl_event *e)
{
    return rdl_op_reads_only((enum rdl_op)e->op);
}

/* Did it come before its thread lost the turn after that many steps?  What is
 * freed in the course of a step did before the next one. */
static inline bool cause_until(const struct rdl_act *a, uint32_t until)
{
    return a->own < until || (a->own == until && a->e.op == RDL_OP_FREE);
}

/* explain.c: may more be tried? */
bool rdl_cause_left(const struct cause *c);
/* explain.c: the acts of the execution that stands in memory, by running it
 * once more. */
bool rdl_cause_acts(struct cause *c, struct rdl_acts *acts);
/* order.c: a came before b.  Does the program pass if b comes first?
 * False also if that order cannot be. */
bool rdl_cause_flip(struct cause *c, const struct rdl_act *a,
                    const struct rdl_act *b);
/* order.c: the same, but the thread of a is held back when it has taken
 * so many steps, until that of b is at `pc`; 0: as long as others can run. */
bool rdl_cause_flip_at(struct cause *c, const struct rdl_act *a,
                       const struct rdl_act *b, uint32_t taken, uintptr_t pc);
/* orders.c: the same of all threads that did the two in that order, as
 * two threads at least did: how many orders were turned round; *a and *b are
 * the first of them then.  0 if it does not pass, or not all can be. */
unsigned rdl_cause_orders(struct cause *c, const struct rdl_act **a,
                          const struct rdl_act **b);
/* order.c: the first part is that this was turned round, and passed. */
void rdl_cause_ordered(struct cause *c, const struct rdl_act *a,
                       const struct rdl_act *b, struct rdl_cause *out);
/* window.c: between which operations the preemption that ends that
 * segment must come, and what came there.  False if that is not known. */
bool rdl_cause_window(struct cause *c, size_t segment,
                      struct rdl_cause_part *out, struct cause_told *told);
/* missing_signal.c: the execution in memory was tried, and passed: who woke
 * there the thread that else waits for ever.  pc 0: nobody, or none waits. */
void rdl_cause_missed(struct cause *c, struct cause_told *told);
/* rank.c: the windows that tell most. */
void rdl_cause_windows(struct cause *c, struct rdl_cause *out);
/* Of two windows the second, if the first says what it is about, or it only
 * holds a thread from one round of a loop to the next.  True if it was so. */
bool rdl_cause_drop(struct rdl_cause *out);
/* Has that thread a part in it? */
bool rdl_cause_about(const struct rdl_cause_part *p, rdl_tid tid);
/* failing_step.c: orders that the step that failed is part of; they take the
 * place of what is there.  Memory was used that is freed: */
void rdl_cause_freed(struct cause *c, struct rdl_cause *out);
/* Anything else: what the thread that failed had read. */
void rdl_cause_failed(struct cause *c, struct rdl_cause *out);
/* The same, as a second part: of what the first does not name. */
void rdl_cause_failed_too(struct cause *c, struct rdl_cause *out);
/* endless_wait.c: a condition that a thread waits for for ever.  It takes the
 * place of all but a turn that came before that wait. */
void rdl_cause_wait(struct cause *c, struct rdl_cause *out);
/* The same of the thread that failed, if it has just waited and nobody woke it:
 * its time was over.  False if that is not so. */
bool rdl_cause_gave_up(struct cause *c, struct rdl_cause *out);
/* late_signal.c: a signal that woke nobody, for the time of who had waited
 * for it was over, in place of the wait that is there, which never ends; only
 * if `why`, which is known to decide, has to do with that thread. */
void rdl_cause_unheard(const struct cause *c, const struct rdl_cause_part *why,
                       struct rdl_cause_part *out);
/* signal_handled.c: a signal that a thread waits for for ever, and has had.
 * False if that is not so. */
bool rdl_cause_signal(struct cause *c, struct rdl_cause *out);
/* stolen_wakeup.c: a thread was woken for what another took before it was
 * there, and did not wait again.  Nothing else need be told then.  False if
 * that is not so. */
bool rdl_cause_stolen(struct cause *c, struct rdl_cause *out);
/* spurious_wakeup.c: waits that ended without a signal, without which it does
 * not fail. */
enum cause_spurious {
    CAUSE_NOT_SPURIOUS,
    CAUSE_SPURIOUS_LOOP, /* all of them test again what they wait for */
    CAUSE_SPURIOUS,
};
enum cause_spurious rdl_cause_spurious(struct cause *c);
/* order.c: an order of two operations that decides. */
void rdl_cause_order(struct cause *c, struct rdl_cause *out);
/* The same, in place of what is there, if somebody wakes the thread that else
 * waits for ever when it is turned round. */
void rdl_cause_order_wakes(struct cause *c, struct rdl_cause *out);
/* pointers.c: what of another thread first wrote there behind `read`, before
 * `end`; NULL if nothing did. */
const struct rdl_act *rdl_cause_stale(const struct cause *c,
                                      const struct rdl_act *read,
                                      const struct rdl_act *end);
/* locks.c: both had a lock, but not the same. */
bool rdl_cause_differ(const struct cause *c, const struct rdl_act *a,
                      const struct rdl_act *b, struct rdl_cause_part *out);
/* The latest lock that the thread of `a` and `b` had all the while, if `bare`
 * was done without any where all others have that one. */
bool rdl_cause_bare(const struct cause *c, const struct rdl_act *bare,
                    const struct rdl_act *a, const struct rdl_act *b,
                    struct rdl_cause_part *out);
/* The locks of the part that is there. */
void rdl_cause_locks(const struct cause *c, struct rdl_cause *out);
/* pointers.c: what the execution says beside the part that is there. */
void rdl_cause_facts(struct cause *c, struct rdl_cause *out);
/* carried_value.c: what the thread that failed came to read, beside a window.
 */
void rdl_cause_saw(const struct cause *c, struct rdl_cause *out);

#endif
