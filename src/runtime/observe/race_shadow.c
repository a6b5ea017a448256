/* race_shadow.c - see race_shadow.h. */
#include "runtime/observe/race_shadow.h"

#include "base/hash.h"

#include <string.h>

void rdl_shadow_begin(struct rdl_shadow_table *t)
{
    if (++t->execution == 0) { /* it has wrapped: what is old looks new */
        memset(t->granules, 0, sizeof(t->granules));
        t->execution = 1;
    }
}

static struct rdl_shadow_granule *shadow_find(struct rdl_shadow_table *t,
                                              uint64_t number, bool make)
{
    struct rdl_shadow_granule *g =
        &t->granules[rdl_mix(0, number) % RDL_SHADOW_GRANULES];

    if (g->number == number && g->execution == t->execution)
        return g;
    if (!make)
        return NULL;
    memset(g, 0, sizeof(*g));
    g->number = number;
    g->execution = t->execution;
    return g;
}

static bool shadow_conflicts(const struct rdl_shadow_access *a,
                             const struct rdl_shadow_access *b)
{
    return a->step != 0 && a->tid != b->tid && (a->mask & b->mask) != 0 &&
           rdl_ops_conflict((enum rdl_op)a->op, (enum rdl_op)b->op);
}

/* What is unordered with the older one is unordered with `now` too, or has been
 * compared with the older one. */
static bool shadow_covers(const struct rdl_shadow_access *now,
                          const struct rdl_shadow_access *older)
{
    if ((older->mask & ~now->mask) != 0)
        return false;
    return rdl_op_writes((enum rdl_op)now->op) ||
           (now->tid == older->tid && !rdl_op_writes((enum rdl_op)older->op));
}

static void shadow_note(struct rdl_shadow_granule *g,
                        const struct rdl_shadow_access *now)
{
    struct rdl_shadow_access *at = NULL, *oldest = NULL;

    for (size_t i = 0; i < RDL_SHADOW_ACCESSES; i++) {
        struct rdl_shadow_access *a = &g->all[i];

        if (a->step != 0 && shadow_covers(now, a)) {
            a->covered = true;
            if (a->tid == now->tid && a->pc == now->pc)
                a->step = 0;
        }
        if (a->step == 0)
            at = a;
        else if (a->covered && (oldest == NULL || a->step < oldest->step))
            oldest = a;
    }
    if (at == NULL)
        at = oldest != NULL ? oldest : &g->all[g->next++ % RDL_SHADOW_ACCESSES];
    *at = *now;
}

static uint64_t shadow_granules(uintptr_t addr, uint32_t size)
{
    return (addr + (size > 0 ? size - 1 : 0)) / 8 - addr / 8 + 1;
}

static void shadow_compare(const struct rdl_shadow_granule *g,
                           const struct rdl_event *e, uint32_t step,
                           rdl_shadow_conflict *conflict, void *data,
                           struct rdl_shadow_access *now)
{
    const uintptr_t begin = g->number * 8, end = e->addr + e->size;
    const uintptr_t from = e->addr > begin ? e->addr - begin : 0;
    const uintptr_t to = end < begin + 8 ? end - begin : 8;

    *now = (struct rdl_shadow_access){
        .pc = e->pc,
        .step = step,
        .tid = e->tid,
        .mask = (uint8_t)((0xffu << from) & (0xffu >> (8 - to))),
        .op = e->op,
    };
    for (size_t k = 0; k < RDL_SHADOW_ACCESSES; k++) {
        if (shadow_conflicts(&g->all[k], now))
            conflict(data, &g->all[k], e, begin + from);
    }
}

void rdl_shadow_access(struct rdl_shadow_table *t, const struct rdl_event *e,
                       uint32_t step, rdl_shadow_conflict *conflict, void *data)
{
    const uint64_t first = e->addr / 8;
    uint64_t n = shadow_granules(e->addr, e->size);

    if (n > RDL_SHADOW_MOST)
        n = RDL_SHADOW_MOST;
    for (uint64_t i = 0; i < n; i++) {
        struct rdl_shadow_granule *g = shadow_find(t, first + i, true);
        struct rdl_shadow_access now;

        shadow_compare(g, e, step, conflict, data, &now);
        shadow_note(g, &now);
    }
}

/* The granule in that place of the table, if it is the i-th of those that are
 * looked for. */
static struct rdl_shadow_granule *
shadow_among(struct rdl_shadow_table *t, uint64_t first, uint64_t n, uint64_t i)
{
    struct rdl_shadow_granule *g = &t->granules[i % RDL_SHADOW_GRANULES];

    if (n <= RDL_SHADOW_GRANULES)
        return shadow_find(t, first + i, false);
    return g->number - first < n && g->execution == t->execution ? g : NULL;
}

void rdl_shadow_free(struct rdl_shadow_table *t, const struct rdl_event *e,
                     uint32_t step, rdl_shadow_conflict *conflict, void *data)
{
    const uint64_t first = e->addr / 8, n = shadow_granules(e->addr, e->size);
    const uint64_t most = n < RDL_SHADOW_GRANULES ? n : RDL_SHADOW_GRANULES;

    for (uint64_t i = 0; i < most; i++) {
        struct rdl_shadow_granule *g = shadow_among(t, first, n, i);
        struct rdl_shadow_access now;

        if (g == NULL)
            continue;
        if (conflict != NULL)
            shadow_compare(g, e, step, conflict, data, &now);
        g->execution = 0;
    }
}
