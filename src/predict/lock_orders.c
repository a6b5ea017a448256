/* lock_orders.c - see lock_orders.h. */
#include "predict/lock_orders.h"

#include "base/hash.h"

static uint64_t orders_mix_lock(uint64_t h, const struct rdl_order_lock *l)
{
    return rdl_mix(rdl_fold(h, l->name), l->place + l->shared);
}

static uint64_t orders_key(const struct rdl_lock_order *o)
{
    uint64_t h = rdl_mix(o->thread, o->segment);

    h = orders_mix_lock(h, &o->wanted);
    for (uint32_t i = 0; i < o->n_held; i++)
        h = orders_mix_lock(h, &o->held[i]);
    return h;
}

bool rdl_lock_orders_add(struct rdl_lock_orders *set,
                         struct rdl_lock_order *order)
{
    const uint64_t key = order->key = orders_key(order);
    uint32_t at = (uint32_t)(key % RDL_ORDER_SLOTS);
    uint32_t tries = 0;

    /* The target may have written there: no index is trusted, and perhaps no
     * slot is free. */
    for (; set->slots[at] != 0 && tries < RDL_ORDER_SLOTS; tries++) {
        const uint32_t i = (set->slots[at] - 1u) % RDL_MAX_ORDERS;

        if (set->all[i].key == key)
            return false;
        at = (at + 1) % RDL_ORDER_SLOTS;
    }
    if (set->n >= RDL_MAX_ORDERS || tries == RDL_ORDER_SLOTS) {
        set->lost++;
        return false;
    }
    set->all[set->n++] = *order;
    set->slots[at] = (uint16_t)set->n;
    return true;
}

void rdl_lock_orders_clear(struct rdl_lock_orders *set)
{
    for (uint32_t i = 0; i < RDL_ORDER_SLOTS && set->n > 0; i++)
        set->slots[i] = 0;
    set->n = set->taken = set->lost = 0;
}

bool rdl_lock_orders_before(const struct rdl_lock_order *a,
                            const struct rdl_lock_order *b)
{
    for (uint32_t i = 0; i < b->n_before && i < RDL_ORDER_BEFORE; i++) {
        if (b->before[i].thread == a->thread)
            return a->segment <= b->before[i].segment;
    }
    return false;
}

void rdl_lock_orders_after(struct rdl_order_before *list, uint32_t *n,
                           uint64_t thread, uint64_t segment)
{
    if (*n > RDL_ORDER_BEFORE)
        return;
    for (uint32_t i = 0; i < *n; i++) {
        if (list[i].thread != thread)
            continue;
        if (list[i].segment < segment)
            list[i].segment = segment;
        return;
    }
    if (*n < RDL_ORDER_BEFORE) {
        list[*n].thread = thread;
        list[*n].segment = segment;
    }
    ++*n;
}
