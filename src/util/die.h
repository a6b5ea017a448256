/* die.h - ends the driver with a message.
 *
 * Only cli and cc end the process; the library returns errors (error.h).  The
 * driver cleans up in atexit handlers (exec/reaper.h), so dying is safe
 * anywhere outside a forked child. */
#ifndef RDL_UTIL_DIE_H
#define RDL_UTIL_DIE_H

#include "util/alloc.h"
#include "util/error.h"
#include "util/fatal.h"

/* "raddle: ..." on standard error, then exit(code). */
_Noreturn void rdl_die(enum rdl_exit code, const char *format, ...)
    RDL_PRINTF(2, 3);
/* The same with strerror(errno) at the end: see rdl_error_errno(). */
_Noreturn void rdl_die_errno(enum rdl_exit code, const char *format, ...)
    RDL_PRINTF(2, 3);
/* The same for an error that the library returned. */
_Noreturn void rdl_die_error(const struct rdl_error *e);
/* raddle found a failure and has stored its schedule at `path`.  If raddle
 * cannot continue after that, its message names the file.  If the reason is a
 * lack of memory or another limit, raddle exits with RDL_EXIT_FINDINGS. */
void rdl_die_found(const char *path);
void rdl_warn(const char *format, ...) RDL_PRINTF(1, 2);

#endif
