/* trace_setup.h - executions written by hand, step by step. */
#ifndef TESTS_TRACE_SETUP_H
#define TESTS_TRACE_SETUP_H

#include "trace/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define MOST 4096
#define HANDLE(tid) (0x700000000000 + 4096 * (uintptr_t)(tid))

static struct rdl_event steps[MOST];
static struct rdl_extra extras[MOST];
static size_t n_steps, n_extras;
static volatile uintptr_t noted = 1; /* program counter of the steps */

static inline size_t step(rdl_tid tid, enum rdl_op op,
                          const volatile void *object)
{
    steps[n_steps++] = (struct rdl_event){
        .pc = noted,
        .addr = (uintptr_t)object,
        .size = 4,
        .tid = tid,
        .op = (uint8_t)op,
    };
    return n_steps - 1;
}

/* In the course of the latest step. */
static inline struct rdl_extra *came(rdl_tid tid, enum rdl_extra_kind kind)
{
    extras[n_extras++] = (struct rdl_extra){
        .step = n_steps - 1,
        .tid = tid,
        .kind = (uint8_t)kind,
    };
    return &extras[n_extras - 1];
}

static inline size_t access_to(rdl_tid tid, enum rdl_op op,
                               const volatile void *object, uint64_t value)
{
    step(tid, op, object);
    steps[n_steps - 1].value = value;
    steps[n_steps - 1].flags = RDL_EV_VALUE;
    return n_steps - 1;
}

static inline void holds(rdl_tid tid, const volatile void *lock)
{
    came(tid, RDL_EXTRA_HOLD)->lock.addr = (uintptr_t)lock;
}

static inline void unlocks(rdl_tid tid, const volatile void *lock)
{
    came(tid, RDL_EXTRA_UNLOCK)->lock.addr = (uintptr_t)lock;
}

static inline void waits(rdl_tid tid, const volatile void *object,
                         enum rdl_wait_kind kind)
{
    struct rdl_extra *x = came(tid, RDL_EXTRA_WAIT);

    x->wait.addr = (uintptr_t)object;
    x->wait.kind = (uint16_t)kind;
}

static inline void wakes(rdl_tid tid, const volatile void *object,
                         enum rdl_woken how)
{
    struct rdl_extra *x = came(tid, RDL_EXTRA_WAKE);

    x->wait.addr = (uintptr_t)object;
    x->wait.kind = RDL_WAIT_CONDITION;
    x->wait.how = (uint16_t)how;
}

static inline size_t create(rdl_tid tid, rdl_tid created)
{
    const size_t at = step(tid, RDL_OP_CREATE, NULL);
    struct rdl_extra *x = came(tid, RDL_EXTRA_CREATE);

    x->created.handle = HANDLE(created);
    x->created.tid = created;
    return at;
}

static inline size_t join(rdl_tid tid, rdl_tid joined)
{
    return step(tid, RDL_OP_JOIN, (void *)HANDLE(joined));
}

static inline size_t take(rdl_tid tid, const volatile void *lock)
{
    const size_t at = step(tid, RDL_OP_LOCK, lock);

    holds(tid, lock);
    return at;
}

static inline size_t give(rdl_tid tid, const volatile void *lock)
{
    const size_t at = step(tid, RDL_OP_UNLOCK, lock);

    unlocks(tid, lock);
    return at;
}

#endif
