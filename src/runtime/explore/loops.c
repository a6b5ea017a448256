/* loops.c - see loops.h. */
#include "runtime/explore/loops.h"

#include "base/hash.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/recur/states.h"

#include <string.h>

#define PLACES 8 /* of a round */

struct place {
    uintptr_t pc, addr;
    uint64_t state;
    uint32_t size;
    uint8_t op;
};

/* By serial; since the thread's latest effect. */
static struct {
    uint32_t effects;
    unsigned n;
    bool blocked;
    uint64_t seen; /* what it read in its round */
    struct place at[PLACES];
} threads[RDL_EXPLORE_THREADS];
RDL_PERSISTENT(threads); /* rdl_loops_begin() clears it */

/* Serials below this have been used in the latest execution. */
static unsigned used;
RDL_PERSISTENT(used);

/* To take the state of a thread costs as much as some steps.  Where the
 * execution is as the one before, so are the states: behind the first n steps,
 * of the thread that then announces its next one.  0: not taken. */
static uint64_t states[RDL_EXPLORE_STEPS + 1];
static uint32_t n_states;      /* that are valid */
static uint64_t states_number; /* of the execution that they are of */
RDL_PERSISTENT(states);
RDL_PERSISTENT(n_states);
RDL_PERSISTENT(states_number);

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
    }
    used = 0;
}

static bool loops_known(const struct rdl_reach *reach, uintptr_t pc)
{
    for (uint32_t i = 0; i < reach->n_loops; i++) {
        if (reach->loop[i] == pc)
            return true;
    }
    return false;
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

/* Does what the step does depend on the bytes of its object? */
static bool loops_looks(enum rdl_op op)
{
    return rdl_op_accesses(op) || op == RDL_OP_TRYLOCK ||
           op == RDL_OP_SEM_TRYWAIT;
}

static uint64_t loops_seen(unsigned serial)
{
    uint64_t h = 0;

    for (unsigned i = 0; i < threads[serial].n; i++) {
        const struct place *p = &threads[serial].at[i];

        if (!loops_looks((enum rdl_op)p->op))
            continue;
        for (uint32_t k = 0; k < p->size; k += 8) {
            const uint32_t left = p->size - k;
            uint64_t value = 0;

            memcpy(&value, (const char *)p->addr + k, left < 8 ? left : 8);
            h = rdl_mix(h, value);
        }
    }
    return h;
}

static void loops_enter(unsigned serial, const struct rdl_event *e,
                        uint64_t state)
{
    struct place *p =
        &threads[serial]
             .at[threads[serial].n < PLACES ? threads[serial].n++ : PLACES - 1];

    *p = (struct place){
        .pc = e->pc,
        .addr = e->addr,
        .op = e->op,
        .size = e->size,
        .state = state,
    };
}

enum rdl_loop rdl_loops_visit(const struct rdl_thread *t,
                              const struct rdl_event *e, uint32_t n,
                              struct rdl_reach *reach)
{
    const unsigned serial = t->serial;
    struct place *p;
    uint64_t state;

    if (serial >= RDL_EXPLORE_THREADS)
        return RDL_LOOP_NONE;
    if (serial >= used)
        used = serial + 1;
    if (threads[serial].effects != t->spin.effects) {
        threads[serial].effects = t->spin.effects;
        threads[serial].n = 0;
    }
    p = loops_place(serial, e);
    if (!loops_known(reach, e->pc)) {
        if (p == NULL || reach->n_loops == RDL_REACH_LOOPS) {
            if (p == NULL)
                loops_enter(serial, e, 0);
            return RDL_LOOP_NONE;
        }
        reach->loop[reach->n_loops++] = e->pc;
        return RDL_LOOP_NEW;
    }
    state = loops_state(t, n);
    if (state == 0)
        return RDL_LOOP_NONE;
    if (p == NULL) {
        loops_enter(serial, e, state);
        return RDL_LOOP_NONE;
    }
    if (p->state != state) {
        p->state = state;
        return RDL_LOOP_NONE;
    }
    threads[serial].blocked = true;
    threads[serial].seen = loops_seen(serial);
    return RDL_LOOP_RECURS;
}

void rdl_loops_effect(const struct rdl_thread *t)
{
    if (t->serial < RDL_EXPLORE_THREADS)
        threads[t->serial].n = 0;
}

bool rdl_loops_blocked(const struct rdl_thread *t)
{
    return t->serial < RDL_EXPLORE_THREADS && threads[t->serial].blocked;
}

bool rdl_loops_endless(void)
{
    for (unsigned i = 0; i < used; i++) {
        if (threads[i].blocked && loops_seen(i) != threads[i].seen)
            return false;
    }
    return true;
}
