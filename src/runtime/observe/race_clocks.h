/* race_clocks.h - who happens before whom: vector clocks of threads and of
 * synchronisation objects.
 *
 * There are three orders, and each clock has all of them.  `c11` is
 * happens-before of C11 (5.1.2.4): a relaxed atomic orders nothing.  `strong`
 * is the same with every atomic as acquire and release: the order that a
 * sequentially consistent execution shows.  Accesses that `strong` orders and
 * `c11` does not are ordered only by atomics of weak orders.  `shown` is
 * `strong`, and each plain read comes after the write that it sees: what
 * `shown` does not order can come in the other order (SHB: Mathur, Kini and
 * Viswanathan, OOPSLA 2018).
 *
 * Times are numbers of steps, so that a clock names an event, and no access
 * needs to tick.  Where the standard, or what raddle sees, leaves a choice, an
 * order is assumed: a missing edge would accuse a program wrongly, an edge too
 * many only misses a race.  So: a semaphore and a barrier order all that came
 * before, not only the post that the waiter took; a reader's unlock orders
 * later readers; all calls that leave the process (descriptors, signals,
 * futexes) order each other; an atomic operation of another size than a power
 * of two up to RDL_CLOCK_WIDEST (of a structure) comes after all that was
 * before, and all later atomic loads come after it.
 *
 * The representation is plain arrays with room for RDL_CLOCK_THREADS threads; a
 * program with more, or with more objects than fit, turns the clocks off for
 * the rest of the execution (`full`). */
#ifndef RDL_RUNTIME_OBSERVE_RACE_CLOCKS_H
#define RDL_RUNTIME_OBSERVE_RACE_CLOCKS_H

#include "base/event.h"

#define RDL_CLOCK_THREADS 64
#define RDL_CLOCK_OBJECTS 4096
#define RDL_CLOCK_WIDEST 16 /* bytes of an atomic variable with a clock */

enum { RDL_ORDER_C11, RDL_ORDER_STRONG, RDL_ORDER_SHOWN, RDL_N_CLOCK_ORDERS };

struct rdl_clock { /* by thread: its latest step that came before */
    uint32_t at[RDL_CLOCK_THREADS];
};

/* How an order came about that is only in `strong`: the latest hop. */
struct rdl_clock_hop {
    uintptr_t object, store_pc, load_pc;
};

/* An object that orders threads; an atomic variable is one, too. */
struct rdl_clock_object {
    uintptr_t addr;
    uint32_t execution; /* which entered it; another one: it is free */
    rdl_tid releaser;   /* who began the release sequence: RDL_CLOCK_NOBODY */
    uint32_t size;      /* of the latest store; 0: no atomic */
    uintptr_t store_pc;
    struct rdl_clock released[RDL_N_CLOCK_ORDERS];
};

struct rdl_clocks {
    uint32_t execution;
    size_t n;  /* threads that have clocks, rounded up */
    bool full; /* some order would be lost: nothing is known any more */
    size_t n_objects;
    uint32_t smallest, largest; /* atomic stores so far, in bytes */
    uint32_t structure;         /* the latest atomic store of one; 0: none */
    struct rdl_clock threads[RDL_CLOCK_THREADS][RDL_N_CLOCK_ORDERS];
    /* What a release fence publishes through later relaxed stores, and what an
     * acquire fence gets from earlier relaxed loads. */
    struct rdl_clock fence_release[RDL_CLOCK_THREADS];
    struct rdl_clock fence_acquire[RDL_CLOCK_THREADS];
    struct rdl_clock_hop hops[RDL_CLOCK_THREADS][RDL_CLOCK_THREADS];
    struct rdl_clock_object objects[RDL_CLOCK_OBJECTS];
};

/* An execution begins, with thread 0 alone. */
void rdl_clocks_begin(struct rdl_clocks *c);
/* Thread `by` creates `tid`; joins `tid`, which has ended. */
void rdl_clocks_create(struct rdl_clocks *c, rdl_tid by, rdl_tid tid,
                       uint32_t step);
void rdl_clocks_join(struct rdl_clocks *c, rdl_tid by, rdl_tid tid,
                     uint32_t step);
/* Thread `tid` publishes what it has done through the object at addr, or gets
 * what others have published. */
void rdl_clocks_release(struct rdl_clocks *c, rdl_tid tid, uintptr_t addr,
                        uint32_t step);
void rdl_clocks_acquire(struct rdl_clocks *c, rdl_tid tid, uintptr_t addr);
/* An atomic operation or a fence, with its memory order. */
void rdl_clocks_atomic(struct rdl_clocks *c, const struct rdl_event *e,
                       uint32_t step);

/* Thread `tid` reads what `writer` wrote in that step, and one of the two is a
 * plain access: that orders them as shown. */
void rdl_clocks_read(struct rdl_clocks *c, rdl_tid tid, rdl_tid writer,
                     uint32_t step);

/* Does the step `step` of `before` come before what `tid` does now? */
static inline bool rdl_clocks_ordered(const struct rdl_clocks *c,
                                      rdl_tid before, uint32_t step,
                                      rdl_tid tid, unsigned order)
{
    return before == tid || c->threads[tid][order].at[before] >= step;
}

/* May this operation leave two accesses ordered by `strong` alone? */
bool rdl_clocks_weak(const struct rdl_event *e);

#endif
