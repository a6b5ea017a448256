/* runner.c - see runner.h.  A request has as many executions as there are
 * orders or schedules; a finding ends it early, and the next request goes on
 * behind it. */
#include "gen/run/runner.h"

#include "base/text.h"
#include "base/time.h"
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/warnings.h"
#include "exec/interrupt.h"
#include "exec/isolation/fallback.h"
#include "exec/payload.h"
#include "strategy/strategy.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define MAX_STEPS 100000
/* An execution takes far less than a millisecond. */
#define TIMEOUT_MS 3000
#define DEPTH 3

/* Of concurrent executions, in turns.  The members of raddle test's `auto` aim
 * at coverage, which executions of ever other programs hardly share. */
static const char *const plan[] = { "pos", "pct", "surw", "random" };
#define N_PLAN (sizeof(plan) / sizeof(plan[0]))

/* Ends the request under way when the deadline has passed. */
static void runner_tick(void *data)
{
    struct rdl_gen_runner *r = data;

    if (r->deadline_ns != 0 && rdl_time_ns() >= r->deadline_ns) {
        r->over = true;
        rdl_worker_stop(&r->worker);
    }
}

bool rdl_gen_runner_make(struct rdl_gen_runner *r,
                         const struct rdl_gen_runner_options *options,
                         struct rdl_error *error)
{
    struct rdl_worker_options worker = {
        .path = options->program,
        .runtime = options->runtime,
        .isolation = rdl_isolation_at(RDL_ISOLATION_REWIND),
        .max_steps = options->max_steps > 0 ? options->max_steps : MAX_STEPS,
        .coverage = -1,
        .mark = (int)options->mark,
        .tick = runner_tick,
        .tick_data = r,
    };
    struct rdl_step_down lighter;
    struct rdl_stdin input;

    memset(r, 0, offsetof(struct rdl_gen_runner, results));
    r->argv[0] = rdl_strdup(options->program);
    r->deadline_ns = options->deadline_ns;
    r->timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : TIMEOUT_MS;
    worker.argv = r->argv;
    r->config = (struct rdl_config){
        .seed = options->seed,
        .max_steps = worker.max_steps,
        .expected_steps = 1,
        .depth = DEPTH,
        .timeout_ms = r->timeout_ms,
        .owner = options->mark + 1,
        .batch = 1,
        /* Whether a wait with a deadline begins must not depend on how many
         * clock reads came before it: in the orders there are others. */
        .flags = RDL_CFG_STILL,
    };
    if (options->no_races)
        r->config.disabled |= UINT64_C(1) << rdl_detector_index(
                                  rdl_detector_find(RDL_GEN_DATA_RACE));
    rdl_text_copy(r->config.engine, "fiber", sizeof(r->config.engine));
    rdl_text_copy(r->config.tracker, "auto", sizeof(r->config.tracker));
    lighter = rdl_isolation_fallback_begin(&worker, &r->config);
    if (lighter.to != NULL)
        worker.isolation = lighter.to;
    if (!rdl_stdin_give(&input, NULL, 0, error) ||
        !rdl_worker_make(&r->worker, &worker, &input, error)) {
        free(r->argv[0]);
        return false;
    }
    return true;
}

void rdl_gen_runner_free(struct rdl_gen_runner *r)
{
    rdl_worker_free(&r->worker);
    free(r->argv[0]);
}

/* --- One request ---------------------------------------------------------- */

/* The call in which a finding was: of the thread that it names, if its call is
 * known; else the only call that has not returned. */
static int runner_function(const struct rdl_gen_test *t,
                           const struct rdl_gen_results *r, rdl_tid tid)
{
    int found = -1, open = 0;

    for (unsigned i = 0; i < r->n_calls; i++) {
        const unsigned s =
            tid == 0 || tid > t->n_suffixes ? t->n_suffixes : (unsigned)tid - 1;
        const bool own = s < t->n_suffixes && i >= rdl_gen_test_first(t, s) &&
                         i < rdl_gen_test_first(t, s + 1);

        if (!r->calls[i].called || r->calls[i].returned)
            continue;
        open++;
        if (found < 0 || own)
            found = rdl_gen_test_call(t, i)->function;
        if (own)
            return found;
    }
    return open == 1 ? found : -1;
}

/* Does a thread wait for a lock, or ask for one that it holds itself (which is
 * reported at once, when others can still run)? */
static bool runner_locked(const struct rdl_finding *f)
{
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        if (f->threads[i].state == RDL_WAITING &&
            f->threads[i].wait == RDL_WAIT_LOCK)
            return true;
    }
    return !rdl_waits_all(f);
}

bool rdl_gen_same_kind(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || (rdl_detector_comes(a, RDL_AT_STUCK) &&
                                 rdl_detector_comes(b, RDL_AT_STUCK));
}

/* How the latest execution of a request ended. */
static void runner_end(struct rdl_gen_runner *r, const struct rdl_gen_test *t,
                       const struct rdl_run_result *ran,
                       struct rdl_gen_results *out)
{
    const struct rdl_finding *f = &r->worker.memory.shared->finding;

    if (ran->state == RDL_EXITED)
        return;
    if (ran->state != RDL_FOUND || ran->timed_out) {
        out->ending = RDL_GEN_CUT;
        out->cut = ran->timed_out ? RDL_GEN_CUT_TIME : RDL_GEN_CUT_STEPS;
        return;
    }
    out->ending = rdl_detector_comes(f->kind, RDL_AT_STUCK) ? RDL_GEN_STUCK
                                                            : RDL_GEN_FAILED;
    out->locked = out->ending == RDL_GEN_STUCK && runner_locked(f);
    rdl_text_copy(out->kind, f->kind, sizeof(out->kind));
    out->function = runner_function(t, out, f->tid);
}

/* Why results are cut that decoding found so.  Of a request of which some
 * executions reached a bound and others ended the process, only the counts are
 * known: steps are the guess. */
static void runner_cut(const struct rdl_tally *t, struct rdl_gen_results *out)
{
    if (out->ending != RDL_GEN_CUT)
        return;
    out->cut = t->cut == 0         ? RDL_GEN_CUT_ENDED
               : t->late == t->cut ? RDL_GEN_CUT_TIME
                                   : RDL_GEN_CUT_STEPS;
}

/* How a process ended that did not reach main, or what it does instead. */
static void runner_stillborn(const struct rdl_gen_runner *r,
                             const struct rdl_run_result *ran, char *out,
                             size_t size)
{
    if (ran->timed_out)
        snprintf(out, size, ": raddle waited %u ms", r->config.timeout_ms);
    else if (ran->status != -1 && WIFSIGNALED(ran->status))
        snprintf(out, size, ": signal %d (%s) ended it", WTERMSIG(ran->status),
                 strsignal(WTERMSIG(ran->status)));
    else if (ran->status != -1 && WIFEXITED(ran->status))
        snprintf(out, size, ": it ended with status %d",
                 WEXITSTATUS(ran->status));
}

static bool runner_fail(struct rdl_gen_runner *r,
                        const struct rdl_run_result *ran)
{
    const struct rdl_shared *s = r->worker.memory.shared;
    char how[96] = "";

    r->interrupted = true;
    if (rdl_error_is_set(&r->worker.error)) {
        r->error = r->worker.error;
        return false;
    }
    if (ran->interrupted)
        return false;
    if (ran->state == RDL_NOT_STARTED)
        runner_stillborn(r, ran, how, sizeof(how));
    return rdl_error_set(
        &r->error, RDL_EXIT_NOTHING,
        "the module's program does not run: %s%s%s%s",
        ran->state == RDL_NOT_STARTED ? "it did not reach main " : "",
        ran->stage, how, s->n_notes > 0 ? s->notes[s->n_notes - 1].text : "");
}

/* An execution may take no longer than the deadline allows.  False: not at all.
 */
static bool runner_limit(struct rdl_gen_runner *r)
{
    const uint64_t now = rdl_time_ns();
    unsigned left;

    r->config.timeout_ms = r->timeout_ms;
    if (r->deadline_ns == 0)
        return true;
    if (now >= r->deadline_ns) {
        r->over = true;
        r->interrupted = true;
        return false;
    }
    left = rdl_time_out_ms(r->deadline_ns - now);
    if (left < r->timeout_ms)
        r->config.timeout_ms = left;
    return true;
}

/* Data races of the executions of a request, by their keys. */
static void runner_races(struct rdl_gen_runner *r)
{
    struct rdl_warnings *w = &r->worker.memory.shared->warnings;

    for (uint32_t i = 0; i < w->n && i < RDL_MAX_WARNINGS; i++) {
        unsigned k = 0;

        while (k < r->n_races && r->races[k] != w->all[i].key)
            k++;
        if (w->all[i].times > 0 && k == r->n_races && k < RDL_GEN_RACES_SEEN &&
            strcmp(w->all[i].kind, RDL_GEN_DATA_RACE) == 0)
            r->races[r->n_races++] = w->all[i].key;
    }
    rdl_warnings_counted(w);
}

/* Runs up to `n` executions, the i-th of test i modulo n_tests; fills
 * r->results and returns their number, 0 if nothing can run. */
static unsigned runner_request(struct rdl_gen_runner *r,
                               const struct rdl_gen_test *tests, size_t n_tests,
                               unsigned n)
{
    const bool rewinds =
        r->worker.options.isolation->level == RDL_ISOLATION_REWIND;
    struct rdl_shared_map *m = &r->worker.memory;
    struct rdl_step_down lighter;
    struct rdl_run_result ran;
    unsigned done;

    /* Requests are short: a signal may arrive just when one ends. */
    if (rdl_interrupted())
        r->interrupted = true;
    if (r->interrupted || !runner_limit(r))
        return 0;
    if (n > RDL_GEN_BATCH)
        n = RDL_GEN_BATCH;
    r->config.batch = rewinds ? n : 1;
    r->config.execution = r->executions;
    rdl_answer_clear(m, n);
    rdl_worker_run(&r->worker, &r->config, &ran);
    done = (unsigned)m->shared->tally.executions;
    if (done == 0 && ran.state == RDL_UNABLE) {
        lighter = rdl_isolation_fallback_look(&r->worker, &ran);
        if (lighter.to != NULL) {
            rdl_worker_isolate(&r->worker, lighter.to);
            return runner_request(r, tests, n_tests, n);
        }
    }
    if (ran.interrupted || done == 0 || done > n) {
        runner_fail(r, &ran);
        return 0;
    }
    for (unsigned i = 0; i < done; i++) {
        static struct rdl_wire_answer answer;

        rdl_answer_copy(m, i, &answer, sizeof(answer));
        rdl_gen_decode(&tests[i % n_tests], &answer, &r->results[i]);
        runner_cut(&m->shared->tally, &r->results[i]);
    }
    runner_end(r, &tests[(done - 1) % n_tests], &ran, &r->results[done - 1]);
    runner_races(r);
    r->executions += done;
    r->steps += m->shared->tally.steps;
    r->threads = m->shared->tally.threads;
    if (m->shared->tally.longest > r->config.expected_steps)
        r->config.expected_steps = m->shared->tally.longest;
    lighter = rdl_isolation_fallback_look(&r->worker, &ran);
    if (lighter.to != NULL)
        rdl_worker_isolate(&r->worker, lighter.to);
    return done;
}

static bool runner_each(struct rdl_gen_runner *r, unsigned done,
                        rdl_gen_each *each, void *data)
{
    for (unsigned i = 0; i < done; i++) {
        if (!each(data, &r->results[i]))
            return false;
    }
    return true;
}

static struct rdl_calls *runner_calls(struct rdl_gen_runner *r)
{
    const struct rdl_strategy *s = rdl_strategy_find("calls");

    return (void *)((char *)rdl_shared_data(r->worker.memory.shared,
                                            RDL_STRATEGY_BYTES) +
                    rdl_strategy_memory_at(s));
}

/* --- Executions ----------------------------------------------------------- */

/* One call after the other: execution i of test i modulo n_tests, in order i if
 * there are orders. */
static bool runner_one_by_one(struct rdl_gen_runner *r,
                              const struct rdl_gen_test *tests, size_t n_tests,
                              const struct rdl_gen_order *orders, size_t n,
                              struct rdl_gen_way way, rdl_gen_each *each,
                              void *data)
{
    struct rdl_shared_map *m = &r->worker.memory;
    size_t at = 0;

    /* Nothing unusual, and no switch within a call.  When time passes while a
     * thread can run, strategy `calls` decides. */
    r->config.n_plan = 0;
    r->config.flags |= RDL_CFG_NO_SPURIOUS;
    r->config.flags &= ~(uint32_t)RDL_CFG_PATIENT;
    rdl_text_copy(r->config.strategy, "calls", sizeof(r->config.strategy));
    while (at < n) {
        const size_t some = n - at < RDL_GEN_BATCH ? n - at : RDL_GEN_BATCH;
        const struct rdl_gen_test *first = n_tests > 1 ? &tests[at] : tests;
        unsigned done;

        rdl_payload_clear(m);
        for (size_t i = 0; i < some; i++) {
            struct rdl_wire_test bytes;
            const size_t size = rdl_gen_encode(
                n_tests > 1 ? &first[i] : first,
                orders != NULL ? &orders[at + i] : NULL, way, &bytes);

            rdl_payload_add(m, &bytes, size);
        }
        done = runner_request(r, first, n_tests > 1 ? some : 1, (unsigned)some);
        if (done == 0)
            return false;
        at += done;
        if (!runner_each(r, done, each, data))
            break;
    }
    return true;
}

bool rdl_gen_run_orders(struct rdl_gen_runner *r, const struct rdl_gen_test *t,
                        const struct rdl_gen_order *orders, size_t n,
                        struct rdl_gen_way way, struct rdl_calls *open,
                        rdl_gen_each *each, void *data)
{
    bool runs;

    *runner_calls(r) = (struct rdl_calls){ 0 };
    runs = runner_one_by_one(r, t, 1, orders, n, way, each, data);
    *open = *runner_calls(r);
    return runs;
}

bool rdl_gen_run_sequences(struct rdl_gen_runner *r,
                           const struct rdl_gen_test *tests, size_t n,
                           rdl_gen_each *each, void *data)
{
    return runner_one_by_one(r, tests, n, NULL, n, (struct rdl_gen_way){ 0 },
                             each, data);
}

bool rdl_gen_run_schedules(struct rdl_gen_runner *r,
                           const struct rdl_gen_test *t, unsigned n,
                           rdl_gen_each *each, void *data)
{
    struct rdl_shared_map *m = &r->worker.memory;
    struct rdl_wire_test bytes;
    const size_t size =
        rdl_gen_encode(t, NULL, (struct rdl_gen_way){ 0 }, &bytes);

    rdl_payload_clear(m);
    rdl_payload_add(m, &bytes, size);
    r->config.flags &= ~(uint32_t)RDL_CFG_NO_SPURIOUS;
    /* Waits end late rather than early: most of what time-outs change is in the
     * orders already, and a wait that is never over shows more. */
    r->config.flags |= RDL_CFG_PATIENT;
    r->config.n_plan = N_PLAN;
    for (size_t i = 0; i < N_PLAN; i++)
        r->config.plan[i] =
            (uint8_t)rdl_strategy_index(rdl_strategy_find(plan[i]));
    for (unsigned at = 0; at < n;) {
        const unsigned done = runner_request(r, t, 1, n - at);

        if (done == 0)
            return false;
        at += done;
        if (!runner_each(r, done, each, data))
            break;
    }
    return true;
}
