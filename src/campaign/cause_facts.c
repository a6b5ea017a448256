/* cause_facts.c - what the execution that failed says beside what was tried:
 * where a pointer came from, which locks were held.  Nothing is tried here. */
#include "campaign/cause_internal.h"

static size_t facts_index(const struct cause *c, const struct rdl_act *a)
{
    return (size_t)(a - c->acts.all);
}

static bool facts_reads(const struct rdl_event *e)
{
    return e->op == RDL_OP_READ || e->op == RDL_OP_ATOMIC_READ;
}

/* What of another thread first wrote there behind `read`, before `end`; NULL if
 * nothing did. */
static const struct rdl_act *facts_stale(const struct cause *c,
                                         const struct rdl_act *read,
                                         const struct rdl_act *end)
{
    for (const struct rdl_act *a = read + 1; a < end; a++) {
        if (cause_done(a) && a->e.tid != read->e.tid &&
            rdl_acts_accesses(&a->e) && rdl_acts_writes(&a->e) &&
            rdl_acts_overlap(&a->e, &read->e) && c->shared[facts_index(c, a)])
            return a;
    }
    return NULL;
}

/* --- Memory that is freed ------------------------------------------------- */

/* The latest read of the thread that gave it a pointer into the block. */
static bool facts_pointer(const struct cause *c, struct rdl_cause_part *out)
{
    const struct rdl_finding *f = c->finding;
    const uintptr_t start = f->addr - (uintptr_t)f->block.offset;
    const struct rdl_act *used = c->told.last, *stale;

    for (const struct rdl_act *a = used; a > c->acts.all;) {
        a--;
        if (a->e.tid != used->e.tid || !facts_reads(&a->e) ||
            (a->e.flags & RDL_EV_VALUE) == 0 || a->e.size != sizeof(void *) ||
            a->value < start || a->value >= start + f->block.size ||
            !c->shared[facts_index(c, a)])
            continue;
        *out = (struct rdl_cause_part){
            .pattern = RDL_CAUSE_POINTER,
            .first = a->e,
        };
        stale = facts_stale(c, a, used);
        if (stale != NULL)
            out->last = stale->e;
        return true;
    }
    return false;
}

/* What the thread that used it had written, and the one that freed it had read
 * before it did. */
static bool facts_came(const struct cause *c, struct rdl_cause_part *out)
{
    const struct rdl_act *freed = c->told.first, *used = c->told.last;

    for (const struct rdl_act *w = used; w > c->acts.all;) {
        w--;
        if (!cause_done(w) || w->e.tid != used->e.tid ||
            !rdl_acts_accesses(&w->e) || !rdl_acts_writes(&w->e))
            continue;
        for (const struct rdl_act *r = freed; r > w; r--) {
            if (!cause_done(r) || r->e.tid != freed->e.tid ||
                !rdl_acts_accesses(&r->e) || r->e.op == RDL_OP_FREE ||
                !rdl_acts_conflict(&r->e, &w->e))
                continue;
            *out = (struct rdl_cause_part){
                .pattern = RDL_CAUSE_CAME,
                .first = w->e,
                .last = r->e,
            };
            return true;
        }
    }
    return false;
}

/* --- Locks ---------------------------------------------------------------- */

static bool facts_common(const struct rdl_act *a, const struct rdl_act *b)
{
    for (size_t i = 0; i < a->n_locks; i++) {
        for (size_t k = 0; k < b->n_locks; k++) {
            if (a->locks[i].addr == b->locks[k].addr)
                return true;
        }
    }
    return false;
}

/* The step that asked for the latest lock that the thread of a has. */
static const struct rdl_act *facts_asked(const struct cause *c,
                                         const struct rdl_act *a)
{
    const struct rdl_act_lock *lock = &a->locks[a->n_locks - 1];

    for (const struct rdl_act *x = a; x > c->acts.all;) {
        x--;
        if (x->e.tid == a->e.tid && x->own == lock->own &&
            x->e.addr == lock->addr)
            return x;
    }
    return NULL;
}

/* What had been read just before the lock was asked for, and is another by the
 * time of its use. */
static void facts_chosen(const struct cause *c, const struct rdl_act *asked,
                         const struct rdl_act *use, struct rdl_cause_part *out)
{
    for (const struct rdl_act *a = asked; a > c->acts.all;) {
        const struct rdl_act *stale;

        a--;
        if (a->e.tid != asked->e.tid)
            continue;
        if (!rdl_acts_accesses(&a->e))
            return;
        stale = facts_reads(&a->e) ? facts_stale(c, a, use) : NULL;
        if (stale == NULL)
            continue;
        out->also = a->e;
        out->last = stale->e;
        return;
    }
}

/* Both had a lock, but not the same. */
static bool facts_locks(const struct cause *c, struct rdl_cause_part *out)
{
    const struct cause_told *t = &c->told;
    const struct rdl_act *one, *two;

    if (!rdl_acts_accesses(&t->first->e) ||
        !rdl_acts_accesses(&t->between->e) || t->first->n_locks == 0 ||
        t->between->n_locks == 0 || facts_common(t->first, t->between) ||
        facts_common(t->last, t->between))
        return false;
    one = facts_asked(c, t->first);
    two = facts_asked(c, t->between);
    if (one == NULL || two == NULL)
        return false;
    *out = (struct rdl_cause_part){
        .pattern = RDL_CAUSE_LOCKS,
        .first = one->e,
        .between = two->e,
    };
    facts_chosen(c, one, t->last, out);
    if (out->also.pc == 0)
        facts_chosen(c, two, t->between, out);
    return true;
}

/* Does another turn tell how it came that a lock was another's? */
static bool facts_told(const struct rdl_cause *out,
                       const struct rdl_cause_part *locks)
{
    const struct rdl_cause_part *p = &out->parts[1];

    return out->n > 1 && locks->also.pc != 0 &&
           rdl_acts_overlap(&p->between, &locks->also) &&
           (rdl_acts_overlap(&p->first, &locks->also) ||
            rdl_acts_overlap(&p->last, &locks->also));
}

void rdl_cause_facts(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_cause_part *p = &out->parts[0];
    struct rdl_cause_part fact;

    if (out->n == 0)
        return;
    /* That says more than a turn that is about something else. */
    if ((p->pattern == RDL_CAUSE_LOST_UPDATE ||
         p->pattern == RDL_CAUSE_ATOMICITY) &&
        facts_locks(c, &fact) && !facts_told(out, &fact)) {
        out->parts[1] = fact;
        out->n = 2;
    }
    if (out->n == 1 &&
        (p->pattern == RDL_CAUSE_ORDER || p->pattern == RDL_CAUSE_PLACE) &&
        p->first.op == RDL_OP_FREE && c->finding->block.known &&
        (facts_pointer(c, &fact) || facts_came(c, &fact)))
        out->parts[out->n++] = fact;
}
