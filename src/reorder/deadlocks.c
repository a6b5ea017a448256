/* deadlocks.c - sync-preserving deadlocks: see found.h.
 *
 * As SPDOffline (PLDI 2023): lock calls of one thread that take the same lock
 * under the same locks are one *abstract* acquire; a cycle of these is an
 * abstract pattern, and rdl_closure_find() decides for all its instances at
 * once.  Unlike there:
 *   - a place is part of an abstract acquire, so that each cycle of places is
 *     decided by itself;
 *   - the read side of a lock does not wait for the read side, and a try waits
 *     for nothing. */
#include "reorder/found.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { MOST_ACQUIRES = 4096, MOST_PATHS = 200000 };

struct acquire { /* owns its lists */
    rdl_tid tid;
    uint32_t lock;
    bool shared;
    uint32_t n_held;
    uint32_t held[RDL_REORDER_AROUND]; /* sections of the first instance */
    uint32_t n, room;
    uint32_t *events, *sections; /* of each instance */
};

struct holder { /* of a lock */
    uint32_t acquire;
    uint32_t next; /* in `holders`, or NONE */
};

struct deadlocks {
    struct rdl_reordered_list *out;
    const struct rdl_reading *r;
    struct rdl_closure *c;
    size_t n;
    struct acquire *all;
    struct rdl_index by_key;
    uint32_t *first; /* by lock: in `holders`, or NONE */
    size_t n_holders;
    struct holder *holders;
    size_t n_path;
    uint32_t path[RDL_REORDER_PARTS];
    uint64_t paths;
    struct rdl_index met; /* cycles of places */
};

static const struct rdl_reorder_section *
deadlocks_section(const struct deadlocks *d, uint32_t section)
{
    return &d->r->sequence.sections[section];
}

static uintptr_t deadlocks_place(const struct deadlocks *d, uint32_t section)
{
    return d->r->t->steps[deadlocks_section(d, section)->taken].pc;
}

/* --- Abstract acquires ---------------------------------------------------- */

static uint64_t deadlocks_mix(const struct deadlocks *d, uint64_t h,
                              uint32_t section)
{
    const struct rdl_reorder_section *s = deadlocks_section(d, section);

    h = rdl_mix(h, 2 * s->lock + s->shared);
    return rdl_mix(h, deadlocks_place(d, section));
}

static void deadlocks_instance(struct deadlocks *d, uint32_t section)
{
    const struct rdl_reorder_section *s = deadlocks_section(d, section);
    const struct rdl_reorder_hold *hold = &d->r->holds[section];
    struct acquire one = { .tid = d->r->sequence.events[s->taken].tid,
                           .lock = s->lock,
                           .shared = s->shared };
    uint64_t key = deadlocks_mix(d, one.tid, section);
    struct acquire *a;
    uint32_t *number;

    if (hold->many) {
        d->out->partial = true;
        return;
    }
    if (hold->n_around == 0 || !hold->waits)
        return;
    for (; one.n_held < hold->n_around; one.n_held++) {
        one.held[one.n_held] = d->r->around[hold->around + one.n_held];
        key = deadlocks_mix(d, key, one.held[one.n_held]);
    }
    number = rdl_index_at(&d->by_key, key, RDL_REORDER_NONE);
    if (*number == RDL_REORDER_NONE) {
        if (d->n == MOST_ACQUIRES) {
            d->out->partial = true;
            return;
        }
        *number = (uint32_t)d->n;
        d->all[d->n++] = one;
    }
    a = &d->all[*number];
    if (a->n == a->room) {
        a->room = 2 * a->room + 2;
        a->events = rdl_grow(a->events, a->room * sizeof(*a->events));
        a->sections = rdl_grow(a->sections, a->room * sizeof(*a->sections));
    }
    a->events[a->n] = s->taken;
    a->sections[a->n++] = section;
}

static void deadlocks_index(struct deadlocks *d)
{
    const size_t n_locks = d->r->sequence.n_locks;

    d->first = rdl_alloc((n_locks + 1) * sizeof(*d->first));
    d->holders =
        rdl_alloc((d->n * RDL_REORDER_AROUND + 1) * sizeof(*d->holders));
    for (size_t i = 0; i < n_locks; i++)
        d->first[i] = RDL_REORDER_NONE;
    for (uint32_t i = 0; i < d->n; i++) {
        for (uint32_t k = 0; k < d->all[i].n_held; k++) {
            uint32_t *first =
                &d->first[deadlocks_section(d, d->all[i].held[k])->lock];

            d->holders[d->n_holders] = (struct holder){ i, *first };
            *first = (uint32_t)d->n_holders++;
        }
    }
}

/* --- Cycles --------------------------------------------------------------- */

/* The section of `b`, as in its first instance, that `a` would wait for. */
static uint32_t deadlocks_blocks(const struct deadlocks *d,
                                 const struct acquire *a,
                                 const struct acquire *b)
{
    for (uint32_t i = 0; i < b->n_held; i++) {
        const struct rdl_reorder_section *s = deadlocks_section(d, b->held[i]);

        if (s->lock == a->lock && !(s->shared && a->shared))
            return b->held[i];
    }
    return RDL_REORDER_NONE;
}

/* Can both be where they ask for their locks, by what they hold? */
static bool deadlocks_together(const struct deadlocks *d,
                               const struct acquire *a, const struct acquire *b)
{
    for (uint32_t i = 0; i < a->n_held; i++) {
        for (uint32_t k = 0; k < b->n_held; k++) {
            const struct rdl_reorder_section *s =
                deadlocks_section(d, a->held[i]);
            const struct rdl_reorder_section *t =
                deadlocks_section(d, b->held[k]);

            if (s->lock == t->lock && !(s->shared && t->shared))
                return false;
        }
    }
    return a->tid != b->tid && a->lock != b->lock;
}

/* Of the instance, the section that holds that lock. */
static uint32_t deadlocks_held(const struct deadlocks *d, uint32_t section,
                               uint32_t lock)
{
    const struct rdl_reorder_hold *hold = &d->r->holds[section];
    const uint32_t *around = &d->r->around[hold->around];

    for (size_t i = 0; i < hold->n_around; i++) {
        if (deadlocks_section(d, around[i])->lock == lock)
            return around[i];
    }
    return RDL_REORDER_NONE;
}

static void deadlocks_decide(struct deadlocks *d)
{
    struct rdl_reorder_list lists[RDL_REORDER_PARTS];
    struct rdl_reordered one = { .deadlock = true, .n = d->n_path };
    size_t at[RDL_REORDER_PARTS];

    if (d->c->work > RDL_REORDER_WORK ||
        d->out->n_deadlocks == RDL_REORDER_DEADLOCKS) {
        d->out->partial = true;
        return;
    }
    for (size_t i = 0; i < d->n_path; i++) {
        const struct acquire *a = &d->all[d->path[i]];

        lists[i] =
            (struct rdl_reorder_list){ a->n, a->events, RDL_REORDER_READY };
    }
    if (!rdl_closure_find(d->c, lists, d->n_path, at))
        return;
    for (size_t i = 0; i < d->n_path; i++) {
        const struct acquire *a = &d->all[d->path[i]];
        const struct acquire *before =
            &d->all[d->path[(i + d->n_path - 1) % d->n_path]];

        one.parts[i] = (struct rdl_reordered_part){
            .event = a->events[at[i]],
            .section = deadlocks_held(d, a->sections[at[i]], before->lock),
            .pc = d->r->t->steps[a->events[at[i]]].pc,
            .op = RDL_OP_LOCK,
        };
    }
    rdl_reordered_add(d->out, d->c, &one);
}

/* Has a cycle of these places been decided with a deadlock?  Other threads may
 * take the same locks there. */
static uint32_t *deadlocks_met(struct deadlocks *d)
{
    uint64_t sum = d->n_path;

    for (size_t i = 0; i < d->n_path; i++) {
        const struct acquire *a = &d->all[d->path[i]];
        const struct acquire *before =
            &d->all[d->path[(i + d->n_path - 1) % d->n_path]];
        const uint32_t section = deadlocks_blocks(d, before, a);

        sum += rdl_mix(rdl_mix(0, d->r->t->steps[a->events[0]].pc),
                       deadlocks_place(d, section));
    }
    return rdl_index_at(&d->met, sum, 0);
}

static void deadlocks_extend(struct deadlocks *d)
{
    const struct acquire *last = &d->all[d->path[d->n_path - 1]];
    const size_t found = d->out->n_deadlocks;

    if (d->n_path > 1 &&
        deadlocks_blocks(d, last, &d->all[d->path[0]]) != RDL_REORDER_NONE &&
        *deadlocks_met(d) == 0) {
        deadlocks_decide(d);
        if (d->out->n_deadlocks > found)
            *deadlocks_met(d) = 1;
    }
    if (d->n_path == RDL_REORDER_PARTS)
        return;
    for (uint32_t h = d->first[last->lock]; h != RDL_REORDER_NONE;
         h = d->holders[h].next) {
        const uint32_t next = d->holders[h].acquire;
        bool fits =
            next > d->path[0] &&
            deadlocks_blocks(d, last, &d->all[next]) != RDL_REORDER_NONE;

        for (size_t i = 0; fits && i < d->n_path; i++)
            fits = deadlocks_together(d, &d->all[d->path[i]], &d->all[next]);
        if (!fits)
            continue;
        if (++d->paths > MOST_PATHS) {
            d->out->partial = true;
            return;
        }
        d->path[d->n_path++] = next;
        deadlocks_extend(d);
        d->n_path--;
    }
}

void rdl_reordered_deadlocks(struct rdl_reordered_list *out,
                             const struct rdl_reading *r, struct rdl_closure *c)
{
    struct deadlocks d = {
        .out = out,
        .r = r,
        .c = c,
        .all = rdl_alloc(MOST_ACQUIRES * sizeof(*d.all)),
    };

    for (uint32_t i = 0; i < r->sequence.n_sections; i++)
        deadlocks_instance(&d, i);
    deadlocks_index(&d);
    for (uint32_t i = 0; i < d.n; i++) {
        d.path[0] = i;
        d.n_path = 1;
        deadlocks_extend(&d);
    }
    for (size_t i = 0; i < d.n; i++) {
        free(d.all[i].events);
        free(d.all[i].sections);
    }
    free(d.all);
    free(d.first);
    free(d.holders);
    rdl_index_free(&d.by_key);
    rdl_index_free(&d.met);
}
