/* foresight.h - what some recorded executions of a campaign show to be possible
 * (reorder/found.h): predictions, and witnesses that the campaign runs.
 *
 * The campaign calls save() after a request, and look() when nothing needs the
 * worker's memory any more: raddle replays the execution with a trace, once,
 * and looks for reorderings.  That happens after execution 1, 4, 16, ..., from
 * the second time on only if coverage has grown since.  give() takes one
 * request of four for a witness while there is one, judge() says what came of
 * it. Everything depends on counts alone. */
#ifndef RDL_CAMPAIGN_PREDICT_FORESIGHT_H
#define RDL_CAMPAIGN_PREDICT_FORESIGHT_H

#include "campaign/explore/explorer.h"
#include "campaign/predict/predictions.h"
#include "exec/worker.h"
#include "schedule/schedule.h"

#define RDL_FORESIGHT_WITNESSES 256 /* of a campaign */
#define RDL_FORESIGHT_EACH 3        /* of one race or deadlock */

struct rdl_foresight { /* owns its witnesses */
    bool off;
    uint64_t next;    /* executions after which to record again */
    uint64_t covered; /* then */
    size_t n, given;  /* witnesses; of these, the first have been handed out */
    struct rdl_foreseen *all;
    uint64_t turns, turn; /* requests so far; the next one for a witness */
    uint64_t executions, steps; /* recorded and looked at */
    uint64_t work;
    bool partial; /* something was dropped */
};

struct rdl_foresight_saved { /* an execution to be looked at */
    bool wanted;
    struct rdl_schedule schedule;
};

void rdl_foresight_free(struct rdl_foresight *f);

/* The request of the worker has ended.  `executions` and `covered` of the
 * campaign. */
void rdl_foresight_save(struct rdl_foresight *f, const struct rdl_worker *w,
                        const char *program, const struct rdl_config *config,
                        uint64_t executions, uint64_t covered,
                        struct rdl_foresight_saved *out);
/* Replays it, unless `stop`; frees it.  Overwrites the worker's memory.  False:
 * the program did not start, as `ran` says; the same may be looked at again. */
bool rdl_foresight_look(struct rdl_foresight *f, struct rdl_predictions *p,
                        struct rdl_worker *w, const struct rdl_config *config,
                        const struct rdl_predictions_names *names,
                        struct rdl_foresight_saved *saved, bool stop,
                        struct rdl_run_result *ran);

/* Makes the request one for a witness; returns its number, or 0. */
size_t rdl_foresight_give(struct rdl_foresight *f,
                          const struct rdl_predictions *p,
                          struct rdl_request *request);
/* The request for that witness has ended. */
void rdl_foresight_judge(struct rdl_foresight *f, struct rdl_predictions *p,
                         size_t number, struct rdl_shared *shared, bool found);

#endif
