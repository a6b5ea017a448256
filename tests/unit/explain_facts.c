/* explain_facts.c - executions written by hand, and the facts that explainers
 * find in them: those that need no other execution. */
#include "explain_setup.h"

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
    assert_null(rdl_fact_step(f, RDL_ROLE_SIGNAL));
    assert_int_equal(rdl_fact_step(f, RDL_ROLE_WAITS_TOO)->tid, 2);
    f = collect(&rdl_explainer_wrong_waiter);
    assert_int_equal(f->kind, RDL_FACT_WRONG_WAITER);
    has(f, RDL_ROLE_SIGNAL, 4);
    has(f, RDL_ROLE_OTHER_WAIT, 2);
    has(f, RDL_ROLE_WAIT, 1);
    signal->e.op = RDL_OP_BROADCAST;
    clues.n_facts = 0;
    assert_int_not_equal(collect(&rdl_explainer_wrong_waiter)->kind,
                         RDL_FACT_WRONG_WAITER);
}

/* There is nothing to try where the other thread's reads stay as they were, or
 * where somebody did signal: an execution would need search.k, which is NULL.
 */
static void nobody_did_otherwise_without_a_later_change(void **unused)
{
    struct rdl_history_act *read, *signal;

    (void)unused;
    act(2, RDL_OP_WRITE, N + 64, 1);
    act(1, RDL_OP_READ, N, 2);
    act(1, RDL_OP_WAIT, C, 3);
    read = act(2, RDL_OP_READ, N + 64, 4);
    act(2, RDL_OP_WRITE, N, 5);
    waits(1, RDL_WAIT_CONDITION, C, 3);
    clues.parts[0] =
        (struct clue){ .kind = RDL_FACT_ENDLESS_WAIT, .last = acts[2] };
    clues.n = 1;
    collect(&rdl_explainer_did_otherwise);
    assert_int_equal(clues.n, 1);
    /* With a change behind the read, but a signal that came. */
    read->e.addr = N + 128;
    act(3, RDL_OP_WRITE, N + 128, 6);
    signal = act(3, RDL_OP_SIGNAL, C, 7);
    clues.parts[0].also = *signal;
    collect(&rdl_explainer_did_otherwise);
    assert_int_equal(clues.n, 1);
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

/* Of a hundred facts two are chosen: what decides, and the best reason. */
static void two_facts_are_chosen(void **unused)
{
    (void)unused;
    act(1, RDL_OP_FREE, N, 3);
    act(2, RDL_OP_READ, N, 4);
    clues.n = 3;
    clues.parts[0] =
        (struct clue){ .kind = RDL_FACT_ENDLESS_WAIT, .last = acts[1] };
    clues.parts[1] = (struct clue){ .kind = RDL_FACT_ORDER,
                                    .first = acts[0],
                                    .last = acts[1] };
    clues.parts[2] = (struct clue){ .kind = RDL_FACT_SAW,
                                    .first = acts[0],
                                    .last = acts[1] };
    rdl_explain_choose(&search, &clues, &why);
    assert_int_equal(why.n, 2);
    assert_int_equal(why.facts[0].kind, RDL_FACT_ORDER);
    assert_int_equal(why.facts[1].kind, RDL_FACT_SAW);
    /* A window says more than that memory is used after it was freed. */
    clues.parts[0].kind = RDL_FACT_WINDOW;
    clues.parts[2].kind = RDL_FACT_CAME_BEFORE;
    rdl_explain_choose(&search, &clues, &why);
    assert_int_equal(why.facts[0].kind, RDL_FACT_WINDOW);
    assert_int_equal(why.facts[1].kind, RDL_FACT_CAME_BEFORE);
}

/* The race of thread 1 at line `first` and thread 2 at line `second`. */
static void race_of(enum rdl_race_proof proof, enum rdl_op op, uintptr_t first,
                    enum rdl_op other, uintptr_t second)
{
    finding.race = (struct rdl_race_view){
        .proof = (uint8_t)proof,
        .sides = { { .tid = 1, .op = (uint8_t)op, .pc = first, .addr = N },
                   { .tid = 2,
                     .op = (uint8_t)other,
                     .pc = second,
                     .addr = N } },
    };
}

/* An earlier pass over the same line is not the access that raced. */
static void a_race_has_both_accesses(void **unused)
{
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_WRITE, N, 6);
    act(2, RDL_OP_READ, N, 20);
    act(2, RDL_OP_READ, N, 20);
    act(1, RDL_OP_WRITE, N, 6);
    race_of(RDL_RACE_SEEN, RDL_OP_WRITE, 6, RDL_OP_READ, 20);
    f = collect(&rdl_explainer_races);
    assert_int_equal(why.n, 1);
    assert_int_equal(f->kind, RDL_FACT_RACE);
    has(f, RDL_ROLE_EARLIER, 3);
    has(f, RDL_ROLE_LATER, 2);
}

static void a_weak_order_has_the_atomics_between(void **unused)
{
    const struct rdl_fact *f;

    (void)unused;
    act(1, RDL_OP_WRITE, N, 6);
    act(1, RDL_OP_ATOMIC_WRITE, C, 7);
    act(2, RDL_OP_ATOMIC_READ, C, 19);
    act(2, RDL_OP_READ, N, 20);
    race_of(RDL_RACE_ORDER, RDL_OP_WRITE, 6, RDL_OP_READ, 20);
    finding.race.store_pc = 7;
    finding.race.load_pc = 19;
    f = collect(&rdl_explainer_races);
    assert_int_equal(f->kind, RDL_FACT_WEAK_ORDER);
    has(f, RDL_ROLE_EARLIER, 0);
    has(f, RDL_ROLE_WRITER, 1);
    has(f, RDL_ROLE_READER, 2);
    has(f, RDL_ROLE_LATER, 3);
    clues = (struct clues){ .n = 0 };
    finding.race.load_pc = 0; /* not known */
    f = collect(&rdl_explainer_races);
    assert_int_equal(f->kind, RDL_FACT_WEAK_ORDER);
    assert_null(rdl_fact_step(f, RDL_ROLE_WRITER));
}

/* Thread 1 tests without the lock, takes it, tests again and writes; thread 2
 * is about to test. */
static void double_checked_locking_tests_twice(void **unused)
{
    const struct rdl_fact *f;

    (void)unused;
    act(0, RDL_OP_CREATE, 0, 1);
    act(1, RDL_OP_READ, N, 4);
    act(1, RDL_OP_LOCK, M, 5);
    act(1, RDL_OP_READ, N, 6);
    act(1, RDL_OP_WRITE, N, 7);
    act(2, RDL_OP_READ, N, 4);
    race_of(RDL_RACE_SEEN, RDL_OP_WRITE, 7, RDL_OP_READ, 4);
    finding.race.sides[0].n_locks = 1;
    finding.race.sides[0].locks[0] = M;
    f = collect(&rdl_explainer_races);
    assert_int_equal(why.n, 2);
    assert_int_equal(why.facts[0].kind, RDL_FACT_RACE);
    assert_int_equal(f->kind, RDL_FACT_DOUBLE_CHECKED);
    has(f, RDL_ROLE_BARE, 5);
    has(f, RDL_ROLE_LOCK, 2);
    has(f, RDL_ROLE_WRITER, 4);
    /* Without the second test it is only a race. */
    acts[3].e.addr = C;
    clues = (struct clues){ .n = 0 };
    collect(&rdl_explainer_races);
    assert_int_equal(why.n, 1);
    assert_int_equal(why.facts[0].kind, RDL_FACT_RACE);
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
    rdl_explain_choose(&search, &clues, &why);
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
        cmocka_unit_test_setup(nobody_did_otherwise_without_a_later_change,
                               begin),
        cmocka_unit_test_setup(a_signal_that_was_handled_before_the_wait,
                               begin),
        cmocka_unit_test_setup(two_facts_are_chosen, begin),
        cmocka_unit_test_setup(a_race_has_both_accesses, begin),
        cmocka_unit_test_setup(a_weak_order_has_the_atomics_between, begin),
        cmocka_unit_test_setup(double_checked_locking_tests_twice, begin),
        cmocka_unit_test_setup(what_was_not_reached_has_no_number, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
