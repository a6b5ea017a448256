/* rival.h - the schedule of the same finding that was on disk before.
 *
 * A failure that is met again must not cost the user a better account of it: of
 * two schedules of one build with the same failure, the one with fewer
 * preemptions stays, then the one with fewer switches, then the shorter. */
#ifndef RDL_CAMPAIGN_RIVAL_H
#define RDL_CAMPAIGN_RIVAL_H

#include "campaign/found.h"
#include "campaign/schedule.h"

struct rdl_rival {
    bool exists, has_original;
    struct rdl_schedule schedule, original; /* owned, if so */
};

/* What `path` holds before `fresh` takes its place; nothing, if that is not of
 * the same finding, program, arguments, input and build. */
void rdl_rival_take(struct rdl_rival *r, const char *path,
                    const struct rdl_schedule *fresh);
void rdl_rival_free(struct rdl_rival *r);

/* Is it better than what found->schedule holds now? */
bool rdl_rival_wins(const struct rdl_rival *r, const struct rdl_found *found);
/* Writes it to found->schedule again, its original beside it, and fills what
 * found has about the file.  0 or -errno. */
int rdl_rival_restore(const struct rdl_rival *r, struct rdl_found *found);

#endif
