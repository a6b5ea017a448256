/* loops.c - see loops.h. */
#include "runtime/explore/loops.h"

#include "base/hash.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/explore/extents.h"
#include "runtime/explore/objects.h"
#include "runtime/recur/states.h"

#include <string.h>

#define PLACES 16 /* of a round */

/* To take the state of a thread costs as much as some steps, and most loops,
 * such as those around a compare-and-swap, never come back to the same state.
 * So at a place that is known for a loop the state is taken from the third
 * visit on, until it has recurred once.  From then on, when exploration has
 * begun again, it is taken at the first visit. */
#define RECURRED ((uintptr_t)1 << 63) /* and so is this, with the place */

struct place {
    uintptr_t pc, addr;
    uint64_t state;
    uint64_t seen;  /* by the latest step here: what that depended on */
    uint32_t visit; /* the latest one */
    uint32_t times; /* that the thread was here */
    uint32_t size;
    uint8_t op;
};

/* By serial; since the thread's latest effect. */
static struct {
    uint32_t effects;
    unsigned n;
    bool blocked;
    uint32_t visits;
    struct place *taken; /* the step under way, or NULL */
    /* If blocked: */
    const struct rdl_thread *thread;
    bool cancelled; /* pending */
    uint32_t round; /* the visit with which its round began */
    struct place at[PLACES];
} threads[RDL_EXPLORE_THREADS];
RDL_PERSISTENT(threads); /* rdl_loops_begin() clears it */

/* Serials below this have been used in the latest execution. */
static unsigned used;
RDL_PERSISTENT(used);

/* Where the execution is as the one before, so are the states: behind the first
 * n steps, of the thread that then announces its next one.  0: not taken. */
static uint64_t states[RDL_EXPLORE_STEPS + 1];
static uint32_t n_states;      /* that are valid */
static uint64_t states_number; /* of the execution that they are of */
RDL_PERSISTENT(states);
RDL_PERSISTENT(n_states);
RDL_PERSISTENT(states_number);

/* A round whose steps touch no memory that is known to be shared: the state of
 * the thread behind `rounds` of them, a power of two. */
static struct {
    const struct rdl_thread *thread;
    uint32_t rounds;
    uint64_t state;
} unshared;
RDL_PERSISTENT(unshared); /* rdl_loops_begin() clears it */

static uint64_t loops_state(const struct rdl_thread *t, uint32_t n)
{
    uint64_t state;
    size_t bytes;

    if (n < n_states && states[n] != 0)
        return states[n];
    if (!rdl_state_thread(t, &state, &bytes))
        return 0;
    if (n <= RDL_EXPLORE_STEPS) {
        for (; n_states <= n; n_states++)
            states[n_states] = 0;
        states[n] = state;
    }
    return state;
}

void rdl_loops_begin(const struct rdl_explore *explore, uint64_t number)
{
    const uint32_t kept = rdl_explore_kept(explore) + 1;

    if (number != states_number + 1 || number == 1)
        n_states = 0;
    else if (n_states > kept)
        n_states = kept;
    states_number = number;
    for (unsigned i = 0; i < used; i++) {
        threads[i].n = threads[i].effects = 0;
        threads[i].blocked = false;
        threads[i].taken = NULL;
    }
    used = 0;
    unshared.thread = NULL;
}

static bool loops_known(const struct rdl_reach *reach, uintptr_t pc)
{
    for (uint32_t i = 0; i < reach->n_loops; i++) {
        if (reach->loop[i] == pc)
            return true;
    }
    return false;
}

static void loops_learn(struct rdl_reach *reach, uintptr_t pc)
{
    if (!loops_known(reach, pc) && reach->n_loops < RDL_REACH_LOOPS)
        reach->loop[reach->n_loops++] = pc;
}

static struct place *loops_place(unsigned serial, const struct rdl_event *e)
{
    for (unsigned i = 0; i < threads[serial].n; i++) {
        struct place *p = &threads[serial].at[i];

        if (p->pc == e->pc && p->addr == e->addr && p->op == e->op)
            return p;
    }
    return NULL;
}

static bool loops_holds(const struct rdl_thread *t, uintptr_t lock)
{
    for (size_t i = 0; i < rdl_thread_named(t); i++) {
        if ((uintptr_t)t->held[i].lock == lock)
            return true;
    }
    return false;
}

/* Who holds the lock but t. */
static uint64_t loops_holders(const struct rdl_thread *t, uintptr_t lock)
{
    uint64_t holders = 0;

    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        const struct rdl_thread *u = rdl_thread_at((rdl_tid)i);

        if (u != t && u->live && u->serial < RDL_EXPLORE_THREADS &&
            loops_holds(u, lock))
            holders |= UINT64_C(1) << u->serial;
    }
    return holders;
}

/* What the step at p, one of t, depends on, as it is now. */
static uint64_t loops_sees(const struct rdl_thread *t, const struct place *p)
{
    const enum rdl_op op = (enum rdl_op)p->op;
    uint64_t h = 0;

    if (op == RDL_OP_TRYLOCK)
        return loops_holders(t, p->addr);
    if (op == RDL_OP_JOIN) { /* one that does not wait */
        const struct rdl_thread *u = rdl_thread_of(p->addr);

        return u != NULL && u->live;
    }
    if (!rdl_op_accesses(op) && op != RDL_OP_SEM_TRYWAIT)
        return 0;
    for (uint32_t k = 0; k < p->size; k += 8) {
        const uint32_t left = p->size - k;
        uint64_t value = 0;

        memcpy(&value, (const char *)p->addr + k, left < 8 ? left : 8);
        h = rdl_mix(h, value);
    }
    return h;
}

void rdl_loops_stepped(const struct rdl_thread *t)
{
    struct place *p =
        t->serial < RDL_EXPLORE_THREADS ? threads[t->serial].taken : NULL;

    if (p == NULL)
        return;
    /* An access with an effect ends the round: what it wrote does not matter.
     */
    if (threads[t->serial].effects == t->spin.effects)
        p->seen = loops_sees(t, p);
    threads[t->serial].taken = NULL;
}

static struct place *loops_enter(unsigned serial, const struct rdl_event *e)
{
    struct place *p =
        &threads[serial]
             .at[threads[serial].n < PLACES ? threads[serial].n++ : PLACES - 1];

    *p = (struct place){
        .pc = e->pc,
        .addr = e->addr,
        .op = e->op,
        .size = (uint32_t)rdl_extents_size(e),
    };
    return p;
}

/* All places of the round that began behind the visit `before`: exploration
 * must not depend on which of them comes first.  False: there is no room. */
static bool loops_learn_round(unsigned serial, uint32_t before,
                              struct rdl_reach *reach)
{
    const uint32_t n = reach->n_loops;

    for (unsigned i = 0; i < threads[serial].n; i++) {
        if (threads[serial].at[i].visit > before)
            loops_learn(reach, threads[serial].at[i].pc | RECURRED);
    }
    return reach->n_loops > n;
}

enum rdl_loop rdl_loops_visit(const struct rdl_thread *t,
                              const struct rdl_event *e, uint32_t n,
                              struct rdl_reach *reach)
{
    const unsigned serial = t->serial;
    struct place *p;
    uint64_t state;
    uint32_t before;
    bool came, recurred;

    if (serial >= RDL_EXPLORE_THREADS)
        return RDL_LOOP_NONE;
    if (serial >= used)
        used = serial + 1;
    /* A descriptor may be ready later; its state is not looked at. */
    if (e->op == RDL_OP_IO || e->op == RDL_OP_POLL ||
        threads[serial].effects != t->spin.effects) {
        threads[serial].effects = t->spin.effects;
        threads[serial].n = 0;
    }
    p = loops_place(serial, e);
    came = p != NULL;
    if (!came)
        p = loops_enter(serial, e);
    before = p->visit;
    p->visit = ++threads[serial].visits;
    threads[serial].taken = p;
    if (!loops_known(reach, e->pc)) {
        if (!came || reach->n_loops == RDL_REACH_LOOPS)
            return RDL_LOOP_NONE;
        loops_learn(reach, e->pc);
        return RDL_LOOP_NEW;
    }
    recurred = loops_known(reach, e->pc | RECURRED);
    state = recurred || ++p->times > 2 ? loops_state(t, n) : 0;
    if (state == 0 || !came || p->state != state) {
        p->state = state;
        return RDL_LOOP_NONE;
    }
    if (!recurred && loops_learn_round(serial, before, reach))
        return RDL_LOOP_NEW;
    threads[serial].blocked = true;
    threads[serial].thread = t;
    threads[serial].cancelled = rdl_cancel_pending(t);
    threads[serial].round = before;
    threads[serial].taken = NULL;
    return RDL_LOOP_RECURS;
}

/* Rounds that are compared with a reference: the events of a round may be the
 * same while its state alternates. */
#define COMPARED 8

bool rdl_loops_unshared(const struct rdl_thread *t)
{
    const uint32_t rounds = t->spin.rounds;
    uint32_t base = RDL_SPIN_ENOUGH;
    uint64_t state;
    size_t bytes;

    if (rounds < RDL_SPIN_ENOUGH || t->spin.length != 0)
        return false;
    while (base <= rounds / 2)
        base *= 2;
    if (rounds - base > COMPARED ||
        (rounds != base && (unshared.thread != t || unshared.rounds != base)) ||
        !rdl_state_thread(t, &state, &bytes))
        return false;
    if (rounds != base)
        return state == unshared.state;
    unshared.thread = t;
    unshared.rounds = base;
    unshared.state = state;
    return false;
}

void rdl_loops_effect(const struct rdl_thread *t)
{
    if (t->serial < RDL_EXPLORE_THREADS) {
        threads[t->serial].n = 0;
        threads[t->serial].taken = NULL;
    }
}

bool rdl_loops_blocked(const struct rdl_thread *t)
{
    return t->serial < RDL_EXPLORE_THREADS && threads[t->serial].blocked;
}

/* Does a thread that is blocked release the lock in its round, and hold it now?
 * Who tries to take it may come at another moment of that round. */
static bool loops_releases(uintptr_t lock)
{
    for (unsigned i = 0; i < used; i++) {
        if (!threads[i].blocked || !loops_holds(threads[i].thread, lock))
            continue;
        for (unsigned k = 0; k < threads[i].n; k++) {
            const struct place *p = &threads[i].at[k];

            if (p->visit >= threads[i].round && p->op == RDL_OP_UNLOCK &&
                p->addr == lock)
                return true;
        }
    }
    return false;
}

/* Would the thread's next round be as the latest one? */
static bool loops_repeats(unsigned serial)
{
    const struct rdl_thread *t = threads[serial].thread;

    if (rdl_cancel_pending(t) != threads[serial].cancelled)
        return false;
    for (unsigned i = 0; i < threads[serial].n; i++) {
        const struct place *p = &threads[serial].at[i];

        if (p->visit >= threads[serial].round &&
            (loops_sees(t, p) != p->seen ||
             (p->op == RDL_OP_TRYLOCK && p->seen != 0 &&
              loops_releases(p->addr))))
            return false;
    }
    return true;
}

bool rdl_loops_endless(void)
{
    for (unsigned i = 0; i < used; i++) {
        if (threads[i].blocked && !loops_repeats(i))
            return false;
    }
    return true;
}
