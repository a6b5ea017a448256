/* better.h - an older schedule of the same finding on disk.
 *
 * When raddle meets a failure again, the user must not lose a better schedule
 * of it.  Of two schedules of one build with the same failure, the one that
 * proves more stays (of warnings: detect/warnings.h); if equal, the one with
 * fewer preemptions and unusual choices stays; if equal, the one with fewer
 * switches, then the shorter; of equals the earlier one. */
#ifndef RDL_SCHEDULE_BETTER_H
#define RDL_SCHEDULE_BETTER_H

#include "schedule/findings.h"
#include "schedule/schedule.h"

struct rdl_better {
    bool exists;
    /* Owned, if there is such a schedule.  It stays on disk until the new one
     * is known to be better, so nothing better is lost however raddle ends
     * meanwhile. */
    char *path;
    struct rdl_schedule schedule;
};

/* Looks at the schedule in `path`, where `fresh` would go.  Empty if that is of
 * another finding, program, arguments, input or build. */
void rdl_better_take(struct rdl_better *r, const char *path,
                     const struct rdl_schedule *fresh);
void rdl_better_free(struct rdl_better *r);

/* Where to write the new schedule for the comparison: `path`, or a file beside
 * the earlier one.  To be freed. */
char *rdl_better_beside(const struct rdl_better *r, const char *path);

/* Is the schedule found->schedule beside it no better than the earlier one? */
bool rdl_better_wins(const struct rdl_better *r, const struct rdl_found *found);
/* Keeps the earlier one and removes the new one; `found` then describes the
 * earlier. */
void rdl_better_stays(const struct rdl_better *r, struct rdl_found *found);
/* Replaces the earlier one by the new one.  0, or -errno: then the new one is
 * still beside it. */
int rdl_better_goes(const struct rdl_better *r, struct rdl_found *found);

#endif
