/* strays.h - no process of the target's outlives its execution.
 *
 * The driver is a child subreaper: whatever a target forks becomes the
 * driver's child when its own parent has died, whatever session or group it
 * has moved to.  So the strays of an execution are the driver's children that
 * the driver did not start. */
#ifndef RDL_CAMPAIGN_STRAYS_H
#define RDL_CAMPAIGN_STRAYS_H

#include <stddef.h>
#include <sys/types.h>

/* Called once; also ends everything when the driver exits, however it does
 * so short of SIGKILL. */
void rdl_strays_adopt(void);
/* Kills and reaps all children but the `n` in `keep` (0 entries are
 * ignored), and theirs. */
void rdl_strays_end(const pid_t *keep, size_t n);
/* waitpid without EINTR; the status, or -1 if there is no such child. */
int rdl_strays_reap(pid_t pid);

#endif
