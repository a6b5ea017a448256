/* choose.c - choices other than the next thread: which waiter wakes, whether
 * time advances, whether an allocation fails. */
#include "runtime/core/state.h"
#include "runtime/explore/exploring.h"
#include "runtime/observe/log.h"
#include "runtime/sched/patience.h"

RDL_ASIDE unsigned choose(enum rdl_choice_kind kind, unsigned n)
{
    unsigned value;

    ASSERT(n > 0);
    if (n == 1)
        return 0;
    if (rdl_log.replays)
        value = rdl_log_expected_choice(kind, n);
    else if (unlikely(rdl_exploring))
        value = rdl_exploring_choose(kind, n);
    else if ((rdl_shared->config.flags & RDL_CFG_NO_SPURIOUS) != 0 &&
             (kind == RDL_CHOOSE_SPURIOUS || kind == RDL_CHOOSE_WEAK))
        value = 0;
    else if ((rdl_shared->config.flags & RDL_CFG_PATIENT) != 0 &&
             kind == RDL_CHOOSE_TIME)
        value = rdl_patience_over();
    else if (rdl_sched.strategy->choose != NULL)
        value = rdl_sched.strategy->choose(rdl_sched.strategy_state,
                                           &rdl_sched.rng, kind, n);
    else if (kind == RDL_CHOOSE_SPIN || kind == RDL_CHOOSE_IDENTITY)
        value = 0;
    else
        value = rdl_strategy_choose(rdl_sched.strategy_state, &rdl_sched.rng,
                                    kind, n);
    ASSERT(value < n);
    rdl_log_choice(kind, value);
    return value;
}
RDL_ASIDE_CALL(rdl_choose, choose);
