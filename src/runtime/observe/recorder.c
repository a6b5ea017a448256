/* recorder.c - see recorder.h.
 *
 * Two tables in shared memory: one event per step, and the "extras" that happen
 * during a step (locks, allocations, waits, frames).  recorder_stacks finds the
 * stack frame that an address belongs to, so that the driver can name local
 * variables.  rdl_observer_recorder at the end lists the functions that the
 * engine calls. */
#include "runtime/observe/recorder.h"

#include "base/extra.h"
#include "base/hash.h"
#include "runtime/core/aside.h"
#include "runtime/core/attached.h"
#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"
#include "runtime/heap/heap.h"
#include "runtime/machine/peek.h"
#include "runtime/observe/log.h"
#include "runtime/observe/observer.h"

#include <string.h>

#define MADE_FRAMES 16    /* recorded per allocation */
#define CALLS 16          /* recorded per context */
#define CONTEXT 16        /* innermost calls that make a context */
#define LEAST_AROUND 8192 /* of any execution, however short */

#define FRAME_WORDS 8192 /* longest part of a frame that is searched */
#define OUTER_WORDS 8    /* of the outer frame: a return address below it */
#define FEW_THREADS 64   /* limit for searching the stacks of all threads */
#define CALLER_WORDS 256 /* largest part of the stack that is searched */
#define SEEN 64
#define CONTEXTS 1024 /* remembered; others in its slot are recorded again */

static uint64_t capacity; /* number of steps */
static bool calls;        /* there is space for the callers of functions */
static uint64_t around;   /* number of RDL_EXTRA_AROUND */
static struct {
    uintptr_t top, pc;
} seen[SEEN]; /* frames recorded recently */
/* Contexts whose calls are recorded; cleared when a traced execution begins. */
static uint64_t recorded[CONTEXTS];
RDL_PERSISTENT(recorded);

static bool recorder_begin(uint64_t execution)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];

    (void)execution;
    calls = false;
    around = 0;
    memset(seen, 0, sizeof(seen));
    if (!rdl_log.replays || (rdl_shared->config.flags & RDL_CFG_TRACE) == 0)
        return false;
    memset(recorded, 0, sizeof(recorded));
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

/* The calls around that, once for each context: headers of C++ call each other.
 * They have a share of the space for themselves, since names and events matter
 * more. */
static void recorder_around(const struct rdl_event *e,
                            const struct rdl_shadow *s, uint64_t context)
{
    if (recorded[context % CONTEXTS] == context)
        return;
    recorded[context % CONTEXTS] = context;
    for (size_t i = 1;
         i < CALLS && i + 1 < s->depth &&
         around < capacity / 4 + LEAST_AROUND && recorder_has_room(2);
         i++) {
        recorder_put(
            &(struct rdl_extra){ .kind = RDL_EXTRA_AROUND,
                                 .tid = e->tid,
                                 .call.pc = s->frames[s->depth - 1 - i].pc },
            rdl_steps);
        around++;
    }
}

/* The value that a read-modify-write has left.  Its thread may have unmapped
 * the memory since. */
static bool recorder_peek(const struct rdl_event *e, uint64_t *value)
{
    *value = 0;
    return e->size <= sizeof(*value) && rdl_peek(value, e->addr, e->size);
}

/* The lower end of t's stack; 0: its frames are not known. */
static uintptr_t recorder_floor(const struct rdl_thread *t)
{
    /* The frames on a handler's own stack are not in their order. */
    if (!t->live || t->in_handler_stack || t->shadow.depth == 0 ||
        t->shadow.depth > RDL_SHADOW_DEPTH)
        return 0;
    return t->stack != NULL ? (uintptr_t)t->stack : t->stack_floor;
}

/* Can the i-th frame, counted from 1 at the outermost, and the one around it be
 * read? */
static bool recorder_is_on_stack(const struct rdl_thread *t, uintptr_t floor,
                                 size_t i)
{
    const struct rdl_frame *frames = t->shadow.frames;

    return frames[i - 1].sp >= floor &&
           (i == 1 ||
            frames[i - 2].sp + OUTER_WORDS * sizeof(uintptr_t) < t->stack_top);
}

/* The end of that frame: above its return address, which lies below the outer
 * function's own data at that time.  0: not found. */
static uintptr_t recorder_frame_top(const struct rdl_thread *t, size_t i)
{
    const struct rdl_frame *frame = &t->shadow.frames[i - 1];
    const uintptr_t outer = i > 1 ? frame[-1].sp : 0;
    const uintptr_t *low = (const uintptr_t *)frame->sp + 2, *at;

    /* Downwards, because older calls may have left the same value further
     * down. */
    for (at = (const uintptr_t *)outer + OUTER_WORDS; outer != 0 && at > low;
         at--) {
        if (at[-1] == frame->pc)
            return (uintptr_t)at;
    }
    for (at = low; outer == 0 && at < low + FRAME_WORDS &&
                   at < (const uintptr_t *)t->stack_top;
         at++) {
        if (*at == frame->pc)
            return (uintptr_t)(at + 1);
    }
    return 0;
}

/* If a library without hooks takes the step: words on the stack from the call
 * of the runtime to that of the library by the innermost function with hooks.
 * The thread still waits inside them.  The driver finds the return addresses
 * among them.  (An unwinder would too, but its first use is a step of targets
 * that use it.) */
static void recorder_callers(const struct rdl_event *e)
{
    const struct rdl_thread *t = rdl_thread_at(e->tid);
    const uintptr_t floor = recorder_floor(t);
    const size_t depth = t->shadow.depth;
    const uintptr_t *at, *last;
    uintptr_t top;
    size_t n = 0;

    if (rdl_op_accesses((enum rdl_op)e->op) || floor == 0 ||
        !recorder_is_on_stack(t, floor, depth) || rdl_attached(e->pc))
        return;
    /* The library was called where the function's entry hook was, or lower, if
     * arguments are on the stack. */
    at = (const uintptr_t *)rdl_aside_sp(t);
    last = (const uintptr_t *)t->shadow.frames[depth - 1].sp + 1;
    /* Frames that an exception has left may be lower. */
    if (last - at >= CALLER_WORDS || (uintptr_t)at < floor ||
        (uintptr_t)last >= t->stack_top)
        return;
    top = recorder_frame_top(t, depth);
    for (; n < RDL_MOST_CALLERS && at <= last && recorder_has_room(2); at++) {
        /* An interceptor of ours may lie between (sync/glib.c). */
        if ((n == 0 && *at != e->pc) || rdl_module_of(*at) == NULL)
            continue;
        recorder_put(
            &(struct rdl_extra){
                .kind = RDL_EXTRA_CALLER,
                .tid = e->tid,
                .word = { .pc = *at, .slot = (uintptr_t)at, .top = top } },
            rdl_steps);
        n++;
    }
}

/* Distinguishes calls of one function by how it was reached. */
static uint64_t recorder_context(const struct rdl_shadow *s)
{
    uint64_t context = 0;

    for (size_t i = 1; i <= CONTEXT && i <= s->depth; i++)
        context = rdl_mix(context, s->frames[s->depth - i].pc);
    return context;
}

void rdl_recorder_call(const struct rdl_event *e)
{
    const struct rdl_shadow *s = &rdl_thread_at(e->tid)->shadow;
    uint64_t context;

    if (!calls)
        return;
    recorder_callers(e);
    /* The caller of a thread's first function is of no interest. */
    if (s->depth < 2 || s->depth > RDL_SHADOW_DEPTH || !recorder_has_room(1))
        return;
    context = recorder_context(s);
    recorder_put(
        &(struct rdl_extra){ .kind = RDL_EXTRA_CALL,
                             .tid = e->tid,
                             .call = { s->frames[s->depth - 1].pc, context } },
        rdl_steps);
    recorder_around(e, s, context);
}

/* The frame of t that contains addr, if it belongs to a function with hooks. */
static bool recorder_frame(const struct rdl_thread *t, uintptr_t addr)
{
    const uintptr_t floor = recorder_floor(t);
    const struct rdl_shadow *s = &t->shadow;
    size_t i = s->depth;
    uintptr_t top, pc;

    if (floor == 0 || addr < s->frames[i - 1].sp || addr < floor ||
        addr >= t->stack_top)
        return false;
    /* Frames of outer functions lie higher. */
    while (i > 1 && s->frames[i - 2].sp <= addr)
        i--;
    if (!recorder_is_on_stack(t, floor, i))
        return false;
    /* The hook's call left its return address here. */
    pc = ((const uintptr_t *)s->frames[i - 1].sp)[1];
    top = recorder_frame_top(t, i);
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
    const bool by_time = how == RDL_WOKEN_BY_TIME;
    const bool early = by_time && wait->early;
    const uint64_t length = wait->deadline - wait->stretch - wait->began;

    recorder_add(&(struct rdl_extra){
        .kind = RDL_EXTRA_WAKE,
        .tid = t->tid,
        .wait = { .addr = (uintptr_t)wait->object,
                  .kind = (uint16_t)wait->kind,
                  .how = (uint16_t)how,
                  .delayed = (uint16_t)(early ? wait->delayed + 1 : 0),
                  .ns = !by_time                       ? 0
                        : early && wait->late < length ? wait->late
                                                       : length },
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
