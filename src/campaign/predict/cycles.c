/* cycles.c - see cycles.h.  A chain of lock orders grows at its end by an order
 * that holds what the last one wants; when the first one holds that too, it is
 * a cycle. */
#include "campaign/predict/cycles.h"

#include "base/hash.h"
#include "predict/lock_orders.h"
#include "util/alloc.h"

#include <stdlib.h>

#define MOST_WORK 2000000 /* extensions that one call tries */

/* Which orders hold a lock: chains of entries, by the hash of its name. */
enum { BUCKETS = 1024 };

struct holder {
    uint32_t order, held;
    uint32_t next; /* + 1 */
};

struct search {
    const struct rdl_lock_orders *set;
    uint32_t from;
    uint32_t buckets[BUCKETS]; /* index in holders + 1 */
    struct holder *holders;
    struct rdl_cycle path;
    uint64_t work;
    bool whole;
    bool (*found)(void *data, const struct rdl_cycle *cycle);
    void *data;
};

uint64_t rdl_cycle_id(const uint64_t *taken, const uint64_t *asked, size_t n)
{
    uint64_t least = UINT64_MAX;

    for (size_t begin = 0; begin < n; begin++) {
        uint64_t h = n;

        for (size_t i = 0; i < n; i++)
            h = rdl_mix(rdl_mix(h, taken[(begin + i) % n]),
                        asked[(begin + i) % n]);
        least = h < least ? h : least;
    }
    return least;
}

static bool cycles_excludes(const struct rdl_order_lock *a,
                            const struct rdl_order_lock *b)
{
    return a->name == b->name && !(a->shared && b->shared);
}

/* Does a lock keep the two from being there at the same time? */
static bool cycles_gated(const struct rdl_lock_order *a,
                         const struct rdl_lock_order *b)
{
    for (uint32_t i = 0; i < a->n_held; i++) {
        for (uint32_t k = 0; k < b->n_held; k++) {
            if (cycles_excludes(&a->held[i], &b->held[k]))
                return true;
        }
    }
    return false;
}

static bool cycles_together(const struct rdl_lock_order *a,
                            const struct rdl_lock_order *b)
{
    return a->thread != b->thread && !cycles_gated(a, b) &&
           !rdl_lock_orders_before(a, b) && !rdl_lock_orders_before(b, a);
}

static const struct rdl_lock_order *cycles_at(const struct search *s, size_t i)
{
    return &s->set->all[s->path.parts[i].order];
}

static bool cycles_report(struct search *s)
{
    uint64_t taken[RDL_AIM_PARTS], asked[RDL_AIM_PARTS];

    for (size_t i = 0; i < s->path.n; i++) {
        const struct rdl_lock_order *o = cycles_at(s, i);

        taken[i] = o->held[s->path.parts[i].held].place;
        asked[i] = o->wanted.place;
    }
    s->path.id = rdl_cycle_id(taken, asked, s->path.n);
    return s->found(s->data, &s->path);
}

/* Closes the path if the first order holds what the last one wants. */
static bool cycles_close(struct search *s)
{
    const struct rdl_lock_order *first = cycles_at(s, 0);
    const struct rdl_lock_order *last = cycles_at(s, s->path.n - 1);

    for (uint32_t i = 0; s->path.n > 1 && i < first->n_held; i++) {
        if (!cycles_excludes(&last->wanted, &first->held[i]))
            continue;
        s->path.parts[0].held = i;
        if (!cycles_report(s))
            return false;
    }
    return true;
}

static bool cycles_fits(const struct search *s, const struct rdl_lock_order *o)
{
    for (size_t i = 0; i < s->path.n; i++) {
        const struct rdl_lock_order *p = cycles_at(s, i);

        if (p->wanted.name == o->wanted.name || !cycles_together(p, o))
            return false;
    }
    return true;
}

static bool cycles_extend(struct search *s)
{
    const struct rdl_order_lock *wanted = &cycles_at(s, s->path.n - 1)->wanted;
    uint32_t next = s->buckets[rdl_mix(0, wanted->name) % BUCKETS];

    if (!cycles_close(s))
        return false;
    while (next != 0) {
        const struct holder *h = &s->holders[next - 1];
        const struct rdl_lock_order *o = &s->set->all[h->order];

        next = h->next;
        if (++s->work > MOST_WORK)
            return s->whole = false;
        if (!cycles_excludes(wanted, &o->held[h->held]) || !cycles_fits(s, o))
            continue;
        if (s->path.n == RDL_AIM_PARTS) {
            s->whole = false;
            continue;
        }
        s->path.parts[s->path.n++] =
            (struct rdl_cycle_part){ .order = h->order, .held = h->held };
        if (!cycles_extend(s))
            return false;
        s->path.n--;
    }
    return true;
}

static void cycles_index(struct search *s)
{
    uint32_t n = 0;

    s->holders = rdl_alloc(((size_t)s->set->n * RDL_ORDER_HELD + 1) *
                           sizeof(*s->holders));
    for (uint32_t i = 0; i < s->set->n; i++) {
        for (uint32_t k = 0; k < s->set->all[i].n_held; k++) {
            uint32_t *bucket =
                &s->buckets[rdl_mix(0, s->set->all[i].held[k].name) % BUCKETS];

            s->holders[n++] =
                (struct holder){ .order = i, .held = k, .next = *bucket };
            *bucket = n;
        }
    }
}

bool rdl_cycles_find(const struct rdl_lock_orders *set, uint32_t from,
                     bool (*found)(void *data, const struct rdl_cycle *cycle),
                     void *data)
{
    struct search *s = rdl_alloc(sizeof(*s));
    bool whole = true;

    s->set = set;
    s->found = found;
    s->data = data;
    s->whole = true;
    cycles_index(s);
    for (uint32_t i = from; i < set->n && whole; i++) {
        s->path.n = 1;
        s->path.parts[0] = (struct rdl_cycle_part){ .order = i };
        whole = cycles_extend(s);
    }
    whole = whole && s->whole;
    free(s->holders);
    free(s);
    return whole;
}
