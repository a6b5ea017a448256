/* wait.h - waiting for descriptors.
 *
 * A thread that would block in the kernel waits here instead, with the
 * descriptors and events it waits for.  It is enabled when the kernel reports
 * that the call would not block.  The runtime asks the kernel (a "look") after
 * every action on a descriptor by any thread, and when no thread can run; it
 * stores the answer in memory, where the scheduler reads it. */
#ifndef RDL_RUNTIME_IO_WAIT_H
#define RDL_RUNTIME_IO_WAIT_H

#include "runtime/core/interceptor.h"

#include <poll.h>

struct rdl_io_wait {
    struct rdl_wait wait; /* first, so that it can be cast to this struct */
    struct pollfd *fds;   /* the waiting call's own copy */
    size_t n;
    bool select;   /* ready by the rules of select, not poll */
    bool recorded; /* one of them is `outside`: readiness is recorded */
    /* Something outside can make it ready; rdl_io_block sets it from the
     * table. */
    bool outside;
    /* No event announces it: ready after any action on a descriptor. */
    bool retry;
    bool (*probe)(int fd); /* ready when it returns true for fds[0] */
    bool restarts;         /* continues after handlers with SA_RESTART */
    bool ready;
    bool holds;    /* only this wait holds some members of fds open */
    char what[16]; /* for messages */
};

/* Waits until ready, `deadline` (virtual ns, RDL_NEVER), a signal, or a
 * cancellation if `cancellable`; call it when not ready now.  The object of the
 * wait is fds[0], or the table of descriptors.  After RDL_WOKE_CANCEL the
 * caller releases what it holds and acts on the cancellation. */
enum rdl_woke rdl_io_block(struct rdl_io_wait *w, enum rdl_op op,
                           uint64_t deadline, bool cancellable, uintptr_t pc);
/* Ends what began with rdl_io_block: closes what only the wait held open. */
void rdl_io_let_go(struct rdl_io_wait *w);

/* `fd` is about to be closed.  As in the kernel, an open file lives on while a
 * call waits for it: such a wait gets a copy and uses that. */
void rdl_io_hold(int fd);

/* Fills revents of all, without waiting; returns how many are ready. */
int rdl_io_look(struct pollfd *fds, size_t n, bool by_select);

/* The virtual time `ns` from now, as a deadline. */
uint64_t rdl_io_deadline(uint64_t ns);

#endif
