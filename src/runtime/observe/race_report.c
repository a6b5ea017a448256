/* race_report.c - see race_parts.h: what is known of a pair of places, and what
 * a report of it contains. */
#include "runtime/observe/race_parts.h"

#include "base/hash.h"
#include "detect/warnings.h"
#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/machine/peek.h"
#include "runtime/observe/race.h"

#include <string.h>

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

bool rdl_race_ends_executions(void)
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

bool rdl_race_counted(uintptr_t a, uintptr_t b, enum rdl_race_proof proof)
{
    const size_t at = race_slot(a, b);
    uint32_t warning;

    if (rdl_race_ends_executions())
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
        const struct rdl_held *held = &t->held[n - 1 - i];

        side->locks[i] = (uintptr_t)held->lock;
        if ((held->flags & RDL_EV_SHARED) != 0)
            side->shared |= (uint8_t)(1 << i);
        rdl_module_of(side->locks[i]); /* so that the driver can name it */
    }
}

struct rdl_race_side rdl_race_side_of(const struct rdl_event *e)
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

struct rdl_race_view *rdl_race_fill(enum rdl_race_proof proof,
                                    const struct rdl_race_side *first,
                                    const struct rdl_race_side *second,
                                    uintptr_t addr)
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
    return r;
}

bool rdl_race_report(void)
{
    const bool undecided = rdl_sched.undecided;

    if (rdl_race_ends_executions())
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

void rdl_race_next_execution(void)
{
    execution_now++;
}
