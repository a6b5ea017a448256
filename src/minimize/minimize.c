/* minimize.c - see minimize.h.
 *
 * Leaving out is delta debugging (Zeller and Hildebrandt, Simplifying and
 * isolating failure-inducing input, TSE 28(2), 2002), without its tests of
 * subsets: complements alone need fewer executions if few elements matter. */
#include "minimize/minimize.h"

#include "base/text.h"
#include "base/time.h"
#include "schedule/findings.h"
#include "exec/interrupt.h"
#include "exec/isolation/fallback.h"
#include "minimize/resample.h"
#include "minimize/anchor.h"
#include "minimize/move.h"
#include "minimize/bounded.h"
#include "detect/detector.h"
#include "util/alloc.h"
#include "util/error.h"

#include <stdlib.h>
#include <string.h>

/* An attempt may run for ever.  It is cut after LONGER times the steps of the
 * original plus LONGER_STEPS. */
#define LONGER 4
#define LONGER_STEPS 10000
#define TIMEOUT_MS 2000
/* The limits of what is tried; ELSEWHERE: by other ways, see
 * rdl_minimize_allow().  Creating a thread costs as much as THREAD_STEPS
 * steps. */
#define STEPS UINT64_C(6000000)
#define STEPS_ELSEWHERE UINT64_C(1000000)
#define TIMES_ELSEWHERE 3 /* for all other ways together */
#define THREAD_STEPS 50
#define LEAST_ATTEMPTS 16 /* however long they are */
/* More preemptions than this are of no use to anybody: see minimize_renew(). */
#define MANY 30
#define MOST_NS UINT64_C(10000000000)
static const uint64_t most_attempts[] = {
    [RDL_ISOLATION_REWIND] = 2400,
    [RDL_ISOLATION_FORK] = 300,
    [RDL_ISOLATION_EXEC] = 200,
};
static const uint64_t most_elsewhere[] = {
    [RDL_ISOLATION_REWIND] = 1600,
    [RDL_ISOLATION_FORK] = 300,
    [RDL_ISOLATION_EXEC] = 100,
};
/* Percent of the limits to use before moving turns ends, at first and after
 * other ways have helped; and the number of such rounds. */
#define GIVING 50
#define GIVING_AGAIN 80
#define ROUNDS 3

static void minimize_config(struct rdl_minimize *k, const char *tracker)
{
    struct rdl_config *c = &k->config;
    const uint64_t longest = LONGER * k->from->n_steps + LONGER_STEPS;

    *c = k->from->config;
    c->expected_steps = 1;
    c->batch = 1;
    c->n_plan = 0;
    c->metrics = c->pairs = 0;
    c->flags |= RDL_CFG_NO_LEARN;
    /* The script says when time passes. */
    c->flags &= ~(uint32_t)(RDL_CFG_OBSERVE | RDL_CFG_PATIENT);
    rdl_text_copy(c->strategy, "script", sizeof(c->strategy));
    rdl_text_copy(c->tracker, tracker != NULL ? tracker : "auto",
                  sizeof(c->tracker));
    if (!rdl_detector_comes(k->from->kind, RDL_AT_STEPS) &&
        c->max_steps > longest)
        c->max_steps = longest;
    if (c->timeout_ms == 0 || c->timeout_ms > TIMEOUT_MS)
        c->timeout_ms = TIMEOUT_MS;
}

static bool minimize_left_elsewhere(const struct rdl_minimize *k)
{
    const uint64_t attempts = k->made.attempts - k->since.attempts;
    const uint64_t steps = k->made.steps - k->since.steps;
    const uint64_t most =
        k->effort * most_elsewhere[k->worker->options.isolation->level];
    const uint64_t most_steps = k->effort * STEPS_ELSEWHERE;

    return attempts < most / k->allowed && steps < most_steps / k->allowed &&
           k->aside.attempts + attempts < TIMES_ELSEWHERE * most &&
           k->aside.steps + steps < TIMES_ELSEWHERE * most_steps;
}

/* The user stops raddle, or the worker cannot continue (worker.error). */
static bool minimize_stopped(const struct rdl_minimize *k)
{
    return rdl_interrupted() || rdl_error_is_set(&k->worker->error);
}

static bool minimize_within(const struct rdl_minimize *k, unsigned percent)
{
    const enum rdl_isolation_level level = k->worker->options.isolation->level;
    const uint64_t attempts =
        k->made.attempts - k->aside.attempts - k->renewed.attempts;
    const uint64_t steps = k->made.steps - k->aside.steps - k->renewed.steps;
    const uint64_t share = (uint64_t)k->effort * percent;

    if (rdl_time_ns() - k->begin_ns > k->most_ns || minimize_stopped(k) ||
        rdl_deadline_over(k->until))
        return false;
    if (k->allowed > 0)
        return minimize_left_elsewhere(k);
    return (steps <= STEPS * share / 100 || attempts <= LEAST_ATTEMPTS) &&
           attempts <= most_attempts[level] * share / 100;
}

/* Are more attempts allowed? */
static bool minimize_left(struct rdl_minimize *k, unsigned percent)
{
    const bool left = minimize_within(k, percent);

    k->bounded |= !left;
    return left;
}

void rdl_minimize_allow(struct rdl_minimize *k, unsigned part)
{
    if (k->allowed > 0) {
        k->aside.attempts += k->made.attempts - k->since.attempts;
        k->aside.steps += k->made.steps - k->since.steps;
    }
    k->allowed = part;
    k->since = k->made;
    k->spent = !minimize_left(k, k->percent);
}

static void minimize_count(struct rdl_minimize *k)
{
    const struct rdl_outcome *o = &k->worker->memory.shared->outcome;

    k->made.attempts++;
    k->made.steps += o->steps + (uint64_t)THREAD_STEPS * o->threads;
    if (!minimize_left(k, k->percent))
        k->spent = true;
}

static bool minimize_same(const struct rdl_minimize *k,
                          const struct rdl_run_result *ran)
{
    const struct rdl_shared *s = k->worker->memory.shared;

    return !ran->interrupted && ran->state == RDL_FOUND &&
           strcmp(s->finding.kind, k->from->kind) == 0 &&
           rdl_found_id(s) == k->from->id;
}

bool rdl_minimize_run(struct rdl_minimize *k, const struct rdl_config *config)
{
    struct rdl_step_down down;
    struct rdl_run_result ran;
    bool same;

    rdl_worker_run(k->worker, config, &ran);
    minimize_count(k);
    k->not_started = ran.error != 0 || ran.state == RDL_NOT_STARTED;
    same = minimize_same(k, &ran);
    down = rdl_isolation_fallback_look(k->worker, &ran);
    if (down.to == NULL)
        return same;
    rdl_worker_isolate(k->worker, down.to);
    return same || (!k->spent && rdl_minimize_run(k, config));
}

bool rdl_minimize_try(struct rdl_minimize *k, const struct rdl_plan *p)
{
    rdl_plan_give(p, k->worker->memory.shared);
    return rdl_minimize_run(k, &k->config);
}

static bool minimize_record(struct rdl_minimize *k)
{
    struct rdl_schedule record;

    if (!rdl_capture_take(k->worker, k->from->program, &k->from->config,
                          /*places=*/NULL, &record, NULL))
        return false;
    if (k->recorded)
        rdl_schedule_free(&k->record);
    k->record = record;
    k->recorded = true;
    return true;
}

/* Where many preemptions are left and it still helps, it goes on: each time a
 * quarter of them is gone, the limits count anew. */
static void minimize_renew(struct rdl_minimize *k)
{
    const size_t left = rdl_minimize_elements(k);

    if (k->allowed > 0 || k->renewed_at <= MANY ||
        left > k->renewed_at - k->renewed_at / 4)
        return;
    k->renewed_at = left;
    k->renewed.attempts = k->made.attempts - k->aside.attempts;
    k->renewed.steps = k->made.steps - k->aside.steps;
}

/* The attempt has succeeded and is in memory: takes it if it is smaller. */
static bool minimize_accept(struct rdl_minimize *k)
{
    struct rdl_plan p;
    struct rdl_plan_size size;

    if (!rdl_plan_of_memory(&p, k->worker->memory.shared))
        return false;
    size = rdl_plan_size(&p);
    if (!rdl_plan_smaller(&size, &k->size) || !minimize_record(k)) {
        rdl_plan_free(&p);
        return false;
    }
    rdl_plan_free(&k->best);
    k->best = p;
    k->size = size;
    k->minimal = false;
    minimize_renew(k);
    return true;
}

bool rdl_minimize_attempt(struct rdl_minimize *k, struct rdl_plan *p)
{
    const bool good = rdl_minimize_try(k, p) && minimize_accept(k);

    rdl_plan_free(p);
    return good;
}

/* --- Leaving out ---------------------------------------------------------- */

size_t rdl_minimize_elements(const struct rdl_minimize *k)
{
    return k->size.preemptions + k->size.choices;
}

bool rdl_minimize_without(struct rdl_minimize *k, const bool *marked)
{
    struct rdl_plan p;
    size_t i = 0, n = 0;

    rdl_plan_copy(&p, &k->best);
    for (size_t s = 0; s < p.n_segments; s++) {
        if (p.segments[s].end == RDL_SCRIPT_SWITCH && marked[i++])
            p.segments[s].end = RDL_SCRIPT_IF_MUST;
    }
    for (size_t c = 0; c < p.n_choices; c++) {
        if (!marked[i++])
            p.choices[n++] = p.choices[c];
    }
    p.n_choices = n;
    return rdl_minimize_attempt(k, &p);
}

/* The best without its elements [begin, end). */
static bool minimize_without(struct rdl_minimize *k, size_t begin, size_t end)
{
    bool *marked = rdl_alloc(rdl_minimize_elements(k) + 1);
    bool good;

    for (size_t i = begin; i < end; i++)
        marked[i] = true;
    good = rdl_minimize_without(k, marked);
    free(marked);
    return good;
}

/* Leaves out each of `parts` parts in turn; true if one could be left out. */
static bool minimize_parts(struct rdl_minimize *k, size_t parts)
{
    const size_t size = (rdl_minimize_elements(k) + parts - 1) / parts;
    bool any = false;

    /* From the end: later elements depend on earlier ones. */
    for (size_t end = rdl_minimize_elements(k); end > 0 && !k->spent;) {
        const size_t begin = end > size ? end - size : 0;

        if (minimize_without(k, begin, end))
            any = true;
        end =
            begin < rdl_minimize_elements(k) ? begin : rdl_minimize_elements(k);
    }
    return any;
}

static void minimize_leave_out(struct rdl_minimize *k)
{
    size_t parts = 1;

    while (!k->spent) {
        const size_t n = rdl_minimize_elements(k);
        const bool single = parts >= n;

        if (n == 0 || (!minimize_parts(k, parts) && single)) {
            k->minimal = !k->spent;
            return;
        }
        if (single && rdl_minimize_elements(k) < n)
            continue; /* try each of the remaining ones again */
        parts = parts * 2 < rdl_minimize_elements(k) ? parts * 2
                                                     : rdl_minimize_elements(k);
    }
}

/* --- All of it ------------------------------------------------------------ */

static void minimize_begun(struct rdl_minimize *k)
{
    k->why = RDL_NOT_UNSHRUNK;
    k->from_size = k->size;
    k->renewed_at = rdl_minimize_elements(k);
}

/* Begins with the original without the rounds of its spin loops, if it fails
 * so. */
static bool minimize_collapsed(struct rdl_minimize *k)
{
    for (enum rdl_spin_rounds level = RDL_SPIN_ANY;
         level <= RDL_SPIN_IDLE && !k->spent; level++) {
        struct rdl_plan p;

        if (rdl_plan_without_spins(&p, k->from, level) &&
            rdl_minimize_attempt(k, &p)) {
            minimize_begun(k);
            k->from_size.switches = k->from->n_switches - 1;
            return true;
        }
    }
    return false;
}

/* `peer`: a peer ran beside the program. */
static enum rdl_unshrunk_reason minimize_cannot(const struct rdl_schedule *s,
                                                bool peer)
{
    if (peer || s->inputs.size > 0)
        return RDL_UNSHRUNK_INPUT;
    if (rdl_detector_comes(s->kind, RDL_AT_TIMEOUT))
        return RDL_UNSHRUNK_TIMEOUT;
    if (s->n_steps == 0)
        return RDL_UNSHRUNK_NO_STEP;
    return RDL_NOT_UNSHRUNK;
}

/* Runs the original as a script, unchanged but for its spin loops. */
static bool minimize_begin(struct rdl_minimize *k, struct rdl_worker *w,
                           const struct rdl_schedule *s,
                           const struct rdl_minimize_options *options)
{
    struct rdl_plan all;
    bool fits;

    *k = (struct rdl_minimize){
        .worker = w,
        .from = s,
        .effort = options->effort,
        .until = options->until,
        .percent = 100,
        .begin_ns = rdl_time_ns(),
        .most_ns = options->most_ns != 0 ? options->most_ns
                                         : options->effort * MOST_NS,
        .why = minimize_cannot(s, w->options.peer != NULL),
    };
    if (k->why != RDL_NOT_UNSHRUNK)
        return false;
    minimize_config(k, options->tracker);
    k->size.preemptions = SIZE_MAX / 2;
    if (minimize_collapsed(k))
        return true;
    k->why = RDL_UNSHRUNK_SWITCHES;
    fits = rdl_plan_of_schedule(&all, s);
    if (fits)
        k->why = RDL_UNSHRUNK_PASSES;
    if (!fits || !rdl_minimize_attempt(k, &all)) {
        if (minimize_stopped(k))
            k->why = RDL_UNSHRUNK_INTERRUPTED;
        else if (k->not_started)
            k->why = RDL_UNSHRUNK_NOT_STARTED;
        return false;
    }
    minimize_begun(k);
    return true;
}

/* The rest of the limits is for leaving out once more. */
static void minimize_best(struct rdl_minimize *k, unsigned giving)
{
    bool done = false;

    minimize_leave_out(k);
    while (!k->spent && !done) {
        k->percent = giving;
        k->spent = !minimize_left(k, giving);
        done = !rdl_minimize_move(k);
        done = done || k->spent;
        k->percent = 100;
        k->spent = k->spent && !minimize_left(k, 100);
        if (!k->minimal)
            minimize_leave_out(k);
    }
}

static bool minimize_way(struct rdl_minimize *k,
                         bool (*way)(struct rdl_minimize *))
{
    const bool found = !k->spent && way(k);

    if (found)
        minimize_best(k, GIVING_AGAIN);
    return found;
}

/* Looks for the failure with fewer preemptions in other ways. */
static void minimize_other_ways(struct rdl_minimize *k)
{
    bool any = true;

    for (unsigned i = 0; any && i < ROUNDS; i++) {
        any = minimize_way(k, rdl_minimize_anchor);
        any |= minimize_way(k, rdl_minimize_bounded);
        if (i == 0)
            any |= minimize_way(k, rdl_minimize_resample);
    }
}

bool rdl_minimize(struct rdl_minimize *k, struct rdl_worker *w,
                  const struct rdl_schedule *s,
                  const struct rdl_minimize_options *options)
{
    if (!minimize_begin(k, w, s, options))
        return false;
    rdl_minimize_instead(k);
    minimize_best(k, GIVING);
    minimize_other_ways(k);
    if (minimize_stopped(k) && !rdl_plan_smaller(&k->size, &k->from_size))
        k->why = RDL_UNSHRUNK_INTERRUPTED;
    return k->why == RDL_NOT_UNSHRUNK;
}

bool rdl_minimize_needless(struct rdl_minimize *k, struct rdl_worker *w,
                           const struct rdl_schedule *s, size_t *needless)
{
    const struct rdl_minimize_options options = { .effort = 1 };

    *needless = 0;
    if (!minimize_begin(k, w, s, &options))
        return false;
    for (size_t i = 0; i < k->best.n_segments && !minimize_stopped(k); i++) {
        struct rdl_plan p;

        if (k->best.segments[i].end != RDL_SCRIPT_SWITCH)
            continue;
        rdl_plan_copy(&p, &k->best);
        p.segments[i].end = RDL_SCRIPT_IF_MUST;
        *needless += rdl_minimize_try(k, &p);
        rdl_plan_free(&p);
    }
    if (minimize_stopped(k))
        k->why = RDL_UNSHRUNK_INTERRUPTED;
    return k->why == RDL_NOT_UNSHRUNK;
}

void rdl_minimize_free(struct rdl_minimize *k)
{
    rdl_plan_free(&k->best);
    if (k->recorded)
        rdl_schedule_free(&k->record);
}
