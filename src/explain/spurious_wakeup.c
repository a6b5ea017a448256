/* spurious_wakeup.c - a condition wait that ended without a signal and is left
 * after shrinking: the failure needs it.
 *
 * That alone does not make the wait wrong.  If it is in a loop, the wake-up
 * only delays the thread, and the cause lies elsewhere. */
#include "explain/explainer.h"
#include "explain/search.h"

#include "strategy/strategy.h"

static const struct rdl_history_act *
spurious_next(const struct search *c, const struct rdl_history_act *a)
{
    const struct rdl_history_act *end = c->acts.all + c->acts.n;
    const rdl_tid tid = a->e.tid;

    do
        a++;
    while (a < end && (a->e.tid != tid || !act_done(a)));
    return a < end && a->e.op != RDL_OP_UNLOCK ? a : NULL;
}

static const struct rdl_history_act *
spurious_before(const struct search *c, const struct rdl_history_act *a)
{
    const rdl_tid tid = a->e.tid;

    while (a > c->acts.all) {
        a--;
        if (a->e.tid == tid && act_done(a))
            return a;
    }
    return NULL;
}

/* Does a thread that woke there wait again before it releases the mutex? */
static bool spurious_waits_again(const struct search *c,
                                 const struct rdl_history_act *wake)
{
    for (const struct rdl_history_act *a = wake; a != NULL;
         a = spurious_next(c, a)) {
        if (a->e.op == RDL_OP_WAIT)
            return a->e.addr == wake->e.addr && a->e.pc == wake->e.pc;
    }
    return false;
}

/* Does it test again what it had tested before the wait, by the same
 * instruction? */
static bool spurious_tests_again(const struct search *c,
                                 const struct rdl_history_act *wake)
{
    const struct rdl_history_act *b = wake;

    while (b != NULL && b->e.op != RDL_OP_WAIT)
        b = spurious_before(c, b);
    for (b = b != NULL ? spurious_before(c, b) : NULL;
         b != NULL && rdl_trace_accesses(&b->e); b = spurious_before(c, b)) {
        for (const struct rdl_history_act *a = wake; a != NULL;
             a = spurious_next(c, a)) {
            if (a->e.pc == b->e.pc && a->e.value == b->e.value)
                return true;
        }
    }
    return false;
}

/* By any thread: a compiler may have duplicated the test, and the one seen here
 * need not be the one before the wait. */
static bool spurious_loops(const struct search *c,
                           const struct rdl_history_act *wake)
{
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.op == RDL_OP_WAKE && a->e.pc == wake->e.pc && act_done(a) &&
            (spurious_waits_again(c, a) || spurious_tests_again(c, a)))
            return true;
    }
    return false;
}

/* If shrinking was complete, it has tried to leave out each choice already. */
static bool spurious_needed(struct search *c)
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

/* The first wait that does not test again; if there is none, the first of all.
 */
static void spurious_look(struct search *c)
{
    if (c->looked)
        return;
    c->looked = true;
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (!a->by_nobody || !act_done(a))
            continue;
        if (!spurious_loops(c, a)) {
            c->spurious = spurious_needed(c) ? SPURIOUS_ALONE : NOT_SPURIOUS;
            c->woke = *a;
            return;
        }
        if (c->spurious == NOT_SPURIOUS)
            c->woke = *a;
        c->spurious = SPURIOUS_LOOP;
    }
}

static void spurious_add(const struct search *c, struct clues *out)
{
    out->parts[out->n++] = (struct clue){
        .kind = RDL_FACT_SPURIOUS_WAKEUP,
        .first = c->woke,
        .again = c->spurious == SPURIOUS_LOOP,
    };
}

static void spurious_collect(struct search *c, struct clues *out)
{
    spurious_look(c);
    if (c->spurious == SPURIOUS_ALONE)
        spurious_add(c, out);
}

const struct rdl_explainer rdl_explainer_spurious_wakeup = {
    .name = "spurious-wakeup",
    .summary = "a wait that woke without a signal and does not test again",
    .rank = RDL_EXPLAINS_ALL,
    /* Which thread waits for ever, and for what, explains more than a wake-up.
     */
    .except = "lost-wakeup deadlock",
    .collect = spurious_collect,
};

static void spurious_collect_late(struct search *c, struct clues *out)
{
    spurious_look(c);
    if (c->spurious != NOT_SPURIOUS &&
        out->n <= (c->spurious == SPURIOUS_ALONE))
        spurious_add(c, out);
}

const struct rdl_explainer rdl_explainer_late_spurious = {
    .name = "late-spurious",
    .summary = "the same, if little else is known, or the wait is in a loop",
    .rank = RDL_EXPLAINS_ANYTHING,
    .collect = spurious_collect_late,
};
