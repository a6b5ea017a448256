/* pointers.c - what the execution that failed says beside what was tried:
 * where a pointer came from, who waited for whom. */
#include "explain/internal.h"

#include <string.h>

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

/* The latest read of the thread, before `a`, that gave it a pointer into the
 * block; NULL if there is none. */
static const struct rdl_act *pointers_read(const struct cause *c,
                                           const struct rdl_act *a)
{
    const struct rdl_finding *f = c->finding;
    const uintptr_t start = f->addr - (uintptr_t)f->block.offset;

    for (const struct rdl_act *x = a; x > c->acts.all;) {
        x--;
        if (x->e.tid == a->e.tid && cause_reads(&x->e) &&
            (x->e.flags & RDL_EV_VALUE) != 0 && x->e.size == sizeof(void *) &&
            x->value >= start && x->value < start + f->block.size &&
            c->shared[x - c->acts.all])
            return x;
    }
    return NULL;
}

/* From where the thread that used it has the pointer. */
static const struct rdl_act *pointers_pointer(const struct cause *c,
                                              struct rdl_cause_part *out)
{
    const struct rdl_act *used = c->told.last, *read = pointers_read(c, used);
    const struct rdl_act *stale;

    if (read == NULL)
        return NULL;
    *out = (struct rdl_cause_part){
        .pattern = RDL_CAUSE_POINTER,
        .first = read->e,
    };
    stale = rdl_cause_stale(c, read, used);
    if (stale != NULL)
        out->last = stale->e;
    return read;
}

/* Has the thread all its locks from the one to the other? */
static bool pointers_held(const struct rdl_act *from, const struct rdl_act *to)
{
    for (const struct rdl_act *a = from; a < to; a++) {
        if (a->e.tid == from->e.tid &&
            (a->e.op == RDL_OP_UNLOCK || a->e.op == RDL_OP_WAIT))
            return false;
    }
    return true;
}

/* Both threads read the pointer from one place, but each with a lock of its
 * own, which it had until it used or freed what that points to; `bare`: or one
 * of them with none. */
static bool pointers_guarded(const struct cause *c, const struct rdl_act *read,
                             bool bare, struct rdl_cause_part *out)
{
    const struct rdl_act *other = pointers_read(c, c->told.first);
    bool used, freed;

    if (read == NULL || other == NULL || !rdl_acts_overlap(&read->e, &other->e))
        return false;
    used = pointers_held(read, c->told.last);
    freed = pointers_held(other, c->told.first);
    if (!bare)
        return used && freed && rdl_cause_differ(c, read, other, out);
    return (used && rdl_cause_bare(c, other, read, read, out)) ||
           (freed && rdl_cause_bare(c, read, other, other, out));
}

/* What the thread that used it had written, and the one that freed it had read
 * before it did. */
static const struct rdl_act *pointers_came(const struct cause *c,
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
static rdl_tid pointers_thread(const struct cause *c, uintptr_t handle)
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
static bool pointers_joined(const struct cause *c, struct rdl_cause_part *out)
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
            .turn = pointers_thread(c, a->e.addr),
        };
        return out->turn != used->e.tid;
    }
    return false;
}

/* Were they done in one go, with the same locks all the while? */
static bool pointers_one(const struct rdl_act *a, const struct rdl_act *b)
{
    return a->n_locks > 0 && b->n_locks > 0 && a->hold == b->hold;
}

/* How it came that it was freed while in use: their locks did not keep them
 * apart; what had been read is another by now; or the thread that used it had
 * told the other to, when it had the pointer already or took it then. */
static bool pointers_freed(const struct cause *c, struct rdl_cause_part *out)
{
    struct rdl_cause_part pointer, came;
    const struct rdl_act *read = pointers_pointer(c, &pointer), *told;

    if (pointers_guarded(c, read, /*bare=*/false, out))
        return true;
    if (read != NULL && pointer.last.pc != 0) {
        *out = pointer;
        return true;
    }
    if (pointers_joined(c, out) ||
        pointers_guarded(c, read, /*bare=*/true, out))
        return true;
    told = pointers_came(c, &came);
    if (told != NULL &&
        (read == NULL || told > read || pointers_one(told, read)))
        *out = came;
    else if (c->spare.pattern != RDL_CAUSE_NONE)
        *out = c->spare;
    else if (told != NULL)
        *out = came; /* the pointer is there still: something else decided */
    else if (read != NULL)
        *out = pointer;
    else
        return false;
    return true;
}

/* The pointer was read when the block was freed already: whoever did that had
 * left it there. */
static bool pointers_left(const struct cause *c, struct rdl_cause_part *out)
{
    const struct rdl_finding *f = c->finding;
    const struct rdl_act *used = NULL, *freed = NULL, *read;

    for (const struct rdl_act *a = c->acts.all; a < c->acts.all + c->acts.n;
         a++) {
        if (!cause_done(a) || f->addr < a->e.addr ||
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
    *out = (struct rdl_cause_part){
        .pattern = RDL_CAUSE_POINTER,
        .first = read->e,
        .last = freed->e,
    };
    return true;
}

void rdl_cause_facts(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_cause_part *p = &out->parts[0];
    struct rdl_cause_part fact;

    if (out->n == 0)
        return;
    rdl_cause_locks(c, out);
    if (out->n == 1 && p->pattern == RDL_CAUSE_ORDER &&
        p->first.op != RDL_OP_FREE && c->finding->block.known &&
        strcmp(c->finding->kind, "heap-use-after-free") == 0 &&
        pointers_left(c, &fact))
        out->parts[out->n++] = fact;
    if (out->n == 1 &&
        (p->pattern == RDL_CAUSE_ORDER || p->pattern == RDL_CAUSE_PLACE) &&
        p->first.op == RDL_OP_FREE && c->finding->block.known &&
        pointers_freed(c, &fact))
        out->parts[out->n++] = fact;
}
