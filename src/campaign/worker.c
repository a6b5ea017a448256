/* worker.c - see worker.h. */
#include "campaign/worker.h"

#include "base/time.h"
#include "campaign/interrupt.h"
#include "campaign/judge.h"
#include "campaign/strays.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define TICK_MS 50
/* The runtime reports the time-out itself, with all threads; only what cannot
 * do so any more is ended from here. */
#define GRACE_MS 500

enum worker_end { WORKER_OVER, WORKER_TIMEOUT, WORKER_INTERRUPT };

void rdl_worker_make(struct rdl_worker *w,
                     const struct rdl_worker_options *options,
                     const struct rdl_stdin *input)
{
    *w = (struct rdl_worker){
        .options = *options,
        .input = *input,
        .peer = { .over = -1 },
    };
    rdl_memory_make(&w->memory, options->max_steps);
    rdl_capture_make(&w->output);
    w->launch = (struct rdl_launch){
        .path = options->path,
        .argv = options->argv,
        .runtime = options->runtime,
        .shared = w->memory.fd,
        .input = w->input.fd,
        .output = w->output.fd,
    };
    w->isolate = (struct rdl_isolate){
        .launch = &w->launch,
        .memory = &w->memory,
        .over = -1,
    };
}

void rdl_worker_free(struct rdl_worker *w)
{
    w->options.isolation->stop(&w->isolate);
    rdl_peer_end(&w->peer);
    rdl_strays_end(NULL, 0);
    rdl_capture_free(&w->output);
    rdl_stdin_free(&w->input);
    rdl_memory_free(&w->memory);
}

/* The peer has ended: tells the target.  False if the process that runs it
 * is not known yet. */
static bool worker_tell(struct rdl_worker *w)
{
    pid_t pid = w->options.isolation->process(&w->isolate);

    if (pid == 0)
        return false;
    kill(pid, w->options.end_signal);
    return true;
}

/* No signal will come from outside any more: a target that waits for one is
 * stuck, and may say so. */
static void worker_no_peer(struct rdl_worker *w)
{
    uint32_t without = w->memory.config.flags & ~(uint32_t)RDL_CFG_PEER;

    w->memory.config.flags = without;
    __atomic_store_n(&w->memory.shared->config.flags, without,
                     __ATOMIC_RELAXED);
}

static enum worker_end worker_wait(struct rdl_worker *w, int over,
                                   uint32_t timeout_ms)
{
    uint64_t begin = rdl_time_ns();
    bool to_tell = false;

    for (;;) {
        struct pollfd fds[] = {
            { .fd = over, .events = POLLIN },
            { .fd = rdl_interrupt_fd(), .events = POLLIN },
            { .fd = w->peer.over, .events = POLLIN },
        };
        int n = poll(fds, sizeof(fds) / sizeof(fds[0]), TICK_MS);

        if (fds[0].revents != 0)
            return WORKER_OVER;
        if (fds[1].revents != 0 && rdl_interrupted())
            return WORKER_INTERRUPT;
        if (fds[2].revents != 0) {
            rdl_peer_ended(&w->peer);
            to_tell = w->options.end_signal != 0;
        }
        if (to_tell && worker_tell(w))
            to_tell = false;
        if (timeout_ms != 0 &&
            rdl_time_ns() - begin > (uint64_t)(timeout_ms + GRACE_MS) * 1000000)
            return WORKER_TIMEOUT;
        if (n > 0)
            continue;
        /* A tick later than the signal, so that it has been delivered. */
        if (w->peer.pid == 0 && !to_tell)
            worker_no_peer(w);
        rdl_capture_trim(&w->output);
        if (w->options.tick != NULL)
            w->options.tick(w->options.tick_data);
    }
}

static void worker_kill(struct rdl_worker *w)
{
    pid_t pid = w->options.isolation->process(&w->isolate);

    if (pid != 0)
        kill(pid, SIGKILL);
}

void rdl_worker_run(struct rdl_worker *w, const struct rdl_config *config,
                    struct rdl_ran *out)
{
    const struct rdl_isolation *isolation = w->options.isolation;
    const bool peer =
        w->options.peer != NULL && (config->flags & RDL_CFG_REPLAY) == 0;
    struct rdl_config flagged = *config;
    enum worker_end end;
    int over;

    *out = (struct rdl_ran){ .status = -1 };
    if (peer)
        flagged.flags |= RDL_CFG_PEER;
    rdl_memory_prepare(&w->memory, &flagged);
    rdl_stdin_rewind(&w->input);
    rdl_capture_reset(&w->output);
    w->isolate.timeout_ms = config->timeout_ms;
    over = isolation->begin(&w->isolate);
    if (over < 0) {
        out->error = w->isolate.error;
        out->status = w->isolate.status;
        out->interrupted = rdl_interrupted();
        rdl_memory_settle(&w->memory);
        out->state = w->memory.shared->outcome.state;
        return;
    }
    if (peer)
        rdl_peer_start(&w->peer, w->options.peer, w->output.fd);
    end = worker_wait(w, over, config->timeout_ms);
    if (end != WORKER_OVER)
        worker_kill(w);
    out->status = isolation->finish(&w->isolate);
    out->timed_out = end == WORKER_TIMEOUT;
    out->interrupted = end == WORKER_INTERRUPT;
    rdl_peer_end(&w->peer);
    rdl_strays_end(&w->isolate.own, 1);
    rdl_memory_settle(&w->memory);
    rdl_judge(w->memory.shared, out);
}
