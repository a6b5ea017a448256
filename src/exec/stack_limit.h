/* stack_limit.h - a limit of the stack (ulimit -s) that is too small for a
 * program under raddle.
 *
 * The target has the user's limits, whatever they are; what the loader and the
 * runtime do before main takes more stack than most programs have there. */
#ifndef RDL_EXEC_STACK_LIMIT_H
#define RDL_EXEC_STACK_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#define RDL_STACK_LEAST 256 /* KiB; some 190 are used, and the environment */

/* Is it?  *kib: the limit. */
bool rdl_stack_limit_small(size_t *kib);
/* "its stack is limited to 100 KiB (ulimit -s), ..." with what to do, to be
 * freed; NULL if it is not too small. */
char *rdl_stack_limit_text(void);

#endif
