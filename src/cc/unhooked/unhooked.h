/* unhooked.h - memory accesses of an object that no hook announces.
 *
 * Compilers give no hook to some accesses: what they expand inline (memset,
 * memcmp, strcpy of a fixed size), structures that a function returns or takes
 * by value, the read that is part of writing a bit-field, code with the
 * attribute no_sanitize, assembler.  The machine code shows them: every access
 * must be in the function's own frame, in the thread's own storage, in
 * read-only data, or behind a hook with its address.
 *
 * The check follows values through registers and the frame, so it needs an
 * object as the compiler makes it, with relocations, and calls of hooks that
 * are still calls.  Of accesses to local variables it sees those that fill one
 * with a structure, and those that read what the function itself has not
 * written, if other threads may have the address (leaks.h); others look like
 * any access to the frame. */
#ifndef RDL_CC_UNHOOKED_UNHOOKED_H
#define RDL_CC_UNHOOKED_UNHOOKED_H

#include <stdbool.h>

/* May other threads get the address of a local variable?  Calls found() with
 * the place of each such access ("queue.c:12", or the name of the function if
 * there is no debug information).  A place may come more than once. */
bool rdl_unhooked_each(const char *object,
                       void (*found)(void *data, const char *place),
                       void *data);

#endif
