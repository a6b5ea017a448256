/* races.c - the two accesses of a data race, what orders them if that is only
 * atomics of weak memory orders, and whether they are double-checked locking.
 *
 * This looks only at the execution that shows the race: its last steps are the
 * accesses. */
#include "explain/explainer.h"
#include "explain/fact.h"

/* The latest act of that thread at that place, before `end`; NULL: none. */
static const struct rdl_history_act *
races_latest(const struct search *c, const struct rdl_history_act *end,
             rdl_tid tid, uintptr_t pc)
{
    for (const struct rdl_history_act *a = end; a > c->acts.all;) {
        a--;
        if (a->e.tid == tid && a->e.pc == pc && a->step != UINT64_MAX)
            return a;
    }
    return NULL;
}

/* The latest one at that place, of any thread. */
static const struct rdl_history_act *
races_latest_at(const struct search *c, const struct rdl_history_act *end,
                uintptr_t pc)
{
    for (const struct rdl_history_act *a = end; a > c->acts.all;) {
        a--;
        if (pc != 0 && a->e.pc == pc && a->step != UINT64_MAX)
            return a;
    }
    return NULL;
}

static bool races_holds(const struct rdl_race_side *side, uintptr_t lock)
{
    for (unsigned i = 0; i < side->n_locks; i++) {
        if (side->locks[i] == lock)
            return true;
    }
    return false;
}

/* The latest read of that memory by that thread in [begin, end). */
static const struct rdl_history_act *
races_test(const struct rdl_history_act *begin,
           const struct rdl_history_act *end,
           const struct rdl_history_act *write)
{
    for (const struct rdl_history_act *a = end; a > begin;) {
        a--;
        if (a->e.tid == write->e.tid && act_reads(&a->e) &&
            a->e.addr == write->e.addr && a->step != UINT64_MAX)
            return a;
    }
    return NULL;
}

/* Does that thread hold `lock->e.addr` at `at`, before it takes it at `lock`?
 * It does if it gives it up in between. */
static bool races_held(const struct rdl_history_act *at,
                       const struct rdl_history_act *lock)
{
    for (const struct rdl_history_act *a = at; a < lock; a++) {
        if (a->e.tid == lock->e.tid && a->e.addr == lock->e.addr &&
            a->e.op == RDL_OP_UNLOCK)
            return true;
    }
    return false;
}

/* Double-checked locking: before `write`, which holds a lock that the reading
 * thread does not hold, its thread has tested the same memory under that lock,
 * and before that without it. */
static void races_double_checked(const struct search *c,
                                 const struct rdl_race_side *writer,
                                 const struct rdl_race_side *reader,
                                 const struct rdl_history_act *write,
                                 const struct rdl_history_act *read,
                                 struct clues *out)
{
    const struct rdl_history_act *lock = write, *test;
    struct rdl_fact *f;

    if (writer->op != RDL_OP_WRITE || reader->op != RDL_OP_READ)
        return;
    while (lock > c->acts.all && !(lock->e.tid == write->e.tid &&
                                   rdl_op_takes((enum rdl_op)lock->e.op) &&
                                   races_holds(writer, lock->e.addr) &&
                                   !races_holds(reader, lock->e.addr)))
        lock--;
    if (lock == c->acts.all || races_test(lock, write, write) == NULL)
        return;
    test = races_test(c->acts.all, lock, write);
    if (test == NULL || races_held(test, lock))
        return;
    f = rdl_fact_new(out, RDL_FACT_DOUBLE_CHECKED, RDL_SEEN);
    if (f == NULL)
        return;
    rdl_fact_put(f, RDL_ROLE_BARE, read);
    rdl_fact_put(f, RDL_ROLE_LOCK, lock);
    rdl_fact_put(f, RDL_ROLE_WRITER, write);
}

static void races_collect(struct search *c, struct clues *out)
{
    const struct rdl_race_view *r = &c->finding->race;
    const struct rdl_history_act *end = c->acts.all + c->acts.n;
    const struct rdl_history_act *second =
        races_latest(c, end, r->sides[1].tid, r->sides[1].pc);
    const struct rdl_history_act *first = races_latest(
        c, r->proof == RDL_RACE_SEEN || second == NULL ? end : second,
        r->sides[0].tid, r->sides[0].pc);
    const struct rdl_history_act *load, *store;
    struct rdl_fact *f;

    if (first == NULL || second == NULL)
        return;
    f = rdl_fact_new(
        out, r->proof == RDL_RACE_ORDER ? RDL_FACT_WEAK_ORDER : RDL_FACT_RACE,
        RDL_SEEN);
    if (f == NULL)
        return;
    rdl_fact_put(f, RDL_ROLE_EARLIER, first);
    rdl_fact_put(f, RDL_ROLE_LATER, second);
    if (r->proof != RDL_RACE_ORDER) {
        races_double_checked(c, &r->sides[0], &r->sides[1], first, second, out);
        races_double_checked(c, &r->sides[1], &r->sides[0], second, first, out);
        return;
    }
    load = races_latest(c, second, r->sides[1].tid, r->load_pc);
    store = load != NULL ? races_latest_at(c, load, r->store_pc) : NULL;
    if (store == NULL)
        return;
    rdl_fact_put(f, RDL_ROLE_WRITER, store);
    rdl_fact_put(f, RDL_ROLE_READER, load);
}

const struct rdl_explainer rdl_explainer_races = {
    .name = "races",
    .summary = "the accesses of a data race, and what seems to order them",
    .rank = RDL_EXPLAINS_ALL,
    .only = "data-race",
    .collect = races_collect,
};
