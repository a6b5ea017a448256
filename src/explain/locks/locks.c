/* locks.c - the locks held at the operations of a clue: not the one that all
 * others hold, different ones, one that was given up in between.  This looks
 * only at the failing execution. */
#include "explain/explainer.h"
#include "explain/fact.h"
#include "explain/locks/majority.h"

static bool locks_common(const struct rdl_history_act *a,
                         const struct rdl_history_act *b)
{
    for (size_t i = 0; i < a->n_locks; i++) {
        for (size_t k = 0; k < b->n_locks; k++) {
            if (a->locks[i].addr == b->locks[k].addr)
                return true;
        }
    }
    return false;
}

const struct rdl_history_act *
rdl_locks_step(const struct search *c, const struct rdl_history_act *a,
               const struct rdl_history_lock *lock)
{
    for (const struct rdl_history_act *x = a; x > c->acts.all;) {
        x--;
        if (x->e.tid == a->e.tid && x->own == lock->own &&
            x->e.addr == lock->addr)
            return x;
    }
    return NULL;
}

/* The same for the latest lock that it holds. */
static const struct rdl_history_act *
locks_asked(const struct search *c, const struct rdl_history_act *a)
{
    return rdl_locks_step(c, a, &a->locks[a->n_locks - 1]);
}

/* If the thread itself wrote what it then read, what it had read before that
 * write, since it wrote because of that; otherwise `read`. */
static const struct rdl_history_act *
locks_tested(const struct search *c, const struct rdl_history_act *read)
{
    bool wrote = false;

    for (const struct rdl_history_act *a = read; a > c->acts.all;) {
        a--;
        if (!act_done(a) || !rdl_trace_accesses(&a->e) ||
            !rdl_trace_overlap(&a->e, &read->e))
            continue;
        if (a->e.tid != read->e.tid && !wrote && rdl_trace_changes(&a->e))
            return read;
        if (a->e.tid == read->e.tid && wrote)
            return act_reads(&a->e) ? a : read;
        wrote = wrote || (a->e.tid == read->e.tid && rdl_trace_changes(&a->e));
    }
    return read;
}

/* What the thread read just before it asked for the lock and what has changed
 * before the use. */
static void locks_chosen(const struct search *c,
                         const struct rdl_history_act *asked,
                         const struct rdl_history_act *use, struct clue *out)
{
    for (const struct rdl_history_act *a = asked; a > c->acts.all;) {
        const struct rdl_history_act *stale;

        a--;
        if (a->e.tid != asked->e.tid)
            continue;
        if (!rdl_trace_accesses(&a->e))
            return;
        stale = act_reads(&a->e) ? rdl_explain_stale(c, a, use) : NULL;
        if (stale == NULL)
            continue;
        out->also = *locks_tested(c, a);
        out->last = *stale;
        return;
    }
}

bool rdl_explain_differ(const struct search *c, const struct rdl_history_act *a,
                        const struct rdl_history_act *b, struct clue *out)
{
    const struct rdl_history_act *one, *two;

    if (a->n_locks == 0 || b->n_locks == 0 || locks_common(a, b))
        return false;
    one = locks_asked(c, a);
    two = locks_asked(c, b);
    if (one == NULL || two == NULL)
        return false;
    *out = (struct clue){
        .kind = RDL_FACT_DIFFERENT_LOCKS,
        .first = *one,
        .between = *two,
    };
    return true;
}

/* Does the access need a lock?  Atomic accesses do not. */
static bool locks_plain(const struct rdl_event *e)
{
    return rdl_op_class((enum rdl_op)e->op) == RDL_CLASS_PLAIN ||
           e->op == RDL_OP_FREE;
}

/* The window was done under one lock, and what ran between under another. */
static bool locks_differ(const struct search *c, struct clue *out)
{
    const struct named_acts *t = &c->named;

    if (!locks_plain(&t->first->e) || !locks_plain(&t->between->e) ||
        locks_common(t->last, t->between) ||
        !rdl_explain_differ(c, t->first, t->between, out))
        return false;
    locks_chosen(c, locks_asked(c, t->first), t->last, out);
    if (out->also.e.pc == 0)
        locks_chosen(c, locks_asked(c, t->between), t->between, out);
    return true;
}

/* A lock that both hold only for reading; NULL if there is none, or if another
 * lock excludes them. */
static const struct rdl_history_lock *
locks_readers(const struct rdl_history_act *a, const struct rdl_history_act *b,
              const struct rdl_history_lock **of_b)
{
    const struct rdl_history_lock *found = NULL;

    for (size_t i = 0; i < a->n_locks; i++) {
        for (size_t k = 0; k < b->n_locks; k++) {
            if (a->locks[i].addr != b->locks[k].addr)
                continue;
            if (!a->locks[i].shared || !b->locks[k].shared)
                return NULL;
            found = &a->locks[i];
            *of_b = &b->locks[k];
        }
    }
    return found;
}

/* The window and what ran between held one lock for reading, though at least
 * one of them writes. */
static bool locks_shared(const struct search *c, struct clue *out)
{
    const struct named_acts *t = &c->named;
    const struct rdl_history_lock *one, *two;
    const struct rdl_history_act *a, *b;

    if (!locks_plain(&t->first->e) || !locks_plain(&t->between->e))
        return false;
    one = locks_readers(t->first, t->between, &two);
    a = one != NULL ? rdl_locks_step(c, t->first, one) : NULL;
    b = one != NULL ? rdl_locks_step(c, t->between, two) : NULL;
    if (a == NULL || b == NULL)
        return false;
    *out = (struct clue){
        .kind = RDL_FACT_ONLY_SHARED,
        .first = *a,
        .between = *b,
    };
    return true;
}

bool rdl_locks_has(const struct rdl_history_act *a, uintptr_t lock)
{
    for (size_t i = 0; i < a->n_locks; i++) {
        if (a->locks[i].addr == lock)
            return true;
    }
    return false;
}

bool rdl_locks_bare(const struct search *c, const struct rdl_history_act *bare,
                    const struct rdl_history_act *other, struct clues *out)
{
    struct rdl_majority m;
    struct rdl_fact *f;

    /* Whoever frees a block must be the last, with a lock or without. */
    if (bare->e.op == RDL_OP_FREE || !rdl_trace_accesses(&bare->e) ||
        !rdl_majority_find(c, bare, &m) ||
        !rdl_locks_has(other, m.lock->e.addr))
        return false;
    f = rdl_fact_new(out,
                     m.instead != NULL ? RDL_FACT_WRONG_LOCK : RDL_FACT_NO_LOCK,
                     RDL_SEEN);
    if (f == NULL)
        return false;
    rdl_fact_put(f, RDL_ROLE_BARE, bare);
    rdl_fact_put(f, RDL_ROLE_LOCK, m.lock);
    if (m.instead != NULL)
        rdl_fact_put(f, RDL_ROLE_WRONG_LOCK, m.instead);
    f->count = m.lines ? 2 : 0;
    return true;
}

/* The act that the clue has a copy of. */
static const struct rdl_history_act *
locks_act(const struct search *c, const struct rdl_history_act *copy)
{
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.pc == copy->e.pc && a->e.tid == copy->e.tid &&
            a->own == copy->own && a->e.op == copy->e.op)
            return a;
    }
    return copy;
}

/* Any operation of the clue, from the last to the first. */
static bool locks_bare(const struct search *c, const struct clue *p,
                       bool atomic, struct clues *out)
{
    const struct rdl_history_act *const all[] = {
        &p->last, &p->also, &p->between, &p->first, &p->before,
    };

    const size_t n = sizeof(all) / sizeof(all[0]);

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            if (all[i]->e.pc != 0 && all[k]->e.pc != 0 &&
                locks_plain(&all[i]->e) == !atomic &&
                all[i]->e.tid != all[k]->e.tid &&
                rdl_trace_overlap(&all[i]->e, &all[k]->e) &&
                rdl_locks_bare(c, locks_act(c, all[i]), all[k], out))
                return true;
        }
    }
    return false;
}

static bool locks_any_bare(const struct search *c, struct clues *out,
                           bool atomic)
{
    for (size_t i = 0; i < out->n; i++) {
        if (locks_bare(c, &out->parts[i], atomic, out))
            return true;
    }
    return false;
}

static void locks_given_up(const struct clue *p, struct clues *out)
{
    struct rdl_fact *f = rdl_fact_new(out, RDL_FACT_GIVES_UP, RDL_SEEN);
    struct rdl_fact_step *s =
        f != NULL ? rdl_fact_put(f, RDL_ROLE_UNLOCK, &p->unlock) : NULL;

    if (s != NULL &&
        (s->called == p->first.e.value || s->called == p->last.e.value))
        s->called = 0; /* the window names that call already */
}

/* Does another clue explain why the locks differ? */
static bool locks_explained(const struct clues *out, const struct clue *locks)
{
    const struct clue *p = &out->parts[1];

    return out->n > 1 && locks->also.e.pc != 0 &&
           rdl_trace_overlap(&p->between.e, &locks->also.e) &&
           (rdl_trace_overlap(&p->first.e, &locks->also.e) ||
            rdl_trace_overlap(&p->last.e, &locks->also.e));
}

static bool locks_window(const struct clue *p)
{
    return p->kind == RDL_FACT_LOST_UPDATE || p->kind == RDL_FACT_WINDOW;
}

static void locks_collect(struct search *c, struct clues *out)
{
    const struct clue *p = &out->parts[0];
    const bool window = out->n > 0 && locks_window(p);
    struct clue fact;

    if (locks_any_bare(c, out, /*atomic=*/false))
        return;
    /* This is worth more than a turn about something else. */
    if (window && (locks_shared(c, &fact) ||
                   (locks_differ(c, &fact) && !locks_explained(out, &fact)))) {
        out->parts[1] = fact;
        out->n = 2;
        return;
    }
    for (size_t i = 0; i < out->n; i++) {
        if (locks_window(&out->parts[i]) && out->parts[i].unlock.e.pc != 0) {
            locks_given_up(&out->parts[i], out);
            return;
        }
    }
    /* What is atomic may well do without, so anything else says more. */
    if (out->n == 1)
        locks_any_bare(c, out, /*atomic=*/true);
}

const struct rdl_explainer rdl_explainer_locks = {
    .name = "locks",
    .summary = "the locks of what is known: none, the wrong one, given up",
    .rank = RDL_EXPLAINS_BESIDE,
    .future = true,
    .collect = locks_collect,
};
