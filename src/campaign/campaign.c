/* campaign.c - see campaign.h. */
#include "campaign/campaign.h"

#include "base/time.h"
#include "campaign/batch.h"
#include "exec/interrupt.h"
#include "exec/postmortem.h"
#include "campaign/persistence.h"
#include "campaign/determinism.h"
#include "exec/reaper.h"
#include "campaign/results.h"
#include "campaign/verdict.h"
#include "util/die.h"
#include "strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

/* One mark for each job, and one for the worker that replays
 * (finding_pipeline.c). */
_Static_assert(RDL_MOST_JOBS < RDL_MOST_MARKS, "marks");

/* Between two requests the driver looks at what was covered: whether that is
 * enough, and which strategies go on.  A request costs what some ten short
 * executions do. */
#define MOST_AT_ONCE 1024

static bool campaign_late(const struct rdl_campaign *c)
{
    return c->options.time_ns != 0 &&
           rdl_time_ns() - c->begin_ns >= c->options.time_ns;
}

/* Estimating need not come to its end. */
static bool campaign_enough(void *data)
{
    return rdl_interrupted() || campaign_late(data);
}

static void campaign_tick(void *data)
{
    struct rdl_campaign *c = data;

    if (campaign_late(c)) {
        for (size_t i = 0; i < c->n_jobs; i++)
            rdl_worker_stop(&c->jobs[i].worker);
        if (c->fresh != NULL)
            rdl_worker_stop(c->fresh);
    }
    rdl_persistence_tick(c);
    if (c->watch.progress != NULL)
        c->watch.progress(c->watch.data, c);
}

/* What strategies need is recorded beside what the user wants. */
static void campaign_cover(struct rdl_campaign *c)
{
    struct rdl_config *config = &c->options.config;
    uint32_t *metrics = &config->metrics, *pairs = &config->pairs;

    *metrics = c->options.metrics;
    *pairs = c->options.pairs;
    if (strcmp(config->strategy, RDL_AUTO) == 0) {
        rdl_portfolio_make(&c->portfolio);
        rdl_portfolio_needs(&c->portfolio, metrics, pairs);
    } else {
        rdl_portfolio_need(rdl_strategy_find(config->strategy), metrics, pairs);
    }
    rdl_coverage_session_make(&c->observe, *metrics, *pairs,
                              c->options.observed);
    rdl_coverage_session_stop_if(&c->observe, campaign_enough, c);
    c->options.worker.coverage = c->observe.fd;
}

void rdl_campaign_make(struct rdl_campaign *c,
                       const struct rdl_campaign_options *options,
                       const struct rdl_watch *watch,
                       const struct rdl_stdin *input)
{
    *c = (struct rdl_campaign){
        .options = *options,
        .watch = *watch,
        .isolation = options->worker.isolation,
        .n_jobs = options->jobs,
        .begin_ns = rdl_time_ns(),
        .longest = 1,
        .deterministic = true,
    };
    campaign_cover(c);
    rdl_stop_condition_make(&c->goal, &options->goal);
    c->options.worker.tick = campaign_tick;
    c->options.worker.tick_data = c;
    c->jobs = rdl_alloc(c->n_jobs * sizeof(*c->jobs));
    c->worker = &c->jobs[0].worker;
    for (size_t i = 0; i < c->n_jobs; i++) {
        struct rdl_stdin own = *input;

        if (i > 0)
            rdl_stdin_copy(input, &own);
        c->options.worker.mark = (int)i;
        rdl_worker_make(&c->jobs[i].worker, &c->options.worker, &own);
    }
}

void rdl_campaign_free(struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->n_jobs; i++)
        rdl_worker_free(&c->jobs[i].worker);
    free(c->jobs);
    if (c->fresh != NULL)
        rdl_worker_free(c->fresh);
    free(c->fresh);
    for (size_t i = 0; i < c->n_found; i++)
        free(c->found[i].schedule);
    rdl_coverage_session_free(&c->observe);
    free(c->found);
    free(c->notes);
}

double rdl_campaign_seconds(const struct rdl_campaign *c)
{
    const uint64_t end = c->aside_since_ns != 0 ? c->aside_since_ns
                         : c->end_ns != 0       ? c->end_ns
                                                : rdl_time_ns();

    return (double)(end - c->begin_ns - c->aside_ns) / 1e9;
}

double rdl_campaign_aside(const struct rdl_campaign *c)
{
    const uint64_t now =
        c->aside_since_ns != 0 ? rdl_time_ns() - c->aside_since_ns : 0;

    return (double)(c->aside_ns + now) / 1e9;
}

bool rdl_campaign_capped(const struct rdl_campaign *c)
{
    return c->before.capped || rdl_coverage_session_capped(&c->observe);
}

/* --- Counting --------------------------------------------------------------
 */

void rdl_campaign_count(const struct rdl_campaign *c, uint64_t *executions,
                        uint64_t *steps)
{
    *executions = c->executions;
    *steps = c->steps;
    for (size_t i = 0; i < c->n_jobs; i++) {
        const struct rdl_job *j = &c->jobs[i];
        const struct rdl_tally *t = &j->worker.memory.shared->tally;
        uint64_t over;

        if (!j->worker.busy)
            continue;
        /* The target can write there. */
        over = __atomic_load_n(&t->executions, __ATOMIC_RELAXED);
        *executions += over < j->config.batch ? over : j->config.batch;
        *steps += __atomic_load_n(&t->steps, __ATOMIC_RELAXED);
    }
}

static void campaign_add(struct rdl_campaign *c, struct rdl_job *j,
                         const struct rdl_run_result *ran)
{
    const struct rdl_shared *s = j->worker.memory.shared;
    const struct rdl_tally *t = &s->tally;

    if (j->next == c->first && t->executions > 0)
        c->first_hash = s->outcome.event_hash;
    j->next += t->executions;
    c->executions += t->executions;
    c->steps += t->steps;
    c->accesses += t->accesses;
    c->cut += t->cut;
    c->lost += ran->state == RDL_RUNNING && !ran->interrupted;
    if (t->longest > c->longest)
        c->longest = t->longest;
    if (t->threads > c->threads)
        c->threads = t->threads;
    if (t->most_enabled > c->most_enabled)
        c->most_enabled = t->most_enabled;
}

/* --time was up, and the job's execution did not end.  That of a slow program
 * is nothing to speak of; one that runs far longer than others may hang. */
#define HANG_NS UINT64_C(1000000000)
#define HANG_TIMES 10

static void campaign_unfinished(struct rdl_campaign *c, struct rdl_job *j)
{
    const uint64_t ran = rdl_time_ns() - j->worker.moved_ns;
    uint64_t others = 0; /* what they took, at most */
    char text[216];

    for (size_t i = 0; i < c->n_jobs; i++) {
        const uint64_t moved = c->jobs[i].worker.moved_ns;

        if (moved > c->begin_ns + others)
            others = moved - c->begin_ns;
    }
    others *= c->n_jobs;
    if (ran < HANG_NS || ran / HANG_TIMES * c->executions < others)
        return;
    if (ran > c->unfinished_ns)
        c->unfinished_ns = ran;
    snprintf(text, sizeof(text),
             "an execution had run for %.1f s and did not end when --time was "
             "up: a longer --time, or a --timeout below it, shows whether it "
             "hangs; its latest step was",
             (double)ran / 1e9);
    c->worker = &j->worker;
    rdl_campaign_note(c, "execution-unfinished", text,
                      rdl_postmortem_latest(j->worker.memory.shared));
}

/* --- Running ---------------------------------------------------------------
 */

/* Executions that no job has taken yet. */
static uint64_t campaign_left(const struct rdl_campaign *c)
{
    uint64_t handed = c->handed - c->first;

    return c->options.executions != 0 ? c->options.executions - handed
                                      : UINT64_MAX - c->handed;
}

/* How many of them a job takes at once. */
static uint64_t campaign_portion(const struct rdl_campaign *c)
{
    uint64_t left = campaign_left(c);

    if (c->isolation->rung != RDL_RUNG_REWIND)
        return left > 0 ? 1 : 0;
    if (rdl_coverage_session_wanted(&c->observe))
        return left > 0 ? 1 : 0;
    if (left > MOST_AT_ONCE)
        left = MOST_AT_ONCE;
    return rdl_batch_size(c->handed, rdl_batch_share(left, c->n_jobs),
                          rdl_determinism_wanted(c));
}

/* Gives the job its next request; false if there is nothing left to do. */
static bool campaign_give(struct rdl_campaign *c, struct rdl_job *j)
{
    if (campaign_late(c))
        return false;
    if (j->next == j->end) {
        j->next = c->handed;
        j->end = c->handed += campaign_portion(c);
    }
    if (j->next == j->end)
        return false;
    rdl_results_restart(c, j);
    rdl_worker_isolate(&j->worker, c->isolation);
    j->config = c->options.config;
    j->config.execution = j->next;
    j->config.batch =
        c->isolation->rung == RDL_RUNG_REWIND ? j->end - j->next : 1;
    j->config.expected_steps = c->longest;
    j->config.executions_before = c->executions;
    j->config.steps_before = c->steps;
    j->config.owner = (uint32_t)(j - c->jobs) + 1;
    if (rdl_coverage_session_wanted(&c->observe))
        j->config.flags |= RDL_CFG_OBSERVE;
    if (c->portfolio.n > 0)
        rdl_portfolio_plan(&c->portfolio, &j->config);
    rdl_worker_begin(&j->worker, &j->config);
    return true;
}

static void campaign_end(struct rdl_campaign *c, enum rdl_stop stop)
{
    c->stop = stop;
    c->over = true;
}

/* What the request covered, that none had covered before. */
static void campaign_covered(struct rdl_campaign *c, struct rdl_job *j)
{
    const uint64_t n = j->worker.memory.shared->tally.executions;
    const uint64_t from = j->config.execution, to = from + n;
    /* The same clock as the window's: it stands still during findings. */
    const uint64_t now = (uint64_t)(rdl_campaign_seconds(c) * 1e9);
    struct rdl_coverage_session *o = &c->observe;
    const uint32_t metrics = c->options.metrics;
    size_t i = 0;

    rdl_coverage_session_ended(o, j->config.owner);
    if (o->fd < 0 || n == 0)
        return;
    if ((j->config.flags & RDL_CFG_OBSERVE) != 0)
        rdl_coverage_session_take(o, j->worker.memory.shared);
    rdl_coverage_session_look(o);
    if (c->portfolio.n > 0)
        rdl_portfolio_credit(&c->portfolio, &j->config, from, to, o);
    for (uint64_t e = from; e < to; e++) {
        /* What others covered meanwhile counts at once. */
        for (; i < o->n_fresh &&
               (o->fresh[i].execution <= e || o->fresh[i].execution >= to);
             i++)
            c->covered += metrics >> o->fresh[i].metric & 1;
        rdl_stop_condition_sample(&c->goal, now, c->covered);
    }
    for (; i < o->n_fresh; i++)
        c->covered += metrics >> o->fresh[i].metric & 1;
    rdl_stop_condition_judge(&c->goal, rdl_coverage_known(o->memory, metrics),
                             rdl_coverage_covered(o->memory, metrics));
}

/* Enough is covered, or it will never be: unless what other jobs are at shows
 * something new. */
static bool campaign_goal(const struct rdl_campaign *c)
{
    return c->goal.reached || c->goal.missed;
}

static bool campaign_busy(const struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->n_jobs; i++) {
        if (c->jobs[i].worker.busy)
            return true;
    }
    return false;
}

/* A program that has come as far as main before will mostly do so again.  One
 * process that does not (the machine stood still for long, a constructor needs
 * something that somebody else had just then) is not to cost a whole campaign:
 * a few are started again, and each is told with what is known of it, for the
 * cause may be a fault of raddle's. */
#define MOST_STARTS 3

static bool campaign_starts_again(struct rdl_campaign *c, struct rdl_job *j)
{
    if (c->last.state != RDL_NOT_STARTED || c->last.error != 0 ||
        c->executions == 0 || c->started_again == MOST_STARTS ||
        rdl_worker_stood_at_main(&j->worker))
        return false;
    c->started_again++;
    rdl_results_again(c, &c->last);
    return true;
}

/* What follows from a request that has ended. */
static void campaign_take(struct rdl_campaign *c, struct rdl_job *j)
{
    struct rdl_step_down down;
    struct rdl_determinism repeat;

    c->worker = &j->worker;
    rdl_worker_finish(&j->worker, &c->last);
    campaign_add(c, j, &c->last);
    campaign_covered(c, j);
    if (c->last.interrupted) {
        if (!rdl_interrupted())
            campaign_unfinished(c, j);
        campaign_end(c, rdl_interrupted() ? RDL_STOP_INTERRUPTED
                                          : RDL_STOP_BUDGET);
        return;
    }
    down = rdl_isolation_fallback_look(&j->worker, &c->last);
    rdl_results_downgrade(c, &down, /*told=*/true);
    if (campaign_starts_again(c, j))
        return;
    if (c->last.state == RDL_NOT_STARTED || c->last.state == RDL_UNABLE) {
        /* On the lower rung, or in another process, it may start. */
        if (j->worker.options.isolation != c->isolation ||
            (rdl_worker_stood_at_main(&j->worker) &&
             c->last.state == RDL_NOT_STARTED))
            return;
        rdl_results_notes(c);
        campaign_end(c, RDL_STOP_UNABLE);
        return;
    }
    rdl_results_notes(c);
    rdl_results_serialise_jobs(c);
    rdl_determinism_save(c, &j->worker, &j->config, &c->last, &repeat);
    if (c->last.state == RDL_FOUND) {
        struct rdl_config one = j->config;

        one.execution = j->worker.memory.shared->config.execution;
        one.batch = 1;
        rdl_portfolio_one(&one);
        rdl_results_finding(c, &one);
    }
    rdl_worker_isolate(&j->worker, c->isolation);
    rdl_determinism_check(c, &j->worker, &j->config, &repeat);
    if (c->met > 0 && !c->options.keep_going)
        campaign_end(c, RDL_STOP_FOUND);
    else if (rdl_interrupted())
        campaign_end(c, RDL_STOP_INTERRUPTED);
    else if (campaign_goal(c) && !campaign_busy(c))
        campaign_end(c, c->goal.options.until == RDL_UNTIL_COVERAGE &&
                                c->goal.reached
                            ? RDL_STOP_COVERED
                            : RDL_STOP_SATURATED);
    else if (rdl_verdict_hopeless(c))
        campaign_end(c, RDL_STOP_BUDGET);
}

/* What is under way when the campaign is over counts as far as it has come. */
static void campaign_halt(struct rdl_campaign *c)
{
    struct rdl_run_result ran;

    for (size_t i = 0; i < c->n_jobs; i++) {
        struct rdl_job *j = &c->jobs[i];

        if (!j->worker.busy)
            continue;
        if (j->worker.end == RDL_END_NONE)
            j->worker.end = RDL_END_INTERRUPT;
        rdl_worker_finish(&j->worker, &ran);
        campaign_add(c, j, &ran);
        campaign_covered(c, j);
        if (c->stop == RDL_STOP_BUDGET && ran.interrupted)
            campaign_unfinished(c, j);
    }
}

static void campaign_round(struct rdl_campaign *c,
                           struct rdl_worker *workers[RDL_MOST_JOBS])
{
    /* Whether the target can be run at all is found out by one. */
    size_t n = campaign_goal(c) && campaign_busy(c) ? 0
               : c->executions > 0 &&
                       !rdl_coverage_session_wanted(&c->observe) && !c->alone
                   ? c->n_jobs
                   : 1;
    bool busy = false;

    for (size_t i = 0; i < c->n_jobs; i++) {
        if (c->jobs[i].worker.busy || (i < n && campaign_give(c, &c->jobs[i])))
            busy = true;
    }
    if (!busy) {
        campaign_end(c, RDL_STOP_BUDGET);
        return;
    }
    rdl_worker_wait(workers, c->n_jobs);
    for (size_t i = 0; i < c->n_jobs && !c->over; i++) {
        if (workers[i]->busy && workers[i]->end != RDL_END_NONE)
            campaign_take(c, &c->jobs[i]);
    }
    campaign_tick(c);
}

void rdl_campaign_run(struct rdl_campaign *c)
{
    const struct rdl_step_down down =
        rdl_isolation_fallback_begin(&c->options.worker, &c->options.config);
    struct rdl_worker *workers[RDL_MOST_JOBS];

    for (size_t i = 0; i < c->n_jobs; i++)
        workers[i] = &c->jobs[i].worker;
    c->begin_ns = rdl_time_ns();
    rdl_results_downgrade(c, &down, c->options.isolation_given);
    while (!c->over)
        campaign_round(c, workers);
    campaign_halt(c);
    if (!rdl_coverage_session_end(&c->observe))
        rdl_campaign_note(c, "coverage-damaged",
                          "the program wrote through a wild pointer into "
                          "raddle's record of coverage: its figures are wrong",
                          0);
    c->end_ns = rdl_time_ns();
}
