/* held.c - the locks that a thread holds, and sets of them.
 *
 * A lockset is a path in a tree: a lock, and the set it was added to.  Equal
 * paths have one number.  Holds are listed in the order of acquisition, so the
 * locks held at a and not released before b are the first of those held at b:
 * lockset(a,b) is a node that exists already. */
#include "coverage/estimate/parts.h"

struct set {
    uint32_t next; /* see coverage/tables/record_pool.h */
    uint32_t rest; /* the set without its last lock; 0: empty */
    uint32_t object;
    bool shared;
    uint32_t size;
    uint64_t trace; /* a bit per lock, not exact: a fast test */
};

void rdl_held_init(struct rdl_estimate *e)
{
    rdl_record_pool_init(&e->holds, sizeof(struct rdl_est_hold), &e->supply);
    rdl_record_pool_init(&e->sets, sizeof(struct set), &e->supply);
    rdl_hash_index_init(&e->set_numbers, &e->supply);
    rdl_hash_index_init(&e->excluded, &e->supply);
}

void rdl_held_clear(struct rdl_estimate *e)
{
    rdl_record_pool_clear(&e->holds);
    rdl_record_pool_clear(&e->sets);
    rdl_hash_index_clear(&e->set_numbers);
}

static const struct set *held_set_at(const struct rdl_estimate *e, uint32_t set)
{
    return rdl_record_pool_at(&e->sets, set);
}

static uint32_t held_size_of(const struct rdl_estimate *e, uint32_t set)
{
    return set != 0 ? held_set_at(e, set)->size : 0;
}

static uint64_t held_trace_of(const struct rdl_estimate *e, uint32_t set)
{
    return set != 0 ? held_set_at(e, set)->trace : 0;
}

/* Numbers of objects stay below 2^31, only because of their memory. */
static uint32_t held_set_with(struct rdl_estimate *e, uint32_t rest,
                              uint32_t object, bool shared)
{
    uint32_t *number = rdl_hash_index_add(
        &e->set_numbers, (uint64_t)rest << 32 | (uint64_t)object << 1 | shared);
    uint32_t set;

    if (number == NULL)
        return rest;
    if (*number != 0)
        return *number;
    set = rdl_record_pool_take(&e->sets);
    if (set == 0)
        return rest;
    e->work += 8; /* it takes memory too */
    *(struct set *)rdl_record_pool_at(&e->sets, set) = (struct set){
        .rest = rest,
        .object = object,
        .shared = shared,
        .size = held_size_of(e, rest) + 1,
        .trace = held_trace_of(e, rest) | UINT64_C(1) << object % 64,
    };
    *number = set;
    return set;
}

uint32_t rdl_held_set(struct rdl_estimate *e, uint32_t thread, uint64_t serial)
{
    uint32_t set = 0;

    for (uint32_t at = rdl_order_at(e, thread)->first_hold; at != 0;
         at = rdl_held_at(e, at)->next) {
        if (rdl_held_at(e, at)->serial >= serial)
            break;
        e->work++;
        set = rdl_held_at(e, at)->set;
    }
    return set;
}

uint32_t rdl_held_find(struct rdl_estimate *e, uint32_t thread, uint32_t object)
{
    uint32_t at = rdl_order_at(e, thread)->first_hold;

    while (at != 0 && rdl_held_at(e, at)->object != object) {
        at = rdl_held_at(e, at)->next;
        e->work++;
    }
    return at;
}

void rdl_held_add(struct rdl_estimate *e, uint32_t object,
                  const struct rdl_est_operation *taken)
{
    struct rdl_est_thread *t = rdl_order_at(e, taken->thread);
    uint32_t at = rdl_record_pool_take(&e->holds), *link = &t->first_hold;

    if (at == 0)
        return;
    for (; *link != 0; link = &rdl_held_at(e, *link)->next)
        e->work++;
    t->held =
        held_set_with(e, t->held, object, (taken->kind & RDL_EST_SHARED) != 0);
    *rdl_held_at(e, at) = (struct rdl_est_hold){
        .object = object,
        .depth = 1,
        .set = t->held,
        .serial = t->serial++,
        .taken = *taken,
    };
    *link = at;
}

void rdl_held_drop(struct rdl_estimate *e, uint32_t thread, uint32_t hold)
{
    struct rdl_est_thread *t = rdl_order_at(e, thread);
    uint32_t *link = &t->first_hold;
    uint32_t set = 0;

    for (; *link != hold; link = &rdl_held_at(e, *link)->next)
        set = rdl_held_at(e, *link)->set;
    *link = rdl_held_at(e, hold)->next;
    for (uint32_t at = *link; at != 0; at = rdl_held_at(e, at)->next) {
        struct rdl_est_hold *h = rdl_held_at(e, at);

        set = h->set = held_set_with(e, set, h->object,
                                     (h->taken.kind & RDL_EST_SHARED) != 0);
    }
    t->held = set;
    rdl_record_pool_give(&e->holds, hold);
}

static bool held_exclude(const struct set *a, const struct set *b)
{
    return a->object == b->object && !(a->shared && b->shared);
}

/* For long sets: puts one into a table and looks up the other. */
static bool held_exclude_long(struct rdl_estimate *e, uint32_t set,
                              uint32_t other)
{
    rdl_hash_index_clear(&e->excluded);
    for (uint32_t a = set; a != 0; a = held_set_at(e, a)->rest) {
        uint32_t *at =
            rdl_hash_index_add(&e->excluded, held_set_at(e, a)->object);

        if (at != NULL)
            *at = a;
    }
    for (uint32_t b = other; b != 0; b = held_set_at(e, b)->rest) {
        uint32_t a =
            rdl_hash_index_find(&e->excluded, held_set_at(e, b)->object);

        if (a != 0 && held_exclude(held_set_at(e, a), held_set_at(e, b)))
            return true;
    }
    return false;
}

bool rdl_held_exclude(struct rdl_estimate *e, uint32_t set, uint32_t other)
{
    const uint64_t m = held_size_of(e, set), n = held_size_of(e, other);

    if ((held_trace_of(e, set) & held_trace_of(e, other)) == 0)
        return false;
    e->work += m + n;
    if (m * n > 64)
        return held_exclude_long(e, set, other);
    for (uint32_t a = set; a != 0; a = held_set_at(e, a)->rest) {
        for (uint32_t b = other; b != 0; b = held_set_at(e, b)->rest) {
            if (held_exclude(held_set_at(e, a), held_set_at(e, b)))
                return true;
        }
    }
    return false;
}
