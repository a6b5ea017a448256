/* loop.c - see loop.h. loop_give() hands a free job its next request;
 * loop_take() deals with a request that has ended: counts, coverage, findings,
 * the explorer.  loop_round() gives free jobs requests, waits, and takes those
 * that have ended.  Everything runs in one thread; only the workers run in
 * parallel. */
#include "campaign/loop.h"

#include "campaign/batch.h"
#include "campaign/coverage/goal.h"
#include "exec/interrupt.h"
#include "campaign/persistence.h"
#include "campaign/determinism.h"
#include "campaign/results.h"
#include "campaign/verdict.h"
#include "util/error.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Between two requests the campaign looks at what was covered: whether it is
 * enough, and what the explorer gives next.  A request costs as much as some
 * ten short executions. */
#define MOST_AT_ONCE 1024

/* --- Counting --------------------------------------------------------------
 */

static void loop_count(struct rdl_campaign *c, struct rdl_job *j,
                       const struct rdl_run_result *ran)
{
    const struct rdl_shared *s = j->worker.memory.shared;

    if (j->next == c->budget.first && s->tally.executions > 0)
        c->totals.first_hash = s->outcome.event_hash;
    j->next += s->tally.executions;
    rdl_totals_add(&c->totals, &s->tally);
    c->totals.lost += ran->state == RDL_RUNNING && !ran->interrupted;
}

static void loop_name_place(void *data, uintptr_t pc, char *out, size_t size)
{
    const struct rdl_campaign *c = data;

    if (c->owner.place != NULL)
        c->owner.place(c->owner.data, c, pc, out, size);
}

static void loop_name_object(void *data, uintptr_t addr, char *out, size_t size)
{
    const struct rdl_campaign *c = data;

    if (c->owner.object != NULL)
        c->owner.object(c->owner.data, c, addr, out, size);
}

static uintptr_t loop_structure(void *data, uintptr_t addr)
{
    const struct rdl_campaign *c = data;

    return c->owner.structure != NULL
               ? c->owner.structure(c->owner.data, c, addr)
               : 0;
}

static struct rdl_predictions_names loop_names(struct rdl_campaign *c)
{
    return (struct rdl_predictions_names){ .data = c,
                                           .place = loop_name_place,
                                           .object = loop_name_object,
                                           .structure = loop_structure };
}

static void loop_predict(struct rdl_campaign *c, struct rdl_job *j,
                         const struct rdl_run_result *ran)
{
    const struct rdl_predictions_names names = loop_names(c);

    if (j->witness != 0)
        rdl_foresight_judge(&c->foresight, &c->predictions, j->witness,
                            j->worker.memory.shared, ran->state == RDL_FOUND);
    rdl_predictions_take(&c->predictions, j->worker.memory.shared, &names);
    if ((j->config.flags & RDL_CFG_OBSERVE) != 0 && c->observe.fd >= 0)
        rdl_predictions_observe(&c->predictions, j->worker.memory.shared,
                                &names);
}

/* --- Running ---------------------------------------------------------------
 */

static enum rdl_explored loop_explored(const struct rdl_campaign *c)
{
    return c->exploration.explorer->done(c->exploration.state);
}

/* There is nothing left to run. */
static enum rdl_stop loop_spent(const struct rdl_campaign *c)
{
    if (c->replaced)
        return RDL_STOP_REPLACED;
    switch (loop_explored(c)) {
    case RDL_EXPLORED_EXHAUSTED:
        return RDL_STOP_EXHAUSTED;
    case RDL_EXPLORED_SATURATED:
        return RDL_STOP_SATURATED;
    case RDL_EXPLORED_MORE:
    case RDL_EXPLORED_BUDGET:
        break;
    }
    return RDL_STOP_BUDGET;
}

/* How many executions a job takes at once. */
static uint64_t loop_portion(const struct rdl_campaign *c)
{
    uint64_t left = rdl_budget_left(&c->budget);

    if (c->workers.isolation->level != RDL_ISOLATION_REWIND ||
        rdl_coverage_session_wanted(&c->observe))
        return left > 0 ? 1 : 0;
    if (left > MOST_AT_ONCE)
        left = MOST_AT_ONCE;
    return rdl_batch_size(c->budget.handed, rdl_batch_share(left, c->workers.n),
                          rdl_determinism_wanted(c));
}

static void loop_aim(struct rdl_campaign *c)
{
    if (c->owner.aim == NULL || c->totals.executions < c->aims_at ||
        rdl_coverage_session_wanted(&c->observe))
        return;
    c->aims_at = 2 * c->totals.executions + 1;
    c->owner.aim(c->owner.data, c);
}

/* The limit of steps may have grown since the job's latest request. */
static bool loop_grow(struct rdl_campaign *c, struct rdl_job *j)
{
    struct rdl_error error;

    c->options.worker.max_steps = c->limit.steps;
    if (rdl_worker_grow(&j->worker, c->limit.steps, &error))
        return true;
    rdl_campaign_fail(c, &error);
    return false;
}

/* Gives the job its next request; false if there is nothing left to do. */
static bool loop_give(struct rdl_campaign *c, struct rdl_job *j)
{
    struct rdl_request request = { .config = &j->config };

    if (rdl_budget_late(&c->budget) || loop_explored(c) != RDL_EXPLORED_MORE ||
        rdl_campaign_replaced(c) || !loop_grow(c, j))
        return false;
    request.shared = j->worker.memory.shared;
    if (j->next == j->end) {
        j->next = c->budget.handed;
        j->end = c->budget.handed += loop_portion(c);
    }
    if (j->next == j->end)
        return false;
    loop_aim(c);
    rdl_results_restart(c, j);
    rdl_worker_isolate(&j->worker, c->workers.isolation);
    j->config = c->options.config;
    j->config.max_steps = c->limit.steps;
    j->config.execution = request.first = j->next;
    j->config.expected_steps = c->totals.longest;
    j->config.executions_before = c->totals.executions;
    j->config.steps_before = c->totals.steps;
    j->config.owner = (uint32_t)(j - c->workers.jobs) + 1;
    if (rdl_coverage_session_wanted(&c->observe))
        j->config.flags |= RDL_CFG_OBSERVE;
    request.n = c->workers.isolation->level == RDL_ISOLATION_REWIND
                    ? j->end - j->next
                    : 1;
    request.aims =
        rdl_predictions_give(&c->predictions, j->worker.memory.shared);
    rdl_time_mode_give(&c->time, &request);
    j->witness = rdl_foresight_give(&c->foresight, &c->predictions, &request);
    if (j->witness != 0)
        rdl_exploration_follow(&request, j->worker.memory.shared);
    else if (!rdl_exploration_next(&c->exploration, &request,
                                   j->worker.memory.shared))
        return false;
    rdl_worker_begin(&j->worker, &j->config);
    return true;
}

static void loop_end(struct rdl_campaign *c, enum rdl_stop stop)
{
    c->stop = stop;
    c->over = true;
}

/* Lets the explorer learn; the session has what is newly covered. */
static void loop_learn(struct rdl_campaign *c, const struct rdl_job *j,
                       const struct rdl_run_result *ran, bool looked)
{
    const struct rdl_shared *s = j->worker.memory.shared;
    const struct rdl_learned learned = {
        .config = &j->config,
        .from = j->config.execution,
        .to = j->config.execution + s->tally.executions,
        .state = ran->state,
        .shared = s,
        .fresh = c->observe.fresh,
        .n_fresh = looked ? c->observe.n_fresh : 0,
    };

    if (j->witness == 0)
        c->exploration.explorer->learn(c->exploration.state, &learned);
    rdl_time_mode_learn(&c->time, &learned);
    rdl_step_limit_learn(&c->limit, &learned);
}

/* Estimates from the events of an observed execution what can be covered. */
static void loop_estimate(struct rdl_campaign *c, struct rdl_shared *s)
{
    const bool starved = c->observe.starved;
    struct rdl_error error;

    if (!rdl_coverage_session_take(&c->observe, s, &error))
        rdl_campaign_fail(c, &error);
    else if (c->observe.starved && !starved)
        rdl_campaign_warn(c, "no memory to estimate all that can be covered");
}

/* What the request was the first to cover. */
static void loop_covered(struct rdl_campaign *c, struct rdl_job *j,
                         const struct rdl_run_result *ran)
{
    struct rdl_shared *s = j->worker.memory.shared;
    const uint64_t from = j->config.execution;
    const uint64_t n = s->tally.executions;
    const bool looks = c->observe.fd >= 0 && n > 0;

    rdl_coverage_session_ended(&c->observe, j->config.owner, from, from + n);
    if (looks) {
        if ((j->config.flags & RDL_CFG_OBSERVE) != 0)
            loop_estimate(c, s);
        rdl_coverage_session_look(&c->observe);
    }
    loop_learn(c, j, ran, looks);
    if (looks)
        rdl_goal_sample(c, from, from + n);
}

/* A program that has reached main before mostly does so again.  If one process
 * does not (the machine was too busy, a constructor needs something that
 * another process has just then), the campaign should not end: raddle starts a
 * few again.  Each gets a note, because raddle itself may be at fault. */
#define MOST_STARTS 3

static bool loop_starts_again(struct rdl_campaign *c, struct rdl_job *j)
{
    if (c->last.state != RDL_NOT_STARTED || c->last.error != 0 ||
        c->totals.executions == 0 || c->workers.started_again == MOST_STARTS ||
        rdl_worker_stood_at_main(&j->worker))
        return false;
    c->workers.started_again++;
    rdl_results_again(c, &c->last);
    return true;
}

/* The findings of the latest execution: those after which it went on, and the
 * one that ended it. */
static void loop_found(struct rdl_campaign *c, const struct rdl_job *j)
{
    struct rdl_config one = j->config;

    one.execution = j->worker.memory.shared->config.execution;
    one.batch = 1;
    rdl_explorer_one(&one);
    rdl_results_warnings(c, &one);
    if (c->last.state != RDL_FOUND)
        return;
    rdl_predictions_failed(&c->predictions, j->worker.memory.shared);
    rdl_results_finding(c, &one);
}

/* The latest execution of the request, if it is to be looked at. */
static void loop_remember(struct rdl_campaign *c, const struct rdl_job *j,
                          struct rdl_foresight_saved *saved)
{
    struct rdl_config one = j->config;

    one.execution = j->worker.memory.shared->config.execution;
    one.batch = 1;
    rdl_explorer_one(&one);
    rdl_foresight_save(&c->foresight, &j->worker, c->options.program, &one,
                       c->totals.executions, c->totals.covered, saved);
}

static void loop_foresee(struct rdl_campaign *c, struct rdl_job *j,
                         struct rdl_foresight_saved *saved)
{
    const struct rdl_predictions_names names = loop_names(c);
    const bool last = rdl_budget_left(&c->budget) == 0 && j->next == j->end;
    struct rdl_run_result ran;
    int tries = 2;

    while (!rdl_foresight_look(
        &c->foresight, &c->predictions, &j->worker, &j->config, &names, saved,
        c->over || last || tries == 0 || rdl_error_is_set(&j->worker.error) ||
            rdl_deadline_over(&c->until),
        &ran)) {
        tries--;
        if (ran.error == 0 && !rdl_worker_stood_at_main(&j->worker))
            rdl_results_again(c, &ran);
    }
}

/* Is the campaign over after this request? */
static void loop_judge(struct rdl_campaign *c)
{
    const struct rdl_stop_condition *g = &c->goal;

    if (c->totals.met > 0 && !c->options.keep_going)
        loop_end(c, RDL_STOP_FOUND);
    else if (rdl_interrupted())
        loop_end(c, RDL_STOP_INTERRUPTED);
    else if (c->replaced)
        loop_end(c, RDL_STOP_REPLACED);
    else if (rdl_goal_over(c) && !rdl_workers_busy(&c->workers))
        loop_end(c, g->options.until >= RDL_UNTIL_COVERAGE && g->reached
                        ? RDL_STOP_COVERED
                        : RDL_STOP_SATURATED);
    else if (rdl_verdict_hopeless(c) || rdl_step_limit_enough(&c->limit))
        loop_end(c, RDL_STOP_BUDGET);
}

/* For tests: the store has what the requests before this one did. */
static void loop_die(struct rdl_campaign *c)
{
    if (c->options.die_at == 0)
        return;
    if (c->totals.executions >= c->options.die_at)
        raise(SIGKILL);
    rdl_persistence_save(c);
}

/* Handles a request that has ended. */
static void loop_take(struct rdl_campaign *c, struct rdl_job *j)
{
    struct rdl_step_down down;
    struct rdl_determinism repeat;
    struct rdl_foresight_saved saved;

    c->workers.latest = &j->worker;
    rdl_worker_finish(&j->worker, &c->last);
    if (rdl_error_is_set(&j->worker.error))
        rdl_campaign_fail(c, &j->worker.error);
    loop_count(c, j, &c->last);
    loop_predict(c, j, &c->last);
    loop_covered(c, j, &c->last);
    loop_die(c);
    if (rdl_error_is_set(&c->error))
        return;
    if (c->last.interrupted) {
        if (!rdl_interrupted())
            rdl_results_unfinished(c, j);
        loop_end(c, rdl_interrupted() ? RDL_STOP_INTERRUPTED : RDL_STOP_BUDGET);
        return;
    }
    down = rdl_isolation_fallback_look(&j->worker, &c->last);
    rdl_results_downgrade(c, &down, /*report=*/true);
    if ((c->last.state == RDL_NOT_STARTED || c->last.state == RDL_UNABLE) &&
        rdl_campaign_replaced(c)) {
        loop_end(c, RDL_STOP_REPLACED);
        return;
    }
    if (loop_starts_again(c, j))
        return;
    if (c->last.state == RDL_NOT_STARTED || c->last.state == RDL_UNABLE) {
        /* With the heavier isolation, or in another process, it may start. */
        if (j->worker.options.isolation != c->workers.isolation ||
            (rdl_worker_stood_at_main(&j->worker) &&
             c->last.state == RDL_NOT_STARTED))
            return;
        rdl_results_notes(c);
        loop_end(c, RDL_STOP_UNABLE);
        return;
    }
    rdl_results_notes(c);
    rdl_results_serialise_jobs(c);
    rdl_determinism_save(c, &j->worker, &j->config, &c->last, &repeat);
    loop_remember(c, j, &saved);
    loop_found(c, j);
    rdl_worker_isolate(&j->worker, c->workers.isolation);
    rdl_determinism_check(c, &j->worker, &j->config, &repeat);
    loop_judge(c);
    loop_foresee(c, j, &saved);
}

/* The campaign is over: of the requests under way, what has ended counts. */
static void loop_halt(struct rdl_campaign *c)
{
    struct rdl_run_result ran;

    for (size_t i = 0; i < c->workers.n; i++) {
        struct rdl_job *j = &c->workers.jobs[i];

        if (!j->worker.busy)
            continue;
        if (j->worker.end == RDL_END_NONE)
            j->worker.end = RDL_END_INTERRUPT;
        rdl_worker_finish(&j->worker, &ran);
        loop_count(c, j, &ran);
        loop_predict(c, j, &ran);
        loop_covered(c, j, &ran);
        if (c->stop == RDL_STOP_BUDGET && ran.interrupted)
            rdl_results_unfinished(c, j);
    }
}

static void loop_round(struct rdl_campaign *c,
                       struct rdl_worker *workers[RDL_MOST_JOBS])
{
    /* One job finds out whether the target can be run at all. */
    size_t n = rdl_goal_over(c) && rdl_workers_busy(&c->workers) ? 0
               : c->totals.executions > 0 &&
                       !rdl_coverage_session_wanted(&c->observe) &&
                       !c->workers.alone
                   ? c->workers.n
                   : 1;
    bool busy = false;

    for (size_t i = 0; i < c->workers.n; i++) {
        if (c->workers.jobs[i].worker.busy ||
            (i < n && loop_give(c, &c->workers.jobs[i])))
            busy = true;
    }
    if (!busy) {
        loop_end(c, loop_spent(c));
        return;
    }
    rdl_worker_wait(workers, c->workers.n);
    for (size_t i = 0; i < c->workers.n && !c->over; i++) {
        if (workers[i]->busy && workers[i]->end != RDL_END_NONE)
            loop_take(c, &c->workers.jobs[i]);
        if (rdl_error_is_set(&c->error))
            loop_end(c, RDL_STOP_UNABLE);
    }
    c->options.worker.tick(c);
}

bool rdl_campaign_run(struct rdl_campaign *c, struct rdl_error *error)
{
    const struct rdl_step_down down =
        rdl_isolation_fallback_begin(&c->options.worker, &c->options.config);
    struct rdl_worker *workers[RDL_MOST_JOBS];

    for (size_t i = 0; i < c->workers.n; i++)
        workers[i] = &c->workers.jobs[i].worker;
    rdl_budget_begin(&c->budget);
    rdl_results_downgrade(c, &down, c->options.isolation_given);
    while (!c->over)
        loop_round(c, workers);
    loop_halt(c);
    if (!rdl_coverage_session_end(&c->observe))
        rdl_notes_add(&c->notes, RDL_NOTE_COVERAGE_DAMAGED,
                      "the program wrote through a wild pointer into "
                      "raddle's record of coverage: its figures are wrong",
                      0);
    c->budget.end_ns = rdl_budget_now(&c->budget);
    if (!rdl_error_is_set(&c->error))
        return true;
    *error = c->error;
    return false;
}
