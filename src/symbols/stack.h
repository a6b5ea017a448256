/* stack.h - call stacks of the threads of a finding, for people. */
#ifndef RDL_SYMBOLS_STACK_H
#define RDL_SYMBOLS_STACK_H

#include "base/finding.h"
#include "symbols/symbol.h"

#define RDL_MAX_STACK 64

/* Is it a frame of the program, not of the C or C++ library or of raddle? */
bool rdl_stack_own(const struct rdl_place *p);
/* Is it a header or source of the system, not of the program? */
bool rdl_stack_system_file(const char *path);

/* Is the finding's pc another thread's?  Of a lost signal it is the sender's,
 * and the finding blames the thread that missed it. */
bool rdl_stack_is_elsewhere(const struct rdl_finding *f,
                            const struct rdl_thread_view *v);
/* All frames of a thread, innermost first, with inlined ones, without frames of
 * libraries at either end (one stays if there are no others).  For the thread
 * that the finding blames, the stack begins at the finding's own pc, unless
 * that is another thread's. v NULL: only that pc is known. */
size_t rdl_stack_frames(struct rdl_symbols *s, const struct rdl_finding *f,
                        const struct rdl_thread_view *v, struct rdl_place *out,
                        size_t max);
/* The same for return addresses, innermost first. */
size_t rdl_stack_places(struct rdl_symbols *s, const uintptr_t *frames,
                        size_t n_frames, struct rdl_place *out, size_t max);

#endif
