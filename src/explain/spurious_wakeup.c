/* spurious_wakeup.c - a condition wait that ended without a signal, and is left
 * after shrinking: the failure does not come about without it.  That alone does
 * not make the wait wrong.  One that stands in a loop is only late, and what
 * the failure is about lies elsewhere. */
#include "explain/internal.h"

#include "strategy/strategy.h"

static const struct rdl_act *spurious_next(const struct cause *c,
                                           const struct rdl_act *a)
{
    const struct rdl_act *end = c->acts.all + c->acts.n;
    const rdl_tid tid = a->e.tid;

    do
        a++;
    while (a < end && (a->e.tid != tid || !cause_done(a)));
    return a < end && a->e.op != RDL_OP_UNLOCK ? a : NULL;
}

static const struct rdl_act *spurious_before(const struct cause *c,
                                             const struct rdl_act *a)
{
    const rdl_tid tid = a->e.tid;

    while (a > c->acts.all) {
        a--;
        if (a->e.tid == tid && cause_done(a))
            return a;
    }
    return NULL;
}

/* Does a thread that woke there wait again before it gives the mutex back? */
static bool spurious_waits_again(const struct cause *c,
                                 const struct rdl_act *wake)
{
    for (const struct rdl_act *a = wake; a != NULL; a = spurious_next(c, a)) {
        if (a->e.op == RDL_OP_WAIT)
            return a->e.addr == wake->e.addr && a->e.pc == wake->e.pc;
    }
    return false;
}

/* Does it test what it had tested before it went to wait, by the same
 * instruction? */
static bool spurious_tests_again(const struct cause *c,
                                 const struct rdl_act *wake)
{
    const struct rdl_act *b = wake;

    while (b != NULL && b->e.op != RDL_OP_WAIT)
        b = spurious_before(c, b);
    for (b = b != NULL ? spurious_before(c, b) : NULL;
         b != NULL && rdl_acts_accesses(&b->e); b = spurious_before(c, b)) {
        for (const struct rdl_act *a = wake; a != NULL;
             a = spurious_next(c, a)) {
            if (a->e.pc == b->e.pc && a->e.value == b->e.value)
                return true;
        }
    }
    return false;
}

/* By anybody: a compiler may have made two of the test, of which the one that
 * is seen here is not the one before the wait. */
static bool spurious_loops(const struct cause *c, const struct rdl_act *wake)
{
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (a->e.op == RDL_OP_WAKE && a->e.pc == wake->e.pc && cause_done(a) &&
            (spurious_waits_again(c, a) || spurious_tests_again(c, a)))
            return true;
    }
    return false;
}

/* Where shrinking came to its end each choice was left out already. */
static bool spurious_needed(struct cause *c)
{
    struct rdl_plan p;
    size_t n = 0;
    bool same;

    if (c->k->minimal)
        return true;
    rdl_plan_copy(&p, &c->k->best);
    for (size_t i = 0; i < p.n_choices; i++) {
        if (p.choices[i].kind != RDL_CHOOSE_SPURIOUS)
            p.choices[n++] = p.choices[i];
    }
    p.n_choices = n;
    same = rdl_minimize_try(c->k, &p);
    rdl_plan_free(&p);
    return !same;
}

enum cause_spurious rdl_cause_spurious(struct cause *c)
{
    enum cause_spurious all = CAUSE_NOT_SPURIOUS;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (!a->by_nobody || !cause_done(a))
            continue;
        if (!spurious_loops(c, a))
            return spurious_needed(c) ? CAUSE_SPURIOUS : CAUSE_NOT_SPURIOUS;
        all = CAUSE_SPURIOUS_LOOP;
    }
    return all;
}
