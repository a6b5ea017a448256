/* worker.c - see worker.h.  A request has three parts below: beginning, waiting
 * (a loop over all busy workers that looks at pidfds and clocks) and ending. */
#include "exec/worker.h"

#include "base/text.h"
#include "base/time.h"
#include "exec/interrupt.h"
#include "exec/expectation.h"
#include "exec/postmortem.h"
#include "exec/leftovers.h"
#include "exec/reaper.h"
#include "util/alloc.h"
#include "util/fatal.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define TICK_MS 50
/* The runtime reports a time-out itself, with all threads; the driver ends only
 * a target that can no longer do so. */
#define GRACE_MS 2000
/* Time for the current execution to end after rdl_worker_stop(). */
#define STOP_MS 500
#define MS UINT64_C(1000000)

bool rdl_worker_make(struct rdl_worker *w,
                     const struct rdl_worker_options *options,
                     const struct rdl_stdin *input, struct rdl_error *error)
{
    *w = (struct rdl_worker){
        .options = *options,
        .input = *input,
        .peer = { .over = -1 },
    };
    if (!rdl_shared_map_make(&w->memory, options->max_steps, options->explore,
                             error)) {
        rdl_stdin_free(&w->input);
        return false;
    }
    if (!rdl_output_capture_make(&w->output, error)) {
        rdl_shared_map_free(&w->memory);
        rdl_stdin_free(&w->input);
        return false;
    }
    w->launch = (struct rdl_launch){
        .path = options->path,
        .argv = options->argv,
        .runtime = options->runtime,
        .directory = options->directory,
        .environment = options->environment,
        .shared = w->memory.fd,
        .coverage = options->coverage,
        .input = w->input.fd,
        .output = w->output.fd,
        .mark = options->mark,
    };
    w->isolate = (struct rdl_isolate){
        .launch = &w->launch,
        .memory = &w->memory,
        .failure = &w->error,
        .over = -1,
        .ended = -1,
    };
    return true;
}

void rdl_worker_free(struct rdl_worker *w)
{
    w->options.isolation->stop(&w->isolate);
    rdl_peer_end(&w->peer, NULL);
    rdl_reaper_end(w->options.mark);
    rdl_output_capture_free(&w->output);
    rdl_stdin_free(&w->input);
    rdl_shared_map_free(&w->memory);
}

bool rdl_worker_grow(struct rdl_worker *w, uint64_t max_steps,
                     struct rdl_error *error)
{
    const struct rdl_region *kept = &w->memory.layout[RDL_STRATEGY_BYTES];
    struct rdl_shared_map larger;

    if (max_steps <= w->options.max_steps)
        return true;
    if (!rdl_shared_map_make(&larger, max_steps, w->options.explore, error))
        return false;
    rdl_worker_renew(w);
    memcpy(rdl_shared_data(larger.shared, RDL_STRATEGY_BYTES),
           rdl_shared_data(w->memory.shared, RDL_STRATEGY_BYTES),
           kept->capacity);
    rdl_shared_map_free(&w->memory);
    w->memory = larger;
    w->launch.shared = larger.fd;
    w->options.max_steps = max_steps;
    return true;
}

void rdl_worker_isolate(struct rdl_worker *w,
                        const struct rdl_isolation *isolation)
{
    RDL_ASSERT(!w->busy);
    if (isolation == w->options.isolation)
        return;
    rdl_worker_renew(w);
    w->options.isolation = isolation;
}

void rdl_worker_renew(struct rdl_worker *w)
{
    RDL_ASSERT(!w->busy);
    w->options.isolation->stop(&w->isolate);
}

void rdl_worker_meanwhile(struct rdl_worker *w, void (*call)(void *data),
                          void *data)
{
    w->isolate.meanwhile = call;
    w->isolate.meanwhile_data = data;
}

/* --- Beginning ------------------------------------------------------------ */

void rdl_worker_begin(struct rdl_worker *w, const struct rdl_config *config)
{
    const struct rdl_isolation *isolation = w->options.isolation;
    const bool peer =
        w->options.peer != NULL && (config->flags & RDL_CFG_REPLAY) == 0;
    struct rdl_config flagged = *config;

    RDL_ASSERT(!w->busy);
    RDL_ASSERT(config->batch == 1 || isolation->level == RDL_ISOLATION_REWIND);
    if (peer)
        flagged.flags |= RDL_CFG_PEER;
    rdl_shared_map_prepare(&w->memory, &flagged);
    rdl_stdin_rewind(&w->input);
    w->isolate.timeout_ms = config->timeout_ms;
    w->isolate.late = false;
    w->busy = true;
    w->aged = w->isolate.own != 0;
    w->to_tell = false;
    w->seen = 0;
    w->stop_ns = 0;
    w->end = RDL_END_OVER;
    if (!rdl_error_is_set(&w->error) &&
        rdl_output_capture_reset(&w->output, &w->error) &&
        isolation->begin(&w->isolate) >= 0)
        /* The signal may have been read while the request before this one
         * ended.  Nothing would wake the wait for this one. */
        w->end = rdl_interrupted() ? RDL_END_INTERRUPT : RDL_END_NONE;
    w->moved_ns = rdl_time_ns();
    if (peer && w->end == RDL_END_NONE &&
        !rdl_peer_start(&w->peer, w->options.peer, w->output.fd, &w->error))
        w->end = RDL_END_INTERRUPT;
}

/* --- Waiting -------------------------------------------------------------- */

/* The peer has ended: sends the end signal.  False if the target's process is
 * not known yet. */
static bool worker_tell(struct rdl_worker *w)
{
    pid_t pid = w->options.isolation->process(&w->isolate);

    if (pid == 0)
        return false;
    kill(pid, w->options.end_signal);
    return true;
}

/* No more signals will come from outside: a target that waits for one is stuck,
 * and may report it. */
static void worker_no_peer(struct rdl_worker *w)
{
    uint32_t without = w->memory.config.flags & ~(uint32_t)RDL_CFG_PEER;

    w->memory.config.flags = without;
    __atomic_store_n(&w->memory.shared->config.flags, without,
                     __ATOMIC_RELAXED);
}

/* The time-out is for an execution, not for the whole request. */
static bool worker_late(struct rdl_worker *w, uint64_t now)
{
    uint64_t most = w->memory.config.timeout_ms;
    uint64_t over =
        __atomic_load_n(&w->memory.shared->tally.executions, __ATOMIC_RELAXED);

    if (over != w->seen) {
        w->seen = over;
        w->moved_ns = now;
    }
    return most != 0 && now - w->moved_ns > (most + GRACE_MS) * MS;
}

static bool worker_stopped(const struct rdl_worker *w, uint64_t now)
{
    return w->stop_ns != 0 && now - w->stop_ns > STOP_MS * MS;
}

static void worker_look(struct rdl_worker *w, const struct pollfd *over,
                        const struct pollfd *peer)
{
    if (over->revents != 0) {
        w->end = RDL_END_OVER;
        return;
    }
    if (peer->revents != 0) {
        if (!rdl_peer_ended(&w->peer, &w->error)) {
            w->end = RDL_END_INTERRUPT;
            return;
        }
        w->to_tell = w->options.end_signal != 0;
    }
    if (w->to_tell && worker_tell(w))
        w->to_tell = false;
    if (worker_late(w, rdl_time_ns()))
        w->end = RDL_END_TIMEOUT;
    else if (worker_stopped(w, rdl_time_ns()))
        w->end = RDL_END_INTERRUPT;
}

static void worker_tick(struct rdl_worker *w, uint64_t now)
{
    if (now - w->ticked_ns < TICK_MS * MS)
        return;
    w->ticked_ns = now;
    rdl_output_capture_trim(&w->output);
    if (w->options.tick != NULL)
        w->options.tick(w->options.tick_data);
}

/* Looks at every worker once; true if one has an end. */
static bool worker_round(struct rdl_worker *const *list, size_t n,
                         struct pollfd *fds)
{
    bool quiet, interrupted, ended = false;

    for (size_t i = 0; i < n; i++) {
        const struct rdl_worker *w = list[i];

        fds[2 * i] = (struct pollfd){
            .fd = w->busy ? w->isolate.over : -1,
            .events = POLLIN,
        };
        fds[2 * i + 1] = (struct pollfd){
            .fd = w->busy ? w->peer.over : -1,
            .events = POLLIN,
        };
        ended = ended || (w->busy && w->end != RDL_END_NONE);
    }
    fds[2 * n] = (struct pollfd){ .fd = rdl_interrupt_fd(), .events = POLLIN };
    quiet = poll(fds, 2 * n + 1, ended ? 0 : TICK_MS) == 0 && !ended;
    interrupted = rdl_interrupted();
    for (size_t i = 0; i < n; i++) {
        struct rdl_worker *w = list[i];

        if (!w->busy)
            continue;
        if (w->end == RDL_END_NONE)
            worker_look(w, &fds[2 * i], &fds[2 * i + 1]);
        if (w->end == RDL_END_NONE && interrupted)
            w->end = RDL_END_INTERRUPT;
        /* One tick after the signal, so that it has been delivered. */
        if (quiet && w->peer.pid == 0 && !w->to_tell)
            worker_no_peer(w);
        ended = ended || w->end != RDL_END_NONE;
    }
    return ended;
}

void rdl_worker_wait(struct rdl_worker *const *list, size_t n)
{
    struct pollfd *fds = rdl_alloc((2 * n + 1) * sizeof(*fds));
    bool ended;

    do {
        ended = worker_round(list, n, fds);
        for (size_t i = 0; i < n; i++)
            worker_tick(list[i], rdl_time_ns());
    } while (!ended);
    free(fds);
}

void rdl_worker_stop(struct rdl_worker *w)
{
    __atomic_store_n(&w->memory.shared->stop, 1, __ATOMIC_RELAXED);
    if (w->stop_ns == 0)
        w->stop_ns = rdl_time_ns();
}

/* --- Ending --------------------------------------------------------------- */

static void worker_died(struct rdl_worker *w, const struct rdl_run_result *ran)
{
    if (ran->interrupted)
        return;
    if (w->end == RDL_END_TIMEOUT)
        snprintf(w->died, sizeof(w->died), "it did not answer in time");
    else if (WIFSIGNALED(ran->status))
        snprintf(w->died, sizeof(w->died), "killed by signal %d (%s)%s",
                 WTERMSIG(ran->status), strsignal(WTERMSIG(ran->status)),
                 ran->outside ? ", from outside" : "");
    else
        snprintf(w->died, sizeof(w->died), "it ended with status %d",
                 WEXITSTATUS(ran->status));
}

/* Counts executions that the runtime does not count: all of fork and exec, and
 * the one in which a rewinding process died.  `counted`: the runtime has
 * counted it. */
static void worker_count(struct rdl_shared *s, const struct rdl_run_result *ran,
                         bool counted)
{
    if (counted || ran->interrupted || ran->state == RDL_NOT_STARTED ||
        ran->state == RDL_UNABLE)
        return;
    rdl_tally_add(s, ran->state == RDL_CUT);
}

/* The target did not reach main, or did not start. */
static void worker_failed(struct rdl_worker *w, struct rdl_run_result *out)
{
    out->error = w->isolate.error;
    out->status = w->isolate.status;
    out->timed_out = w->isolate.late;
    rdl_text_copy(out->stage, w->isolate.stage, sizeof(out->stage));
    out->interrupted = rdl_interrupted() || rdl_error_is_set(&w->error);
    rdl_shared_map_settle(&w->memory);
    out->state = w->memory.shared->outcome.state;
}

static void worker_kill(struct rdl_worker *w)
{
    pid_t pid = w->options.isolation->process(&w->isolate);

    if (pid != 0)
        kill(pid, SIGKILL);
}

/* SIGKILL, and the runtime has reported nothing (it does report a SIGKILL that
 * the target sends to itself): another process sent it, or the kernel because
 * memory ran out. */
static bool worker_from_outside(const struct rdl_worker *w,
                                const struct rdl_run_result *ran)
{
    uint32_t state = w->memory.shared->outcome.state;

    return w->end == RDL_END_OVER && ran->status != -1 &&
           WIFSIGNALED(ran->status) && WTERMSIG(ran->status) == SIGKILL &&
           (state == RDL_RUNNING || state == RDL_NOT_STARTED);
}

static void worker_conclude(struct rdl_worker *w, struct rdl_run_result *out)
{
    const struct rdl_isolation *isolation = w->options.isolation;
    const bool served = w->isolate.own != 0;
    struct rdl_shared *s = w->memory.shared;
    bool died, counted;

    RDL_ASSERT(w->busy && w->end != RDL_END_NONE);
    *out = (struct rdl_run_result){ .status = -1 };
    w->busy = false;
    if (w->isolate.over < 0) {
        worker_failed(w, out);
        return;
    }
    rdl_startup_look(
        s, w->end == RDL_END_TIMEOUT ? isolation->process(&w->isolate) : 0,
        out->stage);
    if (w->end != RDL_END_OVER)
        worker_kill(w);
    out->status = isolation->finish(&w->isolate);
    out->timed_out = w->end == RDL_END_TIMEOUT;
    out->interrupted = w->end == RDL_END_INTERRUPT;
    died = served && w->isolate.own == 0;
    if (!rdl_peer_end(&w->peer, &w->error))
        out->interrupted = true;
    rdl_reaper_end(w->options.mark);
    rdl_shared_map_settle(&w->memory);
    rdl_leftovers_remove(s);
    out->outside = worker_from_outside(w, out);
    if (died || out->outside)
        worker_died(w, out);
    counted =
        isolation->level == RDL_ISOLATION_REWIND && s->tally.executions > 0 &&
        !(died &&
          (s->outcome.state == RDL_RUNNING || s->outcome.state == RDL_FOUND));
    rdl_postmortem(s, out);
    if (!out->outside || w->again)
        worker_count(s, out, counted);
    if (out->state == RDL_FOUND)
        out->state = rdl_expectation_look(s, &w->output);
    if (s->fall.level > isolation->level || s->worn != 0)
        isolation->stop(&w->isolate); /* it can no longer go back to main */
}

static void worker_add(struct rdl_tally *t, const struct rdl_tally *more)
{
    t->executions += more->executions;
    t->steps += more->steps;
    t->accesses += more->accesses;
    t->cut += more->cut;
    t->late += more->late;
    t->handled += more->handled;
    for (unsigned i = 0; i < RDL_MAX_DETECTORS; i++)
        t->disabled[i] += more->disabled[i];
    t->timed += more->timed;
    if (more->longest > t->longest)
        t->longest = more->longest;
    if (more->threads > t->threads)
        t->threads = more->threads;
    if (more->most_enabled > t->most_enabled)
        t->most_enabled = more->most_enabled;
}

/* Repeats an execution that was killed from outside, because it shows nothing
 * about the target.  The executions of the request before it still count. */
static void worker_repeat(struct rdl_worker *w, struct rdl_run_result *out)
{
    const struct rdl_tally before = w->memory.shared->tally;
    struct rdl_config config = w->memory.config;

    config.execution += before.executions;
    config.first_payload += (uint32_t)before.executions;
    config.batch = 1;
    config.flags &= ~(uint32_t)RDL_CFG_PEER;
    w->again = true;
    rdl_worker_begin(w, &config);
    rdl_worker_wait(&w, 1);
    worker_conclude(w, out);
    w->again = false;
    w->memory.config.execution -= before.executions;
    w->memory.config.first_payload -= (uint32_t)before.executions;
    /* Answers are found from it. */
    w->memory.shared->config.first_payload = w->memory.config.first_payload;
    worker_add(&w->memory.shared->tally, &before);
}

void rdl_worker_finish(struct rdl_worker *w, struct rdl_run_result *out)
{
    struct rdl_shared *s = w->memory.shared;

    worker_conclude(w, out);
    if (out->outside && !out->interrupted && !rdl_interrupted())
        worker_repeat(w, out);
    if (s->tally.executions > 0)
        w->memory.config.execution += s->tally.executions - 1;
    s->config.execution = w->memory.config.execution;
}

bool rdl_worker_stood_at_main(const struct rdl_worker *w)
{
    return w->aged && w->died[0] != '\0';
}

void rdl_worker_run(struct rdl_worker *w, const struct rdl_config *config,
                    struct rdl_run_result *out)
{
    rdl_worker_begin(w, config);
    rdl_worker_wait(&w, 1);
    rdl_worker_finish(w, out);
}
