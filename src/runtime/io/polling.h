/* polling.h - shared by poll, select and epoll_wait: several descriptors, a
 * time-out, a signal mask during the wait. */
#ifndef RDL_RUNTIME_IO_POLLING_H
#define RDL_RUNTIME_IO_POLLING_H

#include "runtime/io/call.h"

#include <time.h>

struct rdl_polling {
    const struct rdl_io *io;
    struct rdl_io_wait w;
    uint64_t timeout;     /* virtual ns; 0: does not wait; RDL_NEVER */
    uint64_t deadline;    /* 0 until it has to wait */
    const uint64_t *mask; /* NULL: the thread's own */
    /* Asks the kernel, without waiting: returns the call's result, 0 if nothing
     * is ready yet. */
    long (*look)(struct rdl_polling *p);
    /* As in struct rdl_io_try. */
    void (*stores)(struct rdl_polling *p, long result, struct rdl_pieces *out);
    void (*served)(struct rdl_polling *p, const struct rdl_pieces *in);
    /* The thread leaves by cancellation: releases what the call holds.  NULL:
     * nothing. */
    void (*leave)(struct rdl_polling *p);
};

/* Starts with the announcement; w.fds, w.n and w.recorded are set. */
long rdl_polling_run(struct rdl_polling *p);

/* Time-outs in the formats of the calls: ns, or -EINVAL. */
int64_t rdl_polling_ms(int ms);
int64_t rdl_polling_timespec(const struct timespec *t);

#endif
