/* history.c - see history.h. */
#include "trace/history.h"

#include "base/woken.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

enum kind { NOTHING, MEMORY, LOCK, CONDITION, OTHER };

static enum kind history_kind(const struct rdl_event *e)
{
    switch (e->op) {
    case RDL_OP_READ:
    case RDL_OP_WRITE:
    case RDL_OP_ATOMIC_READ:
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
    case RDL_OP_FREE:
        return MEMORY;
    case RDL_OP_LOCK:
    case RDL_OP_TRYLOCK:
    case RDL_OP_DESTROY:
        return LOCK;
    case RDL_OP_WAIT:
    case RDL_OP_SIGNAL:
    case RDL_OP_BROADCAST:
        return CONDITION;
    case RDL_OP_SEM_WAIT:
    case RDL_OP_SEM_TRYWAIT:
    case RDL_OP_SEM_POST:
    case RDL_OP_BARRIER:
    case RDL_OP_FUTEX_WAIT:
    case RDL_OP_FUTEX_WAKE:
    case RDL_OP_IO:
    case RDL_OP_KILL:
        return OTHER;
    default:
        return NOTHING;
    }
}

bool rdl_acts_writes(const struct rdl_event *e)
{
    return e->op != RDL_OP_READ && e->op != RDL_OP_ATOMIC_READ &&
           e->op != RDL_OP_WAIT &&
           !(e->op == RDL_OP_RMW && (e->flags & RDL_EV_FAILED) != 0);
}

bool rdl_acts_accesses(const struct rdl_event *e)
{
    return history_kind(e) == MEMORY;
}

bool rdl_acts_overlap(const struct rdl_event *a, const struct rdl_event *b)
{
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

bool rdl_acts_conflict(const struct rdl_event *a, const struct rdl_event *b)
{
    const enum kind kind = history_kind(a);

    if (kind == NOTHING || kind != history_kind(b) || a->tid == b->tid ||
        (!rdl_acts_writes(a) && !rdl_acts_writes(b)))
        return false;
    return rdl_acts_overlap(a, b);
}

/* --- Locks that are held -------------------------------------------------- */

#define MOST_HELD 64

struct held {
    struct rdl_act_lock asked[RDL_MAX_THREADS]; /* latest, without its addr */
    size_t n;
    struct {
        struct rdl_act_lock lock;
        rdl_tid tid;
    } all[MOST_HELD];
};

static void history_held_ask(struct held *h, const struct rdl_act *act)
{
    if (history_kind(&act->e) == LOCK)
        h->asked[act->e.tid] = (struct rdl_act_lock){
            .own = act->own,
            .shared = (act->e.flags & RDL_EV_SHARED) != 0,
        };
}

static void history_held_change(struct held *h, const struct rdl_event *e)
{
    if (e->op == RDL_OP_HOLD && h->n < MOST_HELD) {
        h->all[h->n].lock = h->asked[e->tid];
        h->all[h->n].lock.addr = e->addr;
        h->all[h->n++].tid = e->tid;
        return;
    }
    for (size_t i = h->n; e->op == RDL_OP_UNLOCK && i > 0; i--) {
        if (h->all[i - 1].lock.addr != e->addr || h->all[i - 1].tid != e->tid)
            continue;
        memmove(&h->all[i - 1], &h->all[i], (h->n - i) * sizeof(h->all[0]));
        h->n--;
        return;
    }
}

static uint32_t history_held_since(const struct held *h, rdl_tid tid,
                                   uint32_t own)
{
    for (size_t i = 0; i < h->n; i++) {
        if (h->all[i].tid == tid && h->all[i].lock.own < own)
            own = h->all[i].lock.own;
    }
    return own;
}

static void history_held_note(const struct held *h, struct rdl_act *act)
{
    act->n_locks = 0;
    for (size_t i = 0; i < h->n && act->n_locks < RDL_ACT_LOCKS; i++) {
        if (h->all[i].tid == act->e.tid)
            act->locks[act->n_locks++] = h->all[i].lock;
    }
}

/* --- Taking --------------------------------------------------------------- */

static void history_add(struct rdl_acts *a, const struct rdl_act *act)
{
    if ((a->n & (a->n - 1)) == 0)
        a->all = rdl_grow(a->all, (2 * a->n + 1) * sizeof(*a->all));
    a->all[a->n++] = *act;
}

static bool history_sound(const struct rdl_event *e)
{
    return e->op < RDL_N_OPS && e->tid < RDL_MAX_THREADS;
}

/* A step that was never settled is known by place and operator. */
static struct rdl_event history_event(const struct rdl_event *e, uint64_t step)
{
    if (history_sound(e) && e->pc != 0)
        return *e;
    return (struct rdl_event){
        .pc = rdl_step_pc(step),
        .op = (uint8_t)rdl_step_op(step),
        .flags = (uint8_t)rdl_order_flags(rdl_step_order(step)),
    };
}

/* What came of the step: `events` are what happened from it on. */
static void history_came(struct rdl_act *act, const struct rdl_event *events,
                         size_t n, uint64_t step)
{
    for (size_t i = 0; i < n && events[i].pc <= step; i++) {
        if (!history_sound(&events[i]))
            continue;
        act->waits = act->waits ||
                     (events[i].op == RDL_OP_WAIT && act->e.op != RDL_OP_WAIT);
        if (events[i].op != RDL_OP_WAKE)
            continue;
        if (events[i].value != RDL_WOKEN_BY_THREAD)
            act->by_nobody = events[i].value == RDL_WOKEN_BY_NOBODY;
        else if (act->n_woken++ == 0)
            act->woken = events[i].tid;
    }
}

/* Goes through the same events: locks that change hands, and what is freed,
 * which counts as behind the step.  Returns how many they are. */
static size_t history_behind(struct rdl_acts *a, const struct rdl_act *act,
                             const struct rdl_event *events, size_t n,
                             struct held *h)
{
    struct rdl_act freed = *act;
    size_t i;

    freed.own++;
    freed.n_woken = 0;
    freed.waits = freed.by_nobody = false;
    for (i = 0; i < n && events[i].pc <= act->step; i++) {
        if (!history_sound(&events[i]))
            continue;
        history_held_change(h, &events[i]);
        if (events[i].op != RDL_OP_FREE)
            continue;
        freed.e = events[i];
        freed.e.pc = events[i].value;
        freed.e.value = 0;
        freed.e.tid = act->e.tid;
        freed.hold = history_held_since(h, act->e.tid, act->own);
        history_add(a, &freed);
    }
    return i;
}

bool rdl_acts_take(struct rdl_acts *a, struct rdl_shared *shared)
{
    const struct rdl_event *events = rdl_shared_data(shared, RDL_TRACE_EVENTS);
    const uint64_t *steps = rdl_shared_data(shared, RDL_TRACE_STEPS);
    const struct rdl_switch *sw = rdl_shared_data(shared, RDL_TRACE_SWITCHES);
    const size_t n_steps = shared->regions[RDL_TRACE_STEPS].used;
    const size_t n_events = shared->regions[RDL_TRACE_EVENTS].used;
    const size_t n_switches = shared->regions[RDL_TRACE_SWITCHES].used;
    uint32_t taken[RDL_MAX_THREADS] = { 0 };
    struct held *held;
    size_t more = n_steps, k = 0;

    *a = (struct rdl_acts){ .n = 0 };
    if (n_events < n_steps || n_switches == 0)
        return false;
    held = rdl_alloc(sizeof(*held));
    for (size_t i = 0; i < n_steps; i++) {
        struct rdl_act act = { .e = history_event(&events[i], steps[i]),
                               .step = i };

        while (k + 1 < n_switches && sw[k + 1].step <= i)
            k++;
        act.e.tid = sw[k].tid < RDL_MAX_THREADS ? sw[k].tid : 0;
        act.at = act.e.pc;
        act.segment = (uint32_t)k;
        act.own = taken[act.e.tid]++;
        act.hold = history_held_since(held, act.e.tid, act.own);
        history_held_ask(held, &act);
        history_held_note(held, &act);
        act.value = act.e.value;
        act.e.value = 0;
        if (more < n_events && events[more].pc == i &&
            events[more].op == RDL_OP_START)
            act.e.value = events[more].addr;
        history_came(&act, events + more, n_events - more, i);
        history_add(a, &act);
        more += history_behind(a, &act, events + more, n_events - more, held);
    }
    free(held);
    return true;
}

void rdl_acts_free(struct rdl_acts *a)
{
    free(a->all);
}
