/* estimate.c - turns observed events into operations of threads on objects, and
 * feeds them to held.c, order.c and meet.c. */
#include "coverage/estimate/parts.h"

#include "coverage/operation.h"

#include <errno.h>
#include <stdlib.h>

#define GRANULE 8

/* The most accesses to records for one execution: some seconds where each is of
 * other memory (large copies), a fraction of one mostly.  A million operations
 * with 10,000 summaries take a third of it. */
#define MOST_WORK (UINT64_C(1) << 26)
/* Work between two questions whether to stop: under a millisecond. */
#define GLANCE (1 << 14)

/* At the start of every block of memory. */
struct rdl_est_block {
    struct rdl_est_block *next;
    char unused[64 - sizeof(struct rdl_est_block *)]; /* keeps the alignment */
};

static void *estimate_more(void *owner, size_t size)
{
    struct rdl_estimate *e = owner;
    size_t whole = (sizeof(struct rdl_est_block) + size + 63) & ~(size_t)63;
    struct rdl_est_block *b = whole > size ? calloc(1, whole) : NULL;

    if (b == NULL) {
        e->failed = true;
        return NULL;
    }
    b->next = e->blocks;
    e->blocks = b;
    return b + 1;
}

struct rdl_estimate *rdl_estimate_new(uint32_t metrics,
                                      struct rdl_locations *locations,
                                      struct rdl_covering *covering)
{
    struct rdl_estimate *e = calloc(1, sizeof(*e));

    if (e == NULL)
        return NULL;
    e->metrics = metrics;
    e->locations = locations;
    e->covering = covering;
    e->supply = (struct rdl_allocator){ .more = estimate_more, .owner = e };
    e->most_work = MOST_WORK;
    rdl_hash_index_init(&e->locks, &e->supply);
    rdl_hash_index_init(&e->granules, &e->supply);
    rdl_order_init(e);
    rdl_held_init(e);
    rdl_meet_init(e);
    rdl_pairs_init(e);
    return e;
}

void rdl_estimate_free(struct rdl_estimate *e)
{
    struct rdl_est_block *b = e->blocks;

    while (b != NULL) {
        struct rdl_est_block *next = b->next;

        free(b);
        b = next;
    }
    free(e);
}

void rdl_estimate_stop_if(struct rdl_estimate *e, rdl_estimate_stop *stop,
                          void *owner)
{
    e->stop = stop;
    e->stop_owner = owner;
}

bool rdl_estimate_cut(const struct rdl_estimate *e)
{
    return e->cut;
}

bool rdl_estimate_look(struct rdl_estimate *e)
{
    e->look_at = e->work + GLANCE;
    if (e->work >= e->most_work || (e->stop != NULL && e->stop(e->stop_owner)))
        e->cut = true;
    if (e->cut)
        e->look_at = 0; /* ask every time from now on */
    return !e->cut;
}

/* The object at an address (or granule); 0: no memory. */
static uint32_t estimate_object_of(struct rdl_estimate *e,
                                   struct rdl_hash_index *map, uintptr_t key)
{
    uint32_t *object = rdl_hash_index_add(map, key);

    if (object == NULL)
        return 0;
    if (*object == 0)
        *object = rdl_meet_object(e);
    return *object;
}

static struct rdl_est_operation
estimate_operation(struct rdl_estimate *e, const struct rdl_event *event,
                   uint32_t thread, uint8_t kind)
{
    const struct rdl_est_thread *t = rdl_order_at(e, thread);

    return (struct rdl_est_operation){
        .loc = rdl_location_of(e->locations, event->pc),
        .thread = thread,
        .held = t->held,
        .section = t->section,
        .row = t->row,
        .kind = kind,
        .mask = 1,
    };
}

static void estimate_access_granule(struct rdl_estimate *e, uintptr_t granule,
                                    const struct rdl_est_operation *q)
{
    const uint32_t object = estimate_object_of(e, &e->granules, granule);

    if (object == 0)
        return;
    if (e->wanted[RDL_BETWEEN_WRITES])
        rdl_meet_do(e, RDL_BETWEEN_WRITES, object, q,
                    (q->kind & RDL_EST_WRITES) != 0);
    if (e->wanted[RDL_BETWEEN_ACCESSES])
        rdl_meet_do(e, RDL_BETWEEN_ACCESSES, object, q, /*opens=*/true);
}

static void estimate_touch(struct rdl_estimate *e,
                           const struct rdl_event *event,
                           struct rdl_est_operation *q)
{
    uintptr_t at = event->addr, left = event->size;

    /* One access may be to more memory than there is work for. */
    while (left > 0 && rdl_estimate_spend(e, 0)) {
        uintptr_t offset = at % GRANULE;
        uintptr_t n = left < GRANULE - offset ? left : GRANULE - offset;

        q->mask = (uint8_t)(((1u << n) - 1) << offset);
        estimate_access_granule(e, at / GRANULE, q);
        at += n;
        left -= n;
    }
}

static void estimate_acquire(struct rdl_estimate *e, uintptr_t lock,
                             const struct rdl_est_operation *q)
{
    const uint32_t object = estimate_object_of(e, &e->locks, lock);

    if (object != 0 && rdl_held_find(e, q->thread, object) == 0)
        rdl_meet_attempt(e, object, q);
}

static void estimate_take(struct rdl_estimate *e, uintptr_t lock,
                          const struct rdl_est_operation *q)
{
    const uint32_t object = estimate_object_of(e, &e->locks, lock);
    uint32_t hold;

    if (object == 0)
        return;
    hold = rdl_held_find(e, q->thread, object);
    if (hold != 0) {
        rdl_held_at(e, hold)->depth++;
        return;
    }
    rdl_meet_do(e, RDL_BETWEEN_HOLDS, object, q, /*opens=*/true);
    rdl_held_add(e, object, q);
}

/* The thread that holds a lock exclusively; 0: none. */
static uint32_t estimate_holder(struct rdl_estimate *e, uint32_t object)
{
    for (uint32_t thread = 1; thread < e->threads.n; thread++) {
        uint32_t hold = rdl_held_find(e, thread, object);

        if (hold != 0 &&
            (rdl_held_at(e, hold)->taken.kind & RDL_EST_SHARED) == 0)
            return thread;
    }
    return 0;
}

static void estimate_unlock(struct rdl_estimate *e, uintptr_t lock,
                            uint32_t thread)
{
    const uint32_t object = rdl_hash_index_find(&e->locks, lock);
    uint32_t hold;

    if (object == 0)
        return;
    if (rdl_held_find(e, thread, object) == 0)
        thread = estimate_holder(e, object); /* the lock was handed over */
    if (thread == 0)
        return;
    hold = rdl_held_find(e, thread, object);
    if (--rdl_held_at(e, hold)->depth > 0)
        return;
    rdl_meet_release(e, hold, /*ends=*/true);
    rdl_held_drop(e, thread, hold);
}

/* Removes the keys in a range from a map; keys are multiples of `step`. */
static void estimate_forget(struct rdl_estimate *e, struct rdl_hash_index *map,
                            uintptr_t from, size_t size, size_t step)
{
    if (size / step < map->n_slots) {
        e->work += size / step;
        for (uintptr_t key = (from + step - 1) / step * step; key - from < size;
             key += step) {
            struct rdl_hash_index_slot *slot = rdl_hash_index_slot(map, key);

            if (slot != NULL)
                slot->at = 0;
        }
        return;
    }
    e->work += map->n_slots;
    for (uint32_t i = 0; i < map->n_slots; i++) {
        if (rdl_hash_index_live(map, i) && map->slots[i].key - from < size)
            map->slots[i].at = 0;
    }
}

void rdl_estimate_forget(struct rdl_estimate *e, uintptr_t addr, size_t size)
{
    const uintptr_t first = (addr + GRANULE - 1) / GRANULE;

    if (size == 0 || !rdl_estimate_spend(e, 1))
        return;
    estimate_forget(e, &e->locks, addr, size, 4);
    estimate_forget(e, &e->granules, first,
                    (addr + size - 1) / GRANULE + 1 - first, 1);
}

void rdl_estimate_event(struct rdl_estimate *e, const struct rdl_event *event)
{
    const enum rdl_operation o = rdl_operation_of(event);
    const uint8_t side =
        (event->flags & RDL_EV_SHARED) != 0 ? RDL_EST_SHARED : 0;
    struct rdl_est_operation q;
    uint32_t thread;

    if (o == RDL_DOES_NOTHING || event->tid >= RDL_MAX_THREADS ||
        !rdl_estimate_spend(e, 1))
        return;
    if (o == RDL_DOES_START) {
        rdl_order_start(e, event->tid, event->addr);
        return;
    }
    thread = rdl_order_thread(e, event->tid);
    if (thread == 0)
        return;
    switch (o) {
    case RDL_DOES_READ:
    case RDL_DOES_WRITE:
    case RDL_DOES_BOTH:
        q = estimate_operation(e, event, thread,
                               (o & RDL_DOES_READ ? RDL_EST_READS : 0) |
                                   (o & RDL_DOES_WRITE ? RDL_EST_WRITES : 0));
        estimate_touch(e, event, &q);
        break;
    case RDL_DOES_ACQUIRE:
        q = estimate_operation(e, event, thread, side);
        estimate_acquire(e, event->addr, &q);
        break;
    case RDL_DOES_HOLD:
    case RDL_DOES_TAKE:
        q = estimate_operation(e, event, thread, side);
        estimate_take(e, event->addr, &q);
        break;
    case RDL_DOES_UNLOCK:
        estimate_unlock(e, event->addr, thread);
        break;
    case RDL_DOES_DESTROY:
        estimate_forget(e, &e->locks, event->addr, 1, 1);
        break;
    case RDL_DOES_CREATE:
        rdl_order_create(e, thread,
                         event->flags & RDL_EV_VALUE ? event->value : 0);
        break;
    case RDL_DOES_JOIN:
        rdl_order_join(e, thread, event->addr);
        break;
    case RDL_DOES_EXIT:
        rdl_order_at(e, thread)->ended = true;
        break;
    default:
        break;
    }
}

int rdl_estimate_finish(struct rdl_estimate *e)
{
    bool failed;

    rdl_meet_close(e);
    rdl_pairs_other(e);
    failed = e->failed;
    e->summaries_before = e->places.n - 1;
    e->failed = false;
    e->work = e->look_at = 0;
    rdl_hash_index_clear(&e->locks);
    rdl_hash_index_clear(&e->granules);
    rdl_order_clear(e);
    rdl_held_clear(e);
    rdl_meet_clear(e);
    return failed ? -ENOMEM : 0;
}

int rdl_estimate_trace(struct rdl_estimate *e, const struct rdl_event *events,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        rdl_estimate_event(e, &events[i]);
    return rdl_estimate_finish(e);
}

uint64_t rdl_estimate_summaries(const struct rdl_estimate *e)
{
    return e->summaries_before;
}
