/* unwind.h - libgcc's unwinder, loaded before main as glibc would load it
 * later.  Without it nothing is found and nothing is unwound. */
#ifndef RDL_RUNTIME_OBSERVE_UNWIND_H
#define RDL_RUNTIME_OBSERVE_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

void rdl_unwind_load(void);

/* Leaves all frames of the calling thread as _Unwind_ForcedUnwind does;
 * returns only if it cannot. */
void rdl_unwind_forced(struct _Unwind_Exception *exception,
                       _Unwind_Stop_Fn stop, void *argument);
/* The stack pointer of the frame that stop() is asked about. */
uintptr_t rdl_unwind_sp(struct _Unwind_Context *context);

/* The innermost frame of the calling thread that is the target's own, outside
 * libc, the C++ runtime and us; 0 if there is none. */
uintptr_t rdl_unwind_target(void);
/* Is pc outside those? */
bool rdl_unwind_is_target(uintptr_t pc);

/* Where something that happened at `pc` is to be shown: if a runtime library
 * did it, where the target called that. */
uintptr_t rdl_unwind_place(uintptr_t pc);

/* Frames of the calling thread, innermost first, without ours; ends where the
 * target was brought to life or, not `whole`, where the stack is destroyed.
 * Returns how many. */
size_t rdl_unwind_frames(uintptr_t *out, size_t max, bool *whole);

#endif
