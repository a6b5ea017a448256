/* archive.h - what earlier campaigns left in their directory: schedules, when
 * one begins anew, and halves of schedules.
 *
 * A schedule outlives the store that knew of it.  Where it stayed, a new
 * campaign would take it for its own, and who replays all that the directory
 * has would replay what no report has. */
#ifndef RDL_STORE_ARCHIVE_H
#define RDL_STORE_ARCHIVE_H

#include <stddef.h>

#define RDL_PUT_ASIDE_NAME "old" /* the directory in that of the campaign */

/* Moves what `dir` has of schedules of the program at `path`, with their
 * originals, into dir/old, over what has the same name there.  All else stays:
 * what is of another program, cannot be read, or is no schedule.  The number
 * that moved; *error: 0, or -errno of one that could not. */
size_t rdl_archive(const char *dir, const char *path, int *error);

/* Removes what a campaign that was killed had not written to the end; only who
 * has the directory's lock may. */
void rdl_archive_halves(const char *dir);

#endif
