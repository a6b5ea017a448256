/* better.h - the schedule of the same finding that was on disk before.
 *
 * A failure that is met again must not cost the user a better account of it: of
 * two schedules of one build with the same failure, the one with fewer
 * preemptions and unusual choices stays, then the one with fewer switches, then
 * the shorter. */
#ifndef RDL_SCHEDULE_BETTER_H
#define RDL_SCHEDULE_BETTER_H

#include "schedule/findings.h"
#include "schedule/schedule.h"

struct rdl_better {
    bool exists;
    /* Owned, if so.  It stays there until the other one is known to be better:
     * however raddle ends meanwhile, nothing better than what is there is lost.
     */
    char *path;
    struct rdl_schedule schedule;
};

/* What `path` holds, where `fresh` is to be; nothing, if that is not of the
 * same finding, program, arguments, input and build. */
void rdl_better_take(struct rdl_better *r, const char *path,
                     const struct rdl_schedule *fresh);
void rdl_better_free(struct rdl_better *r);

/* Where the fresh one is written, to be compared: `path`, or beside a rival. To
 * be freed. */
char *rdl_better_beside(const struct rdl_better *r, const char *path);

/* Is it better than what found->schedule, beside it, holds? */
bool rdl_better_wins(const struct rdl_better *r, const struct rdl_found *found);
/* It stays, the other one goes; found has then what is true of it. */
void rdl_better_stays(const struct rdl_better *r, struct rdl_found *found);
/* The other one takes its place.  0 or -errno: then it is still beside it. */
int rdl_better_goes(const struct rdl_better *r, struct rdl_found *found);

#endif
