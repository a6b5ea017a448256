/* effects.h - what a system call of the target leaves behind in the kernel.
 *
 * Every call that the target makes is looked up in one table once
 * it has returned: it leaves nothing, or one of the parts brings back what it
 * changed, or only a heavier rung of the ladder does, or no rung does.  A call
 * that the table does not name counts as one that only a new process undoes.
 *
 * This header is a contract: rewind/effects.c keeps it, which knows the parts.
 *
 * They come from rdl_syscall() and rdl_io_call(); an interposed function that
 * makes a call itself on the target's behalf tells so here. */
#ifndef RDL_RUNTIME_EFFECTS_EFFECTS_H
#define RDL_RUNTIME_EFFECTS_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_made {
    long number;     /* SYS_... */
    const long *arg; /* six; what they point to is still there */
    long result;     /* the value or -errno */
    uintptr_t pc;
};

/* What one entry of the table does about it.  Called for calls that succeeded,
 * and for those of memory. */
typedef void rdl_effects_note(const struct rdl_made *made);

void rdl_effects_made(long number, const long arg[6], long result,
                      uintptr_t pc);
#define RDL_CALLS_MADE(number, result, pc, ...)                                \
    rdl_effects_made((number), (const long[6]){ __VA_ARGS__ }, (result), (pc))

/* Is the call on a descriptor of the runtime's, which the target is not to
 * touch?  Then it is answered as if there were none. */
bool rdl_effects_refused(long number, const long arg[6]);

/* A name is about to be removed or changed: whose is it? */
void rdl_effects_before(long number, const long arg[6]);

/* The C library mapped it, unseen, for the execution. */
void rdl_effects_mapping(uintptr_t start, size_t size);

#endif
