/* association_table.c - see association_table.h. */
#include "runtime/observe/tables/association_table.h"

#include <string.h>

void rdl_associations_begin(struct rdl_association_table *t)
{
    t->n = 0;
    t->lowest = UINTPTR_MAX;
    t->highest = 0;
}

/* Accesses that begin below the first byte count, too: see MOST_ACCESS. */
#define MOST_ACCESS 64

static void associations_widen(struct rdl_association_table *t, uintptr_t start,
                               size_t size)
{
    const uintptr_t low = start > MOST_ACCESS ? start - MOST_ACCESS : 0;

    if (low < t->lowest)
        t->lowest = low;
    if (start + size > t->highest)
        t->highest = start + size;
}

bool rdl_associations_add(struct rdl_association_table *t, uintptr_t a,
                          size_t a_size, uintptr_t b, size_t b_size)
{
    struct rdl_association *x;

    for (uint32_t i = 0; i < t->n; i++) {
        x = &t->all[i];
        if (x->start[0] == a && x->size[0] == a_size && x->start[1] == b &&
            x->size[1] == b_size)
            return true;
    }
    if (t->n == RDL_MAX_ASSOCIATIONS)
        return false;
    x = &t->all[t->n++];
    x->start[0] = a;
    x->size[0] = a_size;
    x->start[1] = b;
    x->size[1] = b_size;
    x->n = x->next = 0;
    associations_widen(t, a, a_size);
    associations_widen(t, b, b_size);
    return true;
}

static bool associations_within(uintptr_t start, size_t size, uintptr_t addr,
                                size_t n)
{
    return addr - start < size || start - addr < n;
}

void rdl_associations_forget(struct rdl_association_table *t, uintptr_t addr,
                             size_t size)
{
    for (uint32_t i = t->n; i > 0; i--) {
        struct rdl_association *x = &t->all[i - 1];

        if (!associations_within(addr, size, x->start[0], x->size[0]) &&
            !associations_within(addr, size, x->start[1], x->size[1]))
            continue;
        t->n--;
        if (x != &t->all[t->n])
            *x = t->all[t->n];
    }
}

/* Which variable of the association it accesses; -1: none, or both. */
static int associations_side(const struct rdl_association *x,
                             const struct rdl_block_touch *a)
{
    const bool one =
        associations_within(x->start[0], x->size[0], a->addr, a->size);
    const bool two =
        associations_within(x->start[1], x->size[1], a->addr, a->size);

    return one == two ? -1 : two;
}

bool rdl_associations_meet(const struct rdl_association_table *t,
                           const struct rdl_block_touch *a,
                           const struct rdl_block_touch *b)
{
    if (!rdl_block_touch_conflicts(a, b) || a->tid == b->tid ||
        !rdl_associations_near(t, b->addr))
        return false;
    for (uint32_t i = 0; i < t->n; i++) {
        const int side = associations_side(&t->all[i], a);

        if (side >= 0 && associations_side(&t->all[i], b) == 1 - side)
            return true;
    }
    return false;
}

/* The entry for accesses like this one in the same unit; else a new one. */
static void associations_note(struct rdl_association *x, int side,
                              const struct rdl_block_touch *now, uint64_t block,
                              uint64_t unit)
{
    struct rdl_association_access *e;

    for (uint32_t i = 0; i < x->n; i++) {
        e = &x->log[i];
        if (e->touch.tid == now->tid && e->unit == unit && e->block == block &&
            e->side == side && e->touch.pc == now->pc &&
            e->touch.addr == now->addr &&
            rdl_block_touch_writes(&e->touch) == rdl_block_touch_writes(now)) {
            e->latest = now->step;
            return;
        }
    }
    e = &x->log[x->next];
    x->next = (x->next + 1) % RDL_ASSOCIATION_LOG;
    if (x->n < RDL_ASSOCIATION_LOG)
        x->n++;
    *e = (struct rdl_association_access){
        .touch = *now,
        .latest = now->step,
        .block = block,
        .unit = unit,
        .side = (uint8_t)side,
    };
}

/* An access q' of q's thread that came before `now` and conflicts with it. */
static const struct rdl_association_access *
associations_beside(const struct rdl_association *x, int side,
                    const struct rdl_block_touch *now,
                    const struct rdl_association_access *q)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const struct rdl_association_access *e = &x->log[i];

        if (e->side == side && e->touch.tid == q->touch.tid &&
            rdl_block_touch_meets(&e->touch, now) &&
            rdl_block_touch_conflicts(&e->touch, now) &&
            (e->unit == q->unit || q->latest < e->latest))
            return e;
    }
    return NULL;
}

/* An access q of another thread after p that conflicts with it, if its thread
 * also has a q'. */
static const struct rdl_association_access *
associations_between(const struct rdl_association *x,
                     const struct rdl_association_access *p,
                     const struct rdl_block_touch *now,
                     const struct rdl_association_access **beside)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const struct rdl_association_access *q = &x->log[i];

        if (q->side != p->side || q->latest < p->touch.step ||
            !rdl_block_touch_meets(&q->touch, &p->touch) ||
            !rdl_block_touch_conflicts(&q->touch, &p->touch))
            continue;
        *beside = associations_beside(x, 1 - p->side, now, q);
        if (*beside != NULL)
            return q;
    }
    return NULL;
}

static bool associations_torn(const struct rdl_association *x, int side,
                              const struct rdl_block_touch *now, uint64_t block,
                              struct rdl_torn *out)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const struct rdl_association_access *p = &x->log[i], *q, *beside;

        if (p->touch.tid != now->tid || p->block != block || p->side == side)
            continue;
        q = associations_between(x, p, now, &beside);
        if (q == NULL)
            continue;
        *out = (struct rdl_torn){ p->touch, q->touch, *now, beside->touch };
        return true;
    }
    return false;
}

bool rdl_associations_access(struct rdl_association_table *t,
                             const struct rdl_block_touch *now, uint64_t block,
                             uint64_t unit, struct rdl_torn *out)
{
    bool torn = false;

    for (uint32_t i = 0; i < t->n; i++) {
        struct rdl_association *x = &t->all[i];
        const int side = associations_side(x, now);

        if (side < 0)
            continue;
        if (block != 0 && !torn)
            torn = associations_torn(x, side, now, block, out);
        associations_note(x, side, now, block, unit);
    }
    return torn;
}
