/* cause_facts.c - what the execution that failed says beside what was tried:
 * where a pointer came from, who waited for whom. */
#include "campaign/cause_internal.h"

const struct rdl_act *rdl_cause_stale(const struct cause *c,
                                      const struct rdl_act *read,
                                      const struct rdl_act *end)
{
    for (const struct rdl_act *a = read + 1; a < end; a++) {
        if (cause_done(a) && a->e.tid != read->e.tid &&
            rdl_acts_accesses(&a->e) && rdl_acts_writes(&a->e) &&
            rdl_acts_overlap(&a->e, &read->e) && c->shared[a - c->acts.all])
            return a;
    }
    return NULL;
}

/* The latest read of the thread that gave it a pointer into the block. */
static const struct rdl_act *facts_pointer(const struct cause *c,
                                           struct rdl_cause_part *out)
{
    const struct rdl_finding *f = c->finding;
    const uintptr_t start = f->addr - (uintptr_t)f->block.offset;
    const struct rdl_act *used = c->told.last, *stale;

    for (const struct rdl_act *a = used; a > c->acts.all;) {
        a--;
        if (a->e.tid != used->e.tid || !cause_reads(&a->e) ||
            (a->e.flags & RDL_EV_VALUE) == 0 || a->e.size != sizeof(void *) ||
            a->value < start || a->value >= start + f->block.size ||
            !c->shared[a - c->acts.all])
            continue;
        *out = (struct rdl_cause_part){
            .pattern = RDL_CAUSE_POINTER,
            .first = a->e,
        };
        stale = rdl_cause_stale(c, a, used);
        if (stale != NULL)
            out->last = stale->e;
        return a;
    }
    return NULL;
}

/* What the thread that used it had written, and the one that freed it had read
 * before it did. */
static const struct rdl_act *facts_came(const struct cause *c,
                                        struct rdl_cause_part *out)
{
    const struct rdl_act *freed = c->told.first, *used = c->told.last;

    for (const struct rdl_act *w = used; w > c->acts.all;) {
        w--;
        if (!cause_done(w) || w->e.tid != used->e.tid ||
            !rdl_acts_accesses(&w->e) || !rdl_acts_writes(&w->e))
            continue;
        for (const struct rdl_act *r = freed; r > w; r--) {
            if (!cause_done(r) || r->e.tid != freed->e.tid ||
                !(cause_reads(&r->e) || r->e.op == RDL_OP_RMW) ||
                !rdl_acts_conflict(&r->e, &w->e))
                continue;
            *out = (struct rdl_cause_part){
                .pattern = RDL_CAUSE_CAME,
                .first = w->e,
                .last = r->e,
            };
            return w;
        }
    }
    return NULL;
}

/* Whose handle that is. */
static rdl_tid facts_thread(const struct cause *c, uintptr_t handle)
{
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_event *e = &c->acts.all[i].e;

        if (e->op == RDL_OP_START && e->addr == handle)
            return e->tid;
    }
    return RDL_NO_TID;
}

/* The wait for the end of another thread than that which used it, if the one
 * that freed it had done nothing since but accesses. */
static bool facts_joined(const struct cause *c, struct rdl_cause_part *out)
{
    const struct rdl_act *freed = c->told.first, *used = c->told.last;
    const struct rdl_act *a = freed;

    while (a > c->acts.all) {
        a--;
        if (a->e.tid != freed->e.tid || !cause_done(a) ||
            rdl_acts_accesses(&a->e))
            continue;
        if (a->e.op != RDL_OP_JOIN)
            return false;
        *out = (struct rdl_cause_part){
            .pattern = RDL_CAUSE_JOINED,
            .first = a->e,
            .last = used->e,
            .turn = facts_thread(c, a->e.addr),
        };
        return out->turn != used->e.tid;
    }
    return false;
}

/* Were they done in one go, with the same locks all the while? */
static bool facts_one(const struct rdl_act *a, const struct rdl_act *b)
{
    return a->n_locks > 0 && b->n_locks > 0 && a->hold == b->hold;
}

/* How it came that it was freed while in use: what had been read is another by
 * now; or the thread that used it had told the other to, when it had the
 * pointer already or took it then. */
static bool facts_freed(const struct cause *c, struct rdl_cause_part *out)
{
    struct rdl_cause_part pointer, came;
    const struct rdl_act *read = facts_pointer(c, &pointer), *told;

    if (read != NULL && pointer.last.pc != 0) {
        *out = pointer;
        return true;
    }
    if (facts_joined(c, out))
        return true;
    told = facts_came(c, &came);
    if (told != NULL && (read == NULL || told > read || facts_one(told, read)))
        *out = came;
    else if (c->spare.pattern != RDL_CAUSE_NONE)
        *out = c->spare;
    else if (read != NULL)
        *out = pointer;
    else
        return false;
    return true;
}

void rdl_cause_facts(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_cause_part *p = &out->parts[0];
    struct rdl_cause_part fact;

    if (out->n == 0)
        return;
    rdl_cause_locks(c, out);
    if (out->n == 1 &&
        (p->pattern == RDL_CAUSE_ORDER || p->pattern == RDL_CAUSE_PLACE) &&
        p->first.op == RDL_OP_FREE && c->finding->block.known &&
        facts_freed(c, &fact))
        out->parts[out->n++] = fact;
}
