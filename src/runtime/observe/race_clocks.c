/* race_clocks.c - see race_clocks.h.
 *
 * Release sequences are C11's (5.1.2.4p10), with stores of the same thread;
 * C++20 has dropped those.  Fences as in C11 7.17.4. */
#include "runtime/observe/race_clocks.h"

#include "base/hash.h"

#include <string.h>

#define NOBODY ((rdl_tid)0xffff)

static void clock_join(struct rdl_clock *to, const struct rdl_clock *from,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        to->at[i] = to->at[i] > from->at[i] ? to->at[i] : from->at[i];
}

static void clock_copy(struct rdl_clock *to, const struct rdl_clock *from,
                       size_t n)
{
    memcpy(to->at, from->at, n * sizeof(to->at[0]));
}

static void clock_clear(struct rdl_clock *clock, size_t n)
{
    memset(clock->at, 0, n * sizeof(clock->at[0]));
}

void rdl_clocks_begin(struct rdl_clocks *c)
{
    if (++c->execution == 0) { /* it has wrapped: what is old looks new */
        memset(c->objects, 0, sizeof(c->objects));
        c->execution = 1;
    }
    c->n = 8;
    c->n_objects = 0;
    c->smallest = UINT32_MAX;
    c->largest = 0;
    c->structure = 0;
    c->full = false;
    for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++)
        memset(&c->threads[0][k], 0, sizeof(c->threads[0][k]));
    memset(&c->fence_release[0], 0, sizeof(c->fence_release[0]));
    memset(&c->fence_acquire[0], 0, sizeof(c->fence_acquire[0]));
    memset(c->hops[0], 0, sizeof(c->hops[0]));
}

static bool clocks_has(struct rdl_clocks *c, rdl_tid tid)
{
    if (tid >= RDL_CLOCK_THREADS)
        c->full = true;
    return !c->full;
}

/* The object at addr; a new one if there is none.  NULL if the table is full:
 * then nothing is known. */
static struct rdl_clock_object *clocks_object(struct rdl_clocks *c,
                                              uintptr_t addr, bool make)
{
    size_t at = rdl_mix(0, addr) % RDL_CLOCK_OBJECTS;

    for (size_t i = 0; i < RDL_CLOCK_OBJECTS; i++) {
        struct rdl_clock_object *o = &c->objects[at];

        if (o->execution != c->execution) {
            if (!make)
                return NULL;
            if (c->n_objects >= RDL_CLOCK_OBJECTS / 4 * 3)
                break;
            c->n_objects++;
            o->addr = addr;
            o->execution = c->execution;
            o->releaser = NOBODY;
            o->size = 0;
            o->store_pc = 0;
            for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++)
                memset(&o->released[k], 0, sizeof(o->released[k]));
            return o;
        }
        if (o->addr == addr)
            return o;
        at = (at + 1) % RDL_CLOCK_OBJECTS;
    }
    c->full = true;
    return NULL;
}

/* The thread's own part: what it publishes includes its latest step. */
static void clocks_tick(struct rdl_clocks *c, rdl_tid tid, uint32_t step)
{
    for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++)
        c->threads[tid][k].at[tid] = step;
}

void rdl_clocks_create(struct rdl_clocks *c, rdl_tid by, rdl_tid tid,
                       uint32_t step)
{
    if (!clocks_has(c, by) || !clocks_has(c, tid))
        return;
    /* Clocks of other threads and objects have zeros there: they are cleared
     * as a whole when they begin. */
    if (tid >= c->n)
        c->n = (size_t)(tid + 8) / 8 * 8;
    clocks_tick(c, by, step);
    for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++)
        c->threads[tid][k] = c->threads[by][k];
    memset(&c->fence_release[tid], 0, sizeof(c->fence_release[tid]));
    memset(&c->fence_acquire[tid], 0, sizeof(c->fence_acquire[tid]));
    memset(c->hops[tid], 0, sizeof(c->hops[tid]));
}

/* Another thread may get the number: what that one does is not meant. */
void rdl_clocks_join(struct rdl_clocks *c, rdl_tid by, rdl_tid tid,
                     uint32_t step)
{
    if (!clocks_has(c, by) || !clocks_has(c, tid))
        return;
    for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++) {
        clock_join(&c->threads[by][k], &c->threads[tid][k], c->n);
        c->threads[by][k].at[tid] = step;
    }
}

void rdl_clocks_release(struct rdl_clocks *c, rdl_tid tid, uintptr_t addr,
                        uint32_t step)
{
    struct rdl_clock_object *o;

    if (!clocks_has(c, tid) || (o = clocks_object(c, addr, true)) == NULL)
        return;
    clocks_tick(c, tid, step);
    for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++)
        clock_join(&o->released[k], &c->threads[tid][k], c->n);
}

void rdl_clocks_acquire(struct rdl_clocks *c, rdl_tid tid, uintptr_t addr)
{
    const struct rdl_clock_object *o;

    if (!clocks_has(c, tid) || (o = clocks_object(c, addr, false)) == NULL)
        return;
    for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++)
        clock_join(&c->threads[tid][k], &o->released[k], c->n);
}

/* What the writer has got from others since that step counts as well: that
 * orders too much, never too little. */
void rdl_clocks_read(struct rdl_clocks *c, rdl_tid tid, rdl_tid writer,
                     uint32_t step)
{
    const struct rdl_clock *from;
    struct rdl_clock *to;

    if (!clocks_has(c, tid) || !clocks_has(c, writer))
        return;
    from = &c->threads[writer][RDL_ORDER_SHOWN];
    to = &c->threads[tid][RDL_ORDER_SHOWN];
    for (size_t i = 0; i < c->n; i++) {
        const uint32_t at = i == writer ? step : from->at[i];

        if (i != tid && to->at[i] < at)
            to->at[i] = at;
    }
}

/* --- Atomics -------------------------------------------------------------- */

static bool clocks_order_acquires(enum rdl_order order)
{
    return order != RDL_ORDER_RELEASE && order != RDL_ORDER_RELAXED;
}

static bool clocks_order_releases(enum rdl_order order)
{
    return order == RDL_ORDER_SEQ_CST || order == RDL_ORDER_ACQ_REL ||
           order == RDL_ORDER_RELEASE;
}

static void clocks_fence(struct rdl_clocks *c, rdl_tid tid,
                         enum rdl_order order, uint32_t step)
{
    struct rdl_clock *mine = &c->threads[tid][RDL_ORDER_C11];

    if (clocks_order_acquires(order))
        clock_join(mine, &c->fence_acquire[tid], c->n);
    if (clocks_order_releases(order)) {
        clocks_tick(c, tid, step);
        clock_copy(&c->fence_release[tid], mine, c->n);
    }
}

static void clocks_load(struct rdl_clocks *c, const struct rdl_event *e,
                        const struct rdl_clock_object *o)
{
    const enum rdl_order order = rdl_flags_order(e->flags);
    struct rdl_clock *strong = &c->threads[e->tid][RDL_ORDER_STRONG];

    for (size_t i = 0; i < c->n; i++) {
        if (o->released[RDL_ORDER_STRONG].at[i] <= strong->at[i])
            continue;
        strong->at[i] = o->released[RDL_ORDER_STRONG].at[i];
        c->hops[e->tid][i] = (struct rdl_clock_hop){
            .object = o->addr,
            .store_pc = o->store_pc,
            .load_pc = e->pc,
        };
    }
    clock_join(&c->threads[e->tid][RDL_ORDER_SHOWN],
               &o->released[RDL_ORDER_SHOWN], c->n);
    clock_join(clocks_order_acquires(order) ? &c->threads[e->tid][RDL_ORDER_C11]
                                            : &c->fence_acquire[e->tid],
               &o->released[RDL_ORDER_C11], c->n);
}

static void clocks_store(struct rdl_clocks *c, const struct rdl_event *e,
                         struct rdl_clock_object *o, uint32_t step)
{
    const enum rdl_order order = rdl_flags_order(e->flags);
    const struct rdl_clock *mine = &c->threads[e->tid][RDL_ORDER_C11];
    struct rdl_clock *released = o->released;

    clocks_tick(c, e->tid, step);
    /* A read-modify-write continues the release sequence, and so does the
     * thread that began it; another one's store ends it. */
    if (e->op != RDL_OP_RMW && o->releaser != e->tid)
        clock_clear(&released[RDL_ORDER_C11], c->n);
    if (e->op != RDL_OP_RMW || o->releaser == NOBODY)
        o->releaser = e->tid;
    clock_join(&released[RDL_ORDER_C11],
               clocks_order_releases(order) ? mine : &c->fence_release[e->tid],
               c->n);
    for (unsigned k = RDL_ORDER_STRONG; k < RDL_N_CLOCK_ORDERS; k++)
        clock_copy(&released[k], &c->threads[e->tid][k], c->n);
    o->store_pc = e->pc;
    o->size = e->size;
    if (e->size < c->smallest)
        c->smallest = e->size;
    if (e->size > c->largest)
        c->largest = e->size;
}

/* A load may get bytes that were stored under another address or in another
 * size: a shared_ptr of libstdc++ 12 loads both of its counts at once. */
static void clocks_load_parts(struct rdl_clocks *c, const struct rdl_event *e)
{
    const uintptr_t aligned = e->addr & ~(uintptr_t)(c->largest - 1);
    const struct rdl_clock_object *o;

    for (uint32_t at = c->smallest; at < e->size; at += c->smallest) {
        o = clocks_object(c, e->addr + at, false);
        if (o != NULL && o->size > 0)
            clocks_load(c, e, o);
    }
    for (uintptr_t at = aligned; at < e->addr; at += c->smallest) {
        o = clocks_object(c, at, false);
        if (o != NULL && o->size > e->addr - at)
            clocks_load(c, e, o);
    }
}

/* An acquiring load of what nobody was seen to write: perhaps code without
 * hooks did (the guard of a C++ static), or it was written under another
 * address or size.  Everything so far counts as ordered before it, so that a
 * race is missed in this execution rather than invented.
 *
 * What `shown` does not order is reported only where all code but the C and
 * C++ libraries has hooks.  They leave guards to be loaded, which are single
 * bytes; other memory that nobody was seen to write has its first value. */
static void clocks_load_unknown(struct rdl_clocks *c, const struct rdl_event *e,
                                uint32_t step)
{
    for (size_t i = 0; i < c->n; i++) {
        c->threads[e->tid][RDL_ORDER_C11].at[i] = step;
        if (e->size == 1)
            c->threads[e->tid][RDL_ORDER_SHOWN].at[i] = step;
    }
}

/* All that any thread did up to this step comes before. */
static void clocks_know(struct rdl_clocks *c, rdl_tid tid, uint32_t step)
{
    for (unsigned k = 0; k < RDL_N_CLOCK_ORDERS; k++) {
        for (size_t i = 0; i < c->n; i++) {
            if (c->threads[tid][k].at[i] < step)
                c->threads[tid][k].at[i] = step;
        }
    }
}

/* Has the atomic variable a clock?  Then few loads can have a part of it. */
static bool clocks_variable(const struct rdl_event *e)
{
    return e->size > 0 && e->size <= RDL_CLOCK_WIDEST &&
           (e->size & (e->size - 1)) == 0;
}

void rdl_clocks_atomic(struct rdl_clocks *c, const struct rdl_event *e,
                       uint32_t step)
{
    struct rdl_clock_object *o;

    if (!clocks_has(c, e->tid))
        return;
    if (e->op == RDL_OP_FENCE) {
        clocks_fence(c, e->tid, rdl_flags_order(e->flags), step);
        return;
    }
    if (!clocks_variable(e)) {
        clocks_know(c, e->tid, step);
        if (rdl_op_writes((enum rdl_op)e->op))
            c->structure = step;
        return;
    }
    if (rdl_op_reads((enum rdl_op)e->op) && c->structure > 0)
        clocks_know(c, e->tid, c->structure);
    if (rdl_op_reads((enum rdl_op)e->op) && c->largest > 0)
        clocks_load_parts(c, e);
    o = clocks_object(c, e->addr, rdl_op_writes((enum rdl_op)e->op));
    if (o == NULL) {
        if (clocks_order_acquires(rdl_flags_order(e->flags)))
            clocks_load_unknown(c, e, step);
        return;
    }
    if (rdl_op_reads((enum rdl_op)e->op))
        clocks_load(c, e, o);
    if (rdl_op_writes((enum rdl_op)e->op))
        clocks_store(c, e, o, step);
}

bool rdl_clocks_weak(const struct rdl_event *e)
{
    const enum rdl_order order = rdl_flags_order(e->flags);

    return (rdl_op_reads((enum rdl_op)e->op) &&
            !clocks_order_acquires(order)) ||
           (rdl_op_writes((enum rdl_op)e->op) && !clocks_order_releases(order));
}
