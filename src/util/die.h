/* die.h - the driver's last words: exit codes, errors, warnings.
 *
 * For what the user can act on.  The driver's own cleaning up hangs on exit()
 * (exec/reaper.h), so dying is safe anywhere outside a forked child. */
#ifndef RDL_UTIL_DIE_H
#define RDL_UTIL_DIE_H

#include <stddef.h>

enum rdl_exit {
    RDL_EXIT_CLEAN = 0,
    RDL_EXIT_FINDINGS = 1, /* also: a replay that reproduced its failure */
    RDL_EXIT_USAGE = 2,
    RDL_EXIT_NOTHING = 3, /* nothing was verified, or not what was asked for */
    RDL_EXIT_DIVERGED = 4,
    RDL_EXIT_INTERNAL = 99,
};

#define RDL_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* "raddle: ..." on standard error, then exit(code). */
_Noreturn void rdl_die(enum rdl_exit code, const char *format, ...)
    RDL_PRINTF(2, 3);
/* The same with ": " and strerror(errno) behind it.  Where that says that a
 * limit of the user's is in the way, it is no internal error: the limit is
 * named, and nothing was verified, unless something was found before. */
_Noreturn void rdl_die_errno(enum rdl_exit code, const char *format, ...)
    RDL_PRINTF(2, 3);
/* A failure was found and is kept at `path`: limits that end raddle from now on
 * do not hide it. */
void rdl_die_found(const char *path);
void rdl_warn(const char *format, ...) RDL_PRINTF(1, 2);

/* Cannot happen: exit 99 with file and line, in release builds too. */
_Noreturn void rdl_bug(const char *file, int line, const char *text);
#define RDL_ASSERT(x) ((x) ? (void)0 : rdl_bug(__FILE__, __LINE__, #x))

/* Memory or death: a driver that cannot get a few bytes has nothing better
 * to do, and its callers stay readable. */
void *rdl_alloc(size_t size); /* zeroed */
void *rdl_grow(void *old, size_t size);
char *rdl_strdup(const char *s);
char *rdl_format(const char *format, ...) RDL_PRINTF(1, 2);

#endif
