/* explain_facts.c - executions written by hand, and the facts that explainers
 * find in them: those that need no other execution. */
#include "explain/explainer.h"
#include "explain/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { N = 0x1000, M = 0x2000, M2 = 0x2100, C = 0x3000 };

#define MOST 32

/* --- An execution --------------------------------------------------------- */

static struct rdl_history_act acts[MOST];
static bool shared[MOST];
static uint32_t own[4];
static struct rdl_finding finding;
static struct search search;
static struct clues clues;
static struct rdl_explanation why;

static int begin(void **unused)
{
    (void)unused;
    memset(acts, 0, sizeof(acts));
    memset(shared, true, sizeof(shared));
    memset(own, 0, sizeof(own));
    finding = (struct rdl_finding){ .kind = "lost-wakeup", .tid = 1 };
    search = (struct search){ .acts = { .n = 0, .all = acts },
                              .shared = shared,
                              .finding = &finding };
    clues = (struct clues){ .n = 0 };
    return 0;
}

/* The next step; `line` is its pc. */
static struct rdl_history_act *act(rdl_tid tid, enum rdl_op op, uintptr_t addr,
                                   uintptr_t line)
{
    struct rdl_history_act *a = &acts[search.acts.n];

    *a = (struct rdl_history_act){
        .e = { .pc = line, .addr = addr, .size = 4, .tid = tid, .op = op },
        .at = line,
        .step = search.acts.n++,
        .own = own[tid]++,
    };
    return a;
}

/* The thread held the lock then, which it had asked for by `asked`. */
static void with(struct rdl_history_act *a, const struct rdl_history_act *asked)
{
    a->locks[a->n_locks++] = (struct rdl_history_lock){
        .addr = asked->e.addr,
        .own = asked->own,
    };
}

/* How the thread waits in the end. */
static struct rdl_thread_view *waits(rdl_tid tid, enum rdl_wait_kind wait,
                                     uintptr_t object, uintptr_t line)
{
    struct rdl_thread_view *v = &finding.threads[finding.n_threads++];

    *v = (struct rdl_thread_view){
        .tid = tid,
        .holder = RDL_NO_TID,
        .state = RDL_WAITING,
        .wait = (uint8_t)wait,
        .wait_object = object,
        .pc = line,
    };
    return v;
}

static const struct rdl_fact *collect(const struct rdl_explainer *e)
{
    e->collect(&search, &clues);
    rdl_clue_facts(&search, &clues, &why);
    return why.n > 0 ? &why.facts[why.n - 1] : NULL;
}

static void has(const struct rdl_fact *f, enum rdl_role role, uint64_t step)
{
    const struct rdl_fact_step *s = rdl_fact_step(f, role);

    if (s == NULL)
        fail_msg("there is no %s", rdl_role_name(role));
    assert_int_equal(s->step, step);
}

/* --- Tests ---------------------------------------------------------------- */

static void a_cycle_has_who_holds_and_who_waits(void **unused)
{
    struct rdl_thread_view *v;
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_LOCK, M, 6);
    act(2, RDL_OP_LOCK, M2, 15);
    act(1, RDL_OP_LOCK, M2, 7)->waits = true;
    act(2, RDL_OP_LOCK, M, 16)->waits = true;
    v = waits(1, RDL_WAIT_LOCK, M2, 7);
    v->holder = 2;
    v->held_pc = 15;
    v = waits(2, RDL_WAIT_LOCK, M, 16);
    v->holder = 1;
    v->held_pc = 6;
    finding.n_cycle = 2;
    finding.cycle[0] = 1;
    finding.cycle[1] = 2;
    f = collect(&rdl_explainer_cycle);
    assert_int_equal(f->kind, RDL_FACT_LOCK_CYCLE);
    assert_int_equal(f->how, RDL_SEEN);
    assert_int_equal(f->n_steps, 4);
    assert_int_equal(f->steps[0].role, RDL_ROLE_HOLDS);
    assert_int_equal(f->steps[0].step, 0);
    assert_int_equal(f->steps[1].role, RDL_ROLE_WAITS);
    assert_int_equal(f->steps[1].step, 2);
    assert_int_equal(f->steps[2].step, 1);
    assert_int_equal(f->steps[3].step, 3);
    v->wait = RDL_WAIT_JOIN;
    clues.n = 0;
    assert_int_equal(collect(&rdl_explainer_cycle)->kind, RDL_FACT_CYCLE);
}

static void one_that_waits_with_a_lock_is_no_cycle(void **unused)
{
    struct rdl_thread_view *v;
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_LOCK, M, 6);
    act(1, RDL_OP_SEM_WAIT, C, 7);
    act(2, RDL_OP_LOCK, M, 16)->waits = true;
    waits(1, RDL_WAIT_SEMAPHORE, C, 7);
    v = waits(2, RDL_WAIT_LOCK, M, 16);
    v->holder = 1;
    v->held_pc = 6;
    assert_null(collect(&rdl_explainer_cycle));
    f = collect(&rdl_explainer_holds_and_waits);
    assert_int_equal(f->kind, RDL_FACT_HOLDS_AND_WAITS);
    has(f, RDL_ROLE_HOLDS, 0);
    has(f, RDL_ROLE_WAITS, 1);
    assert_int_equal(f->steps[2].step, 2);
}

static void a_thread_that_asks_for_its_own_lock(void **unused)
{
    struct rdl_thread_view *v;
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_LOCK, M, 6);
    act(1, RDL_OP_LOCK, M, 9)->waits = true;
    v = waits(1, RDL_WAIT_LOCK, M, 9);
    v->holder = 1;
    v->held_pc = 6;
    f = collect(&rdl_explainer_kept_lock);
    assert_int_equal(f->kind, RDL_FACT_SELF_DEADLOCK);
    has(f, RDL_ROLE_HOLDS, 0);
    has(f, RDL_ROLE_WAITS, 1);
}

/* T1 tests, T0 changes that and signals nobody, T1 waits. */
static void a_wait_after_a_test_that_is_no_longer_true(void **unused)
{
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_READ, N, 8);
    act(0, RDL_OP_WRITE, N, 20);
    act(0, RDL_OP_SIGNAL, C, 21);
    act(1, RDL_OP_WAIT, C, 9);
    waits(1, RDL_WAIT_CONDITION, C, 9);
    f = collect(&rdl_explainer_endless_wait);
    assert_int_equal(f->kind, RDL_FACT_ENDLESS_WAIT);
    assert_int_equal(f->steps[0].role, RDL_ROLE_WAIT);
    has(f, RDL_ROLE_WAIT, 3);
    has(f, RDL_ROLE_READ, 0);
    has(f, RDL_ROLE_CHANGER, 1);
    has(f, RDL_ROLE_EARLY_SIGNAL, 2);
    assert_null(rdl_fact_step(f, RDL_ROLE_SIGNAL));
    assert_null(rdl_fact_step(f, RDL_ROLE_WOKEN));
}

/* The signal comes while two wait, and wakes the other, which waits again. */
static void a_signal_that_goes_to_the_wrong_thread(void **unused)
{
    const struct rdl_fact *f;
    struct rdl_history_act *signal;

    (void)unused;
    act(1, RDL_OP_READ, N, 8);
    act(1, RDL_OP_WAIT, C, 9);
    act(2, RDL_OP_WAIT, C, 30);
    act(0, RDL_OP_WRITE, N, 20);
    signal = act(0, RDL_OP_SIGNAL, C, 21);
    signal->n_woken = 1;
    signal->woken = 2;
    act(2, RDL_OP_WAKE, C, 30);
    act(2, RDL_OP_WAIT, C, 30);
    waits(1, RDL_WAIT_CONDITION, C, 9);
    waits(2, RDL_WAIT_CONDITION, C, 30);
    f = collect(&rdl_explainer_endless_wait);
    has(f, RDL_ROLE_WAIT, 1);
    has(f, RDL_ROLE_SIGNAL, 4);
    has(f, RDL_ROLE_WOKEN_IN_VAIN, RDL_FACT_NO_STEP);
    assert_int_equal(rdl_fact_step(f, RDL_ROLE_WOKEN_IN_VAIN)->tid, 2);
    assert_int_equal(rdl_fact_step(f, RDL_ROLE_WAITS_TOO)->tid, 2);
}

static void a_signal_that_was_handled_before_the_wait(void **unused)
{
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_READ, N, 5);
    act(1, RDL_OP_HANDLER, 0, 2);
    act(1, RDL_OP_WRITE, N, 3);
    act(1, RDL_OP_WAIT, 0, 6);
    waits(1, RDL_WAIT_SIGNAL, 0, 6);
    f = collect(&rdl_explainer_signal_handled);
    assert_int_equal(f->kind, RDL_FACT_HANDLED_SIGNAL);
    has(f, RDL_ROLE_WAIT, 3);
    has(f, RDL_ROLE_READ, 0);
    has(f, RDL_ROLE_HANDLER, 2);
    assert_null(rdl_fact_step(f, RDL_ROLE_SENDER));
}

static void the_side_of_a_window_without_a_lock(void **unused)
{
    const struct rdl_history_act *lock;
    const struct rdl_fact *f;
    struct rdl_history_act *first, *between, *last;

    (void)unused;
    act(0, RDL_OP_CREATE, 0, 1);
    lock = act(1, RDL_OP_LOCK, M, 7);
    with(first = act(1, RDL_OP_READ, N, 8), lock);
    between = act(2, RDL_OP_WRITE, N, 20);
    with(last = act(1, RDL_OP_WRITE, N, 9), lock);
    search.told =
        (struct told){ .first = first, .between = between, .last = last };
    clues.parts[clues.n++] = (struct clue){ .kind = RDL_FACT_LOST_UPDATE,
                                            .first = *first,
                                            .between = *between,
                                            .last = *last };
    f = collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 2);
    assert_int_equal(f->kind, RDL_FACT_NO_LOCK);
    has(f, RDL_ROLE_BARE, 3);
    has(f, RDL_ROLE_LOCK, 1);
    with(between, lock);
    clues.n = 1;
    collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 1);
}

static void two_locks_where_there_should_be_one(void **unused)
{
    const struct rdl_history_act *one, *two;
    const struct rdl_fact *f;
    struct rdl_history_act *first, *between, *last;

    (void)unused;
    one = act(1, RDL_OP_LOCK, M, 7);
    two = act(2, RDL_OP_LOCK, M2, 19);
    with(first = act(1, RDL_OP_READ, N, 8), one);
    with(between = act(2, RDL_OP_WRITE, N, 20), two);
    with(last = act(1, RDL_OP_WRITE, N, 9), one);
    search.told =
        (struct told){ .first = first, .between = between, .last = last };
    clues.parts[clues.n++] = (struct clue){ .kind = RDL_FACT_LOST_UPDATE,
                                            .first = *first,
                                            .between = *between,
                                            .last = *last };
    f = collect(&rdl_explainer_locks);
    assert_int_equal(f->kind, RDL_FACT_DIFFERENT_LOCKS);
    has(f, RDL_ROLE_OUTER_LOCK, 0);
    has(f, RDL_ROLE_INNER_LOCK, 1);
}

static void what_was_not_reached_has_no_number(void **unused)
{
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_READ, N, 8);
    act(2, RDL_OP_WRITE, N, 9)->step = UINT64_MAX;
    clues.parts[clues.n++] = (struct clue){
        .kind = RDL_FACT_ORDER, .first = acts[0], .last = acts[1], .orders = 3
    };
    rdl_clue_facts(&search, &clues, &why);
    f = &why.facts[0];
    assert_int_equal(f->how, RDL_TRIED);
    assert_int_equal(f->count, 3);
    has(f, RDL_ROLE_EARLIER, 0);
    has(f, RDL_ROLE_LATER, RDL_FACT_NO_STEP);
    assert_true(rdl_explanation_names(&why, 0, RDL_OP_READ));
    assert_false(rdl_explanation_names(&why, 0, RDL_OP_WRITE));
    assert_false(rdl_explanation_names(&why, 1, RDL_OP_WRITE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_cycle_has_who_holds_and_who_waits, begin),
        cmocka_unit_test_setup(one_that_waits_with_a_lock_is_no_cycle, begin),
        cmocka_unit_test_setup(a_thread_that_asks_for_its_own_lock, begin),
        cmocka_unit_test_setup(a_wait_after_a_test_that_is_no_longer_true,
                               begin),
        cmocka_unit_test_setup(a_signal_that_goes_to_the_wrong_thread, begin),
        cmocka_unit_test_setup(a_signal_that_was_handled_before_the_wait,
                               begin),
        cmocka_unit_test_setup(the_side_of_a_window_without_a_lock, begin),
        cmocka_unit_test_setup(two_locks_where_there_should_be_one, begin),
        cmocka_unit_test_setup(what_was_not_reached_has_no_number, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
