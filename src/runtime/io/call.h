/* call.h - one call on a descriptor, from announcement to result.
 *
 * Every call of the family is made by its system call number, whether it
 * arrived through an interposed function, through syscall(), or from inside the
 * C library (Syscall User Dispatch): syscalls.c has the table.  Handlers return
 * the value or -errno, and never change errno. */
#ifndef RDL_RUNTIME_IO_CALL_H
#define RDL_RUNTIME_IO_CALL_H

#include "runtime/core/interceptor.h"
#include "runtime/io/external_input.h"
#include "runtime/io/table.h"
#include "runtime/io/wait.h"

struct rdl_io {
    long number; /* SYS_... */
    const long *arg;
    uintptr_t pc;
    bool cancellable; /* a cancellation point */
};

typedef long rdl_io_handler(const struct rdl_io *io);

/* For interposed functions: -errno becomes errno and -1.  RDL_IO_CANCEL for
 * those that POSIX makes cancellation points. */
long rdl_io_call(long number, const long arg[6], bool cancellable,
                 uintptr_t pc);
#define RDL_IO_PICK(cancellable, n, a, b, c, d, e, f, ...)                     \
    rdl_io_call((n),                                                           \
                (const long[6]){ (long)(a), (long)(b), (long)(c), (long)(d),   \
                                 (long)(e), (long)(f) },                       \
                (cancellable), RDL_PC)
#define RDL_IO(...) RDL_IO_PICK(false, __VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define RDL_IO_CANCEL(...) RDL_IO_PICK(true, __VA_ARGS__, 0, 0, 0, 0, 0, 0)

/* Makes the call itself, unchanged. */
long rdl_io_raw(const struct rdl_io *io);

/* --- A call that returns at once ------------------------------------------ */

/* Does the record answer the call on d?  Then it sets `result`, restores what
 * the call stored (external_input.h), and concludes the call. */
bool rdl_io_served(const struct rdl_io *io, const struct rdl_descriptor *d,
                   struct rdl_pieces *pieces, long *result);
/* The call on d was made and returned `result`: records it if necessary, and
 * concludes it. */
long rdl_io_made_call(const struct rdl_io *io, const struct rdl_descriptor *d,
                      const struct rdl_pieces *pieces, long result);
/* The step has its result: enters it into the event hash and checks all
 * waits. */
long rdl_io_conclude(const struct rdl_descriptor *d, long result);

/* --- A call on one descriptor that may have to wait ---------------------- */

struct rdl_io_try {
    const struct rdl_io *io;
    int fd;
    short events; /* what to poll for until the call can be made */
    /* Clear it for MSG_DONTWAIT; rdl_io_run clears it for O_NONBLOCK and
     * files, unless: */
    bool blocking;
    /* No event announces it: try after each action of other threads. */
    bool insists;
    /* attempt() sets it with -EAGAIN where this function, not an event,
     * announces when to try again. */
    bool (*probe)(int fd);
    int timeout_option; /* SO_RCVTIMEO, SO_SNDTIMEO, 0 */
    long done;          /* bytes so far: the result if it must stop */
    /* Makes the call, or as much of it as possible without waiting, on `fd`
     * (which may be a copy of the one above).  -EAGAIN: not yet. */
    long (*attempt)(struct rdl_io_try *t, int fd);
    /* Lists what it stored for the target when it returned `result`; LONG_MAX:
     * what there is space for.  NULL: nothing. */
    void (*stores)(struct rdl_io_try *t, long result, struct rdl_pieces *out);
    /* After the record answered a call that was not made.  NULL: nothing. */
    void (*served)(struct rdl_io_try *t, long result,
                   const struct rdl_pieces *in);
};

/* Announces, waits, makes, records or serves the call; notifies all waiters. */
long rdl_io_run(struct rdl_io_try *t);

/* Does a call that waits for `events` fail at once, because of O_NONBLOCK or
 * because the descriptor is only open for the other direction? */
bool rdl_io_nonblocking(int fd, short events);
/* What a call returns whose wait ended with anything but RDL_WOKE_READY: `done`
 * if it is not 0.  Acts on a cancellation. */
long rdl_io_stopped(struct rdl_io_wait *w, enum rdl_woke woke, long done);

#endif
