/* rival.h - the schedule of the same finding that was on disk before.
 *
 * A failure that is met again must not cost the user a better account of it: of
 * two schedules of one build with the same failure, the one with fewer
 * preemptions and unusual choices stays, then the one with fewer switches, then
 * the shorter. */
#ifndef RDL_CAMPAIGN_RIVAL_H
#define RDL_CAMPAIGN_RIVAL_H

#include "campaign/found.h"
#include "campaign/schedule.h"

struct rdl_rival {
    bool exists;
    /* Owned, if so.  It stays there until the other one is known to be better:
     * however raddle ends meanwhile, nothing better than what is there is lost.
     */
    char *path;
    struct rdl_schedule schedule;
};

/* What `path` holds, where `fresh` is to be; nothing, if that is not of the
 * same finding, program, arguments, input and build. */
void rdl_rival_take(struct rdl_rival *r, const char *path,
                    const struct rdl_schedule *fresh);
void rdl_rival_free(struct rdl_rival *r);

/* Where the fresh one is written, to be compared: `path`, or beside a rival. To
 * be freed. */
char *rdl_rival_beside(const struct rdl_rival *r, const char *path);

/* Is it better than what found->schedule, beside it, holds? */
bool rdl_rival_wins(const struct rdl_rival *r, const struct rdl_found *found);
/* It stays, the other one goes; found has then what is true of it. */
void rdl_rival_stays(const struct rdl_rival *r, struct rdl_found *found);
/* The other one takes its place.  0 or -errno: then it is still beside it. */
int rdl_rival_goes(const struct rdl_rival *r, struct rdl_found *found);

#endif
