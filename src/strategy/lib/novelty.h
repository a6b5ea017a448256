/* novelty.h - an execution that goes for what no execution has covered yet,
 * wherever its strategy leaves a choice.
 *
 * An event is taken first if it would cover a requirement now, and last if one
 * that is still uncovered is known to have its place: another thread may come
 * that it could meet.  That is what tsa.c and cuve.c do; here it only sorts the
 * events into three classes, within which the strategy decides as ever.
 *
 * Queries are expensive: at most RDL_NOVELTY_ASKS are made per decision.  Other
 * threads use their previous answer, if any, and are first in line at the next
 * decision; with up to four threads every answer is new.  Checking whether an
 * answer still holds costs something too: among more than RDL_NOVELTY_THREADS
 * threads nobody is asked about, so that the cost of a step does not grow with
 * their number.
 *
 * The first execution does not look for novelty, since everything is new in it.
 * Half of the others do, until four of them in a row have covered nothing new;
 * from then on one in 16 does.  What remains uncovered is mostly impossible,
 * and an execution that waits for it again and again sees less than others:
 * with all executions curious, at least five of the twenty programs of
 * bench/coverage/bugs that `auto` was designed on could no longer be relied
 * upon to fail. */
#ifndef RDL_STRATEGY_LIB_NOVELTY_H
#define RDL_STRATEGY_LIB_NOVELTY_H

#include "strategy/lib/guided.h"

#define RDL_NOVELTY_METRICS "sync-pair+def-use"

enum {
    RDL_NOVELTY_ASKS = 4,
    RDL_NOVELTY_THREADS = 8,
    RDL_NOVELTY_DRY = 4,
    RDL_NOVELTY_ONE_IN = 2,
    RDL_NOVELTY_ONE_IN_DRY = 16,
};

enum rdl_interest { RDL_LAST, RDL_ORDINARY, RDL_FIRST };

struct rdl_novelty {   /* lasts */
    uint64_t begun;    /* executions */
    uint32_t dry;      /* executions that covered nothing new */
    bool is;           /* this execution */
    uint64_t steps;    /* the engine's count at the latest decision */
    uint64_t decision; /* of this campaign: what was asked before is old */
    struct rdl_event did;
    unsigned asks;    /* left to this decision */
    rdl_tid from;     /* the first thread that may be asked about */
    rdl_tid short_of; /* the first that no ask was left for; 0: none */
    struct {
        struct rdl_event event;
        uint64_t decision; /* that asked last */
        bool old;          /* the answer */
        enum rdl_interest interest;
    } seen[RDL_MAX_THREADS];
};

void rdl_novelty_begin(struct rdl_novelty *m, const struct rdl_run *run);
/* Before the events of a decision are asked about. */
void rdl_novelty_decide(struct rdl_novelty *m, const struct rdl_choice *c);
enum rdl_interest rdl_novelty_ask(struct rdl_novelty *m,
                                  const struct rdl_choice *c, rdl_tid t);
void rdl_novelty_end(struct rdl_novelty *m, const struct rdl_run *run);

/* At this decision. */
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

/* `t` takes its step. */
static inline void rdl_novelty_step(struct rdl_novelty *m,
                                    const struct rdl_choice *c, rdl_tid t)
{
    if (m->is)
        m->did = c->pending[t];
}

#endif
