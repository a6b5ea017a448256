/* rerun.h - runs a schedule again and says how it went. */
#ifndef RDL_CAMPAIGN_RERUN_H
#define RDL_CAMPAIGN_RERUN_H

#include "campaign/schedule.h"
#include "campaign/worker.h"

enum rdl_rerun {
    RDL_RERUN_SAME,        /* every step, and the same failure */
    RDL_RERUN_PASSED,      /* every step, and no failure any more */
    RDL_RERUN_OTHER,       /* every step, and another failure */
    RDL_RERUN_DIVERGED,    /* outcome.divergence says where */
    RDL_RERUN_UNABLE,      /* could not be run under control */
    RDL_RERUN_INTERRUPTED, /* the user wants to stop */
};

struct rdl_rerun_options {
    const char *engine;  /* NULL: as recorded */
    const char *tracker; /* NULL: auto */
    uint32_t flags;      /* RDL_CFG_ beside the recorded ones */
};

/* Makes the worker's memory ready: what rdl_rerun() runs.  Dies if the
 * schedule does not fit; worker_options.max_steps was too small then. */
void rdl_rerun_config(struct rdl_worker *w, const struct rdl_schedule *s,
                      const struct rdl_rerun_options *options,
                      struct rdl_config *out);
enum rdl_rerun rdl_rerun(struct rdl_worker *w, const struct rdl_schedule *s,
                         const struct rdl_rerun_options *options,
                         struct rdl_ran *ran);
/* What the outcome in shared memory amounts to. */
enum rdl_rerun rdl_rerun_judge(struct rdl_shared *shared,
                               const struct rdl_schedule *s,
                               const struct rdl_ran *ran);

#endif
