/* search.h - state that explainers share while they look at one failure. */
#ifndef RDL_EXPLAIN_SEARCH_H
#define RDL_EXPLAIN_SEARCH_H

#include "explain/clue.h"
#include "explain/explain.h"
#include "strategy/strategy.h"
#include "trace/history.h"

/* The acts that the first clue names. */
struct named_acts {
    const struct rdl_history_act *first, *between, *last;
    /* In the execution that passes: the signal that wakes the thread which
     * otherwise waits for ever, and what the signalling thread had read when it
     * first took another path. pc 0: not known. */
    struct rdl_history_act signal, decision;
    bool woken; /* the signal woke it; false: the thread did not have to wait */
    /* What the signalling thread did after that in the failing execution. */
    struct rdl_history_act instead;
    /* In the passing execution: the signal of a thread that waits for something
     * else in the failing one. pc 0: not known. */
    struct rdl_history_act stuck;
};

struct search {
    struct rdl_minimize *k;
    const struct rdl_capture_places *places; /* NULL: each pc is a line */
    struct rdl_history acts; /* the last ones are what threads had yet to do */
    bool *shared; /* for each act: other threads accessed the same memory */
    struct rdl_finding *finding;
    struct named_acts named;
    /* A window that an order has replaced, if it is worth reporting too. */
    struct clue spare;
    bool has_spare;
    /* Waits that ended without a signal and that the failure needs. */
    enum spurious {
        NOT_SPURIOUS,
        SPURIOUS_LOOP, /* all of them test their condition again */
        SPURIOUS_ALONE,
    } spurious;
    bool looked;                 /* the search has looked for those waits */
    struct rdl_history_act woke; /* the wake-up from such a wait */
    size_t n_failed;
    struct rdl_history_act failed[CLUES]; /* allocations that failed */
    /* Effort spent before this search began. */
    struct rdl_minimize_effort since;
    uint64_t traced; /* steps that were observed, in addition */
};

/* It happened in the failing execution. */
static inline bool act_done(const struct rdl_history_act *a)
{
    return a->step != UINT64_MAX && !a->waits;
}

static inline bool act_reads(const struct rdl_event *e)
{
    return rdl_op_reads_only((enum rdl_op)e->op);
}

/* Did it happen before its thread lost the turn after that many steps?  Memory
 * freed in the course of a step counts before the next step. */
static inline bool act_until(const struct rdl_history_act *a, uint32_t until)
{
    return a->own < until || (a->own == until && a->e.op == RDL_OP_FREE);
}

/* explain.c: is there effort left to try more? */
bool rdl_explain_left(const struct search *c);
/* explain.c: the acts of the execution whose plan is in memory; runs it once
 * more. */
bool rdl_explain_acts(struct search *c, struct rdl_history *acts);
/* order.c: a happened before b.  Does the program pass if b comes first?  False
 * also if that order is impossible. */
bool rdl_explain_flip(struct search *c, const struct rdl_history_act *a,
                      const struct rdl_history_act *b);
/* order.c: the same, but the thread of a is held back after `taken` steps,
 * until the thread of b is at `pc`; pc 0: as long as others can run. */
bool rdl_explain_flip_at(struct search *c, const struct rdl_history_act *a,
                         const struct rdl_history_act *b, uint32_t taken,
                         uintptr_t pc);
/* orders.c: the same for all threads that did the two in that order, if there
 * are at least two.  Returns how many orders were reversed; *a and *b are then
 * the first of them. 0 if the program does not pass or not all can be reversed.
 */
unsigned rdl_explain_orders(struct search *c, const struct rdl_history_act **a,
                            const struct rdl_history_act **b);
/* order.c: makes this reversed order, which passed, the first clue. */
void rdl_explain_ordered(struct search *c, const struct rdl_history_act *a,
                         const struct rdl_history_act *b, struct clues *out);
/* window.c: finds the operations between which the preemption at the end of
 * that segment must come, and what ran between them.  False if not known. */
bool rdl_explain_window(struct search *c, size_t segment, struct clue *out,
                        struct named_acts *named);
/* missing_signal.c: the plan in memory was tried and passed.  Finds who woke
 * the thread there that otherwise waits for ever. pc 0: nobody did, or no
 * thread waits. */
void rdl_explain_missed(struct search *c, struct named_acts *named);
/* places.c: are the two of one place in the source (line and column), of one
 * line, of one function? */
bool rdl_explain_same_place(const struct search *c, uintptr_t a, uintptr_t b);
bool rdl_explain_same_line(const struct search *c, uintptr_t a, uintptr_t b);
bool rdl_explain_same_function(const struct search *c, uintptr_t a,
                               uintptr_t b);
/* choices.c: does it pass without the unusual choices of that kind?  False if
 * it has none. */
bool rdl_explain_needs(struct search *c, enum rdl_choice_kind kind);
/* rank.c: asks all explainers. */
void rdl_explain_rank(struct search *c, struct clues *out);
/* explain.c: finds what threads had yet to do, and what they share. */
void rdl_explain_prepare(struct search *c);
/* clue_facts.c: turns clues into facts and gives the steps their roles.
 * Returns how many. */
size_t rdl_clue_facts(const struct search *c, const struct clues *clues,
                      struct rdl_fact *out);
/* choose.c: of all that is known, what decides and why it could be. */
void rdl_explain_choose(const struct search *c, const struct clues *clues,
                        struct rdl_explanation *out);
/* windows.c: drops the second of two windows if the first covers it, or if it
 * only holds a thread from one round of a loop to the next. */
void rdl_windows_drop(struct clues *out);
/* windows.c: does that thread take part in it? */
bool rdl_explain_about(const struct clue *p, rdl_tid tid);
/* endless_wait.c: the failing thread has just returned from a wait that timed
 * out.  False if it has not. */
bool rdl_explain_gave_up(struct search *c, struct clues *out);
/* late_signal.c: puts a signal that woke nobody in place of the endless wait in
 * `out`: the thread that had waited for it had timed out.  Only if `why`, which
 * is known to decide, involves that thread. */
void rdl_explain_unheard(const struct search *c, const struct clue *why,
                         struct clue *out);
/* order.c: finds an order of two operations that decides. */
void rdl_explain_order(struct search *c, struct clues *out);
/* The same, in place of the clue that is there, if with the order reversed
 * somebody wakes the thread that otherwise waits for ever. */
void rdl_explain_order_wakes(struct search *c, struct clues *out);
/* pointers.c: the first write of another thread there after `read` and before
 * `end`; NULL if there is none. */
const struct rdl_history_act *
rdl_explain_stale(const struct search *c, const struct rdl_history_act *read,
                  const struct rdl_history_act *end);
/* locks.c: did both hold a lock, but not the same one? */
bool rdl_explain_differ(const struct search *c, const struct rdl_history_act *a,
                        const struct rdl_history_act *b, struct clue *out);
/* The same file: is it done without the lock that every other access to that
 * memory holds, `other` among them?  Adds that fact. */
bool rdl_locks_bare(const struct search *c, const struct rdl_history_act *bare,
                    const struct rdl_history_act *other, struct clues *out);

#endif
