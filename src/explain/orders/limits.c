/* limits.c - see limits.h.
 *
 * A preemption may come a little earlier or later, and the failure stays the
 * same.  The search moves it outwards, one operation on shared memory at a
 * time, all else kept, until it passes.
 *
 * Locks swallow limits.  Where the thread holds a lock that others ask for in
 * their turn, they wait for it, and the thread goes on: such a place shows
 * nothing, and the search goes past it.  Only if it finds no limit that way, it
 * tries those places too. */
#include "explain/orders/limits.h"

#include <string.h>

#define PLACES 30 /* tried for a preemption in each direction */
#define LOCKS 16

struct limits {
    struct search *c;
    const struct window *w;
    const struct rdl_script_segment *s;
    struct named_acts *named;
    /* The locks that others ask for in their turn. */
    size_t n_asked;
    struct rdl_history_lock asked[LOCKS];
    unsigned tried;
};

static void limits_ask(struct limits *l)
{
    const struct search *c = l->c;

    for (size_t i = 0; i < c->acts.n && l->n_asked < LOCKS; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];
        const bool shared = (a->e.flags & RDL_EV_SHARED) != 0;
        size_t k = 0;

        if (a->e.op != RDL_OP_LOCK || !rdl_window_holds(c, l->w, a))
            continue;
        while (k < l->n_asked && l->asked[k].addr != a->e.addr)
            k++;
        if (k == l->n_asked)
            l->asked[l->n_asked++] =
                (struct rdl_history_lock){ .addr = a->e.addr, .shared = true };
        l->asked[k].shared = l->asked[k].shared && shared;
    }
}

/* Does the thread hold one of them there? */
static bool limits_swallowed(const struct limits *l,
                             const struct rdl_history_act *at)
{
    for (size_t i = 0; at != NULL && i < at->n_locks; i++) {
        for (size_t k = 0; k < l->n_asked; k++) {
            if (at->locks[i].addr == l->asked[k].addr &&
                !(at->locks[i].shared && l->asked[k].shared))
                return true;
        }
    }
    return false;
}

/* The next act of the same thread, or NULL. */
static const struct rdl_history_act *
limits_next(const struct search *c, const struct rdl_history_act *a)
{
    for (const struct rdl_history_act *x = a + 1; x < c->acts.all + c->acts.n;
         x++) {
        if (x->e.tid == a->e.tid && x->own > a->own)
            return x;
    }
    return NULL;
}

/* Acts that may conflict; thread start and end cannot be moved. */
static bool limits_counts(const struct limits *l,
                          const struct rdl_history_act *a)
{
    return l->c->shared[a - l->c->acts.all] && a->e.op != RDL_OP_START &&
           a->e.op != RDL_OP_CREATE && a->e.op != RDL_OP_JOIN &&
           a->e.op != RDL_OP_EXIT;
}

/* Does the program pass with the preemption there?  Another failure is not a
 * pass: a use after free one access earlier is the same bug. */
static bool limits_passes(struct limits *l, uint32_t until)
{
    const struct rdl_shared *shared = l->c->k->worker->memory.shared;
    struct rdl_plan p;

    l->tried++;
    rdl_plan_copy(&p, &l->c->k->best);
    p.segments[l->w->segment].until = until;
    rdl_minimize_try(l->c->k, &p);
    rdl_plan_free(&p);
    if (shared->outcome.state != RDL_EXITED)
        return false;
    if (l->named->signal.e.pc == 0)
        rdl_explain_missed(l->c, l->named);
    return true;
}

static bool limits_left(const struct limits *l)
{
    return l->tried < PLACES && rdl_explain_left(l->c);
}

static struct rdl_limit limits_before(struct limits *l, bool past)
{
    const struct rdl_history_act *near = NULL;

    l->tried = 0;
    for (size_t i = l->c->acts.n; i > 0 && limits_left(l); i--) {
        const struct rdl_history_act *a = &l->c->acts.all[i - 1];

        if (a->e.tid != l->s->tid || !act_until(a, l->s->until) || a->own == 0)
            continue;
        near = near == NULL ? a : near;
        if (!limits_counts(l, a) || a->own == l->s->until ||
            (past && limits_swallowed(l, a)))
            continue;
        if (limits_passes(l, a->own))
            return (struct rdl_limit){ .from = a, .to = near };
        near = NULL;
    }
    return (struct rdl_limit){ .from = NULL };
}

static struct rdl_limit limits_behind(struct limits *l, bool past)
{
    const struct rdl_history_act *near = NULL;

    l->tried = 0;
    for (size_t i = 0; i < l->c->acts.n && limits_left(l); i++) {
        const struct rdl_history_act *a = &l->c->acts.all[i];

        if (a->e.tid != l->s->tid || act_until(a, l->s->until))
            continue;
        near = near == NULL ? a : near;
        if (!limits_counts(l, a) ||
            (past && limits_swallowed(l, limits_next(l->c, a))))
            continue;
        if (limits_passes(l, a->own + 1))
            return (struct rdl_limit){ .from = near, .to = a };
        near = NULL;
    }
    return (struct rdl_limit){ .from = NULL };
}

struct rdl_limits rdl_limits_find(struct search *c, const struct window *w,
                                  struct named_acts *named)
{
    struct limits l = {
        .c = c, .w = w, .s = &c->k->best.segments[w->segment], .named = named
    };
    struct rdl_limits out;

    limits_ask(&l);
    out.before = limits_before(&l, /*past=*/true);
    if (out.before.from == NULL)
        out.before = limits_before(&l, /*past=*/false);
    out.behind = limits_behind(&l, /*past=*/true);
    if (out.behind.from == NULL)
        out.behind = limits_behind(&l, /*past=*/false);
    return out;
}
