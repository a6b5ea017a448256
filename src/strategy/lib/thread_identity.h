/* thread_identity.h - recognises threads from one execution to the next by
 * whose n-th child they are, and counts how many events each has left.
 *
 * The events of a thread count for its creator until the thread exists, so a
 * thread that will create others is in a hurry.  Which events count, and how
 * many earlier executions had, is the strategy's business. */
#ifndef RDL_STRATEGY_LIB_THREAD_IDENTITY_H
#define RDL_STRATEGY_LIB_THREAD_IDENTITY_H

#include "strategy/strategy.h"

enum { RDL_FAMILY = 128 }; /* further threads share the last number */

struct rdl_thread_identity { /* lasts between executions */
    uint32_t n;
    struct {
        uint64_t path; /* identity: whose n-th child it is */
        uint32_t parent;
    } of[RDL_FAMILY];
};

struct rdl_relatives {               /* of one execution; zeroed before it */
    uint8_t number[RDL_MAX_THREADS]; /* index into the family, plus one; 0: not
                                        seen yet */
    bool running[RDL_MAX_THREADS];   /* seen past its start */
    uint32_t children[RDL_FAMILY];
    uint64_t left[RDL_FAMILY]; /* events left, with those of future children */
};

/* Begins an execution; main is the first thread. */
void rdl_thread_identity_begin(struct rdl_thread_identity *f,
                               struct rdl_relatives *r);
/* Call when `left` has the number of events that each thread is expected to
 * execute itself: adds those of its children. */
void rdl_thread_identity_expect(const struct rdl_thread_identity *f,
                                struct rdl_relatives *r);
/* Gives a new thread its number.  Returns its creator, which took the step
 * before. */
rdl_tid rdl_thread_identity_meet(struct rdl_thread_identity *f,
                                 struct rdl_relatives *r,
                                 const struct rdl_choice *c, rdl_tid t);

static inline unsigned rdl_thread_identity_number(const struct rdl_relatives *r,
                                                  rdl_tid t)
{
    return r->number[t] - 1u;
}

/* Is `t` new?  A tid may be reused after an end that the strategy did not
 * see. */
static inline bool rdl_thread_identity_is_new(struct rdl_relatives *r,
                                              const struct rdl_choice *c,
                                              rdl_tid t)
{
    const bool starts = c->pending[t].op == RDL_OP_START;
    const bool is = r->number[t] == 0 || (starts && r->running[t]);

    r->running[t] = !starts;
    return is;
}

/* The thread has executed one of its events. */
static inline void rdl_thread_identity_step(struct rdl_relatives *r, rdl_tid t)
{
    uint64_t *left = &r->left[rdl_thread_identity_number(r, t)];

    *left -= *left > 0;
}

#endif
