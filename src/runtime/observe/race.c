/* race.c - see race.h: compares accesses that threads have announced. */
#include "runtime/observe/race.h"

#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/heap/heap.h"
#include "runtime/machine/peek.h"
#include "runtime/observe/observer.h"
#include "runtime/observe/race_clocks.h"
#include "runtime/observe/race_parts.h"
#include "runtime/observe/tables/announced.h"

#include <string.h>

struct rdl_race rdl_race;

/* What threads have announced; race_begin() empties it. */
static struct rdl_announced announced;
RDL_PERSISTENT(announced);

/* --- Seen ----------------------------------------------------------------- */

/* A compare-exchange that would fail now does not write. */
static bool race_writes(const struct rdl_event *e)
{
    const void *expected = rdl_thread_at(e->tid)->expected;
    char now[16], then[16];

    if (!rdl_op_writes((enum rdl_op)e->op))
        return false;
    return e->op != RDL_OP_RMW || expected == NULL || e->size > sizeof(now) ||
           !rdl_peek(now, e->addr, e->size) ||
           !rdl_peek(then, (uintptr_t)expected, e->size) ||
           memcmp(now, then, e->size) == 0;
}

/* `other` has announced its access, and so does e->tid now. */
static bool race_seen(const struct rdl_event *other, const struct rdl_event *e)
{
    struct rdl_race_side first, second;

    if (rdl_race_ignored(e->tid) || rdl_race_ignored(other->tid) ||
        !(race_writes(other) || race_writes(e)) ||
        rdl_race_counted(other->pc, e->pc, RDL_RACE_SEEN))
        return false;
    first = rdl_race_side_of(other);
    second = rdl_race_side_of(e);
    rdl_race_fill(RDL_RACE_SEEN, &first, &second,
                  e->addr > other->addr ? e->addr : other->addr);
    return rdl_race_report();
}

static const struct rdl_event *race_among(const rdl_tid *tids, size_t n,
                                          const struct rdl_event *e)
{
    for (size_t i = 0; i < n; i++) {
        const struct rdl_event *other = &rdl_sched.pending[tids[i]];

        if (rdl_op_accesses((enum rdl_op)other->op) &&
            unlikely(rdl_events_conflict(other, e)) && race_seen(other, e))
            return other;
    }
    return NULL;
}

/* What atomics tell of the program. */
static void race_atomic(const struct rdl_event *e)
{
    if (rdl_shared->weak_orders == 0 && rdl_clocks_weak(e))
        rdl_shared->weak_orders = 1;
    if (rdl_shared->shares_heap == 0 && rdl_heap_holds(e->addr))
        rdl_shared->shares_heap = 1;
}

bool rdl_race_announced(const struct rdl_event *e)
{
    if (rdl_op_atomic((enum rdl_op)e->op))
        race_atomic(e);
    return rdl_announced_by(&announced, e);
}

/* A thread that spins has announced its access too: it is only left out. */
const struct rdl_event *rdl_race_meets(const struct rdl_event *e)
{
    const struct rdl_event *other =
        race_among(rdl_enabled(), rdl_sched.n_enabled, e);

    if (other == NULL && unlikely(rdl_sched.n_passed > 0))
        other = race_among(rdl_sched.passed, rdl_sched.n_passed, e);
    return other;
}

const struct rdl_event *rdl_race_frees(const struct rdl_event *e)
{
    return rdl_announced_frees(&announced, e) ? rdl_race_meets(e) : NULL;
}

/* --- Executions ----------------------------------------------------------- */

/* Not in a replay, nor in an execution that is to end at another warning:
 * unless it ends at a race. */
static bool race_begin(uint64_t execution)
{
    const struct rdl_config *config = &rdl_shared->config;
    const bool ends = rdl_race_ends_executions();

    rdl_race = (struct rdl_race){ 0 };
    if (rdl_runs_free ||
        rdl_detectors_have(config->disabled, RDL_DETECTOR_ID_data_race) ||
        (!ends && (config->ends != 0 || (config->flags & RDL_CFG_REPLAY) != 0)))
        return false;
    rdl_race_next_execution();
    rdl_announced_begin(&announced);
    rdl_race.on = true;
    rdl_race.clocks = rdl_race_order_begin(execution, ends);
    return rdl_race.clocks;
}

const struct rdl_observer rdl_observer_race = {
    .name = "race",
    .begin = race_begin,
    .hold = rdl_race_hold,
    .unhold = rdl_race_unhold,
    .created = rdl_race_created,
};
