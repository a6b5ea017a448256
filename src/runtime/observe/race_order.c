/* race_order.c - see race_parts.h: feeds the clocks, and compares accesses and
 * frees with earlier accesses. */
#include "runtime/observe/race_parts.h"

#include "runtime/core/modules.h"
#include "runtime/core/note.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/observe/race.h"
#include "runtime/observe/race_clocks.h"
#include "runtime/observe/race_shadow.h"
#include "runtime/observe/sharing.h"
#include "runtime/observe/tap.h"

#include <string.h>

/* Large; an execution that uses them begins by making them void. */
static struct rdl_clocks clocks;
static struct rdl_shadow_table shadow;
RDL_PERSISTENT(clocks);
RDL_PERSISTENT(shadow);

/* Where the program uses no atomics of weak orders, only races with `free` need
 * the clocks.  Each step pays for them: so they run in the first executions and
 * in some of the later ones. */
#define FIRST 256 /* all executions up to here, */
#define EVERY 8   /* then every eighth */

static bool to_end;   /* a race ends this execution */
static bool exiting;  /* the program has called exit() */
static bool learning; /* race_learns() still has something to learn */

/* A compare-exchange was taken in this step, and is not done. */
static uint32_t compares;

static void race_report_of(enum rdl_race_proof proof,
                           const struct rdl_shadow_access *earlier,
                           const struct rdl_event *e, uintptr_t addr)
{
    const struct rdl_clock_hop *hop = &clocks.hops[e->tid][earlier->tid];
    const struct rdl_race_side first = {
        .tid = earlier->tid,
        .op = earlier->op,
        .size = (uint32_t)__builtin_popcount(earlier->mask),
        .pc = earlier->pc,
        .addr = addr,
    };
    const struct rdl_race_side second = rdl_race_side_of(e);
    struct rdl_race_view *r = rdl_race_fill(proof, &first, &second, addr);

    if (proof == RDL_RACE_ORDER) {
        r->through = hop->object;
        r->store_pc = hop->store_pc;
        r->load_pc = hop->load_pc;
        rdl_module_of(hop->object);
        rdl_module_of(hop->store_pc);
        rdl_module_of(hop->load_pc);
    }
    to_end = rdl_race_report();
}

/* Nothing orders the two in this execution.  If the later one is an access,
 * another schedule brings both threads to their accesses, and only that is a
 * proof.  But where an access and then a `free` can change places, the access
 * mostly fails; so executions that pass must show it.
 *
 * The proof needs an order that has every edge there is, so it is `shown`.  And
 * the handlers of exit() come after everything: a program may rely on its
 * threads having long ended. */
static void race_unordered(const struct rdl_shadow_access *earlier,
                           const struct rdl_event *e, uintptr_t addr)
{
    if (e->op == RDL_OP_FREE) {
        if (!exiting &&
            !rdl_race_counted(earlier->pc, e->pc, RDL_RACE_UNORDERED))
            race_report_of(RDL_RACE_UNORDERED, earlier, e, addr);
    } else if (rdl_op_reads((enum rdl_op)e->op) && !earlier->covered &&
               rdl_op_writes((enum rdl_op)earlier->op)) {
        rdl_clocks_read(&clocks, e->tid, earlier->tid, earlier->step);
    }
}

static void race_conflict(void *data, const struct rdl_shadow_access *earlier,
                          const struct rdl_event *e, uintptr_t addr)
{
    (void)data;
    if (to_end)
        return;
    if (!rdl_clocks_ordered(&clocks, earlier->tid, earlier->step, e->tid,
                            RDL_ORDER_STRONG)) {
        if (!rdl_clocks_ordered(&clocks, earlier->tid, earlier->step, e->tid,
                                RDL_ORDER_SHOWN))
            race_unordered(earlier, e, addr);
    } else if (!rdl_clocks_ordered(&clocks, earlier->tid, earlier->step, e->tid,
                                   RDL_ORDER_C11) &&
               !rdl_race_counted(earlier->pc, e->pc, RDL_RACE_ORDER)) {
        race_report_of(RDL_RACE_ORDER, earlier, e, addr);
    }
}

void rdl_race_exits(void)
{
    exiting = true;
}

/* Any address that no object has. */
#define OUTSIDE ((uintptr_t)8)

/* What a system call publishes the kernel may hand to any other. */
static void race_outside(rdl_tid tid, uint32_t step)
{
    rdl_clocks_acquire(&clocks, tid, OUTSIDE);
    rdl_clocks_release(&clocks, tid, OUTSIDE, step);
}

void rdl_race_outside(void)
{
    if (rdl_race.clocks)
        race_outside(rdl_self->tid, (uint32_t)rdl_steps);
}

/* What any thread has done comes before what any does next. */
void rdl_race_membarrier(void)
{
    if (!rdl_race.clocks)
        return;
    for (rdl_tid t = 0; t < clocks.n; t++)
        rdl_clocks_release(&clocks, t, OUTSIDE, (uint32_t)rdl_steps);
    for (rdl_tid t = 0; t < clocks.n; t++)
        rdl_clocks_acquire(&clocks, t, OUTSIDE);
}

/* The execution's shared mappings, and what lies between them.  What a thread
 * writes there another one may read under another address, or after a process
 * that has no clock. */
static struct {
    uintptr_t start, size;
} shared;

void rdl_race_mapped(uintptr_t start, size_t size)
{
    const uintptr_t end = shared.start + shared.size;

    if (shared.size == 0) {
        shared.start = start;
        shared.size = size;
        return;
    }
    if (start < shared.start)
        shared.start = start;
    shared.size = (start + size > end ? start + size : end) - shared.start;
}

static bool race_is_shared(uintptr_t addr)
{
    return unlikely(addr - shared.start < shared.size);
}

void rdl_race_moved(uintptr_t from, uintptr_t to, size_t size)
{
    if (race_is_shared(from))
        rdl_race_mapped(to, size);
}

static void race_in_shared(rdl_tid tid, uintptr_t addr, uint32_t step)
{
    if (race_is_shared(addr))
        race_outside(tid, step);
}

static void race_sync(const struct rdl_event *e, uint32_t step)
{
    const struct rdl_thread *joined;

    if (unlikely(rdl_thread_at(e->tid)->helper))
        race_outside(e->tid, step); /* it acts for a timer, say */
    switch ((enum rdl_op)e->op) {
    case RDL_OP_FENCE:
    case RDL_OP_ATOMIC_READ:
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
        rdl_clocks_atomic(&clocks, e, step);
        break;
    case RDL_OP_JOIN:
        joined = rdl_thread_of(e->addr);
        if (joined != NULL && !joined->live)
            rdl_clocks_join(&clocks, e->tid, joined->tid, step);
        break;
    case RDL_OP_SEM_WAIT:
    case RDL_OP_SEM_TRYWAIT:
    case RDL_OP_ONCE: /* the end of its function is an unhold */
        rdl_clocks_acquire(&clocks, e->tid, e->addr);
        break;
    case RDL_OP_SEM_POST:
        rdl_clocks_release(&clocks, e->tid, e->addr, step);
        break;
    case RDL_OP_BARRIER: /* taken at the arrival and once more to leave */
        rdl_clocks_release(&clocks, e->tid, e->addr, step);
        rdl_clocks_acquire(&clocks, e->tid, e->addr);
        break;
    case RDL_OP_FUTEX_WAIT:
    case RDL_OP_FUTEX_WAKE:
    case RDL_OP_IO:
    case RDL_OP_POLL:
    case RDL_OP_KILL:
    case RDL_OP_HANDLER:
    case RDL_OP_CANCEL:
    case RDL_OP_FORK:
    case RDL_OP_SYSCALL:
        race_outside(e->tid, step);
        break;
    default: /* locks: rdl_race_hold(); conditions order nothing */
        break;
    }
}

/* The clocks have a fixed size.  Once one thread or object is too many they are
 * not asked any more: that thread has no clock, and some order may be lost.  A
 * thread that does not fit is known before its first step: rdl_race_created().
 */
static bool race_lost(void)
{
    if (likely(!clocks.full))
        return false;
    rdl_race.clocks = false;
    rdl_note(RDL_NOTE_RACES_LIMITED,
             "races of memory order or with free: more threads or "
             "synchronisation objects than raddle can follow; it does not look "
             "for more of them in such executions",
             0);
    return true;
}

static bool race_happens(const struct rdl_event *e, uint32_t step)
{
    if (race_lost())
        return false;
    if (rdl_op_accesses((enum rdl_op)e->op) && !rdl_race_ignored(e->tid))
        rdl_shadow_access(&shadow, e, step, race_conflict, NULL);
    race_sync(e, step);
    race_in_shared(e->tid, e->addr, step);
    race_lost();
    return to_end;
}

bool rdl_race_taken(const struct rdl_event *e)
{
    compares = 0;
    if (e->op == RDL_OP_RMW && rdl_thread_at(e->tid)->expected != NULL) {
        compares = (uint32_t)rdl_steps;
        return false;
    }
    return race_happens(e, (uint32_t)rdl_steps);
}

/* One that fails reads, in an order of its own. */
bool rdl_race_compared(const struct rdl_event *e)
{
    struct rdl_event did = *e;
    const uint32_t step = compares;

    if ((e->flags & RDL_EV_FAILED) != 0)
        did.op = RDL_OP_ATOMIC_READ;
    if (rdl_shared->weak_orders == 0 && rdl_clocks_weak(&did))
        rdl_shared->weak_orders = 1;
    compares = 0;
    if (step == 0) /* no step, or the clocks do not run */
        return false;
    return race_happens(&did, step);
}

/* Does the program's own code free it?  What a library frees it may have
 * ordered by atomics that raddle does not see. */
static bool race_frees_itself(const struct rdl_event *e)
{
    const struct rdl_module *m = rdl_module_of(e->pc);

    return m != NULL && m->hooked && !rdl_race_ignored(e->tid);
}

#define LOOK 4096 /* bytes of a block: they tell whether threads share it */

/* Each free pays for this, so only the first executions do it.  A program whose
 * threads share no heap block in any of them hardly ever does. */
static bool race_may_learn(uint64_t execution)
{
    return execution < FIRST &&
           (rdl_shared->frees == 0 || rdl_shared->shares_heap == 0);
}

static void race_learns(const struct rdl_event *e)
{
    rdl_shared->frees = 1;
    if (!rdl_sharing.notes ||
        rdl_sharing_any(e->addr, e->size < LOOK ? e->size : LOOK))
        rdl_shared->shares_heap = 1;
    learning = rdl_shared->shares_heap == 0;
}

bool rdl_race_freed(const struct rdl_event *e)
{
    if (unlikely(learning))
        race_learns(e);
    if (!rdl_race.clocks || race_lost())
        return false;
    rdl_shadow_free(&shadow, e, (uint32_t)rdl_steps,
                    race_frees_itself(e) ? race_conflict : NULL, NULL);
    return to_end;
}

void rdl_race_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    (void)flags, (void)pc;
    if (!rdl_race.clocks)
        return;
    rdl_clocks_acquire(&clocks, rdl_self->tid, (uintptr_t)lock);
    race_in_shared(rdl_self->tid, (uintptr_t)lock, (uint32_t)rdl_steps);
}

/* A thread other than the holder may release a lock. */
void rdl_race_unhold(const struct rdl_thread *holder, const volatile void *lock)
{
    if (!rdl_race.clocks)
        return;
    rdl_clocks_release(&clocks, holder->tid, (uintptr_t)lock,
                       (uint32_t)rdl_steps);
    if (holder != rdl_self)
        rdl_clocks_release(&clocks, rdl_self->tid, (uintptr_t)lock,
                           (uint32_t)rdl_steps);
    race_in_shared(rdl_self->tid, (uintptr_t)lock, (uint32_t)rdl_steps);
}

void rdl_race_created(const struct rdl_thread *t, uintptr_t pc)
{
    (void)pc;
    if (rdl_race.clocks)
        rdl_clocks_create(&clocks, rdl_self->tid, t->tid, (uint32_t)rdl_steps);
}

bool rdl_race_order_begin(uint64_t execution, bool ends)
{
    to_end = exiting = false;
    compares = 0;
    learning = race_may_learn(execution);
    /* An execution that is to end at a race needs the clocks from its
     * beginning. */
    if (!ends && rdl_shared->weak_orders == 0 &&
        !(rdl_shared->frees != 0 && rdl_shared->shares_heap != 0 &&
          (execution < FIRST || execution % EVERY == 0)))
        return false;
    rdl_tap.taken = true;
    rdl_clocks_begin(&clocks);
    rdl_shadow_begin(&shadow);
    return true;
}
