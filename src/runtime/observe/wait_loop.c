/* wait_loop.c - see wait_loop.h.
 *
 * On only in programs that have waited for a condition, from the execution
 * after that on; and, because each step pays, in the first executions and in
 * some of the later ones. */
#include "runtime/observe/wait_loop.h"

#include "runtime/core/aside.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/machine/peek.h"
#include "runtime/observe/observer.h"
#include "runtime/observe/unwind.h"

#include <string.h>

/* These and more are not followed. */
#define THREADS 64
#define READS 24

#define FIRST 256 /* all executions up to here, */
#define EVERY 8   /* then every eighth */

struct read {
    uintptr_t addr;
    uint64_t value;
    uint8_t size;
    bool own;     /* on the thread's own stack */
    bool changed; /* the thread has written it since it reads here */
    bool before;  /* the latest wait */
};

enum state {
    OUTSIDE, /* it reads; nothing is suspected */
    WAITING, /* for a condition, without a deadline */
    ALONE,   /* it has woken without a signal, and is still alone */
    PASSED,  /* it holds the mutex again, and nothing has changed */
};

struct place { /* of a wait that was passed */
    uintptr_t pc, condition;
};

static struct waiter {
    enum state state;
    bool wrote, reread; /* PASSED: what it has done since */
    bool lost;          /* more reads than there is room for */
    uintptr_t mutex;
    struct place place;
    size_t n;
    struct read reads[READS];
    /* A wait that it has passed, and what it has not read since. */
    struct place left;
    size_t n_left;
    uintptr_t unread[READS];
} waiters[THREADS];
RDL_PERSISTENT(waiters);

static bool on;
static unsigned n_waiting; /* threads in WAITING or ALONE */

static struct rdl_finding known; /* too large for a stack */
RDL_PERSISTENT(known);

static void loop_report(const struct rdl_thread *t, const struct place *place)
{
    memset(&known, 0, offsetof(struct rdl_finding, threads));
    known.tid = t->tid;
    known.pc = place->pc;
    known.addr = place->condition;
    memcpy(known.what, "condition", sizeof("condition"));
    rdl_moment(RDL_AT_MISUSE, RDL_WAIT_PASSED, &known);
}

/* NULL: this thread is not followed. */
static struct waiter *loop_waiter(rdl_tid tid)
{
    return tid < THREADS ? &waiters[tid] : NULL;
}

static void loop_reset(rdl_tid tid)
{
    struct waiter *w = loop_waiter(tid);

    if (w == NULL)
        return;
    w->state = OUTSIDE;
    w->n = w->n_left = 0;
    w->lost = false;
}

static void loop_set(struct waiter *w, enum state state)
{
    n_waiting -= w->state == WAITING || w->state == ALONE;
    n_waiting += state == WAITING || state == ALONE;
    w->state = state;
}

/* --- Accesses --------------------------------------------------------------
 */

static bool loop_meets(const struct read *r, const struct rdl_event *e)
{
    return r->addr - e->addr < e->size || e->addr - r->addr < r->size;
}

/* Is it, for all that is known, what the thread tested before the wait?  What
 * it changed may be a count of waiting threads. */
static bool loop_tested(const struct read *r)
{
    return r->before && !r->own && !r->changed;
}

static void loop_note_read(struct waiter *w, const struct rdl_thread *t,
                           const struct rdl_event *e)
{
    const uintptr_t sp = rdl_aside_sp(t);
    struct read *r;

    for (size_t i = 0; i < w->n_left; i++) {
        if (w->unread[i] - e->addr < e->size)
            w->n_left = 0;
    }
    for (r = w->reads; r < w->reads + w->n; r++) {
        if (!loop_meets(r, e))
            continue;
        w->reread |= loop_tested(r);
        if (r->addr == e->addr && r->size == e->size) {
            r->value = e->value;
            return;
        }
    }
    if (t->n_held == 0)
        return;
    if (w->n == READS || e->size > sizeof(e->value) ||
        (e->flags & RDL_EV_VALUE) == 0) {
        w->lost = true;
        return;
    }
    *r = (struct read){
        .addr = e->addr,
        .value = e->value,
        .size = (uint8_t)e->size,
        .own = e->addr - sp < t->stack_top - sp,
    };
    w->n++;
}

static void loop_note_write(struct waiter *w, const struct rdl_event *e)
{
    for (struct read *r = w->reads; r < w->reads + w->n; r++) {
        if (!loop_meets(r, e))
            continue;
        w->wrote |= loop_tested(r);
        r->changed = true;
        if (r->addr == e->addr && r->size == e->size &&
            (e->flags & RDL_EV_VALUE) != 0)
            r->value = e->value;
    }
}

static void loop_step(const struct rdl_event *e)
{
    struct waiter *w = loop_waiter(e->tid);

    if (!rdl_op_accesses((enum rdl_op)e->op) || w == NULL ||
        (w->n + w->n_left == 0 && rdl_thread_at(e->tid)->n_held == 0))
        return;
    if (rdl_op_reads((enum rdl_op)e->op))
        loop_note_read(w, rdl_thread_at(e->tid), e);
    if (rdl_op_writes((enum rdl_op)e->op) && (e->flags & RDL_EV_FAILED) == 0)
        loop_note_write(w, e);
}

/* --- Waits ---------------------------------------------------------------- */

static void loop_waits(const struct rdl_thread *t, const struct rdl_wait *wait)
{
    struct waiter *w = loop_waiter(t->tid);

    if (wait->kind != RDL_WAIT_CONDITION || w == NULL)
        return;
    if (w->left.condition == (uintptr_t)wait->object)
        w->n_left = 0;
    /* Which mutex belongs to a library's condition is not known. */
    if (wait->deadline != RDL_NEVER || wait->library || w->n == 0 || w->lost) {
        loop_set(w, OUTSIDE);
        return;
    }
    loop_set(w, WAITING);
    w->mutex = wait->arg[0];
    w->place.condition = (uintptr_t)wait->object;
    w->place.pc = rdl_sched.pending[t->tid].pc;
    w->wrote = w->reread = false;
    for (size_t i = 0; i < w->n; i++)
        w->reads[i].before = true;
}

static void loop_woken(const struct rdl_thread *t, const struct rdl_wait *wait,
                       enum rdl_woken how)
{
    struct waiter *w = loop_waiter(t->tid);

    if (w != NULL && w->state == WAITING)
        loop_set(w, how == RDL_WOKEN_BY_NOBODY && wait->spurious ? ALONE
                                                                 : OUTSIDE);
}

static bool loop_unchanged(const struct waiter *w)
{
    for (size_t i = 0; i < w->n; i++) {
        const struct read *r = &w->reads[i];
        uint64_t now = 0;

        if (!rdl_peek(&now, r->addr, r->size) || now != r->value)
            return false;
    }
    return true;
}

/* Threads that wait, or have woken and wait for the mutex, are not alone. */
static void loop_disturb(uintptr_t lock)
{
    for (size_t i = 0; i < THREADS && i < rdl_thread_limit(); i++) {
        struct waiter *w = &waiters[i];

        if ((w->state == WAITING || w->state == ALONE) && w->mutex == lock)
            loop_set(w, OUTSIDE);
    }
}

static void loop_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;
    struct waiter *w = loop_waiter(t->tid);

    (void)flags, (void)pc;
    if (w != NULL && w->state == ALONE && w->mutex == (uintptr_t)lock) {
        loop_set(w, loop_unchanged(w) ? PASSED : OUTSIDE);
        /* Here: it is still in the wait, perhaps in a library's. */
        if (w->state == PASSED)
            w->place.pc = rdl_unwind_place(w->place.pc);
    } else if (w != NULL && t->n_held == 1 && w->state == OUTSIDE) {
        w->n = 0;
        w->lost = false;
    }
    if (n_waiting > 0)
        loop_disturb((uintptr_t)lock);
}

static bool loop_has_tested(const struct waiter *w)
{
    for (size_t i = 0; i < w->n; i++) {
        if (loop_tested(&w->reads[i]))
            return true;
    }
    return false;
}

/* It goes on without the mutex, and has not touched what it had tested. */
static void loop_leave(struct waiter *w)
{
    w->left = w->place;
    w->n_left = 0;
    for (size_t i = 0; i < w->n; i++) {
        if (loop_tested(&w->reads[i]))
            w->unread[w->n_left++] = w->reads[i].addr;
    }
}

static void loop_unhold(const struct rdl_thread *holder,
                        const volatile void *lock)
{
    struct waiter *w = loop_waiter(holder->tid);

    /* A wait gives the mutex up, too. */
    if (w == NULL || w->state != PASSED || w->mutex != (uintptr_t)lock ||
        rdl_sched.last[rdl_self->tid].op == RDL_OP_WAIT)
        return;
    loop_set(w, OUTSIDE);
    /* If it changed only some of what it had read, that may be a statistic, and
     * the test of the rest may follow. */
    if (w->wrote && !loop_has_tested(w))
        loop_report(holder, &w->place);
    else if (!w->reread)
        loop_leave(w);
}

static void loop_created(const struct rdl_thread *t, uintptr_t pc)
{
    (void)pc;
    loop_reset(t->tid);
}

void rdl_wait_loop_leaves(void)
{
    struct waiter *w = loop_waiter(rdl_self->tid);

    if (!on || w == NULL || w->n_left == 0)
        return;
    w->n_left = 0;
    loop_report(rdl_self, &w->left);
}

/* --- Executions ------------------------------------------------------------
 */

static bool loop_begin(uint64_t execution)
{
    const struct rdl_config *config = &rdl_shared->config;

    n_waiting = 0;
    on = false;
    if (rdl_runs_free ||
        rdl_detectors_have(config->disabled, RDL_DETECTOR_ID_wait_without_loop))
        return false;
    if ((config->flags & RDL_CFG_REPLAY) != 0 || config->ends != 0)
        on = config->ends != 0;
    else
        on = rdl_shared->waits != 0 &&
             (execution < FIRST || execution % EVERY == 0);
    loop_reset(0);
    return on;
}

static void loop_end(void)
{
    on = false;
}

const struct rdl_observer rdl_observer_wait_loop = {
    .name = "wait-loop",
    .begin = loop_begin,
    .end = loop_end,
    .step = loop_step,
    .hold = loop_hold,
    .unhold = loop_unhold,
    .created = loop_created,
    .waits = loop_waits,
    .woken = loop_woken,
};
