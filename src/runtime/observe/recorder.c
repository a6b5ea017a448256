/* recorder.c - see recorder.h.
 *
 * Two tables in shared memory: one event per step, and the "extras" that happen
 * during a step (locks, allocations, waits, frames).  recorder_stacks finds the
 * stack frame that an address belongs to, so that the driver can name local
 * variables.  rdl_observer_recorder at the end lists the functions that the
 * engine calls. */
#include "runtime/observe/recorder.h"

#include "base/extra.h"
#include "runtime/heap/heap.h"
#include "runtime/machine/raw.h"
#include "runtime/observe/log.h"
#include "runtime/observe/observer.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define MADE_FRAMES 8 /* recorded per allocation */

#define FRAME_WORDS 8192 /* longest part of a frame that is searched */
#define OUTER_WORDS 8    /* of the outer frame: a return address below it */
#define FEW_THREADS 64   /* limit for searching the stacks of all threads */
#define SEEN 64

static uint64_t capacity; /* number of steps */
static bool calls;        /* there is space for the callers of functions */
static struct {
    uintptr_t top, pc;
} seen[SEEN]; /* frames recorded recently */

static bool recorder_begin(uint64_t execution)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];

    (void)execution;
    calls = false;
    memset(seen, 0, sizeof(seen));
    if (!rdl_log.replays || (rdl_shared->config.flags & RDL_CFG_TRACE) == 0)
        return false;
    capacity = rdl_shared->regions[RDL_REPLAY_STEPS].used;
    if (capacity > r->capacity)
        capacity = r->capacity;
    /* A step that is never settled stays empty. */
    memset(rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS), 0,
           capacity * sizeof(struct rdl_event));
    r->used = capacity;
    rdl_shared->regions[RDL_TRACE_EXTRAS].used = 0;
    calls = capacity <= rdl_shared->regions[RDL_TRACE_EXTRAS].capacity / 3;
    return true;
}

/* Is there space for another extra that may use 1/`parts` of all space? */
static bool recorder_has_room(unsigned parts)
{
    const struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EXTRAS];

    return r->used < r->capacity / parts;
}

/* The caller has checked that there is space. */
static void recorder_put(const struct rdl_extra *x, uint64_t step)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EXTRAS];
    struct rdl_extra *extras = rdl_shared_data(rdl_shared, RDL_TRACE_EXTRAS);

    extras[r->used] = *x;
    extras[r->used++].step = (uint32_t)step;
}

/* Adds an extra to the latest step. */
static void recorder_add(const struct rdl_extra *x)
{
    if (rdl_steps > 0 && recorder_has_room(1))
        recorder_put(x, rdl_steps - 1);
}

void rdl_recorder_call(rdl_tid tid)
{
    const struct rdl_shadow *s = &rdl_thread_at(tid)->shadow;

    /* The caller of a thread's first function is of no interest. */
    if (!calls || s->depth < 2 || s->depth > RDL_SHADOW_DEPTH ||
        !recorder_has_room(1))
        return;
    recorder_put(&(struct rdl_extra){ .kind = RDL_EXTRA_CALL,
                                      .tid = tid,
                                      .call.pc = s->frames[s->depth - 1].pc },
                 rdl_steps);
}

/* The value that a read-modify-write has left.  Its thread may have unmapped
 * the memory since; the kernel detects that without a fault. */
static bool recorder_peek(const struct rdl_event *e, uint64_t *value)
{
    struct iovec to = { .iov_base = value, .iov_len = e->size };
    struct iovec from = { .iov_base = (void *)e->addr, .iov_len = e->size };

    *value = 0;
    return e->size <= sizeof(*value) &&
           rdl_raw(SYS_process_vm_readv, rdl_raw(SYS_getpid), &to, 1, &from, 1,
                   0) == (long)e->size;
}

/* The end of the frame whose entry hook left this: above its return address,
 * which lies below the outer function's own data at that time.  0: not
 * found. */
static uintptr_t recorder_frame_top(const struct rdl_frame *frame,
                                    uintptr_t outer, uintptr_t end)
{
    const uintptr_t *low = (const uintptr_t *)frame->sp + 2, *at;

    /* Downwards, because older calls may have left the same value further
     * down. */
    for (at = (const uintptr_t *)outer + OUTER_WORDS; outer != 0 && at > low;
         at--) {
        if (at[-1] == frame->pc)
            return (uintptr_t)at;
    }
    for (at = low;
         outer == 0 && at < low + FRAME_WORDS && at < (const uintptr_t *)end;
         at++) {
        if (*at == frame->pc)
            return (uintptr_t)(at + 1);
    }
    return 0;
}

/* The frame of t that contains addr, if it belongs to a function with hooks. */
static bool recorder_frame(const struct rdl_thread *t, uintptr_t addr)
{
    const uintptr_t floor =
        t->stack != NULL ? (uintptr_t)t->stack : t->stack_floor;
    const struct rdl_shadow *s = &t->shadow;
    size_t i = s->depth;
    uintptr_t top, pc;

    /* The frames on a handler's own stack are not in this order. */
    if (!t->live || t->in_handler_stack || floor == 0 || i == 0 ||
        i > RDL_SHADOW_DEPTH || addr < s->frames[i - 1].sp || addr < floor ||
        addr >= t->stack_top)
        return false;
    /* Frames of outer functions lie higher. */
    while (i > 1 && s->frames[i - 2].sp <= addr)
        i--;
    if (s->frames[i - 1].sp < floor ||
        (i > 1 &&
         s->frames[i - 2].sp + OUTER_WORDS * sizeof(uintptr_t) >= t->stack_top))
        return false;
    /* The hook's call left its return address here. */
    pc = ((const uintptr_t *)s->frames[i - 1].sp)[1];
    top = recorder_frame_top(&s->frames[i - 1], i > 1 ? s->frames[i - 2].sp : 0,
                             t->stack_top);
    if (top == 0 || addr >= top)
        return true;
    if (seen[top / 8 % SEEN].top == top && seen[top / 8 % SEEN].pc == pc)
        return true;
    seen[top / 8 % SEEN].top = top;
    seen[top / 8 % SEEN].pc = pc;
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_FRAME,
        .tid = t->tid,
        .frame = { .top = top, .size = top - s->frames[i - 1].sp, .pc = pc },
    });
    return true;
}

/* A step that accesses a stack is shown with the function that owns the
 * frame. */
static void recorder_stacks(uintptr_t addr)
{
    size_t n = rdl_thread_limit();

    if (!calls || rdl_heap_holds(addr) || recorder_frame(rdl_self, addr) ||
        recorder_frame(rdl_thread_at(0), addr) || n > FEW_THREADS)
        return;
    for (size_t i = 1; i < n; i++) {
        if (recorder_frame(rdl_thread_at((rdl_tid)i), addr))
            return;
    }
}

static void recorder_step(const struct rdl_event *e)
{
    struct rdl_event *events = rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS);
    uint64_t after;

    if (rdl_steps == 0 || rdl_steps > capacity)
        return;
    events[rdl_steps - 1] = *e;
    if (e->op == RDL_OP_IO && (e->flags & RDL_EV_VALUE) == 0 && e->value != 0)
        events[rdl_steps - 1].size = (uint32_t)e->value;
    if (rdl_op_in_memory((enum rdl_op)e->op))
        recorder_stacks(e->addr);
    if (e->op == RDL_OP_RMW && (e->flags & RDL_EV_FAILED) == 0 &&
        recorder_peek(e, &after))
        recorder_add(&(struct rdl_extra){
            .kind = RDL_EXTRA_LEFT,
            .tid = e->tid,
            .left = { .addr = e->addr, .size = e->size, .value = after },
        });
}

static void recorder_made(const void *block, uint32_t size, uintptr_t pc,
                          uintptr_t outer)
{
    const struct rdl_shadow *s = &rdl_self->shadow;
    size_t depth = s->depth < RDL_SHADOW_DEPTH ? s->depth : 0;

    /* Names matter less than events: half of the space is reserved for
     * events. */
    for (size_t i = 0; i < MADE_FRAMES && recorder_has_room(2); i++) {
        recorder_put(
            &(struct rdl_extra){
                .kind = i == 0 ? RDL_EXTRA_MADE : RDL_EXTRA_MADE_FOR,
                .tid = rdl_self->tid,
                .block = { .addr = (uintptr_t)block, .size = size, .pc = pc },
            },
            rdl_steps > 0 ? rdl_steps - 1 : 0);
        if (outer != 0) {
            pc = outer;
            outer = 0;
            continue;
        }
        if (!calls || depth < 2) /* the first function has no caller */
            break;
        pc = s->frames[--depth].pc;
    }
}

static void recorder_freed(const void *block, uint32_t size, uintptr_t pc)
{
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_FREE,
        .tid = rdl_self->tid,
        .block = { .addr = (uintptr_t)block, .size = size, .pc = pc },
    });
}

static void recorder_refused(size_t size, uintptr_t pc)
{
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_NO_MEMORY,
        .tid = rdl_self->tid,
        .block = { .size = size, .pc = pc },
    });
}

static void recorder_hold(const volatile void *lock, unsigned flags,
                          uintptr_t pc)
{
    (void)pc;
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_HOLD,
        .tid = rdl_self->tid,
        .lock = { .addr = (uintptr_t)lock,
                  .shared = (flags & RDL_EV_SHARED) != 0 },
    });
}

static void recorder_unhold(const struct rdl_thread *holder,
                            const volatile void *lock)
{
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_UNLOCK,
        .tid = holder->tid,
        .lock.addr = (uintptr_t)lock,
    });
}

static void recorder_created(const struct rdl_thread *t, uintptr_t pc)
{
    (void)pc;
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_CREATE,
        .tid = rdl_self->tid,
        .created = { .handle = rdl_thread_handle(t), .tid = t->tid },
    });
}

static void recorder_waits(const struct rdl_thread *t,
                           const struct rdl_wait *wait)
{
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_WAIT,
        .tid = t->tid,
        .wait = { .addr = (uintptr_t)wait->object,
                  .kind = (uint16_t)wait->kind },
    });
}

static void recorder_woken(const struct rdl_thread *t,
                           const struct rdl_wait *wait, enum rdl_woken how)
{
    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_WAKE,
        .tid = t->tid,
        .wait = { .addr = (uintptr_t)wait->object,
                  .kind = (uint16_t)wait->kind,
                  .how = (uint16_t)how },
    });
}

static void recorder_passed(const struct rdl_thread *t)
{
    recorder_add(
        &(struct rdl_extra){ .kind = RDL_EXTRA_PASSED, .tid = t->tid });
}

const struct rdl_observer rdl_observer_recorder = {
    .name = "recorder",
    .begin = recorder_begin,
    .step = recorder_step,
    .hold = recorder_hold,
    .unhold = recorder_unhold,
    .created = recorder_created,
    .made = recorder_made,
    .freed = recorder_freed,
    .refused = recorder_refused,
    .waits = recorder_waits,
    .woken = recorder_woken,
    .passed = recorder_passed,
};
