/* locks.c - see locks.h.
 *
 * The holders of a lock are a list in the order in which they took it; it has
 * more than one entry only while several threads read. */
#include "coverage/locks.h"

#include <string.h>

struct lock {
    uint32_t next; /* see coverage/tables/record_pool.h */
    uint32_t last_loc, last_thread;
    uint32_t first; /* of its holders */
};

struct holder {
    uint32_t next; /* first: see coverage/tables/record_pool.h */
    uint32_t loc, thread;
    uint32_t depth; /* releases that it still needs */
    bool shared;
};

void rdl_locks_init(struct rdl_locks *h, const struct rdl_allocator *supply)
{
    rdl_hash_index_init(&h->locks, supply);
    rdl_record_pool_init(&h->records, sizeof(struct lock), supply);
    rdl_record_pool_init(&h->holders, sizeof(struct holder), supply);
    memset(h->held, 0, sizeof(h->held));
    h->lost = 0;
}

void rdl_locks_clear(struct rdl_locks *h)
{
    memset(h->held, 0, sizeof(h->held));
    rdl_hash_index_clear(&h->locks);
    rdl_record_pool_clear(&h->records);
    rdl_record_pool_clear(&h->holders);
}

static struct holder *locks_holder_at(const struct rdl_locks *h, uint32_t at)
{
    return rdl_record_pool_at(&h->holders, at);
}

/* NULL: no thread has taken it yet. */
static struct lock *locks_find(const struct rdl_locks *h, uintptr_t lock)
{
    uint32_t at = rdl_hash_index_find(&h->locks, lock);

    return at != 0 ? rdl_record_pool_at(&h->records, at) : NULL;
}

static struct lock *locks_find_or_add(struct rdl_locks *h, uintptr_t lock)
{
    uint32_t *at = rdl_hash_index_add(&h->locks, lock);

    if (at == NULL)
        return NULL;
    if (*at == 0) {
        *at = rdl_record_pool_take(&h->records);
        if (*at == 0)
            return NULL;
        *(struct lock *)rdl_record_pool_at(&h->records, *at) =
            (struct lock){ .first = 0 };
    }
    return rdl_record_pool_at(&h->records, *at);
}

/* The link to a thread's hold; it contains 0 if there is none. */
static uint32_t *locks_link_of(const struct rdl_locks *h, struct lock *l,
                               uint32_t thread)
{
    uint32_t *link = &l->first;

    while (*link != 0 && locks_holder_at(h, *link)->thread != thread)
        link = &locks_holder_at(h, *link)->next;
    return link;
}

static void locks_drop(struct rdl_locks *h, uint32_t *link)
{
    uint32_t at = *link;

    h->held[locks_holder_at(h, at)->thread % RDL_LOCKS_HELD]--;
    *link = locks_holder_at(h, at)->next;
    rdl_record_pool_give(&h->holders, at);
}

static bool locks_excludes(const struct holder *holder,
                           const struct rdl_locking *op)
{
    return holder->thread != op->thread && !(holder->shared && op->shared);
}

unsigned rdl_locks_conflicts(const struct rdl_locks *h,
                             const struct rdl_locking *op, rdl_conflict_fn *fn,
                             void *arg)
{
    const struct lock *l = locks_find(h, op->lock);
    unsigned n = 0;

    for (uint32_t at = l != NULL ? l->first : 0; at != 0;
         at = locks_holder_at(h, at)->next) {
        const struct holder *holder = locks_holder_at(h, at);
        const struct rdl_conflict conflict = {
            .loc = op->loc,
            .thread = op->thread,
            .holder_loc = holder->loc,
            .holder_thread = holder->thread,
        };

        if (!locks_excludes(holder, op))
            continue;
        n++;
        if (fn != NULL)
            fn(arg, &conflict);
    }
    return n;
}

bool rdl_locks_own(const struct rdl_locks *h, const struct rdl_locking *op)
{
    struct lock *l;

    if (h->held[op->thread % RDL_LOCKS_HELD] == 0)
        return false;
    l = locks_find(h, op->lock);
    return l != NULL && *locks_link_of(h, l, op->thread) != 0;
}

static void locks_look(const struct lock *l, const struct rdl_locking *op,
                       struct rdl_handover *handover)
{
    handover->loc = op->loc;
    handover->thread = op->thread;
    handover->last_loc = l != NULL ? l->last_loc : RDL_LOC_NONE;
    handover->last_thread = l != NULL ? l->last_thread : 0;
}

bool rdl_locks_free(const struct rdl_locks *h, const struct rdl_locking *op,
                    struct rdl_handover *handover)
{
    const struct lock *l = locks_find(h, op->lock);

    for (uint32_t at = l != NULL ? l->first : 0; at != 0;
         at = locks_holder_at(h, at)->next) {
        const struct holder *holder = locks_holder_at(h, at);

        if (holder->thread == op->thread || locks_excludes(holder, op))
            return false;
    }
    locks_look(l, op, handover);
    return true;
}

/* A lock-hold happened, so holders that exclude it must have released the lock
 * unseen: removes them. */
static void locks_drop_excluded(struct rdl_locks *h, struct lock *l,
                                const struct rdl_locking *op)
{
    uint32_t *link = &l->first;

    while (*link != 0) {
        if (locks_excludes(locks_holder_at(h, *link), op))
            locks_drop(h, link);
        else
            link = &locks_holder_at(h, *link)->next;
    }
}

bool rdl_locks_hold(struct rdl_locks *h, const struct rdl_locking *op,
                    struct rdl_handover *handover)
{
    struct lock *l = locks_find_or_add(h, op->lock);
    uint32_t at;

    locks_look(l, op, handover);
    if (l == NULL) {
        h->lost++;
        return true;
    }
    at = *locks_link_of(h, l, op->thread);
    if (at != 0) {
        locks_holder_at(h, at)->depth++;
        return false;
    }
    locks_drop_excluded(h, l, op);
    l->last_loc = op->loc;
    l->last_thread = op->thread;
    at = rdl_record_pool_take(&h->holders);
    if (at == 0) {
        h->lost++;
        return true;
    }
    *locks_holder_at(h, at) = (struct holder){
        .loc = op->loc,
        .thread = op->thread,
        .depth = 1,
        .shared = op->shared,
    };
    h->held[op->thread % RDL_LOCKS_HELD]++;
    *locks_link_of(h, l, op->thread) = at; /* at the end of the list */
    return true;
}

void rdl_locks_unlock(struct rdl_locks *h, const struct rdl_locking *op)
{
    struct lock *l = locks_find(h, op->lock);
    uint32_t *link;

    if (l == NULL)
        return;
    link = locks_link_of(h, l, op->thread);
    if (*link == 0) {
        link = &l->first;
        if (*link == 0 || locks_holder_at(h, *link)->shared)
            return;
    }
    if (--locks_holder_at(h, *link)->depth == 0)
        locks_drop(h, link);
}

static void locks_forget(struct rdl_locks *h, struct rdl_hash_index_slot *slot)
{
    struct lock *l;

    if (slot->at == 0)
        return;
    l = rdl_record_pool_at(&h->records, slot->at);
    while (l->first != 0)
        locks_drop(h, &l->first);
    rdl_record_pool_give(&h->records, slot->at);
    slot->at = 0;
}

void rdl_locks_forget(struct rdl_locks *h, uintptr_t addr, size_t size)
{
    if (size / 4 < h->locks.n_slots) {
        for (uintptr_t at = (addr + 3) & ~(uintptr_t)3; at - addr < size;
             at += 4) {
            struct rdl_hash_index_slot *slot =
                rdl_hash_index_slot(&h->locks, at);

            if (slot != NULL)
                locks_forget(h, slot);
        }
        return;
    }
    for (uint32_t i = 0; i < h->locks.n_slots; i++) {
        if (rdl_hash_index_live(&h->locks, i) &&
            h->locks.slots[i].key - addr < size)
            locks_forget(h, &h->locks.slots[i]);
    }
}
