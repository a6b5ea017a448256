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

/* RDL_FOUND if a detector claims it.  A disabled one: RDL_EXITED, or RDL_CUT
 * for what real time ended.  Otherwise `none`. */
static enum rdl_state postmortem_ask(struct rdl_shared *s,
                                     enum rdl_moment_kind kind, int code,
                                     enum rdl_state none)
{
    const struct rdl_moment moment = {
        .kind = kind,
        .leaks = (s->config.flags & RDL_CFG_LEAKS) != 0,
        .expect_exit = s->config.expect_exit,
        .steps = s->regions[RDL_TRACE_STEPS].used,
    };

    const struct rdl_detector *by;
    size_t i;

    /* The target was killed in the middle: do not mix what it had begun to
     * write with what the driver knows. */
    memset(&s->finding, 0, sizeof(s->finding));
    postmortem_place(s, &s->finding);
    s->finding.code = code;
    by = rdl_detect(&moment, RDL_ERROR, &s->finding);
    if (by == NULL)
        return none;
    i = rdl_detector_index(by);
    if (!rdl_detectors_have(s->config.disabled, i))
        return RDL_FOUND;
    s->outcome.disabled |= UINT64_C(1) << i;
    return kind == RDL_AT_TIMEOUT ? RDL_CUT : RDL_EXITED;
}

/* The process ended while the runtime's state was RDL_RUNNING. */
static enum rdl_state postmortem_end(struct rdl_shared *s,
                                     const struct rdl_run_result *ran)
{
    if (ran->timed_out)
        return postmortem_ask(s, RDL_AT_TIMEOUT, 0, RDL_RUNNING);
    if (ran->interrupted || ran->outside || ran->status == -1)
        return RDL_RUNNING;
    if (WIFSIGNALED(ran->status))
        return postmortem_ask(s, RDL_AT_SIGNAL, WTERMSIG(ran->status),
                              RDL_RUNNING);
    /* The target bypassed the runtime: exec, or a raw exit system call. */
    s->outcome.exit_status = WEXITSTATUS(ran->status);
    return postmortem_ask(s, RDL_AT_EXIT, WEXITSTATUS(ran->status), RDL_EXITED);
}

void rdl_postmortem(struct rdl_shared *shared, struct rdl_run_result *ran)
{
    ran->state = shared->outcome.state;
    if (ran->state == RDL_FOUND)
        ran->timed_out =
            rdl_detector_comes(shared->finding.kind, RDL_AT_TIMEOUT);
    if (ran->state == RDL_CUT)
        ran->timed_out = shared->outcome.late != 0;
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
