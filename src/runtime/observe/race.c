/* race.c - see race.h: compares announced accesses, feeds the clocks, and
 * reports. */
#include "runtime/observe/race.h"

#include "base/hash.h"
#include "detect/warnings.h"
#include "runtime/core/modules.h"
#include "runtime/core/note.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/machine/peek.h"
#include "runtime/observe/observer.h"
#include "runtime/observe/race_clocks.h"
#include "runtime/observe/race_shadow.h"
#include "runtime/observe/tap.h"

#include <string.h>

struct rdl_race rdl_race;

/* Large; an execution that uses them begins by making them void. */
static struct rdl_clocks clocks;
static struct rdl_shadow_table shadow;
RDL_PERSISTENT(clocks);
RDL_PERSISTENT(shadow);

/* The race that is being reported. */
static struct rdl_finding known;
RDL_PERSISTENT(known);

/* Pairs of code addresses that this process has reported: a cache, so that a
 * race that every execution shows costs little.  A pair that another one has
 * replaced is found again in the table of warnings, by its key. */
#define PAIRS 1024
static struct {
    uintptr_t pcs[2];
    uint32_t warning; /* its number in the table, from 1; 0: no room there */
    uint8_t proof;
} pairs[PAIRS];
RDL_PERSISTENT(pairs);
static uint32_t execution_now;
RDL_PERSISTENT(execution_now);
/* By number of the warning - 1: the execution that counted it last. */
static uint32_t counted[RDL_MAX_WARNINGS];
RDL_PERSISTENT(counted);

/* --- Reporting ------------------------------------------------------------ */

/* Module and offset; 0 for code that belongs to no module. */
static uint64_t race_place(uintptr_t pc)
{
    const struct rdl_module *m = rdl_module_of(pc);

    return m != NULL ? rdl_mix(m->name, pc - m->base) : 0;
}

/* The pair of places, whichever came first. */
static uint64_t race_key(uintptr_t a, uintptr_t b)
{
    const uint64_t x = race_place(a), y = race_place(b);
    const uint64_t key = x < y ? rdl_mix(x, y) : rdl_mix(y, x);

    return key != 0 ? key : 1;
}

static bool race_ends_executions(void)
{
    return rdl_detectors_have(rdl_shared->config.ends,
                              RDL_DETECTOR_ID_data_race);
}

static size_t race_slot(uintptr_t a, uintptr_t b)
{
    return (a < b ? rdl_mix(a, b) : rdl_mix(b, a)) % PAIRS;
}

static bool race_in_slot(size_t at, uintptr_t a, uintptr_t b)
{
    return pairs[at].pcs[0] == (a < b ? a : b) &&
           pairs[at].pcs[1] == (a < b ? b : a);
}

static void race_remember(uintptr_t a, uintptr_t b, uint32_t warning,
                          enum rdl_race_proof proof)
{
    const size_t at = race_slot(a, b);

    pairs[at].pcs[0] = a < b ? a : b;
    pairs[at].pcs[1] = a < b ? b : a;
    pairs[at].warning = warning;
    pairs[at].proof = (uint8_t)proof;
}

/* Brings a pair that was reported with `proof` or a stronger one back into its
 * slot. */
static bool race_recall(uintptr_t a, uintptr_t b, enum rdl_race_proof proof)
{
    const uint64_t key = race_key(a, b);

    for (enum rdl_race_proof p = RDL_RACE_SEEN; p <= proof; p++) {
        const uint32_t warning =
            rdl_warnings_with(&rdl_shared->warnings, key, (int32_t)p);

        if (warning > 0) {
            race_remember(a, b, warning, p);
            return true;
        }
    }
    return false;
}

/* Is the pair known, with a proof that is not weaker?  Then an execution counts
 * it once. */
static bool race_counted(uintptr_t a, uintptr_t b, enum rdl_race_proof proof)
{
    const size_t at = race_slot(a, b);
    uint32_t warning;

    if (race_ends_executions())
        return false;
    if (unlikely(!race_in_slot(at, a, b) || pairs[at].proof > proof) &&
        !race_recall(a, b, proof))
        return false;
    warning = pairs[at].warning;
    if (warning > 0 && counted[warning - 1] != execution_now) {
        counted[warning - 1] = execution_now;
        rdl_shared->warnings.all[warning - 1].times++;
    }
    return true;
}

/* `known` has been reported: the report has counted it, or there is no room. */
static void race_reported(void)
{
    const uint32_t warning =
        rdl_warnings_with(&rdl_shared->warnings, known.key, known.code);

    if (warning > 0)
        counted[warning - 1] = execution_now;
    race_remember(known.race.sides[0].pc, known.race.sides[1].pc, warning,
                  (enum rdl_race_proof)known.race.proof);
}

static void race_locks(struct rdl_race_side *side)
{
    const struct rdl_thread *t = rdl_thread_at(side->tid);
    const size_t n = rdl_thread_named(t);

    side->n_locks = (uint8_t)(n < RDL_RACE_LOCKS ? n : RDL_RACE_LOCKS);
    for (size_t i = 0; i < side->n_locks; i++) {
        side->locks[i] = (uintptr_t)t->held[n - 1 - i].lock;
        rdl_module_of(side->locks[i]); /* so that the driver can name it */
    }
}

static struct rdl_race_side race_side(const struct rdl_event *e)
{
    struct rdl_race_side side = {
        .tid = e->tid,
        .op = e->op,
        .flags = e->flags,
        .size = e->size,
        .pc = e->pc,
        .addr = e->addr,
    };

    race_locks(&side);
    return side;
}

/* Fills `known` with what two accesses have in common. */
static void race_fill(enum rdl_race_proof proof,
                      const struct rdl_race_side *first,
                      const struct rdl_race_side *second, uintptr_t addr)
{
    struct rdl_race_view *r = &known.race;

    memset(&known, 0, offsetof(struct rdl_finding, threads));
    known.tid = second->tid;
    known.pc = second->pc;
    known.addr = addr;
    known.code = (int32_t)proof;
    known.key = race_key(first->pc, second->pc);
    r->proof = (uint8_t)proof;
    r->sides[0] = *first;
    r->sides[1] = *second;
    for (unsigned i = 0; i < 2; i++)
        rdl_module_of(r->sides[i].pc);
    r->known = rdl_peek(&r->value, addr, second->size < 8 ? second->size : 8);
}

/* Reports `known`; true if the execution is to end with it. */
static bool race_report(void)
{
    const bool undecided = rdl_sched.undecided;

    if (race_ends_executions())
        return rdl_warning_ends(&rdl_shared->config, &known);
    rdl_sched.undecided = true; /* threads stand where they announced */
    rdl_moment(RDL_AT_RACE, RDL_MISUSE_NONE, &known);
    rdl_sched.undecided = undecided;
    race_reported();
    return false;
}

_Noreturn void rdl_race_ends(void)
{
    known.step = rdl_steps;
    rdl_moment(RDL_AT_RACE, RDL_MISUSE_NONE, &known);
    rdl_panic(__FILE__, __LINE__, "the detector of races did not end it");
}

/* --- Seen ----------------------------------------------------------------- */

static bool race_ignored(rdl_tid tid)
{
    const struct rdl_thread *t = rdl_thread_at(tid);

    return t->ignores > 0 || t->ignores_races > 0;
}

/* `other` has announced its access, and so does e->tid now. */
static bool race_seen(const struct rdl_event *other, const struct rdl_event *e)
{
    struct rdl_race_side first, second;

    if (race_ignored(e->tid) || race_ignored(other->tid) ||
        race_counted(other->pc, e->pc, RDL_RACE_SEEN))
        return false;
    first = race_side(other);
    second = race_side(e);
    race_fill(RDL_RACE_SEEN, &first, &second,
              e->addr > other->addr ? e->addr : other->addr);
    return race_report();
}

static const struct rdl_event *race_among(const rdl_tid *tids, size_t n,
                                          const struct rdl_event *e)
{
    for (size_t i = 0; i < n; i++) {
        const struct rdl_event *other = &rdl_sched.pending[tids[i]];

        if (rdl_op_accesses((enum rdl_op)other->op) &&
            unlikely(rdl_events_conflict(other, e)) && race_seen(other, e))
            return other;
    }
    return NULL;
}

/* A thread that spins has announced its access too: it is only left out. */
const struct rdl_event *rdl_race_meets(const struct rdl_event *e)
{
    const struct rdl_event *other =
        race_among(rdl_sched.enabled, rdl_sched.n_enabled, e);

    if (rdl_op_class((enum rdl_op)e->op) == RDL_CLASS_ATOMIC &&
        rdl_shared->weak_orders == 0 && rdl_clocks_weak(e))
        rdl_shared->weak_orders = 1;
    if (other == NULL && unlikely(rdl_sched.n_passed > 0))
        other = race_among(rdl_sched.passed, rdl_sched.n_passed, e);
    return other;
}

/* --- Memory order --------------------------------------------------------- */

static bool to_end; /* a race of memory order ends this execution */

static void race_conflict(void *data, const struct rdl_shadow_access *earlier,
                          const struct rdl_event *e, uintptr_t addr)
{
    const struct rdl_clock_hop *hop = &clocks.hops[e->tid][earlier->tid];
    struct rdl_race_side first, second;

    (void)data;
    if (to_end ||
        rdl_clocks_ordered(&clocks, earlier->tid, earlier->step, e->tid,
                           RDL_ORDER_C11) ||
        /* Not ordered at all: another schedule will show it. */
        !rdl_clocks_ordered(&clocks, earlier->tid, earlier->step, e->tid,
                            RDL_ORDER_STRONG) ||
        race_counted(earlier->pc, e->pc, RDL_RACE_ORDER))
        return;
    first = (struct rdl_race_side){
        .tid = earlier->tid,
        .op = earlier->op,
        .size = (uint32_t)__builtin_popcount(earlier->mask),
        .pc = earlier->pc,
        .addr = addr,
    };
    second = race_side(e);
    race_fill(RDL_RACE_ORDER, &first, &second, addr);
    known.race.through = hop->object;
    known.race.store_pc = hop->store_pc;
    known.race.load_pc = hop->load_pc;
    rdl_module_of(hop->object);
    rdl_module_of(hop->store_pc);
    rdl_module_of(hop->load_pc);
    to_end = race_report();
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
    default: /* locks: see race_hold; conditions order nothing */
        break;
    }
}

/* The clocks have a fixed size.  Once one thread or object is too many they are
 * not asked any more: that thread has no clock, and some order may be lost.  A
 * thread that does not fit is known before its first step (race_created). */
static bool race_lost(void)
{
    if (likely(!clocks.full))
        return false;
    rdl_race.clocks = false;
    rdl_note(RDL_NOTE_RACES_LIMITED,
             "races of memory order: more threads or synchronisation objects "
             "than raddle can follow; it does not look for more of them in "
             "such executions",
             0);
    return true;
}

bool rdl_race_taken(const struct rdl_event *e)
{
    const uint32_t step = (uint32_t)rdl_steps;

    if (race_lost())
        return false;
    if (rdl_op_accesses((enum rdl_op)e->op) && !race_ignored(e->tid))
        rdl_shadow_access(&shadow, e, step, race_conflict, NULL);
    race_sync(e, step);
    race_lost();
    return to_end;
}

bool rdl_race_freed(const struct rdl_event *e)
{
    if (!rdl_race.clocks || race_lost())
        return false;
    if (!race_ignored(e->tid))
        rdl_shadow_access(&shadow, e, (uint32_t)rdl_steps, race_conflict, NULL);
    else
        rdl_shadow_forget(&shadow, e->addr, e->size);
    return to_end;
}

static void race_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    (void)flags, (void)pc;
    if (rdl_race.clocks)
        rdl_clocks_acquire(&clocks, rdl_self->tid, (uintptr_t)lock);
}

/* A thread other than the holder may release a lock. */
static void race_unhold(const struct rdl_thread *holder,
                        const volatile void *lock)
{
    if (!rdl_race.clocks)
        return;
    rdl_clocks_release(&clocks, holder->tid, (uintptr_t)lock,
                       (uint32_t)rdl_steps);
    if (holder != rdl_self)
        rdl_clocks_release(&clocks, rdl_self->tid, (uintptr_t)lock,
                           (uint32_t)rdl_steps);
}

static void race_created(const struct rdl_thread *t, uintptr_t pc)
{
    (void)pc;
    if (rdl_race.clocks)
        rdl_clocks_create(&clocks, rdl_self->tid, t->tid, (uint32_t)rdl_steps);
}

/* --- Executions ----------------------------------------------------------- */

/* Not in a replay, nor in an execution that is to end at another warning:
 * unless it ends at a race. */
static bool race_begin(uint64_t execution)
{
    const struct rdl_config *config = &rdl_shared->config;
    const bool ends = race_ends_executions();

    (void)execution;
    rdl_race = (struct rdl_race){ 0 };
    to_end = false;
    if (rdl_runs_free ||
        rdl_detectors_have(config->disabled, RDL_DETECTOR_ID_data_race) ||
        (!ends && (config->ends != 0 || (config->flags & RDL_CFG_REPLAY) != 0)))
        return false;
    execution_now++;
    rdl_race.on = true;
    /* A replay of one race needs them from the beginning. */
    rdl_race.clocks = rdl_shared->weak_orders != 0 || ends;
    if (!rdl_race.clocks)
        return false;
    rdl_tap.taken = true;
    rdl_clocks_begin(&clocks);
    rdl_shadow_begin(&shadow);
    return true;
}

const struct rdl_observer rdl_observer_race = {
    .name = "race",
    .begin = race_begin,
    .hold = race_hold,
    .unhold = race_unhold,
    .created = race_created,
};
