/* locks.c - the locks held at the operations of a clue: different ones, or none
 * on one side.  This looks only at the failing execution. */
#include "explain/explainer.h"
#include "explain/search.h"

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

/* The step of a's thread that asked for that lock. */
static const struct rdl_history_act *
locks_step(const struct search *c, const struct rdl_history_act *a,
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
    return locks_step(c, a, &a->locks[a->n_locks - 1]);
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
    const struct told *t = &c->told;

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
    const struct told *t = &c->told;
    const struct rdl_history_lock *one, *two;
    const struct rdl_history_act *a, *b;

    if (!locks_plain(&t->first->e) || !locks_plain(&t->between->e))
        return false;
    one = locks_readers(t->first, t->between, &two);
    a = one != NULL ? locks_step(c, t->first, one) : NULL;
    b = one != NULL ? locks_step(c, t->between, two) : NULL;
    if (a == NULL || b == NULL)
        return false;
    *out = (struct clue){
        .kind = RDL_FACT_ONLY_SHARED,
        .first = *a,
        .between = *b,
    };
    return true;
}

static bool locks_has(const struct rdl_history_act *a, uintptr_t lock)
{
    for (size_t i = 0; i < a->n_locks; i++) {
        if (a->locks[i].addr == lock)
            return true;
    }
    return false;
}

/* Does every access to that memory hold the lock, except those of `bare`'s
 * instruction?  Before the first thread is created, none needs one. */
static bool locks_guards(const struct search *c,
                         const struct rdl_history_act *bare, uintptr_t lock)
{
    bool threads = false;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        threads = threads || a->e.op == RDL_OP_CREATE;
        if (threads && act_done(a) && rdl_trace_accesses(&a->e) &&
            a->e.pc != bare->e.pc && rdl_trace_overlap(&a->e, &bare->e) &&
            !locks_has(a, lock))
            return false;
    }
    return true;
}

/* Does the thread of a still hold that lock, without a break, when it does b?
 */
static bool locks_still(const struct rdl_history_act *a,
                        const struct rdl_history_act *b)
{
    const struct rdl_history_lock *lock = &a->locks[a->n_locks - 1];

    for (size_t i = 0; i < b->n_locks; i++) {
        if (b->locks[i].addr == lock->addr && b->locks[i].own == lock->own)
            return true;
    }
    return false;
}

bool rdl_explain_bare(const struct search *c,
                      const struct rdl_history_act *bare,
                      const struct rdl_history_act *a,
                      const struct rdl_history_act *b, struct clue *out)
{
    const struct rdl_history_act *asked;
    uintptr_t lock;

    if (bare->n_locks > 0 || a->n_locks == 0 || !rdl_trace_accesses(&bare->e))
        return false;
    lock = a->locks[a->n_locks - 1].addr;
    asked = locks_asked(c, a);
    if (asked == NULL || !locks_still(a, b) || !locks_guards(c, bare, lock))
        return false;
    *out = (struct clue){
        .kind = RDL_FACT_NO_LOCK,
        .first = *asked,
        .between = *bare,
    };
    return true;
}

static bool locks_named(const struct clues *out, const struct rdl_event *e)
{
    for (size_t i = 0; i < out->n; i++) {
        const struct clue *p = &out->parts[i];

        if (e->pc == p->first.e.pc || e->pc == p->between.e.pc ||
            e->pc == p->also.e.pc || e->pc == p->last.e.pc)
            return true;
    }
    return false;
}

/* One side held a lock, the other did not. */
static bool locks_bare(const struct search *c, struct clue *out)
{
    const struct told *t = &c->told;

    if (t->first == NULL || t->between == NULL || t->last == NULL)
        return false;
    return rdl_explain_bare(c, t->between, t->first, t->last, out) ||
           (t->last->n_locks == 0 &&
            rdl_explain_bare(c, t->first, t->between, t->between, out));
}

/* Does another clue explain why the locks differ? */
static bool locks_told(const struct clues *out, const struct clue *locks)
{
    const struct clue *p = &out->parts[1];

    return out->n > 1 && locks->also.e.pc != 0 &&
           rdl_trace_overlap(&p->between.e, &locks->also.e) &&
           (rdl_trace_overlap(&p->first.e, &locks->also.e) ||
            rdl_trace_overlap(&p->last.e, &locks->also.e));
}

static void locks_collect(struct search *c, struct clues *out)
{
    const struct clue *p = &out->parts[0];
    const bool window =
        p->kind == RDL_FACT_LOST_UPDATE || p->kind == RDL_FACT_WINDOW;
    struct clue fact;

    /* This is worth more than a turn about something else. */
    if (window && (locks_shared(c, &fact) ||
                   (locks_differ(c, &fact) && !locks_told(out, &fact)))) {
        out->parts[1] = fact;
        out->n = 2;
        return;
    }
    if ((window || p->kind == RDL_FACT_ENDLESS_WAIT) && out->n <= CLUES &&
        locks_bare(c, &fact) && locks_named(out, &fact.between.e))
        out->parts[out->n++] = fact;
}

const struct rdl_explainer rdl_explainer_locks = {
    .name = "locks",
    .summary = "the locks of what is known: not the same, or none",
    .rank = RDL_EXPLAINS_BESIDE,
    .future = true,
    .collect = locks_collect,
};
