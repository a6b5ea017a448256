/* targets.h - requirements that the user aims at: --targets.
 *
 * The file is what raddle coverage --json writes: its `requirements`.  A target
 * is the requirement of that metric at the same places of the same program.  If
 * the program was built anew, it is those at the same places of the source that
 * are known to be possible. */
#ifndef RDL_CLI_TEST_TARGETS_H
#define RDL_CLI_TEST_TARGETS_H

#include "campaign/campaign.h"

#include <jansson.h>

struct rdl_targets {
    const char *path; /* as typed */
    json_t *all;      /* array; NULL: --targets was not given */
    uint32_t metrics; /* of these */
};

/* Ends the program if the file cannot be read. */
void rdl_targets_read(struct rdl_targets *t, const char *path);
void rdl_targets_free(struct rdl_targets *t);
/* Marks those of `wanted` (an array) that match something now; returns the
 * others, for the next time. */
json_t *rdl_targets_mark(const struct rdl_targets *t, const json_t *wanted,
                         struct rdl_campaign *c);
/* A note that names those that matched nothing, if there are any. */
void rdl_targets_note(const struct rdl_targets *t, const json_t *unknown,
                      struct rdl_campaign *c);

#endif
