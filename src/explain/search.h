/* search.h - what explainers share while they look at one failure. */
#ifndef RDL_EXPLAIN_SEARCH_H
#define RDL_EXPLAIN_SEARCH_H

#include "explain/clue.h"
#include "explain/explain.h"
#include "trace/history.h"

/* The acts that the first part names. */
struct told {
    const struct rdl_act *first, *between, *last;
    /* When it passes: who wakes the one that waits for ever; what that one had
     * read when it first did otherwise.  pc 0: not known. */
    struct rdl_act signal, decision;
    bool woken; /* it is; else that signal came, when it did not wait */
    /* What it did instead in the execution that failed, behind that. */
    struct rdl_act instead;
    /* The signal then of one that waits for something else in the execution
     * that failed.  pc 0: not known. */
    struct rdl_act stuck;
};

struct search {
    struct rdl_minimize *k;
    struct rdl_acts acts; /* the latest are what threads had yet to do */
    bool *shared;         /* of each act: other threads were there too */
    struct rdl_finding *finding;
    struct told told;
    /* A window whose place the order that is told has taken, if it is worth
     * telling. */
    struct clue spare;
    bool has_spare;
    bool dropped; /* a window, because another one says the same */
    /* Waits that ended without a signal, and without which it does not fail. */
    enum spurious {
        NOT_SPURIOUS,
        SPURIOUS_LOOP, /* all of them test again what they wait for */
        SPURIOUS_ALONE,
    } spurious;
    bool looked;         /* for those */
    struct rdl_act woke; /* from such a wait */
    size_t n_failed;
    struct rdl_act failed[CLUES];     /* allocations */
    struct rdl_minimize_effort since; /* when this began */
    uint64_t watched;                 /* steps that were watched, beside */
};

/* It happened, in the execution that failed. */
static inline bool act_done(const struct rdl_act *a)
{
    return a->step != UINT64_MAX && !a->waits;
}

static inline bool act_reads(const struct rdl_event *e)
{
    return rdl_op_reads_only((enum rdl_op)e->op);
}

/* Did it come before its thread lost the turn after that many steps?  What is
 * freed in the course of a step did before the next one. */
static inline bool act_until(const struct rdl_act *a, uint32_t until)
{
    return a->own < until || (a->own == until && a->e.op == RDL_OP_FREE);
}

/* explain.c: may more be tried? */
bool rdl_explain_left(const struct search *c);
/* explain.c: the acts of the execution that stands in memory, by running it
 * once more. */
bool rdl_explain_acts(struct search *c, struct rdl_acts *acts);
/* order.c: a came before b.  Does the program pass if b comes first?
 * False also if that order cannot be. */
bool rdl_explain_flip(struct search *c, const struct rdl_act *a,
                      const struct rdl_act *b);
/* order.c: the same, but the thread of a is held back when it has taken
 * so many steps, until that of b is at `pc`; 0: as long as others can run. */
bool rdl_explain_flip_at(struct search *c, const struct rdl_act *a,
                         const struct rdl_act *b, uint32_t taken, uintptr_t pc);
/* orders.c: the same of all threads that did the two in that order, as
 * two threads at least did: how many orders were turned round; *a and *b are
 * the first of them then.  0 if it does not pass, or not all can be. */
unsigned rdl_explain_orders(struct search *c, const struct rdl_act **a,
                            const struct rdl_act **b);
/* order.c: the first part is that this was turned round, and passed. */
void rdl_explain_ordered(struct search *c, const struct rdl_act *a,
                         const struct rdl_act *b, struct clues *out);
/* window.c: between which operations the preemption that ends that
 * segment must come, and what came there.  False if that is not known. */
bool rdl_explain_window(struct search *c, size_t segment, struct clue *out,
                        struct told *told);
/* missing_signal.c: the execution in memory was tried, and passed: who woke
 * there the thread that else waits for ever.  pc 0: nobody, or none waits. */
void rdl_explain_missed(struct search *c, struct told *told);
/* rank.c: asks all explainers. */
void rdl_explain_rank(struct search *c, struct clues *out);
/* explain.c: finds out what threads had yet to do, and what they share. */
void rdl_explain_prepare(struct search *c);
/* clue_facts.c: as facts, with the roles of the steps. */
void rdl_clue_facts(const struct search *c, const struct clues *clues,
                    struct rdl_explanation *out);
/* windows.c: of two windows the second, if the first says what it is about, or
 * it only holds a thread from one round of a loop to the next.  True if it was
 * so. */
bool rdl_windows_drop(struct clues *out);
/* windows.c: has that thread a part in it? */
bool rdl_explain_about(const struct clue *p, rdl_tid tid);
/* endless_wait.c: the thread that failed has just waited and nobody woke it:
 * its time was over.  False if that is not so. */
bool rdl_explain_gave_up(struct search *c, struct clues *out);
/* late_signal.c: a signal that woke nobody, for the time of who had waited
 * for it was over, in place of the wait that is there, which never ends; only
 * if `why`, which is known to decide, has to do with that thread. */
void rdl_explain_unheard(const struct search *c, const struct clue *why,
                         struct clue *out);
/* order.c: an order of two operations that decides. */
void rdl_explain_order(struct search *c, struct clues *out);
/* The same, in place of what is there, if somebody wakes the thread that else
 * waits for ever when it is turned round. */
void rdl_explain_order_wakes(struct search *c, struct clues *out);
/* pointers.c: what of another thread first wrote there behind `read`, before
 * `end`; NULL if nothing did. */
const struct rdl_act *rdl_explain_stale(const struct search *c,
                                        const struct rdl_act *read,
                                        const struct rdl_act *end);
/* locks.c: both had a lock, but not the same. */
bool rdl_explain_differ(const struct search *c, const struct rdl_act *a,
                        const struct rdl_act *b, struct clue *out);
/* The latest lock that the thread of `a` and `b` had all the while, if `bare`
 * was done without any where all others have that one. */
bool rdl_explain_bare(const struct search *c, const struct rdl_act *bare,
                      const struct rdl_act *a, const struct rdl_act *b,
                      struct clue *out);

#endif
