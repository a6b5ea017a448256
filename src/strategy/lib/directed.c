/* directed.c - see directed.h. */
#include "strategy/lib/directed.h"

static bool directed_loaded(const struct rdl_aim *a)
{
    for (unsigned i = 0; i < a->n && i < RDL_AIM_PARTS; i++) {
        if (a->parts[i].first == 0)
            return false;
    }
    return a->n > 0 && a->n <= RDL_AIM_PARTS;
}

void rdl_directed_begin(struct rdl_directed *d, const struct rdl_run *run,
                        enum rdl_aim_kind kind)
{
    struct rdl_aims *aims = run->aims;
    uint32_t n = 0, drawn;

    if (aims == NULL)
        return;
    for (uint32_t i = 0; i < aims->n; i++)
        n += aims->all[i].kind == kind && directed_loaded(&aims->all[i]);
    if (n == 0)
        return;
    drawn = (uint32_t)rdl_rng_below(run->rng, n);
    for (uint32_t i = 0; i < aims->n; i++) {
        if (aims->all[i].kind != kind || !directed_loaded(&aims->all[i]) ||
            drawn-- > 0)
            continue;
        d->aims = aims;
        d->aim = &aims->all[i];
        aims->all[i].tries++;
        aims->current = i + 1;
        return;
    }
}

void rdl_directed_arrived(struct rdl_directed *d)
{
    if (!d->arrived)
        d->aims->all[d->aims->current - 1].reached++;
    d->arrived = true;
    d->aims->arrived = 1;
}

void rdl_directed_note(struct rdl_directed *d, const struct rdl_event *e)
{
    struct rdl_directed_note *place = NULL;

    for (size_t i = 0; i < RDL_DIRECTED_NOTES; i++) {
        struct rdl_directed_note *n = &d->notes[i];

        if (n->used && n->tid == e->tid && n->addr == e->addr && n->pc == e->pc)
            return;
        if (!n->used && place == NULL)
            place = n;
    }
    if (place != NULL)
        *place = (struct rdl_directed_note){ .pc = e->pc,
                                             .addr = e->addr,
                                             .size = e->size,
                                             .tid = e->tid,
                                             .used = true };
}

void rdl_directed_forget(struct rdl_directed *d, rdl_tid tid, uintptr_t addr)
{
    for (size_t i = 0; i < RDL_DIRECTED_NOTES; i++) {
        if (d->notes[i].tid == tid && d->notes[i].addr == addr)
            d->notes[i].used = false;
    }
}

rdl_tid rdl_directed_pick(const struct rdl_choice *c, void *state,
                          bool (*held)(void *state, const struct rdl_choice *c,
                                       rdl_tid t))
{
    const struct rdl_directed *d = state;
    size_t n = 0;
    uint64_t k;

    if (c->n_enabled == 1)
        return c->enabled[0];
    for (size_t i = 0; d->aim != NULL && i < c->n_enabled; i++)
        n += !held(state, c, c->enabled[i]);
    if (n == 0 || rdl_guided_fair(c))
        return rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    k = rdl_rng_below(c->rng, n);
    for (size_t i = 0; i < c->n_enabled; i++) {
        if (!held(state, c, c->enabled[i]) && k-- == 0)
            return c->enabled[i];
    }
    return c->enabled[0];
}
