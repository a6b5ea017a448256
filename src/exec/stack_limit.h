/* stack_limit.h - is the stack limit (ulimit -s) too small for a program under
 * raddle?
 *
 * The target has the user's limits.  Before main, loader and runtime need more
 * stack than most programs do. */
#ifndef RDL_EXEC_STACK_LIMIT_H
#define RDL_EXEC_STACK_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#define RDL_STACK_LEAST 64 /* KiB; about 20 are used, plus environment */

/* Is the limit too small?  *kib: the limit. */
bool rdl_stack_limit_small(size_t *kib);
/* "its stack is limited to 100 KiB (ulimit -s), ..." and what to do, to be
 * freed; NULL if the limit is large enough. */
char *rdl_stack_limit_text(void);

#endif
