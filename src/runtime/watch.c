/* watch.c - see watch.h. */
#include "runtime/watch.h"

#include "runtime/machine/raw.h"
#include "runtime/trace.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

static uint64_t capacity; /* of steps */
static bool calls;        /* there is room for where functions are called */

bool rdl_watch_begin(void)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];

    calls = false;
    if (!rdl_trace.replays || (rdl_shared->config.flags & RDL_CFG_WATCH) == 0)
        return false;
    capacity = rdl_shared->regions[RDL_REPLAY_STEPS].used;
    if (capacity > r->capacity)
        capacity = r->capacity;
    /* A step that nobody settles stays empty. */
    memset(rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS), 0,
           capacity * sizeof(struct rdl_event));
    r->used = capacity;
    calls = capacity <= r->capacity / 4;
    return true;
}

void rdl_watch_call(rdl_tid tid)
{
    const struct rdl_shadow *s = &rdl_thread_at(tid)->shadow;
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];
    struct rdl_event *events = rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS);

    /* The first function of a thread was called by nobody of interest. */
    if (!calls || s->depth < 2 || s->depth > RDL_SHADOW_DEPTH ||
        r->used == r->capacity)
        return;
    events[r->used++] = (struct rdl_event){
        .pc = rdl_steps,
        .addr = s->frames[s->depth - 1].pc,
        .tid = tid,
        .op = RDL_OP_START,
    };
}

/* What a read-modify-write has left there.  Its thread may have unmapped the
 * memory since, and the kernel finds that out without a fault. */
static bool peek(const struct rdl_event *e, uint64_t *value)
{
    struct iovec to = { .iov_base = value, .iov_len = e->size };
    struct iovec from = { .iov_base = (void *)e->addr, .iov_len = e->size };

    *value = 0;
    return e->size <= sizeof(*value) &&
           rdl_raw(SYS_process_vm_readv, rdl_raw(SYS_getpid), &to, 1, &from, 1,
                   0) == (long)e->size;
}

void rdl_watch_step(const struct rdl_event *e)
{
    struct rdl_event *events = rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS);
    uint64_t after;

    if (rdl_steps == 0 || rdl_steps > capacity)
        return;
    events[rdl_steps - 1] = *e;
    if (e->op == RDL_OP_IO && (e->flags & RDL_EV_VALUE) == 0 && e->value != 0)
        events[rdl_steps - 1].size = (uint32_t)e->value;
    if (e->op == RDL_OP_RMW && (e->flags & RDL_EV_FAILED) == 0 &&
        peek(e, &after))
        rdl_watch_add(RDL_OP_RMW, e->tid, e->addr, e->size, after);
}

void rdl_watch_add(enum rdl_op op, rdl_tid tid, uintptr_t addr, uint32_t size,
                   uint64_t value)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];
    struct rdl_event *events = rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS);

    if (r->used == r->capacity || rdl_steps == 0)
        return;
    events[r->used++] = (struct rdl_event){
        .pc = rdl_steps - 1,
        .addr = addr,
        .value = value,
        .size = size,
        .tid = tid,
        .op = (uint8_t)op,
    };
}
