/* exploring.c - see exploring.h. */
#include "runtime/explore/exploring.h"

#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/explore/exploring_parts.h"
#include "runtime/explore/knowledge.h"
#include "runtime/explore/loops.h"
#include "runtime/explore/mapped.h"
#include "runtime/explore/touches.h"
#include "runtime/observe/log.h"
#include "runtime/observe/sharing.h"

#include <string.h>

bool rdl_exploring;

struct rdl_exploring_now rdl_exploring_now;
/* Cleared where an exploring execution begins. */
RDL_PERSISTENT(rdl_exploring_now);

/* In the memory that outlives executions; attached at the beginning of each. */
struct rdl_reach *rdl_exploring_reach;
struct rdl_explore *rdl_exploring_explore;
RDL_PERSISTENT(rdl_exploring_reach);
RDL_PERSISTENT(rdl_exploring_explore);

/* --- Trouble -------------------------------------------------------------- */

void rdl_exploring_trouble(enum rdl_reach_reason why, uintptr_t pc,
                           unsigned what)
{
    struct rdl_reach_trouble *t = &rdl_exploring_reach->trouble[why];

    if (!t->set)
        *t = (struct rdl_reach_trouble){ .set = true, .pc = pc, .what = what };
    rdl_exploring_now.left = true;
}

/* --- An execution begins and ends ----------------------------------------- */

static size_t exploring_room(void)
{
    return rdl_reach_room(rdl_shared->regions[RDL_EXPLORE_BYTES].capacity);
}

static enum rdl_explore_bound exploring_bound(void)
{
    return (enum rdl_explore_bound)rdl_shared->config.explore_bound;
}

static void exploring_restart(void)
{
    struct rdl_reach *r = rdl_exploring_reach;

    rdl_exploring_explore =
        rdl_explore_open(rdl_reach_arena(r), exploring_room(),
                         exploring_bound(), rdl_shared->config.explore_most);
    ASSERT(rdl_exploring_explore != NULL);
    r->ended = r->deadlocks = r->blocked = r->failed = 0;
    r->abandoned = r->schedules = 0;
    memset(r->by, 0, sizeof(r->by));
    r->progress = (struct rdl_explore_progress){ .share = 0 };
    r->progress_at = 0;
}

void rdl_exploring_begin(void)
{
    rdl_exploring = rdl_sched.strategy->explores && !rdl_log.replays &&
                    rdl_shared->regions[RDL_EXPLORE_BYTES].capacity > 0;
    if (!rdl_exploring)
        return;
    rdl_exploring_reach = rdl_shared_data(rdl_shared, RDL_EXPLORE_BYTES);
    memset(&rdl_exploring_now, 0, offsetof(struct rdl_exploring_now, step));
    rdl_mapped_begin();
    if (!rdl_exploring_reach->open) {
        rdl_exploring_reach->open = true;
        rdl_exploring_reach->n_threads = 1;
        rdl_exploring_reach->knows_all = true;
        exploring_restart();
    }
    rdl_exploring = !rdl_exploring_reach->done;
    if (!rdl_exploring)
        return;
    rdl_exploring_explore =
        rdl_explore_attach(rdl_reach_arena(rdl_exploring_reach),
                           exploring_room(), exploring_bound());
    rdl_sharing.all = true;
    if (!rdl_sharing.notes)
        rdl_exploring_trouble(RDL_REACH_UNSHARED, 0, 0);
    if (rdl_exploring_reach->running) {
        rdl_exploring_reach->lost = true;
        rdl_exploring = false;
        rdl_shared->outcome.explored = 1;
        return;
    }
    rdl_knowledge_begin(rdl_exploring_reach);
    rdl_exploring_reach->running = true;
    rdl_exploring_reach->executions++;
    rdl_loops_begin(rdl_exploring_explore,
                    rdl_explore_counts(rdl_exploring_explore).executions + 1);
    rdl_explore_begin(rdl_exploring_explore);
}

/* The process ends in the step that is being taken. */
static void exploring_ends_process(void)
{
    if (!rdl_exploring_now.open || rdl_exploring_now.left ||
        rdl_exploring_now.stuck)
        return;
    rdl_exploring_now.step.world = true;
    rdl_exploring_collect();
}

/* `level`: of the bound, in this execution. */
static void exploring_count(bool found, uint32_t level)
{
    if (rdl_exploring_now.left || !rdl_explore_fresh(rdl_exploring_explore))
        return;
    if (!rdl_exploring_now.blocked && level < RDL_REACH_LEVELS)
        rdl_exploring_reach->by[level]++;
    if (rdl_exploring_now.blocked)
        rdl_exploring_reach->blocked++;
    else if (rdl_exploring_now.stuck)
        rdl_exploring_reach->deadlocks++;
    else
        rdl_exploring_reach->ended++;
    if (found)
        rdl_exploring_reach->failed++;
}

/* Executions between two looks at how much is done: it costs about as much as
 * ten steps. */
#define LOOKS 64

static void exploring_explored(void)
{
    const struct rdl_explore_counts c =
        rdl_explore_counts(rdl_exploring_explore);

    rdl_exploring_reach->abandoned = c.abandoned;
    rdl_exploring_reach->wrong = c.wrong;
    rdl_exploring_reach->memory = c.memory;
    rdl_exploring_reach->used = c.used;
    rdl_exploring_reach->lean = c.lean;
    rdl_exploring_reach->schedules = c.schedules;
    rdl_exploring_reach->level = rdl_explore_level(rdl_exploring_explore);
    /* A search with a bound has no tree. */
    if (c.executions % LOOKS == 0 && !rdl_exploring_reach->done &&
        exploring_bound() == RDL_BOUND_NONE) {
        rdl_exploring_reach->progress =
            rdl_explore_progress(rdl_exploring_explore);
        rdl_exploring_reach->progress_at = c.executions;
    }
    if (rdl_explore_trouble(rdl_exploring_explore) == RDL_EXPLORE_MEMORY)
        rdl_exploring_trouble(RDL_REACH_MEMORY, 0, 0);
    if (rdl_explore_trouble(rdl_exploring_explore) == RDL_EXPLORE_UNKNOWN)
        rdl_exploring_trouble(RDL_REACH_OPERATOR, 0, RDL_OP_IO);
    if (rdl_explore_trouble(rdl_exploring_explore) == RDL_EXPLORE_PREDICTION)
        rdl_exploring_trouble(RDL_REACH_PREDICTION, 0, 0);
}

static void exploring_finish(bool found)
{
    uint32_t level;

    if (rdl_exploring_now.stuck && !rdl_exploring_now.blocked &&
        !found) /* and yet it came to its end */
        rdl_exploring_trouble(RDL_REACH_TIME, 0, 0);
    if (rdl_sharing.notes && rdl_sharing_full())
        rdl_exploring_trouble(RDL_REACH_UNSHARED, 0, 0);
    if (rdl_exploring_now.left && rdl_reach_troubled(rdl_exploring_reach)) {
        rdl_exploring_reach->done = true;
        return;
    }
    if (rdl_sharing.learnt || rdl_exploring_now.again) {
        if (rdl_sharing.learnt)
            rdl_knowledge_learnt(rdl_exploring_reach);
        rdl_exploring_reach->restarts++;
        exploring_restart();
        return;
    }
    level = rdl_explore_level(rdl_exploring_explore);
    rdl_exploring_reach->done =
        !rdl_explore_end(rdl_exploring_explore, rdl_exploring_now.waiting,
                         rdl_exploring_now.n_waiting);
    exploring_count(found, level);
    exploring_explored();
    rdl_exploring_reach->done |= rdl_reach_troubled(rdl_exploring_reach);
}

void rdl_exploring_end(bool found, bool cut)
{
    if (!rdl_exploring)
        return;
    rdl_exploring = false;
    rdl_exploring_reach->running = false;
    if (cut)
        rdl_exploring_trouble(RDL_REACH_CUT, rdl_sched.last[rdl_self->tid].pc,
                              0);
    exploring_ends_process();
    rdl_exploring_close_step();
    exploring_finish(found);
    rdl_shared->outcome.explored = rdl_exploring_reach->done;
}

/* --- Threads ------------------------------------------------------------- */

uint32_t rdl_exploring_serial(void)
{
    const uint32_t creator = rdl_self->serial;
    const uint32_t n = rdl_self->made;

    for (uint32_t i = 1; i < rdl_exploring_reach->n_threads; i++) {
        if (rdl_exploring_reach->thread[i].creator == creator &&
            rdl_exploring_reach->thread[i].n == n)
            return i;
    }
    if (rdl_exploring_reach->n_threads == RDL_EXPLORE_THREADS) {
        rdl_exploring_trouble(RDL_REACH_THREADS,
                              rdl_sched.last[rdl_self->tid].pc, 0);
        return RDL_EXPLORE_THREADS + rdl_exploring_now.n_more++;
    }
    rdl_exploring_reach->thread[rdl_exploring_reach->n_threads] =
        (struct rdl_reach_thread){ .creator = creator, .n = n };
    return rdl_exploring_reach->n_threads++;
}
