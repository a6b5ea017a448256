/* error.h - an error that the user can act on, as a value.
 *
 * A function that can fail takes a `struct rdl_error *` as its last argument.
 * It returns false or NULL and fills the error in; on success it leaves the
 * error alone.  The caller returns the error to its own caller, adds what it
 * was doing (rdl_error_context), or goes on without.  Only cli and cc print
 * errors and end the process (die.h); scripts/check-includes.sh checks it.
 *
 * Where the caller acts on the kind of failure and shows no text, a function
 * returns a negative errno instead.  Two failures are not values, because no
 * caller could act on them: out of memory (alloc.h) and a bug in raddle
 * (RDL_ASSERT).  They end the process in one place, fatal.h. */
#ifndef RDL_UTIL_ERROR_H
#define RDL_UTIL_ERROR_H

#include <stdbool.h>

enum rdl_exit {
    RDL_EXIT_CLEAN = 0,
    RDL_EXIT_FINDINGS = 1, /* also: a replay reproduced its failure */
    RDL_EXIT_USAGE = 2,
    RDL_EXIT_NOTHING = 3, /* nothing verified, or the goal not reached */
    RDL_EXIT_DIVERGED = 4,
    RDL_EXIT_INTERNAL = 99,
};

#define RDL_PRINTF(text, first) __attribute__((format(printf, text, first)))

#define RDL_ERROR_TEXT 2048

struct rdl_error {
    enum rdl_exit code; /* raddle's exit status; RDL_EXIT_CLEAN: no error */
    /* What raddle tried, with which value, and what to do.  One sentence
     * without a full stop; it may hold any bytes that a path has. */
    char text[RDL_ERROR_TEXT];
};

/* Each returns false, so that a function ends with `return rdl_error_set(e,
 * ...)`.  `e` may be NULL if the caller needs no text.  A text that is too long
 * is cut between two characters. */
bool rdl_error_set(struct rdl_error *e, enum rdl_exit code, const char *format,
                   ...) RDL_PRINTF(3, 4);
/* Appends ": " and strerror(errno) to the text.  If the errno means that a
 * limit of the user's (ulimit) was reached, the text names the limit, and
 * RDL_EXIT_INTERNAL becomes RDL_EXIT_NOTHING: raddle is not at fault. */
bool rdl_error_errno(struct rdl_error *e, enum rdl_exit code,
                     const char *format, ...) RDL_PRINTF(3, 4);
/* Makes the text "context: text". */
bool rdl_error_context(struct rdl_error *e, const char *format, ...)
    RDL_PRINTF(2, 3);
bool rdl_error_is_set(const struct rdl_error *e);

#endif
