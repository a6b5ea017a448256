/* effects.h - the effects of the target's system calls on kernel state.
 *
 * When a call of the target returns, the runtime looks it up in one table: it
 * has no lasting effect, or a restorer undoes it, or only a heavier level of
 * the ladder does, or no level does.  A call that is not in the table counts as
 * one that only a new process undoes.
 *
 * This header is a contract; rewind/effects.c, which knows the restorers,
 * implements it.
 *
 * rdl_syscall() and rdl_io_call() report calls here, and so does an interposed
 * function that makes a call itself on the target's behalf. */
#ifndef RDL_RUNTIME_EFFECTS_EFFECTS_H
#define RDL_RUNTIME_EFFECTS_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_made {
    long number;     /* SYS_... */
    const long *arg; /* six; the memory they point to is still valid */
    long result;     /* the value or -errno */
    uintptr_t pc;
};

/* What one entry of the table does.  Called for calls that succeeded, and for
 * all calls about memory. */
typedef void rdl_effects_note(const struct rdl_made *made);

void rdl_effects_made(long number, const long arg[6], long result,
                      uintptr_t pc);
#define RDL_CALLS_MADE(number, result, pc, ...)                                \
    rdl_effects_made((number), (const long[6]){ __VA_ARGS__ }, (result), (pc))

/* Is the call on a descriptor of the runtime, which the target must not touch?
 * Then it is answered as if the descriptor were not open. */
bool rdl_effects_refused(long number, const long arg[6]);

/* The call is about to remove or change a name: notes whether the execution
 * created it. */
void rdl_effects_before(long number, const long arg[6]);

/* The C library mapped this for the execution, without a call that the runtime
 * sees. */
void rdl_effects_mapping(uintptr_t start, size_t size);

#endif
