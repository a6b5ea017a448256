/* polling.h - what poll, select and epoll_wait have in common: several
 * descriptors, a time-out, a signal mask for the time of the wait. */
#ifndef RDL_RUNTIME_IO_POLLING_H
#define RDL_RUNTIME_IO_POLLING_H

#include "runtime/io/call.h"

#include <time.h>

struct rdl_polling {
    const struct rdl_io *io;
    struct rdl_io_wait w;
    uint64_t timeout;     /* virtual ns; 0: looks only; RDL_NEVER */
    uint64_t deadline;    /* 0 until it has to wait */
    const uint64_t *mask; /* NULL: the thread's own */
    /* Asks the kernel, without waiting, what there is: the call's result, 0 if
     * there is nothing yet. */
    long (*look)(struct rdl_polling *p);
    /* As of struct rdl_io_try. */
    void (*stores)(struct rdl_polling *p, long result, struct rdl_pieces *out);
    void (*served)(struct rdl_polling *p, const struct rdl_pieces *in);
    /* Leaves by cancellation: gives back what it has.  NULL: nothing. */
    void (*leave)(struct rdl_polling *p);
};

/* From the announcement on; w.fds, w.n and w.recorded are set. */
long rdl_polling_run(struct rdl_polling *p);

/* Time-outs in the forms that the calls have them: ns, or -EINVAL. */
int64_t rdl_polling_ms(int ms);
int64_t rdl_polling_timespec(const struct timespec *t);

#endif
