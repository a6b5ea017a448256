/* blocks.c - see blocks.h: feeds the tables.  block_report.c reports. */
#include "runtime/observe/blocks.h"

#include "runtime/core/guard.h"
#include "runtime/core/note.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/observe/tables/association_table.h"
#include "runtime/observe/block_report.h"
#include "runtime/observe/tables/block_table.h"
#include "runtime/observe/observer.h"
#include "runtime/observe/tables/split_table.h"
#include "runtime/observe/tables/test_table.h"
#include "runtime/observe/tap.h"
#include "runtime/observe/value.h"

#include <string.h>

struct rdl_blocks rdl_blocks;

/* Large; an execution that uses them begins by making them void. */
static struct rdl_block_table blocks;
static struct rdl_split_table splits;
static struct rdl_association_table pairs;
static struct rdl_test_table tests;
RDL_PERSISTENT(blocks);
RDL_PERSISTENT(splits);
RDL_PERSISTENT(pairs);
RDL_PERSISTENT(tests);

static bool to_end;      /* a warning ends this execution */
static uint64_t n_calls; /* that have a number */
static uint32_t n_open;  /* annotated blocks; threads may end in one */

/* An RMW that is not over: what held when its thread took the step. */
static struct {
    bool due;
    struct rdl_block_touch touch;
    uint64_t block, unit;
} rmw;

/* Threads that stand at an access to one of two associated variables while
 * another has accessed the other (an entry is free if its step is 0). */
#define MEETINGS 16
static struct meeting {
    struct rdl_block_touch first;
    uintptr_t pc, addr; /* where thread `tid` stands */
    rdl_tid tid;
} meetings[MEETINGS];
static uint32_t n_meetings;

/* --- Where a thread is ---------------------------------------------------- */

/* The annotated block that it is in; 0: none. */
static uint64_t blocks_of(const struct rdl_thread *t)
{
    return t->blocks > 0 ? t->block + 1 : 0;
}

static bool blocks_open(rdl_tid tid, uint64_t block)
{
    const struct rdl_thread *t = rdl_thread_at(tid);

    return t->live && blocks_of(t) == block;
}

/* The unit that an access at `step` belongs to: see association_table.h. */
static uint64_t blocks_unit(const struct rdl_thread *t, uint64_t step)
{
    if (t->blocks > 0)
        return 2 * t->block;
    return t->n_held > 0 ? 2 * t->held[0].step + 1 : UINT64_MAX - step;
}

static void blocks_frame(const struct rdl_thread *t,
                         struct rdl_split_frame *out)
{
    const uint32_t depth = t->shadow.depth;

    *out = (struct rdl_split_frame){ 0 };
    if (depth == 0 || depth > RDL_SHADOW_DEPTH)
        return;
    out->depth = depth;
    for (unsigned i = 0; i < 2 && i < depth; i++) {
        out->sp[i] = t->shadow.frames[depth - 1 - i].sp;
        out->caller[i] = t->shadow.frames[depth - 1 - i].pc;
    }
}

static void blocks_held(const struct rdl_thread *t, struct rdl_split_held *out)
{
    const size_t n = rdl_thread_named(t);

    out->n = (uint32_t)(n < RDL_SPLIT_LOCKS ? n : RDL_SPLIT_LOCKS);
    for (uint32_t i = 0; i < out->n; i++) {
        out->locks[i] = (uintptr_t)t->held[n - 1 - i].lock;
        out->since[i] = t->held[n - 1 - i].step;
    }
}

static struct rdl_block_touch blocks_touch(const struct rdl_event *e,
                                           uint64_t step)
{
    const struct rdl_thread *t = rdl_thread_at(e->tid);
    const size_t n = rdl_thread_named(t);

    return (struct rdl_block_touch){
        .pc = e->pc,
        .addr = e->addr,
        .lock = n > 0 ? (uintptr_t)t->held[n - 1].lock : 0,
        .step = step,
        .size = e->size,
        .tid = e->tid,
        .op = e->op,
        .flags = e->flags,
    };
}

static bool blocks_ignored(const struct rdl_thread *t)
{
    return t->ignores > 0 || t->ignores_races > 0;
}

/* --- Block races ---------------------------------------------------------- */

static void blocks_triple(void *data, const struct rdl_triple *triple)
{
    const struct rdl_thread *t = rdl_thread_at(triple->second.tid);

    (void)data;
    to_end |= rdl_block_report_triple(triple, RDL_BLOCK_ANNOTATED, t->block_pc);
}

/* --- Tests ---------------------------------------------------------------- */

struct contents {
    uintptr_t addr;
    uint32_t size;
    uint64_t value;
};

static void blocks_contents(void *data)
{
    struct contents *c = data;

    c->value = rdl_memory_value((const volatile void *)c->addr, c->size);
}

/* The thread that has tested it could read it; since then the program may have
 * unmapped or protected it.  Then the access fails, not this. */
static uint64_t blocks_value(uintptr_t addr, uint32_t size)
{
    struct contents c = { .addr = addr, .size = size < 8 ? size : 8 };

    return rdl_guard_run(blocks_contents, &c) ? c.value : 0;
}

/* The number of the call of a function that t is in; 0: not known. */
static uint64_t blocks_call(struct rdl_thread *t)
{
    struct rdl_frame *frame;

    if (t->shadow.depth == 0 || t->shadow.depth > RDL_SHADOW_DEPTH)
        return 0;
    frame = &t->shadow.frames[t->shadow.depth - 1];
    if (frame->call == 0)
        frame->call = ++n_calls;
    return frame->call;
}

/* The access is about to happen.  Returns whether it completes a test and a
 * change. */
static bool blocks_tests(const struct rdl_block_touch *now,
                         struct rdl_triple *triple, uintptr_t *use)
{
    struct rdl_thread *t = rdl_thread_at(now->tid);
    const bool again = now->op == RDL_OP_RMW && t->expected != NULL;

    return rdl_test_table_access(&tests, now, blocks_call(t), again, triple,
                                 use);
}

/* Returns whether it reports one. */
static bool blocks_triples(const struct rdl_block_touch *now, uint64_t block)
{
    const struct rdl_thread *t = rdl_thread_at(now->tid);
    struct rdl_split_frame frame;
    struct rdl_split_held held;
    struct rdl_triple triple;
    uintptr_t lock;

    if (n_open > 0) {
        const uint32_t lost = blocks.lost;

        rdl_block_table_access(&blocks, now, block, blocks_triple, NULL);
        if (blocks.lost != lost)
            rdl_note(RDL_NOTE_BLOCKS_LIMITED,
                     "block races: operation blocks access more memory than "
                     "raddle can follow; it may miss some",
                     0);
    }
    blocks_frame(t, &frame);
    blocks_held(t, &held);
    lock = rdl_split_table_access(&splits, now, &frame, &held, &triple);
    if (lock == 0 || block != 0)
        return false;
    to_end |= rdl_block_report_triple(&triple, RDL_BLOCK_SPLIT, lock);
    return true;
}

/* --- Associations --------------------------------------------------------- */

static void blocks_meets(const struct rdl_block_touch *now, const rdl_tid *tids,
                         size_t n)
{
    for (size_t i = 0; i < n && n_meetings < MEETINGS; i++) {
        const struct rdl_event *other = &rdl_sched.pending[tids[i]];
        struct rdl_block_touch q;

        if (tids[i] == now->tid || !rdl_op_accesses((enum rdl_op)other->op) ||
            blocks_ignored(rdl_thread_at(tids[i])))
            continue;
        q = blocks_touch(other, now->step);
        if (rdl_associations_meet(&pairs, now, &q))
            meetings[n_meetings++] =
                (struct meeting){ *now, other->pc, other->addr, tids[i] };
    }
}

/* now's thread takes a step: it does not stand where it stood any more. */
static void blocks_leaves(const struct rdl_block_touch *now, bool ignored)
{
    for (uint32_t i = n_meetings; i > 0; i--) {
        const struct meeting m = meetings[i - 1];

        if (m.tid != now->tid)
            continue;
        meetings[i - 1] = meetings[--n_meetings];
        if (m.pc == now->pc && m.addr == now->addr && !ignored)
            to_end |= rdl_block_report_pair(&m.first, now);
    }
}

static void blocks_associated(const struct rdl_block_touch *now, uint64_t block,
                              uint64_t unit)
{
    struct rdl_torn torn;

    if (!rdl_associations_near(&pairs, now->addr))
        return;
    blocks_meets(now, rdl_enabled(), rdl_sched.n_enabled);
    blocks_meets(now, rdl_sched.passed, rdl_sched.n_passed);
    if (rdl_associations_access(&pairs, now, block, unit, &torn))
        to_end |=
            rdl_block_report_torn(&torn, rdl_thread_at(now->tid)->block_pc);
}

/* --- Steps ---------------------------------------------------------------- */

/* Returns whether it reports a split critical section. */
static bool blocks_look(const struct rdl_block_touch *now, uint64_t block,
                        uint64_t unit)
{
    const bool split = rdl_blocks.triples && blocks_triples(now, block);

    if (rdl_blocks.associations && pairs.n > 0)
        blocks_associated(now, block, unit);
    return split;
}

/* Of an access that does two things wrong the surer one is reported. */
static void blocks_access(const struct rdl_block_touch *now)
{
    const struct rdl_thread *t = rdl_thread_at(now->tid);
    const uint64_t block = blocks_of(t), unit = blocks_unit(t, now->step);
    struct rdl_triple triple;
    uintptr_t use;
    const bool tested =
        rdl_blocks.triples && blocks_tests(now, &triple, &use) && block == 0;
    bool split = false;

    rmw.due = now->op == RDL_OP_RMW;
    if (rmw.due) {
        rmw.touch = *now;
        rmw.block = block;
        rmw.unit = unit;
    } else {
        split = blocks_look(now, block, unit);
    }
    if (tested && !split)
        to_end |= rdl_block_report_triple(&triple, RDL_BLOCK_TEST, use);
}

bool rdl_blocks_taken(const struct rdl_event *e)
{
    const struct rdl_thread *t = rdl_thread_at(e->tid);
    const struct rdl_block_touch now = blocks_touch(e, rdl_steps);
    const bool ignored = blocks_ignored(t);

    rmw.due = false;
    if (n_meetings > 0)
        blocks_leaves(&now, ignored);
    if (rdl_op_accesses((enum rdl_op)e->op) && !ignored)
        blocks_access(&now);
    return to_end;
}

static void blocks_step(const struct rdl_event *e)
{
    if (likely(!rmw.due) || e->op != RDL_OP_RMW)
        return;
    rmw.due = false;
    rmw.touch.flags = e->flags;
    blocks_look(&rmw.touch, rmw.block, rmw.unit);
    if (to_end)
        rdl_blocks_ends();
}

static void blocks_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;

    (void)lock, (void)flags, (void)pc;
    if (t->n_held <= RDL_MAX_HELD)
        t->held[t->n_held - 1].step = rdl_steps;
}

static void blocks_freed(const void *block, uint32_t size, uintptr_t pc)
{
    const uintptr_t addr = (uintptr_t)block;

    (void)pc;
    if (rdl_blocks.triples) {
        rdl_split_table_forget(&splits, addr, size);
        rdl_test_table_forget(&tests, addr, size);
        if (n_open > 0)
            rdl_block_table_forget(&blocks, addr, size);
    }
    rdl_associations_forget(&pairs, addr, size);
}

/* --- What the program says ------------------------------------------------ */

/* The RMW before this call belongs to where the thread was. */
static void blocks_catch_up(void)
{
    if (unlikely(rmw.due))
        blocks_step(&rdl_sched.last[rdl_self->tid]);
}

void rdl_blocks_enter(uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;

    blocks_catch_up();
    if (t->blocks == UINT16_MAX || t->blocks++ > 0)
        return;
    t->block = rdl_steps;
    t->block_pc = pc;
    n_open++;
}

void rdl_blocks_leave(void)
{
    struct rdl_thread *t = rdl_self;

    blocks_catch_up();
    if (t->blocks > 0 && --t->blocks == 0 && n_open > 0)
        n_open--;
}

void rdl_blocks_associate(uintptr_t a, size_t a_size, uintptr_t b,
                          size_t b_size)
{
    if (!rdl_blocks.associations || a_size == 0 || b_size == 0)
        return;
    if (!rdl_associations_add(&pairs, a, a_size, b, b_size))
        rdl_note(RDL_NOTE_BLOCKS_LIMITED,
                 "races of associated variables: more associations than "
                 "raddle can follow at the same time; it ignores the others",
                 0);
}

/* --- Executions ----------------------------------------------------------- */

static bool blocks_begin(uint64_t execution)
{
    const struct rdl_config *config = &rdl_shared->config;
    const uint64_t disabled = config->disabled;

    (void)execution;
    rdl_blocks = (struct rdl_blocks){ 0 };
    to_end = false;
    n_open = n_meetings = 0;
    rmw.due = false;
    if (rdl_runs_free ||
        ((config->flags & RDL_CFG_REPLAY) != 0 && config->ends == 0))
        return false;
    rdl_blocks.triples =
        !rdl_detectors_have(disabled, RDL_DETECTOR_ID_block_race);
    rdl_blocks.associations =
        !rdl_detectors_have(disabled, RDL_DETECTOR_ID_multi_variable_race) ||
        !rdl_detectors_have(disabled,
                            RDL_DETECTOR_ID_multi_variable_block_race);
    rdl_blocks.on = rdl_blocks.triples || rdl_blocks.associations;
    if (!rdl_blocks.on)
        return false;
    rdl_tap.taken = true;
    rdl_block_report_begin();
    blocks.open = blocks_open;
    rdl_block_table_begin(&blocks);
    rdl_split_table_begin(&splits);
    tests.value = blocks_value;
    rdl_test_table_begin(&tests);
    rdl_associations_begin(&pairs);
    return true;
}

const struct rdl_observer rdl_observer_blocks = {
    .name = "blocks",
    .begin = blocks_begin,
    .step = blocks_step,
    .hold = blocks_hold,
    .freed = blocks_freed,
};
