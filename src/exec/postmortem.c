/* postmortem.c - see postmortem.h. */
#include "exec/postmortem.h"

#include "exec/worker.h"
#include "detect/detector.h"

#include <string.h>
#include <sys/wait.h>

uintptr_t rdl_postmortem_latest(struct rdl_shared *s)
{
    const uint64_t *steps = rdl_shared_data(s, RDL_TRACE_STEPS);
    uint64_t n = s->regions[RDL_TRACE_STEPS].used;

    return n > 0 ? rdl_step_pc(steps[n - 1]) : 0;
}

/* Takes the place of the latest step, as far as it was recorded. */
static void postmortem_place(struct rdl_shared *s, struct rdl_finding *f)
{
    const struct rdl_switch *switches = rdl_shared_data(s, RDL_TRACE_SWITCHES);
    uint64_t n_switches = s->regions[RDL_TRACE_SWITCHES].used;

    f->tid = n_switches > 0 ? switches[n_switches - 1].tid : 0;
    f->step = s->regions[RDL_TRACE_STEPS].used;
    f->pc = rdl_postmortem_latest(s);
}

static bool postmortem_ask(struct rdl_shared *s, enum rdl_moment_kind kind,
                           int code)
{
    const struct rdl_moment moment = {
        .kind = kind,
        .leaks = (s->config.flags & RDL_CFG_LEAKS) != 0,
        .expect_exit = s->config.expect_exit,
        .steps = s->regions[RDL_TRACE_STEPS].used,
    };

    /* The target was killed in the middle: do not mix what it had begun to
     * write with what the driver knows. */
    memset(&s->finding, 0, sizeof(s->finding));
    postmortem_place(s, &s->finding);
    s->finding.code = code;
    return rdl_detect(&moment, RDL_ERROR, &s->finding);
}

/* The process ended while the runtime's state was RDL_RUNNING. */
static enum rdl_state postmortem_end(struct rdl_shared *s,
                                     const struct rdl_run_result *ran)
{
    if (ran->timed_out)
        return postmortem_ask(s, RDL_AT_TIMEOUT, 0) ? RDL_FOUND : RDL_RUNNING;
    if (ran->interrupted || ran->outside || ran->status == -1)
        return RDL_RUNNING;
    if (WIFSIGNALED(ran->status))
        return postmortem_ask(s, RDL_AT_SIGNAL, WTERMSIG(ran->status))
                   ? RDL_FOUND
                   : RDL_RUNNING;
    /* The target bypassed the runtime: exec, or a raw exit system call. */
    s->outcome.exit_status = WEXITSTATUS(ran->status);
    return postmortem_ask(s, RDL_AT_EXIT, WEXITSTATUS(ran->status))
               ? RDL_FOUND
               : RDL_EXITED;
}

void rdl_postmortem(struct rdl_shared *shared, struct rdl_run_result *ran)
{
    ran->state = shared->outcome.state;
    if (ran->state == RDL_FOUND)
        ran->timed_out =
            rdl_detector_comes(shared->finding.kind, RDL_AT_TIMEOUT);
    if (ran->state != RDL_RUNNING)
        return;
    /* With many executions in one process, the other fields may be of the
     * execution before.  Otherwise they are what was known when the target
     * became another program. */
    if (shared->config.batch > 1)
        shared->outcome = (struct rdl_outcome){ 0 };
    shared->outcome.steps = shared->regions[RDL_TRACE_STEPS].used;
    ran->state = postmortem_end(shared, ran);
    shared->outcome.state = ran->state;
}
