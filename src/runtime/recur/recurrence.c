/* recurrence.c - see recurrence.h. */
#include "runtime/recur/recurrence.h"

#include "runtime/core/address_space.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/recur/states.h"

/* Parts of the bound on steps.  The first reference is taken when it has been
 * quiet for a FIRST; later states are compared with the latest reference in the
 * last CLOSING, and at least the same lies in between.  So a thread that waits
 * a little, goes on unseen and waits again is not mistaken for one that goes
 * round. */
#define FIRST 8
#define CLOSING 8
#define REFERRING 16 /* threads get their reference states within this */
#define MEMORY_TRIES 8
/* Places at which a thread's state is remembered: what earlier calls left on
 * the stack may hide a recurrence at one of them and not at another. */
#define PLACES 8
/* Bytes of its state that are compared for each thread, and for all. */
#define THREAD_BYTES (UINT64_C(16) << 20)
#define ALL_BYTES (UINT64_C(128) << 20)
/* Unwinding to the caller costs about as much as this many bytes. */
#define UNWIND_BYTES 4096
/* Steps for which to wait until no thread holds a lock: locks are memory. */
#define PATIENCE 1000

struct place {
    uintptr_t pc, addr;
    uint64_t state;
    uint8_t op;
};

struct progress { /* of a thread, since the latest reference */
    uint64_t reference;
    bool back;   /* it has been in the same state twice */
    bool unseen; /* it ran code that no hook sees */
    uint8_t n;
    uint64_t bytes; /* compared so far */
    struct place at[PLACES];
};

static struct progress *progress; /* by tid; a mapping of this execution */
static uint64_t reference;        /* number of the latest one, from 1 */
static uint64_t max_steps;
static uint64_t closing;   /* the step from which on states are compared */
static uint64_t due;       /* quiet steps before the next reference */
static uint64_t began;     /* the step of the reference; 0: there is none */
static bool reference_due; /* to be taken when no thread holds a lock */
static uint64_t bytes;     /* looked at since then, of all threads */
static uint64_t memory;    /* its state at the reference */
static bool memory_known, memory_same;
static unsigned tries;     /* comparisons of memory */
static uint64_t next_try;  /* step */
static uint64_t unlock_by; /* step until which to wait for locks */

uint64_t rdl_recurrence_begin(uint64_t most)
{
    max_steps = most;
    closing = most - most / CLOSING;
    due = most / FIRST;
    began = 0;
    reference_due = false;
    return due;
}

static bool recurrence_locks_held(void)
{
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        const struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        if (t->live && t->n_held > 0)
            return true;
    }
    return false;
}

/* The progress of t since the reference. */
static struct progress *recurrence_of(const struct rdl_thread *t)
{
    struct progress *p = &progress[t->tid];

    if (p->reference != reference) {
        p->reference = reference;
        p->back = p->unseen = false;
        p->n = 0;
        p->bytes = 0;
    }
    return p;
}

/* Where t was when it took this step after the reference; NULL: nowhere. */
static struct place *recurrence_place(struct progress *p,
                                      const struct rdl_event *next)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->at[i].pc == next->pc && p->at[i].addr == next->addr &&
            p->at[i].op == next->op)
            return &p->at[i];
    }
    return NULL;
}

static void recurrence_visit(const struct rdl_thread *t,
                             const struct rdl_event *next)
{
    struct progress *p = recurrence_of(t);
    struct place *at = recurrence_place(p, next);
    uint64_t state;
    size_t size;

    if (t->traps > 0)
        p->unseen = true;
    if (p->unseen || p->back || bytes > ALL_BYTES || p->bytes > THREAD_BYTES)
        return;
    if (rdl_steps < closing ? at != NULL || p->n == PLACES : at == NULL)
        return;
    if (!rdl_state_thread(t, &state, &size))
        return;
    p->bytes += size + UNWIND_BYTES;
    bytes += size + UNWIND_BYTES;
    if (at != NULL)
        p->back = at->state == state;
    else
        p->at[p->n++] = (struct place){
            .pc = next->pc, .addr = next->addr, .op = next->op, .state = state
        };
}

/* Takes a reference as soon as no thread holds a lock, if that is soon: locks
 * are memory. */
static void recurrence_refer(const struct rdl_thread *t)
{
    uint64_t state;
    size_t size;

    if (rdl_steps < unlock_by && recurrence_locks_held())
        return;
    /* The unwinder's first walk writes to memory of its library. */
    rdl_state_thread(t, &state, &size);
    memory_known = rdl_state_memory(&memory);
    reference_due = memory_same = false;
    reference++;
    began = rdl_steps;
    bytes = 0;
    tries = 0;
    next_try = closing;
    unlock_by = closing + PATIENCE;
}

/* What keeps the execution from recurring, apart from memory. */
static enum rdl_recurrence recurrence_threads(const struct rdl_thread **whose)
{
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        const struct rdl_thread *t = *whose = rdl_thread_at((rdl_tid)i);
        const struct progress *p = &progress[i];

        if (!t->live)
            continue;
        if (p->reference != reference) { /* it has not stepped since */
            if (t->wait == NULL)
                return RDL_RECURS_NO_TURN;
            if (t->wait->deadline != RDL_NEVER)
                return RDL_RECURS_NOT_FINISHED;
        } else if (p->unseen) {
            return RDL_RECURS_NOT_SEEN;
        } else if (!p->back) {
            return RDL_RECURS_NOT_THREAD;
        }
    }
    *whose = NULL;
    return RDL_RECURS;
}

static void recurrence_compare_memory(void)
{
    uint64_t now;

    tries++;
    memory_same = memory_known && rdl_state_memory(&now) && now == memory;
    next_try = rdl_steps + max_steps / CLOSING / MEMORY_TRIES;
    unlock_by = next_try + PATIENCE;
}

static void recurrence_close(void)
{
    const struct rdl_thread *whose;

    if (!memory_same && tries < MEMORY_TRIES && rdl_steps >= next_try &&
        (rdl_steps >= unlock_by || !recurrence_locks_held()) &&
        recurrence_threads(&whose) == RDL_RECURS)
        recurrence_compare_memory();
}

/* The step from which on to look again. */
static uint64_t recurrence_next(uint64_t effect_step)
{
    uint64_t next;

    if (reference_due ||
        (began != 0 &&
         (rdl_steps < began + max_steps / REFERRING || rdl_steps >= closing)))
        return 0;
    next = effect_step + due;
    return began != 0 && closing < next ? closing : next;
}

uint64_t rdl_recurrence_look(const struct rdl_thread *t,
                             const struct rdl_event *next, uint64_t effect_step)
{
    const uint64_t quiet = rdl_steps - effect_step;

    if (progress == NULL)
        progress =
            rdl_address_space_map(RDL_MAX_THREADS * sizeof(struct progress));
    if (quiet < max_steps / FIRST || (began != 0 && effect_step >= began)) {
        began = 0;
        reference_due = false;
        due = max_steps / FIRST;
    }
    if (quiet >= due && closing - rdl_steps >= max_steps / CLOSING &&
        rdl_steps < closing) {
        due *= 2;
        reference_due = true;
        unlock_by = rdl_steps + PATIENCE;
    }
    if (reference_due)
        recurrence_refer(t);
    if (began != 0 && !reference_due && t->live)
        recurrence_visit(t, next);
    if (began != 0 && rdl_steps >= closing)
        recurrence_close();
    return recurrence_next(effect_step);
}

void rdl_recurrence_unseen(const struct rdl_thread *t)
{
    if (began != 0)
        recurrence_of(t)->unseen = true;
}

enum rdl_recurrence rdl_recurrence_ends(const struct rdl_thread **whose)
{
    enum rdl_recurrence result;

    *whose = NULL;
    if (began == 0)
        return RDL_RECURS_TOO_SHORT;
    result = recurrence_threads(whose);
    if (result == RDL_RECURS && !memory_same && tries < MEMORY_TRIES)
        recurrence_compare_memory();
    if (result == RDL_RECURS && !memory_same)
        return RDL_RECURS_NOT_MEMORY;
    return result;
}
