/* stack.h - the calls that a thread of a finding is in, as people see them. */
#ifndef RDL_SYMBOLS_STACK_H
#define RDL_SYMBOLS_STACK_H

#include "base/finding.h"
#include "symbols/symbol.h"

#define RDL_MAX_STACK 64

/* Is it a frame of the program, not of the C or C++ library or of raddle? */
bool rdl_stack_own(const struct rdl_place *p);

/* All frames of a thread, innermost first, inlined ones too, without those of
 * libraries at either end (one is left if there are no others).  The thread
 * that the finding blames begins at the finding's own pc.  v NULL: only that
 * pc is known. */
size_t rdl_stack_frames(struct rdl_symbols *s, const struct rdl_finding *f,
                        const struct rdl_thread_view *v, struct rdl_place *out,
                        size_t max);
/* The same of calls by their return addresses, innermost first. */
size_t rdl_stack_places(struct rdl_symbols *s, const uintptr_t *frames,
                        size_t n_frames, struct rdl_place *out, size_t max);

#endif
