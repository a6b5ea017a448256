/* show_json.h - raddle show for machines: docs/json.md. */
#ifndef RDL_CLI_REPLAY_SHOW_JSON_H
#define RDL_CLI_REPLAY_SHOW_JSON_H

#include "schedule/schedule.h"
#include "cli/replay/show.h"

#include <jansson.h>

struct rdl_shown {
    const char *file; /* of the schedule */
    const struct rdl_schedule *schedule;
    const char *result;
    int exit_status;
    size_t most;     /* limit of steps, for a failure as recorded */
    const char *why; /* "": the worker's memory holds the recorded failure */
};

json_t *rdl_show_json(struct rdl_show *show, struct rdl_worker *w,
                      const struct rdl_shown *shown);

#endif
