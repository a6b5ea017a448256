/* dead_stack.c - see dead_stack.h.
 *
 * Every other thread stands in a hook or in an interceptor, and its word aside
 * has the stack pointer with which it called the runtime (core/aside.h).  For a
 * hook that is the end of the target's frames: what lies below is dead.  An
 * interceptor has frames of its own above that pointer.  Where they begin is
 * known if the function that called it has a hook at its entry: both calls push
 * their return address at the same place, unless the function has enlarged its
 * frame in between (alloca).  So the place is taken only if the return address
 * is there.  Otherwise part of what is dead counts as alive. */
#include "runtime/sched/dead_stack.h"

#include "runtime/core/persistent.h"
#include "runtime/core/state.h"

#include <stddef.h>
#include <string.h>

static struct rdl_finding known; /* too large for a stack */
RDL_PERSISTENT(known);

/* Farther below the stack pointer nothing is reported: a wild pointer is
 * something else. */
#define DEEPEST (UINT64_C(1) << 20)

/* Of the frame that the entry hook of the innermost function saw: it contains
 * the pushed frame pointer and the return address. */
#define HOOK_RETURN 8
#define HOOK_FRAME 16

/* What lies below on o's stack is dead. */
static uintptr_t dead_below(const struct rdl_thread *o)
{
    const struct rdl_event *e = &rdl_sched.pending[o->tid];
    const struct rdl_shadow *s = &o->shadow;
    const uintptr_t sp = rdl_aside_sp(o);
    uintptr_t entry;

    if (s->depth == 0 || s->depth > RDL_SHADOW_DEPTH)
        return sp;
    entry = s->frames[s->depth - 1].sp;
    if (entry < sp || o->stack_top - entry < HOOK_FRAME ||
        *(const uintptr_t *)(entry + HOOK_RETURN) != e->pc)
        return sp;
    return entry + HOOK_FRAME;
}

static bool dead_on_stack(const struct rdl_thread *o, uintptr_t addr)
{
    if (o->tid == 0)
        return o->stack_top - addr < RDL_DONOR_STACK;
    return o->stack == o->donor->stack &&
           addr - (uintptr_t)o->stack < o->stack_size;
}

static bool dead_is(const struct rdl_thread *o, uintptr_t addr, size_t size)
{
    uintptr_t below;

    if (!dead_on_stack(o, addr))
        return false;
    if (!o->live)
        return true;
    /* It may run on another stack: a handler's, one of makecontext(). */
    if (!o->started || !dead_on_stack(o, rdl_aside_sp(o)))
        return false;
    below = dead_below(o);
    return addr + size <= below && below - addr < DEEPEST;
}

void rdl_dead_stack_look(uintptr_t addr, size_t size, bool writes, uintptr_t pc)
{
    const int slot = rdl_donor_region(addr) ? rdl_donor_slot(addr) : 0;
    const struct rdl_thread *o;

    if (slot < 0 || (size_t)slot >= rdl_thread_limit() ||
        rdl_detectors_have(rdl_shared->config.disabled,
                           RDL_DETECTOR_ID_dead_stack_use))
        return;
    o = rdl_thread_at((rdl_tid)slot);
    if (o == rdl_self || o->donor == NULL || !dead_is(o, addr, size))
        return;
    memset(&known, 0, offsetof(struct rdl_finding, threads));
    known.tid = rdl_self->tid;
    known.pc = pc;
    known.addr = addr;
    known.block.access = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    known.block.writes = writes;
    known.block.maker = o->tid;
    rdl_moment(RDL_AT_MISUSE, o->live ? RDL_STACK_LEFT : RDL_STACK_ENDED,
               &known);
}
