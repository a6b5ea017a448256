/* helpers.h - brings threads under control that the C library makes for itself
 * (threads/helpers.c). */
#ifndef RDL_RUNTIME_THREADS_HELPERS_H
#define RDL_RUNTIME_THREADS_HELPERS_H

#include <stdbool.h>
#include <stdint.h>

struct clone_args;

/* Is it the C library's clone for a thread of its own? */
bool rdl_helper_is(const struct clone_args *args);
/* Makes that thread; returns the result of the clone. */
long rdl_helper_make(const struct clone_args *args, uintptr_t pc);

#endif
