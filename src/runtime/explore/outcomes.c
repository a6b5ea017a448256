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

/* Each thread has a number of its own: a common one would make waits of
 * different threads depend on each other. */
static unsigned exploring_choose_spurious(unsigned n)
{
    uint32_t *taken = &rdl_exploring_now.spurious[rdl_exploring_now.by->serial];
    unsigned value;

    if (*taken >= rdl_shared->config.explore_spurious)
        return 0;
    value = rdl_explore_choose(rdl_exploring_explore, n, NULL);
    *taken += value;
    return value;
}

unsigned rdl_exploring_choose(enum rdl_choice_kind kind, unsigned n)
{
    if (kind != RDL_CHOOSE_WAITER)
        rdl_exploring_reach->unexplored |= UINT32_C(1) << kind;
    if (kind == RDL_CHOOSE_TIME)
        return rdl_exploring_idle();
    if (rdl_exploring_now.left || !rdl_exploring_now.open)
        return 0;
    if (kind == RDL_CHOOSE_SPURIOUS)
        return exploring_choose_spurious(n);
    if (kind != RDL_CHOOSE_WAITER)
        return 0;
    if (n > RDL_EXPLORE_THREADS) {
        rdl_exploring_trouble(RDL_REACH_MEMORY, 0, 0);
        return 0;
    }
    return rdl_explore_choose(rdl_exploring_explore, n, exploring_wakes(n));
}
