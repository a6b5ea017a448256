/* lock.c - shared by the synchronisation families: see lock.h. */
#include "runtime/sync/lock.h"

#include "runtime/explore/exploring.h"
#include "runtime/core/state.h"
#include "runtime/sched/clock.h"

uint64_t rdl_until_deadline(const struct rdl_until *until)
{
    if (until->when == NULL)
        return RDL_NEVER;
    return rdl_clock_deadline(until->clock, until->when);
}

void rdl_until_announce(const struct rdl_until *until, uintptr_t pc)
{
    rdl_self->timed = until->when != NULL;
    if (unlikely(rdl_exploring) && until->when != NULL &&
        rdl_until_ok(until->when) &&
        rdl_until_deadline(until) <= rdl_virtual_ns + 1)
        rdl_exploring_late(pc);
}

struct rdl_held *rdl_lock_entry(struct rdl_thread *t, const volatile void *lock)
{
    for (size_t i = rdl_thread_named(t); i > 0; i--) {
        if (t->held[i - 1].lock == lock)
            return &t->held[i - 1];
    }
    return NULL;
}

bool rdl_lock_mine(const volatile void *lock)
{
    return rdl_lock_entry(rdl_self, lock) != NULL ||
           rdl_self->n_held > RDL_MAX_HELD;
}

void rdl_lock_again(struct rdl_wait *wait, uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;

    /* The finding shows what each thread waits for. */
    t->wait = wait;
    rdl_misuse(RDL_RELOCK, wait->what, wait->object, pc);
    t->wait = NULL;
}

enum rdl_woke rdl_lock_wait(struct rdl_wait *wait, bool own, uintptr_t pc)
{
    if (own && wait->deadline == RDL_NEVER)
        rdl_lock_again(wait, pc);
    return rdl_block(wait, RDL_OP_HOLD, pc);
}
