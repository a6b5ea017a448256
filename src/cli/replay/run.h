/* run.h - prepares one recorded schedule, replays it, and puts the result into
 * a sentence.  Prints nothing. */
#ifndef RDL_CLI_REPLAY_RUN_H
#define RDL_CLI_REPLAY_RUN_H

#include "cli/replay/options.h"
#include "cli/replay/show.h"
#include "schedule/recorded.h"
#include "schedule/replay.h"

#include <jansson.h>

struct rdl_replay_run {
    const struct rdl_replay_options *options; /* borrowed */
    /* What differs from the recording, and what changes while it runs. */
    struct rdl_note_sink notes;
    struct rdl_recorded recorded; /* the caller has loaded it */
    struct rdl_show show;
    struct rdl_worker worker;
    uint64_t begin_ns;
    uint64_t done, reproduced;
    char expected[512], came[512]; /* of a divergence */
    char why[2048]; /* why it did not fail as recorded, a sentence; or "" */
};

/* Names (for JSON) and exit codes of results. */
const char *rdl_replay_run_name(enum rdl_replay result);
enum rdl_exit rdl_replay_run_code(enum rdl_replay result);

/* Finds the program and makes the worker.  `input`: see recorded.h. */
bool rdl_replay_run_begin(struct rdl_replay_run *r, const char *runtime,
                          bool (*input)(struct rdl_stdin *in,
                                        struct rdl_error *error),
                          struct rdl_error *error);
/* Replays it once.  The first replay is observed: names of memory come from it.
 * RDL_REPLAY_INTERRUPTED: worker.error may be set. */
enum rdl_replay rdl_replay_run_once(struct rdl_replay_run *r);
/* Fills in why, expected and came. */
void rdl_replay_run_describe(struct rdl_replay_run *r, enum rdl_replay result);
/* What raddle show --json writes. */
json_t *rdl_replay_run_json(struct rdl_replay_run *r, enum rdl_replay result);
/* Call it after rdl_replay_run_begin() succeeded; does not free the recording.
 */
void rdl_replay_run_end(struct rdl_replay_run *r);

#endif
