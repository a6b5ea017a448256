/* novelty.h - an execution that looks for uncovered requirements, wherever its
 * strategy leaves a choice.
 *
 * An event is taken first if it would cover a new requirement now.  It is taken
 * last if its place is in an estimated requirement that is still uncovered: it
 * waits for another thread to meet it.  tsa.c and cuve.c do the same; here it
 * only sorts the events into three classes, and within a class the strategy
 * decides as usual.
 *
 * Queries are expensive: at most RDL_NOVELTY_ASKS are made per decision.  Other
 * threads use their previous answer, if any, and are first in line at the next
 * decision; with up to four threads every answer is new.  Checking whether an
 * answer still holds has a cost too: with more than RDL_NOVELTY_THREADS enabled
 * threads there are no queries at all, so that the cost of a step does not grow
 * with their number.
 *
 * The first execution does not look for novelty, since everything is new in it.
 * Half of the others do, until four of them in a row have covered nothing new;
 * from then on one in 16 does.  What remains uncovered is mostly impossible,
 * and an execution that waits for it again and again sees less than others.
 * When all executions looked for novelty, at least five of the twenty programs
 * of bench/coverage/bugs that `auto` was designed on no longer failed
 * reliably. */
#ifndef RDL_STRATEGY_LIB_NOVELTY_H
#define RDL_STRATEGY_LIB_NOVELTY_H

#include "strategy/lib/guided.h"

/* RDL_METRICS_DEFAULT: a test compares them. */
#define RDL_NOVELTY_METRICS "reads-from+blocked-pair"

enum {
    RDL_NOVELTY_ASKS = 4,
    RDL_NOVELTY_THREADS = 8,
    RDL_NOVELTY_DRY = 4,
    RDL_NOVELTY_ONE_IN = 2,
    RDL_NOVELTY_ONE_IN_DRY = 16,
};

enum rdl_interest { RDL_LAST, RDL_ORDINARY, RDL_FIRST };

struct rdl_novelty {   /* in the strategy's memory */
    uint64_t begun;    /* executions begun */
    uint32_t dry;      /* such executions in a row with nothing new */
    bool is;           /* this execution looks for novelty */
    uint64_t steps;    /* c->steps at the latest decision */
    uint64_t decision; /* counts decisions; a gap invalidates all answers */
    struct rdl_event did;
    unsigned asks;    /* queries left at this decision */
    rdl_tid from;     /* the first thread that may be queried now */
    rdl_tid short_of; /* first thread without a query; 0: none */
    struct {
        struct rdl_event event;
        uint64_t decision; /* at which this entry was last used */
        bool old;          /* `interest` is out of date */
        enum rdl_interest interest;
    } seen[RDL_MAX_THREADS];
};

void rdl_novelty_begin(struct rdl_novelty *m, const struct rdl_run *run);
/* rdl_novelty_decide in an execution that looks for novelty. */
void rdl_novelty_look(struct rdl_novelty *m, const struct rdl_choice *c);
enum rdl_interest rdl_novelty_ask(struct rdl_novelty *m,
                                  const struct rdl_choice *c, rdl_tid t);
void rdl_novelty_end(struct rdl_novelty *m, const struct rdl_run *run);

/* Call before asking about the events of a decision. */
static inline void rdl_novelty_decide(struct rdl_novelty *m,
                                      const struct rdl_choice *c)
{
    if (m->is)
        rdl_novelty_look(m, c);
}

/* Does this decision look for novelty? */
static inline bool rdl_novelty_is(const struct rdl_novelty *m,
                                  const struct rdl_choice *c)
{
    return m->is && c->n_enabled <= RDL_NOVELTY_THREADS;
}

static inline enum rdl_interest
rdl_novelty_in(struct rdl_novelty *m, const struct rdl_choice *c, rdl_tid t)
{
    return rdl_novelty_is(m, c) ? rdl_novelty_ask(m, c, t) : RDL_ORDINARY;
}

/* Records that `t` takes its step. */
static inline void rdl_novelty_step(struct rdl_novelty *m,
                                    const struct rdl_choice *c, rdl_tid t)
{
    if (m->is)
        m->did = c->pending[t];
}

#endif
