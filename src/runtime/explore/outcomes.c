/* outcomes.c - steps with several outcomes: which waiter a signal wakes,
 * whether a wait wakes spuriously, whether time passes. */
#include "runtime/explore/exploring.h"

#include "runtime/core/state.h"
#include "runtime/explore/exploring_parts.h"

/* Which waiters the signal may wake. */
static const uint64_t *exploring_wakes(unsigned n)
{
    unsigned k = 0;
    const struct rdl_wait *w;

    for (size_t i = 0;
         k < n && (w = rdl_waiter((void *)rdl_exploring_now.object, i)) != NULL;
         i++) {
        if (w->released || w->expired || w->spurious || w->cancelled)
            continue;
        rdl_exploring_now.wakes[k++] = w->thread->serial < RDL_EXPLORE_THREADS
                                           ? UINT64_C(1) << w->thread->serial
                                           : 0;
    }
    return rdl_exploring_now.wakes;
}

/* Each thread has a number of its own: a common one would make steps of
 * different threads depend on each other. */
static unsigned outcomes_within(uint32_t *had, uint32_t most)
{
    unsigned value;

    if (*had >= most)
        return 0;
    value = rdl_explore_choose(rdl_exploring_explore, 2, NULL);
    *had += value;
    return value;
}

/* A weak compare-and-swap, or a C11 trylock, would succeed.  If it fails, it
 * only reads. */
static unsigned outcomes_weak(uint32_t *had)
{
    struct rdl_step *s = &rdl_exploring_now.step;
    const uint32_t before = *had;
    const unsigned value =
        outcomes_within(had, rdl_shared->config.explore_weak);

    if (before >= rdl_shared->config.explore_weak)
        return 0;
    if (rdl_exploring_now.op == RDL_OP_RMW) {
        s->touch[0].rule = RDL_TOUCH_WRITES_IF_EQUAL;
        s->touch[0].operand = s->touch[0].state;
    }
    s->weak = true;
    rdl_step_outcome(s, (uint16_t)value, 0);
    return value;
}

/* One allocation of each thread may fail.  A step may make several: which of
 * them fails is its outcome. */
static unsigned outcomes_allocation(uint32_t *had)
{
    if (*had > 0)
        return 0;
    /* The number of outcomes has 16 bits. */
    if ((rdl_exploring_now.asked == 0 &&
         rdl_explore_chosen(rdl_exploring_explore)) ||
        rdl_exploring_now.asked + 1 >= UINT16_MAX) {
        rdl_exploring_trouble(RDL_REACH_OUTCOMES,
                              rdl_sched.last[rdl_self->tid].pc, 0);
        return 0;
    }
    *had =
        rdl_explore_outcome(rdl_exploring_explore, ++rdl_exploring_now.asked);
    return *had;
}

unsigned rdl_exploring_choose(enum rdl_choice_kind kind, unsigned n)
{
    const uint32_t serial = rdl_self->serial;

    /* Who yields or spins may go on: which thread steps next is explored.  An
     * identity that is used again would depend on who is gone when. */
    if (kind == RDL_CHOOSE_YIELD || kind == RDL_CHOOSE_SPIN ||
        kind == RDL_CHOOSE_IDENTITY)
        return 1;
    if (kind != RDL_CHOOSE_WAITER)
        rdl_exploring_reach->unexplored |= UINT32_C(1) << kind;
    if (kind == RDL_CHOOSE_TIME)
        return rdl_exploring_idle();
    if (rdl_exploring_now.left || serial >= RDL_EXPLORE_THREADS)
        return 0;
    if (!rdl_exploring_now.open) {
        /* Before the first step there is no other outcome to come back to. */
        if (kind == RDL_CHOOSE_MALLOC)
            rdl_exploring_trouble(RDL_REACH_OUTCOMES, 0, 0);
        return 0;
    }
    switch (kind) {
    case RDL_CHOOSE_SPURIOUS:
        return outcomes_within(&rdl_exploring_now.had[serial].spurious,
                               rdl_shared->config.explore_spurious);
    case RDL_CHOOSE_WEAK:
        return outcomes_weak(&rdl_exploring_now.had[serial].weak);
    case RDL_CHOOSE_MALLOC:
        return outcomes_allocation(&rdl_exploring_now.had[serial].allocations);
    case RDL_CHOOSE_WAITER:
        break;
    default:
        return 0;
    }
    if (n > RDL_EXPLORE_THREADS) {
        rdl_exploring_trouble(RDL_REACH_MEMORY, 0, 0);
        return 0;
    }
    return rdl_explore_choose(rdl_exploring_explore, n, exploring_wakes(n));
}
