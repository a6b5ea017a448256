/* explain_locks.c - windows written by hand, and what rdl_explainer_locks says
 * of the locks that their threads hold, or do not. */
#include "explain_setup.h"

/* A window of thread 1, in which thread 2 wrote. */
static void window(const struct rdl_history_act *first,
                   const struct rdl_history_act *between,
                   const struct rdl_history_act *last)
{
    search.named =
        (struct named_acts){ .first = first, .between = between, .last = last };
    clues = (struct clues){ .n = 1 };
    clues.parts[0] = (struct clue){ .kind = RDL_FACT_LOST_UPDATE,
                                    .first = *first,
                                    .between = *between,
                                    .last = *last };
}

static void the_side_of_a_window_without_a_lock(void **unused)
{
    const struct rdl_history_act *lock, *other;
    const struct rdl_fact *f;
    struct rdl_history_act *first, *between, *last;

    (void)unused;
    act(0, RDL_OP_WRITE, N, 1); /* main is alone: needs no lock */
    act(0, RDL_OP_CREATE, 0, 2);
    lock = act(1, RDL_OP_LOCK, M, 7);
    with(first = act(1, RDL_OP_READ, N, 8), lock);
    between = act(2, RDL_OP_WRITE, N, 20);
    with(last = act(1, RDL_OP_WRITE, N, 9), lock);
    window(first, between, last);
    f = collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 2);
    assert_int_equal(f->kind, RDL_FACT_NO_LOCK);
    assert_int_equal(f->how, RDL_SEEN);
    has(f, RDL_ROLE_BARE, 4);
    has(f, RDL_ROLE_LOCK, 2);
    /* It holds another one. */
    other = act(2, RDL_OP_LOCK, M2, 18);
    between->own = 5;
    *between = (struct rdl_history_act){ .e = between->e,
                                         .step = between->step,
                                         .own = 5 };
    acts[search.acts.n] = *between;
    acts[search.acts.n].step = search.acts.n;
    with(&acts[search.acts.n], other);
    *between = (struct rdl_history_act){ .e = { .op = RDL_OP_YIELD, .tid = 2 },
                                         .step = between->step };
    window(first, &acts[search.acts.n++], last);
    f = collect(&rdl_explainer_locks);
    assert_int_equal(f->kind, RDL_FACT_WRONG_LOCK);
    has(f, RDL_ROLE_BARE, 7);
    has(f, RDL_ROLE_LOCK, 2);
    has(f, RDL_ROLE_WRONG_LOCK, 6);
}

/* Not the rule: as many places are without the lock, one of them elsewhere. */
static void a_lock_that_not_all_others_hold(void **unused)
{
    const struct rdl_history_act *lock;
    struct rdl_history_act *first, *between, *last;

    (void)unused;
    act(0, RDL_OP_CREATE, 0, 2);
    lock = act(1, RDL_OP_LOCK, M, 7);
    with(first = act(1, RDL_OP_READ, N, 8), lock);
    between = act(2, RDL_OP_WRITE, N, 20);
    with(last = act(1, RDL_OP_WRITE, N, 9), lock);
    act(3, RDL_OP_READ, N, 30);
    window(first, between, last);
    collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 1);
    /* Another element of the array may have another lock, or none. */
    acts[5].e.addr = N + 8;
    window(first, between, last);
    collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 2);
    /* And nobody is wrong who holds it. */
    with(between, lock);
    window(first, between, last);
    collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 1);
}

/* Ten lines are a function. */
static void place(void *unused, uintptr_t pc, char *out, size_t size)
{
    (void)unused;
    snprintf(out, size, "a.c:%lu:1 (f%lu)", (unsigned long)pc,
             (unsigned long)pc / 10);
}

/* A function that does without the lock: two of its lines. */
static void a_function_without_the_lock(void **unused)
{
    const struct rdl_capture_places places = { .find = place };
    const struct rdl_history_act *lock;
    struct rdl_history_act *first, *between, *last;
    const struct rdl_fact *f;

    (void)unused;
    search.places = &places;
    act(0, RDL_OP_CREATE, 0, 1);
    lock = act(2, RDL_OP_LOCK, M, 37);
    first = act(1, RDL_OP_READ, N, 20);
    with(between = act(2, RDL_OP_WRITE, N, 38), lock);
    last = act(1, RDL_OP_WRITE, N, 21);
    window(first, between, last);
    collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 1); /* the lock is not that of most places */
    with(act(2, RDL_OP_READ, N, 39), lock);
    window(first, between, last);
    f = collect(&rdl_explainer_locks);
    assert_int_equal(why.n, 2);
    assert_int_equal(f->kind, RDL_FACT_NO_LOCK);
    assert_int_equal(f->count, 2);
    has(f, RDL_ROLE_BARE, 4);
}

/* As many with the one lock as with the other: neither is the rule. */
static void two_locks_without_a_majority(void **unused)
{
    const struct rdl_capture_places places = { .find = place };
    const struct rdl_history_act *one, *two;
    struct rdl_history_act *first, *between, *last;
    const struct rdl_fact *f;

    (void)unused;
    search.places = &places;
    act(0, RDL_OP_CREATE, 0, 2);
    one = act(1, RDL_OP_LOCK, M, 7);
    two = act(2, RDL_OP_LOCK, M2, 19);
    with(first = act(1, RDL_OP_READ, N, 8), one);
    with(act(2, RDL_OP_READ, N, 21), two);
    with(between = act(2, RDL_OP_WRITE, N, 20), two);
    with(last = act(1, RDL_OP_WRITE, N, 9), one);
    window(first, between, last);
    f = collect(&rdl_explainer_locks);
    assert_int_equal(f->kind, RDL_FACT_DIFFERENT_LOCKS);
    /* A third thread makes it one. */
    two = act(3, RDL_OP_LOCK, M2, 19);
    with(act(3, RDL_OP_WRITE, N, 20), two);
    window(first, between, last);
    f = collect(&rdl_explainer_locks);
    assert_int_equal(f->kind, RDL_FACT_WRONG_LOCK);
    has(f, RDL_ROLE_BARE, 6);
}

static void a_lock_that_is_given_up_in_between(void **unused)
{
    const struct rdl_history_act *lock;
    struct rdl_history_act *first, *between, *last;
    const struct rdl_fact *f;

    (void)unused;
    act(0, RDL_OP_CREATE, 0, 2);
    lock = act(1, RDL_OP_LOCK, M, 7);
    with(first = act(1, RDL_OP_READ, N, 8), lock);
    act(1, RDL_OP_UNLOCK, M, 9);
    with(between = act(2, RDL_OP_WRITE, N, 20), lock);
    with(last = act(1, RDL_OP_WRITE, N, 11), lock);
    window(first, between, last);
    clues.parts[0].unlock = acts[3];
    f = collect(&rdl_explainer_locks);
    assert_int_equal(f->kind, RDL_FACT_GIVES_UP);
    has(f, RDL_ROLE_UNLOCK, 3);
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
    search.named =
        (struct named_acts){ .first = first, .between = between, .last = last };
    clues.parts[clues.n++] = (struct clue){ .kind = RDL_FACT_LOST_UPDATE,
                                            .first = *first,
                                            .between = *between,
                                            .last = *last };
    f = collect(&rdl_explainer_locks);
    assert_int_equal(f->kind, RDL_FACT_DIFFERENT_LOCKS);
    has(f, RDL_ROLE_OUTER_LOCK, 0);
    has(f, RDL_ROLE_INNER_LOCK, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_side_of_a_window_without_a_lock, begin),
        cmocka_unit_test_setup(two_locks_without_a_majority, begin),
        cmocka_unit_test_setup(a_lock_that_not_all_others_hold, begin),
        cmocka_unit_test_setup(a_function_without_the_lock, begin),
        cmocka_unit_test_setup(a_lock_that_is_given_up_in_between, begin),
        cmocka_unit_test_setup(two_locks_where_there_should_be_one, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
