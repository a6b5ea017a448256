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

/* Is pc outside libc, the C++ runtime and us? */
bool rdl_unwind_is_target(uintptr_t pc);

/* The innermost frame of the calling thread that is the target's own, outside
 * libc, the C++ runtime and us; 0 if there is no such frame. */
uintptr_t rdl_unwind_target(void);

/* Where to show something that happened at `pc`: if a runtime library did it,
 * where the target called the library. */
uintptr_t rdl_unwind_place(uintptr_t pc);

/* Is there a frame of the calling thread for which is() holds?  `function` is
 * the start of the frame's function. */
bool rdl_unwind_any(bool (*is)(uintptr_t pc, uintptr_t function));

/* Frames of the calling thread, innermost first, without ours.  They end where
 * the target's thread began or, with *whole false, where the stack is
 * destroyed. Returns how many. */
size_t rdl_unwind_frames(uintptr_t *out, size_t max, bool *whole);

/* Where the calling thread called the runtime: the innermost frame that is not
 * the runtime's, with the registers that a call preserves. */
#define RDL_UNWIND_SAVED 6
struct rdl_unwind_frame {
    uintptr_t pc, sp; /* both as after the call */
    uintptr_t saved[RDL_UNWIND_SAVED];
};
/* False: the stack is destroyed, or there is no unwinder. */
bool rdl_unwind_caller(struct rdl_unwind_frame *frame);

#endif
