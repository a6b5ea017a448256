/* unwind.h - libgcc's unwinder, loaded before main the way glibc would load it
 * later.  Without it these functions find nothing and unwind nothing. */
#ifndef RDL_RUNTIME_OBSERVE_UNWIND_H
#define RDL_RUNTIME_OBSERVE_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

void rdl_unwind_load(void);

/* Unwinds all frames of the calling thread like _Unwind_ForcedUnwind; returns
 * only on failure. */
void rdl_unwind_forced(struct _Unwind_Exception *exception,
                       _Unwind_Stop_Fn stop, void *argument);
/* The stack pointer of the frame passed to stop(). */
uintptr_t rdl_unwind_sp(struct _Unwind_Context *context);

/* The innermost frame of the calling thread that is the target's own, outside
 * libc, the C++ runtime and us; 0 if there is no such frame. */
uintptr_t rdl_unwind_target(void);

/* Where to show something that happened at `pc`: if a runtime library did it,
 * where the target called the library. */
uintptr_t rdl_unwind_place(uintptr_t pc);

/* Frames of the calling thread, innermost first, without ours.  They end where
 * the target's thread began or, with *whole false, where the stack is
 * destroyed. Returns how many. */
size_t rdl_unwind_frames(uintptr_t *out, size_t max, bool *whole);

#endif
