/* replay.c - see replay.h. */
#include "schedule/replay.h"

#include "base/hash.h"
#include "base/text.h"
#include "schedule/findings.h"
#include "schedule/capture.h"
#include "detect/detector.h"
#include "strategy/strategy.h"

#include <string.h>

/* Did real time end it?  Then a replay ends a few steps earlier or later. */
static bool replay_any_end(const struct rdl_schedule *s)
{
    return rdl_detector_comes(s->kind, RDL_AT_TIMEOUT);
}

bool rdl_replay_config(struct rdl_worker *w, const struct rdl_schedule *s,
                       const struct rdl_replay_setup *options,
                       struct rdl_config *out)
{
    *out = s->config;
    out->expected_steps = 1;
    out->batch = 1;
    out->program_name = rdl_hash_text(rdl_text_base_name(s->path));
    out->flags |= RDL_CFG_REPLAY | options->flags;
    if (replay_any_end(s))
        out->flags |= RDL_CFG_ANY_END;
    /* A replay does not ask the strategy, but the runtime needs a known one:
     * the schedule may name a strategy that this version does not have. */
    rdl_text_copy(out->strategy, rdl_strategy_at(0)->name,
                  sizeof(out->strategy));
    if (options->engine != NULL)
        rdl_text_copy(out->engine, options->engine, sizeof(out->engine));
    rdl_text_copy(out->tracker,
                  options->tracker != NULL ? options->tracker : "auto",
                  sizeof(out->tracker));
    return rdl_capture_give(&w->memory, s) ||
           rdl_error_set(&w->error, RDL_EXIT_USAGE,
                         "the schedule has more steps or inputs than this "
                         "raddle has room for");
}

/* The runtime compares the hash at each switch; this compares the steps after
 * the last one. */
static bool replay_same_end(struct rdl_shared *shared,
                            const struct rdl_schedule *s)
{
    struct rdl_divergence *d = &shared->outcome.divergence;

    if (shared->outcome.event_hash == s->event_hash ||
        (replay_any_end(s) && shared->outcome.steps != s->n_steps))
        return true;
    *d = (struct rdl_divergence){
        .step = s->n_steps,
        .expected = UINT64_MAX,
        .came = UINT64_MAX,
        .expected_hash = (uint32_t)s->event_hash,
        .came_hash = (uint32_t)shared->outcome.event_hash,
        .why = "an operand or a value differs since the last switch",
    };
    return false;
}

enum rdl_replay rdl_replay_judge(struct rdl_shared *shared,
                                 const struct rdl_schedule *s,
                                 const struct rdl_run_result *ran)
{
    switch (ran->state) {
    case RDL_FOUND:
        if (strcmp(shared->finding.kind, s->kind) != 0 ||
            rdl_found_id(shared) != s->id)
            return RDL_REPLAY_OTHER;
        return replay_same_end(shared, s) ? RDL_REPLAY_SAME
                                          : RDL_REPLAY_DIVERGED;
    case RDL_EXITED:
        return strcmp(s->kind, RDL_SCHEDULE_PASSES) == 0 &&
                       !replay_same_end(shared, s)
                   ? RDL_REPLAY_DIVERGED
                   : RDL_REPLAY_PASSED;
    case RDL_CUT:
    case RDL_DIVERGED:
        return RDL_REPLAY_DIVERGED;
    case RDL_RUNNING:
    case RDL_NOT_STARTED:
    case RDL_UNABLE:
        break;
    }
    return RDL_REPLAY_UNABLE;
}

enum rdl_replay rdl_replay(struct rdl_worker *w, const struct rdl_schedule *s,
                           const struct rdl_replay_setup *options,
                           struct rdl_run_result *ran)
{
    struct rdl_config config;

    *ran = (struct rdl_run_result){ .interrupted = true };
    if (rdl_replay_config(w, s, options, &config))
        rdl_worker_run(w, &config, ran);
    if (ran->interrupted)
        return RDL_REPLAY_INTERRUPTED;
    return rdl_replay_judge(w->memory.shared, s, ran);
}
