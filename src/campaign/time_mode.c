/* time_mode.c - see time_mode.h. */
#include "campaign/time_mode.h"

/* Executions with idle time: it goes over when the latter half of them, and at
 * least STILL, covered nothing new; in any case after MOST, or after half of
 * the executions that the user wants. */
#define STILL 32
#define MOST 1000

void rdl_time_mode_make(struct rdl_time_mode *m, enum rdl_time_passes wanted,
                        uint64_t executions)
{
    *m = (struct rdl_time_mode){
        .wanted = wanted,
        .any = wanted == RDL_TIME_ANY,
        .executions = executions,
    };
}

/* How many executions have idle time, at most. */
static uint64_t time_mode_most(const struct rdl_time_mode *m)
{
    const uint64_t half = m->executions / 2 + m->executions % 2;

    return half > 0 && half < MOST ? half : MOST;
}

/* A program without time-outs keeps its requests as they are. */
void rdl_time_mode_give(const struct rdl_time_mode *m,
                        struct rdl_request *request)
{
    const uint64_t most = time_mode_most(m);
    uint64_t left;

    if (m->any)
        return;
    request->config->flags |= RDL_CFG_PATIENT;
    if (m->wanted != RDL_TIME_BOTH || m->timed == 0)
        return;
    left = m->idle < most ? most - m->idle : 1;
    left = left < STILL ? left : STILL;
    request->n = request->n < left ? request->n : left;
}

void rdl_time_mode_learn(struct rdl_time_mode *m,
                         const struct rdl_learned *learned)
{
    const uint64_t n = learned->to - learned->from;
    uint64_t still;

    m->timed += learned->shared->tally.timed;
    if ((learned->config->flags & RDL_CFG_PATIENT) == 0) {
        m->early += n;
        return;
    }
    m->idle += n;
    if (learned->n_fresh > 0)
        m->grew = m->idle;
    still = m->idle - m->grew;
    if (m->wanted == RDL_TIME_BOTH && m->timed > 0 &&
        ((still >= STILL && still >= m->idle / 2) ||
         m->idle >= time_mode_most(m)))
        m->any = true;
}

const char *rdl_time_passes_name(enum rdl_time_passes passes)
{
    static const char *const names[] = {
        [RDL_TIME_BOTH] = "both",
        [RDL_TIME_IDLE] = "idle",
        [RDL_TIME_ANY] = "any",
    };

    return names[passes];
}
