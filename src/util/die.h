/* die.h - the driver's last words.
 *
 * Only cli and cc end the process.  What the library cannot do it returns as an
 * error (error.h).  The driver cleans up in atexit handlers (exec/reaper.h), so
 * dying is safe anywhere outside a forked child. */
#ifndef RDL_UTIL_DIE_H
#define RDL_UTIL_DIE_H

#include "util/alloc.h"
#include "util/error.h"
#include "util/fatal.h"

/* "raddle: ..." on standard error, then exit(code). */
_Noreturn void rdl_die(enum rdl_exit code, const char *format, ...)
    RDL_PRINTF(2, 3);
/* The same with strerror(errno) behind it: see rdl_error_errno(). */
_Noreturn void rdl_die_errno(enum rdl_exit code, const char *format, ...)
    RDL_PRINTF(2, 3);
/* The same for an error that the library returned. */
_Noreturn void rdl_die_error(const struct rdl_error *e);
/* raddle found a failure and has kept its schedule at `path`.  If raddle cannot
 * go on after that, its last words name the file, and for want of memory or
 * another limit it ends with RDL_EXIT_FINDINGS. */
void rdl_die_found(const char *path);
void rdl_warn(const char *format, ...) RDL_PRINTF(1, 2);

#endif
