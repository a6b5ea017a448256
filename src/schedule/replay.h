/* replay.h - runs a schedule again and reports the result. */
#ifndef RDL_SCHEDULE_REPLAY_H
#define RDL_SCHEDULE_REPLAY_H

#include "schedule/schedule.h"
#include "exec/worker.h"

enum rdl_replay {
    RDL_REPLAY_SAME,        /* every step, and the same failure */
    RDL_REPLAY_PASSED,      /* every step, and no failure */
    RDL_REPLAY_OTHER,       /* every step, and another failure */
    RDL_REPLAY_DIVERGED,    /* see outcome.divergence */
    RDL_REPLAY_UNABLE,      /* raddle could not control it */
    RDL_REPLAY_INTERRUPTED, /* the user stops, or worker.error */
};

struct rdl_replay_setup {
    const char *engine;  /* NULL: as recorded */
    const char *tracker; /* NULL: auto */
    uint32_t flags;      /* RDL_CFG_ flags in addition to the recorded ones */
};

/* Prepares the worker's memory for rdl_replay().  False, with the worker's
 * error set, if the schedule does not fit: worker_options.max_steps was too
 * small. */
bool rdl_replay_config(struct rdl_worker *w, const struct rdl_schedule *s,
                       const struct rdl_replay_setup *options,
                       struct rdl_config *out);
enum rdl_replay rdl_replay(struct rdl_worker *w, const struct rdl_schedule *s,
                           const struct rdl_replay_setup *options,
                           struct rdl_run_result *ran);
/* The result, from the outcome in shared memory. */
enum rdl_replay rdl_replay_judge(struct rdl_shared *shared,
                                 const struct rdl_schedule *s,
                                 const struct rdl_run_result *ran);

#endif
