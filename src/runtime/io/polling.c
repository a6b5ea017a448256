/* polling.c - the sequence of steps of poll, select and epoll_wait. */
#include "runtime/io/polling.h"

#include "runtime/sched/clock.h"
#include "runtime/core/thread.h"
#include "runtime/signals/signals.h"

#include <errno.h>
#include <limits.h>

int64_t rdl_polling_ms(int ms)
{
    return ms < 0 ? INT64_MAX : (int64_t)ms * 1000000;
}

int64_t rdl_polling_timespec(const struct timespec *t)
{
    if (t == NULL)
        return INT64_MAX;
    if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= (long)RDL_SECOND)
        return -EINVAL;
    if (t->tv_sec > INT64_MAX / (int64_t)RDL_SECOND - 1)
        return INT64_MAX;
    return t->tv_sec * (int64_t)RDL_SECOND + t->tv_nsec;
}

static bool polling_serve(struct rdl_polling *p, long *result)
{
    unsigned call = (unsigned)p->io->number;
    struct rdl_pieces pieces = { 0 };

    if (p->timeout != 0 && !rdl_external_input_due(rdl_self->tid, call))
        return false;
    p->stores(p, LONG_MAX, &pieces);
    *result = rdl_external_input_serve(rdl_self->tid, call, &pieces);
    p->served(p, &pieces);
    return true;
}

static bool polling_look(struct rdl_polling *p, long *result)
{
    struct rdl_pieces pieces = { 0 };

    *result = p->look(p);
    if (*result == 0 && p->timeout != 0)
        return false;
    if (p->w.recorded) {
        p->stores(p, *result, &pieces);
        rdl_external_input_record(rdl_self->tid, (unsigned)p->io->number,
                                  *result, &pieces);
    }
    return true;
}

static void polling_end(struct rdl_polling *p, uint64_t mask)
{
    if (p->mask != NULL)
        rdl_signals_set_mask(mask);
    rdl_io_let_go(&p->w);
}

long rdl_polling_run(struct rdl_polling *p)
{
    uint64_t mask = p->mask != NULL ? rdl_signals_set_mask(*p->mask) : 0;
    enum rdl_woke woke = RDL_WOKE_READY;
    long result = 0;

    while (woke == RDL_WOKE_READY) {
        if (p->w.recorded && rdl_external_input_serving()
                ? polling_serve(p, &result)
                : polling_look(p, &result))
            break;
        if (p->deadline == 0)
            p->deadline = p->timeout == RDL_NEVER ? RDL_NEVER
                                                  : rdl_io_deadline(p->timeout);
        woke = rdl_io_block(&p->w, RDL_OP_POLL, p->deadline, p->io->cancellable,
                            p->io->pc);
    }
    if (woke == RDL_WOKE_CANCEL) {
        polling_end(p, mask);
        if (p->leave != NULL)
            p->leave(p);
        rdl_cancel_act();
    }
    if (woke == RDL_WOKE_SIGNAL)
        result = -EINTR;
    rdl_value((uint64_t)result);
    polling_end(p, mask);
    return result;
}
