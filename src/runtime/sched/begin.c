/* begin.c - sets up the scheduler and its strategy for an execution, and ends
 * them. */

#include "runtime/explore/exploring.h"
#include "runtime/observe/coverage.h"
#include "runtime/observe/tap.h"
#include "runtime/observe/sharing.h"
#include "runtime/observe/log.h"
#include "runtime/sched/begin.h"
#include "runtime/core/engine.h"
#include "runtime/core/state.h"
#include "runtime/recur/recurrence.h"
#include "runtime/sched/wait.h"

#include <string.h>

#define QUIET 10000

/* The order of calls that the payload of this execution begins with. */
static const struct rdl_payload_head *begin_order(void)
{
    const struct rdl_payload *p =
        rdl_shared_payload(rdl_shared, rdl_shared->tally.executions);
    const struct rdl_payload_head *head = p != NULL ? (void *)p->bytes : NULL;

    return head != NULL && p->size >= sizeof(*head) &&
                   head->magic == RDL_PAYLOAD_CALLS &&
                   head->n <= RDL_PAYLOAD_ORDER
               ? head
               : NULL;
}

static void begin_strategy(uint64_t execution)
{
    const struct rdl_config *config = &rdl_shared->config;
    const struct rdl_tally *tally = &rdl_shared->tally; /* of the batch */
    const struct rdl_strategy *s =
        config->n_plan == 0
            ? rdl_strategy_find(config->strategy)
            : rdl_strategy_at(config->plan[execution % config->n_plan]);
    uint64_t longest = tally->longest > config->expected_steps
                           ? tally->longest
                           : config->expected_steps;

    if (s != NULL && !rdl_observe_coverage_guides(s))
        s = rdl_strategy_find("random");
    ASSERT(s != NULL);
    rdl_sched.strategy = s;
    rdl_sched.run = (struct rdl_run){
        .rng = &rdl_sched.rng,
        .memory = s->memory_size == 0 ? NULL
                                      : (char *)rdl_shared_data(
                                            rdl_shared, RDL_STRATEGY_BYTES) +
                                            rdl_strategy_memory_at(s),
        .guide = rdl_observe_coverage_guide(s),
        .aims = rdl_shared->aims.n > 0 && !rdl_log.replays ? &rdl_shared->aims
                                                           : NULL,
        .order = begin_order(),
        .execution = execution,
        .expected_steps = rdl_sharing_expected(longest),
        .depth = config->depth,
        .noise_percent = config->noise_percent,
        .noise_ns = config->noise_ns,
        .similarity_percent = config->similarity_percent,
        .similarity_length = config->similarity_length,
        .capp_order = (enum rdl_capp_order)config->capp_order,
    };
    rdl_shared->aims.current = rdl_shared->aims.arrived = 0;
    memset(rdl_sched.strategy_state, 0, s->state_size);
    s->begin(rdl_sched.strategy_state, &rdl_sched.run);
}

void rdl_sched_begin(void)
{
    const struct rdl_config *config = &rdl_shared->config;
    const uint64_t execution = config->execution + rdl_shared->tally.executions;

    rdl_sched.engine = rdl_engine_find(config->engine);
    ASSERT(rdl_sched.engine != NULL);
    rdl_sched.rng.state = rdl_rng_part(config->seed, execution);
    rdl_sched.n_enabled = rdl_sched.n_passed = rdl_sched.most_enabled = 0;
    memset(rdl_sched.enabled_bits, 0, sizeof(rdl_sched.enabled_bits));
    rdl_sched.listed = false;
    rdl_sched.most_alike = 0;
    rdl_sched.quiet =
        config->max_steps / 4 < QUIET ? config->max_steps / 4 : QUIET;
    rdl_sched.overlong = rdl_shared_overlong(rdl_shared);
    if (rdl_sched.overlong < rdl_sched.quiet)
        rdl_sched.overlong = rdl_sched.quiet;
    rdl_sched.decisions = rdl_sched.effect_step = 0;
    rdl_sched.accesses = rdl_sched.private_accesses = 0;
    rdl_sched.look_step = rdl_recurrence_begin(config->max_steps);
    rdl_sched.current = 0;
    rdl_sched.ending = rdl_sched.timeless = rdl_sched.undecided = false;
    rdl_sched.handled = rdl_sched.end_claimed = false;
    rdl_sched.disabled = 0;
    rdl_sched.timed = false;
    rdl_shared->n_labels = 0;
    rdl_shared->outcome.late = 0;
    rdl_shared->outcome.blocked = rdl_shared->outcome.explored = 0;
    rdl_log_begin();
    rdl_wait_begin();
    rdl_sharing_begin(execution);
    begin_strategy(execution);
    rdl_exploring_begin();
    rdl_tap_begin(execution);
}

void rdl_sched_child(void)
{
    const struct rdl_config *config = &rdl_shared->config;
    const uint64_t execution = config->execution + rdl_shared->tally.executions;

    rdl_sched.strategy = rdl_strategy_find("random");
    ASSERT(rdl_sched.strategy != NULL);
    rdl_sched.look_step = config->max_steps; /* no detector runs in a child */
    rdl_sched.rng.state =
        rdl_mix(rdl_rng_part(config->seed, execution), rdl_steps);
    rdl_sched.run = (struct rdl_run){
        .rng = &rdl_sched.rng,
        .execution = execution,
        .expected_steps = 1,
        .depth = 1,
    };
    rdl_sched.strategy->begin(rdl_sched.strategy_state, &rdl_sched.run);
}

void rdl_sched_end(bool found, bool cut)
{
    const struct rdl_ended ended = {
        .decisions = rdl_sched.decisions,
        .found = found,
    };

    rdl_tap_end();
    rdl_exploring_end(found, cut);
    if (rdl_sched.strategy->end != NULL && !rdl_log.replays)
        rdl_sched.strategy->end(rdl_sched.strategy_state, &rdl_sched.run,
                                &ended);
}
