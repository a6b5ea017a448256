/* wait.h - waiting for descriptors.
 *
 * A thread that would block in the kernel waits here instead, with the
 * descriptors and events it waits for, and is enabled when the kernel says
 * that the call would not block.  The kernel is asked (a "look") after every
 * action on a descriptor by any thread, and when no thread can run; the answer
 * is kept in memory, where the engine finds it. */
#ifndef RDL_RUNTIME_IO_WAIT_H
#define RDL_RUNTIME_IO_WAIT_H

#include "runtime/core/interceptor.h"

#include <poll.h>

struct rdl_io_wait {
    struct rdl_wait wait; /* first: found from it */
    struct pollfd *fds;   /* the waiting call's own copy */
    size_t n;
    bool select;   /* ready by the rules of select, not poll */
    bool recorded; /* one of them is `outside`: so is readiness */
    bool outside;  /* somebody outside can make it ready; rdl_io_block sets it
                      where the table knows */
    bool retry;    /* no event tells: ready after any action on a descriptor */
    bool (*probe)(int fd); /* ready when it says so of fds[0] */
    bool restarts;         /* goes on after handlers with SA_RESTART */
    bool ready;
    bool holds;    /* fds has members that only this wait keeps open */
    char what[16]; /* for people */
};

/* Waits until ready, `deadline` (virtual ns, RDL_NEVER), a signal, or a
 * cancellation if `cancellable`; call it when not ready now.  The object of
 * the wait is fds[0], or the table of descriptors.  After RDL_WOKE_CANCEL the
 * caller lets go of what it holds and acts on it. */
enum rdl_woke rdl_io_block(struct rdl_io_wait *w, enum rdl_op op,
                           uint64_t deadline, bool cancellable, uintptr_t pc);
/* Ends what began with rdl_io_block: closes what only the wait kept open. */
void rdl_io_let_go(struct rdl_io_wait *w);

/* `fd` is about to be closed: an open file lives on while a call waits for it,
 * as it does in the kernel.  Such a wait gets a copy, and uses it. */
void rdl_io_hold(int fd);

/* Fills revents of all, without waiting; how many count. */
int rdl_io_look(struct pollfd *fds, size_t n, bool by_select);

/* Virtual time `ns` from now, as a deadline. */
uint64_t rdl_io_deadline(uint64_t ns);

#endif
