/* archive.h - what earlier campaigns left in their directory: their schedules,
 * when a campaign begins anew, and half-written ones.
 *
 * A schedule outlives the store that knew of it.  If it stayed, a new campaign
 * would take it for its own, and a user who replays everything in the directory
 * would replay findings that are in no report. */
#ifndef RDL_STORE_ARCHIVE_H
#define RDL_STORE_ARCHIVE_H

#include <stddef.h>

/* Subdirectory of the campaign's directory. */
#define RDL_PUT_ASIDE_NAME "old"

/* Moves schedules of the program at `path`, with their originals, from `dir`
 * into dir/old, and replaces files of the same name there.  Everything else
 * stays: files of another program, unreadable ones, and files that are not
 * schedules.  Returns the number moved; *error: 0, or -errno of one that could
 * not be moved. */
size_t rdl_archive(const char *dir, const char *path, int *error);

/* Removes files that a killed campaign did not finish writing, and schedules
 * that it had not compared yet (NAME.schedule.new); the caller holds the
 * directory's lock. */
void rdl_archive_halves(const char *dir);

#endif
