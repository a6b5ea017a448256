/* pointers.c - what the failing execution shows in addition to what was tried:
 * where a pointer came from, and who waited for whom. */
#include "explain/explainer.h"
#include "explain/search.h"

const struct rdl_history_act *
rdl_explain_stale(const struct search *c, const struct rdl_history_act *read,
                  const struct rdl_history_act *end)
{
    for (const struct rdl_history_act *a = read + 1; a < end; a++) {
        if (act_done(a) && a->e.tid != read->e.tid &&
            rdl_trace_accesses(&a->e) && rdl_trace_changes(&a->e) &&
            rdl_trace_overlap(&a->e, &read->e) && c->shared[a - c->acts.all])
            return a;
    }
    return NULL;
}

/* The thread's latest read before `a` that gave it a pointer into the block;
 * NULL if there is none. */
static const struct rdl_history_act *
pointers_read(const struct search *c, const struct rdl_history_act *a)
{
    const struct rdl_finding *f = c->finding;
    const uintptr_t start = f->addr - (uintptr_t)f->block.offset;

    for (const struct rdl_history_act *x = a; x > c->acts.all;) {
        x--;
        if (x->e.tid == a->e.tid && act_reads(&x->e) &&
            (x->e.flags & RDL_EV_VALUE) != 0 && x->e.size == sizeof(void *) &&
            x->value >= start && x->value < start + f->block.size &&
            c->shared[x - c->acts.all])
            return x;
    }
    return NULL;
}

/* Where the using thread got the pointer. */
static const struct rdl_history_act *pointers_pointer(const struct search *c,
                                                      struct clue *out)
{
    const struct rdl_history_act *used = c->named.last,
                                 *read = pointers_read(c, used);
    const struct rdl_history_act *stale;

    if (read == NULL)
        return NULL;
    *out = (struct clue){
        .kind = RDL_FACT_POINTER_FROM,
        .first = *read,
    };
    stale = rdl_explain_stale(c, read, used);
    if (stale != NULL)
        out->last = *stale;
    return read;
}

/* Does the thread hold all its locks from the one to the other? */
static bool pointers_held(const struct rdl_history_act *from,
                          const struct rdl_history_act *to)
{
    for (const struct rdl_history_act *a = from; a < to; a++) {
        if (a->e.tid == from->e.tid &&
            (a->e.op == RDL_OP_UNLOCK || a->e.op == RDL_OP_WAIT))
            return false;
    }
    return true;
}

/* Did both threads read the pointer from one place, each under its own lock,
 * and hold that lock until the use or the free? */
static bool pointers_guarded(const struct search *c,
                             const struct rdl_history_act *read,
                             struct clue *out)
{
    const struct rdl_history_act *other = pointers_read(c, c->named.first);

    return read != NULL && other != NULL &&
           rdl_trace_overlap(&read->e, &other->e) &&
           pointers_held(read, c->named.last) &&
           pointers_held(other, c->named.first) &&
           rdl_explain_differ(c, read, other, out);
}

/* Did one of them read it without the lock that all others hold?  And would
 * that lock help: does the other hold it until the use or the free? */
static bool pointers_bare(const struct search *c,
                          const struct rdl_history_act *read, struct clues *out)
{
    const struct rdl_history_act *other = pointers_read(c, c->named.first);

    return read != NULL && other != NULL &&
           ((pointers_held(other, c->named.first) &&
             rdl_locks_bare(c, read, other, out)) ||
            (pointers_held(read, c->named.last) &&
             rdl_locks_bare(c, other, read, out)));
}

/* Was the pointer read without the lock under which another thread has changed
 * it since, or changed without the lock under which it was read and used?  Held
 * from the read to the use and at the change, that lock keeps the change away,
 * wherever the free is. */
static bool pointers_unguarded(const struct search *c,
                               const struct rdl_history_act *read,
                               struct clues *out)
{
    const struct rdl_history_act *stale =
        rdl_explain_stale(c, read, c->named.last);

    return stale != NULL && (rdl_locks_bare(c, read, stale, out) ||
                             (pointers_held(read, c->named.last) &&
                              rdl_locks_bare(c, stale, read, out)));
}

/* What the using thread wrote and the freeing thread read before it freed. */
static const struct rdl_history_act *pointers_came(const struct search *c,
                                                   struct clue *out)
{
    const struct rdl_history_act *freed = c->named.first, *used = c->named.last;

    for (const struct rdl_history_act *w = used; w > c->acts.all;) {
        w--;
        if (!act_done(w) || w->e.tid != used->e.tid ||
            !rdl_trace_accesses(&w->e) || !rdl_trace_changes(&w->e))
            continue;
        for (const struct rdl_history_act *r = freed; r > w; r--) {
            if (!act_done(r) || r->e.tid != freed->e.tid ||
                !(act_reads(&r->e) || r->e.op == RDL_OP_RMW) ||
                !rdl_trace_conflict(&r->e, &w->e))
                continue;
            *out = (struct clue){
                .kind = RDL_FACT_CAME_BEFORE,
                .first = *w,
                .last = *r,
            };
            return w;
        }
    }
    return NULL;
}

/* The thread that has this handle. */
static rdl_tid pointers_thread(const struct search *c, uintptr_t handle)
{
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_event *e = &c->acts.all[i].e;

        if (e->op == RDL_OP_START && e->addr == handle)
            return e->tid;
    }
    return RDL_NO_TID;
}

/* The join of a thread other than the using one, if the freeing thread did only
 * accesses since. */
static bool pointers_joined(const struct search *c, struct clue *out)
{
    const struct rdl_history_act *freed = c->named.first, *used = c->named.last;
    const struct rdl_history_act *a = freed;

    while (a > c->acts.all) {
        a--;
        if (a->e.tid != freed->e.tid || !act_done(a) ||
            rdl_trace_accesses(&a->e))
            continue;
        if (a->e.op != RDL_OP_JOIN)
            return false;
        *out = (struct clue){
            .kind = RDL_FACT_JOINED_OTHER,
            .first = *a,
            .last = *used,
            .turn = pointers_thread(c, a->e.addr),
        };
        return out->turn != used->e.tid;
    }
    return false;
}

/* Were they done without interruption, under the same locks all the time? */
static bool pointers_one(const struct rdl_history_act *a,
                         const struct rdl_history_act *b)
{
    return a->n_locks > 0 && b->n_locks > 0 && a->hold == b->hold;
}

/* Why the block was freed while in use: the locks of the two threads did not
 * exclude each other; the pointer was read or changed without the lock that
 * belongs to it; the pointer that was read has changed since; or the using
 * thread had signalled the other to free, when it had the pointer already or
 * took it then.
 */
static bool pointers_freed(const struct search *c, struct clues *facts,
                           struct clue *out)
{
    struct clue pointer, came;
    const struct rdl_history_act *read = pointers_pointer(c, &pointer), *named;

    if (pointers_guarded(c, read, out))
        return true;
    if (read != NULL && pointer.last.e.pc != 0) {
        if (pointers_unguarded(c, read, facts) || pointers_bare(c, read, facts))
            return false;
        *out = pointer;
        return true;
    }
    if (pointers_joined(c, out))
        return true;
    if (pointers_bare(c, read, facts))
        return false;
    named = pointers_came(c, &came);
    if (named != NULL &&
        (read == NULL || named > read || pointers_one(named, read)))
        *out = came;
    else if (c->has_spare)
        *out = c->spare;
    else if (named != NULL)
        *out = came; /* the pointer is still there: something else decided */
    else if (read != NULL)
        *out = pointer;
    else
        return false;
    return true;
}

/* The thread read the pointer after the block was freed: the freeing thread had
 * left it there. */
static bool pointers_left(const struct search *c, struct clue *out)
{
    const struct rdl_finding *f = c->finding;
    const struct rdl_history_act *used = NULL, *freed = NULL, *read;

    for (const struct rdl_history_act *a = c->acts.all;
         a < c->acts.all + c->acts.n; a++) {
        if (!act_done(a) || f->addr < a->e.addr ||
            f->addr - a->e.addr >= a->e.size)
            continue;
        if (a->e.op == RDL_OP_FREE)
            freed = a;
        else if (a->e.tid == f->tid)
            used = a;
    }
    read = used != NULL ? pointers_read(c, used) : NULL;
    if (freed == NULL || read == NULL || read < freed || freed->e.tid == f->tid)
        return false;
    *out = (struct clue){
        .kind = RDL_FACT_POINTER_FROM,
        .first = *read,
        .last = *freed,
    };
    return true;
}

static void pointers_collect_left(struct search *c, struct clues *out)
{
    const struct clue *p = &out->parts[0];
    struct clue fact;

    if (out->n == 1 && p->kind == RDL_FACT_ORDER &&
        p->first.e.op != RDL_OP_FREE && c->finding->block.known &&
        pointers_left(c, &fact))
        out->parts[out->n++] = fact;
}

static void pointers_collect(struct search *c, struct clues *out)
{
    const struct clue *p = &out->parts[0];
    struct clue fact;

    if (out->n == 1 &&
        (p->kind == RDL_FACT_ORDER || p->kind == RDL_FACT_BOUNDED_ORDER) &&
        p->first.e.op == RDL_OP_FREE && c->finding->block.known &&
        pointers_freed(c, out, &fact))
        out->parts[out->n++] = fact;
}

const struct rdl_explainer rdl_explainer_pointer_left = {
    .name = "pointer-left",
    .summary = "a pointer that was read after its block was freed",
    .rank = RDL_EXPLAINS_BESIDE,
    .only = "heap-use-after-free",
    .future = true,
    .collect = pointers_collect_left,
};

const struct rdl_explainer rdl_explainer_pointers = {
    .name = "pointers",
    .summary = "where the pointer to a freed block came from",
    .rank = RDL_EXPLAINS_BESIDE,
    .future = true,
    .collect = pointers_collect,
};
