/* thread_identity.h - threads known again from one execution to the next, by
 * whose n-th child they are, and how many events each has left.
 *
 * What a thread has left counts for its creator until it is there: so one that
 * is to create others is in a hurry.  Who counts which events, and how many
 * there were in earlier executions, is the strategy's business. */
#ifndef RDL_STRATEGY_LIB_THREAD_IDENTITY_H
#define RDL_STRATEGY_LIB_THREAD_IDENTITY_H

#include "strategy/strategy.h"

enum { RDL_FAMILY = 128 }; /* threads beyond share the last number */

struct rdl_thread_identity { /* lasts */
    uint32_t n;
    struct {
        uint64_t path; /* whose n-th child it is */
        uint32_t parent;
    } of[RDL_FAMILY];
};

struct rdl_relatives {               /* of this execution, zeroed before it */
    uint8_t number[RDL_MAX_THREADS]; /* in the family, plus one; 0: not met */
    bool running[RDL_MAX_THREADS];   /* was seen after its start */
    uint32_t children[RDL_FAMILY];
    uint64_t left[RDL_FAMILY]; /* events, those of children to come too */
};

/* An execution begins; main is met. */
void rdl_thread_identity_begin(struct rdl_thread_identity *f,
                               struct rdl_relatives *r);
/* `left` has what each is expected to do itself. */
void rdl_thread_identity_expect(const struct rdl_thread_identity *f,
                                struct rdl_relatives *r);
/* A thread that was not there before is given its number.  Returns its
 * creator, which took the step before. */
rdl_tid rdl_thread_identity_meet(struct rdl_thread_identity *f,
                                 struct rdl_relatives *r,
                                 const struct rdl_choice *c, rdl_tid t);

static inline unsigned rdl_thread_identity_number(const struct rdl_relatives *r,
                                                  rdl_tid t)
{
    return r->number[t] - 1u;
}

/* Whether `t` is still to be met: a tid is used again after an end that nobody
 * may have seen. */
static inline bool rdl_thread_identity_is_new(struct rdl_relatives *r,
                                              const struct rdl_choice *c,
                                              rdl_tid t)
{
    const bool starts = c->pending[t].op == RDL_OP_START;
    const bool is = r->number[t] == 0 || (starts && r->running[t]);

    r->running[t] = !starts;
    return is;
}

/* One of its events is over. */
static inline void rdl_thread_identity_step(struct rdl_relatives *r, rdl_tid t)
{
    uint64_t *left = &r->left[rdl_thread_identity_number(r, t)];

    *left -= *left > 0;
}

#endif
