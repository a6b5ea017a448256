/* trace_queries.c - who holds what, what comes before what, who woke whom, what
 * conflicts and which write a read saw, asked about traces written by hand. */
#include "trace/conflict.h"
#include "trace/locks.h"
#include "trace/order.h"
#include "trace/reads_from.h"
#include "trace/wakeups.h"

#include "trace_made.h"

static long lock, other, third, condition;
static int x[4];
/* --- Locks ---------------------------------------------------------------- */

static void locks_are_held_from_step_to_step(void **state)
{
    const struct rdl_trace_hold *h;
    size_t first, second, given, last;

    (void)state;
    first = take(1, &lock);
    second = take(1, &other);
    given = give(1, &lock); /* not the one that was taken last */
    last = step(1, RDL_OP_FENCE, NULL);
    make();
    assert_null(rdl_trace_holds(&t, 1, first));
    h = rdl_trace_holds(&t, 1, second);
    assert_int_equal(h->lock, (uintptr_t)&lock);
    assert_int_equal(h->taken, first);
    assert_int_equal(h->asked, first);
    assert_null(h->next);
    h = rdl_trace_holds(&t, 1, given); /* the latest comes first */
    assert_int_equal(h->lock, (uintptr_t)&other);
    assert_int_equal(h->next->lock, (uintptr_t)&lock);
    h = rdl_trace_holds(&t, 1, last);
    assert_int_equal(h->lock, (uintptr_t)&other);
    assert_null(h->next);
    assert_non_null(rdl_trace_holds(&t, 1, n_steps));
    assert_null(rdl_trace_holds(&t, 0, n_steps));
}

static void three_locks_given_back_from_below(void **state)
{
    const struct rdl_trace_hold *h;

    (void)state;
    take(1, &lock);
    take(1, &other);
    take(1, &third);
    give(1, &lock);
    make();
    h = rdl_trace_holds(&t, 1, n_steps);
    assert_int_equal(h->lock, (uintptr_t)&third);
    assert_int_equal(h->next->lock, (uintptr_t)&other);
    assert_null(h->next->next);
}

static void who_waited_asked_before(void **state)
{
    size_t asked, got;

    (void)state;
    take(2, &lock);
    asked = step(1, RDL_OP_LOCK, &lock);
    waits(1, &lock, RDL_WAIT_LOCK);
    give(2, &lock);
    got = step(1, RDL_OP_HOLD, &lock);
    holds(1, &lock);
    make();
    assert_int_equal(rdl_trace_holds(&t, 1, n_steps)->asked, asked);
    assert_int_equal(rdl_trace_holds(&t, 1, n_steps)->taken, got);
}

static void holders_of_a_lock(void **state)
{
    const struct rdl_trace_hold *h;
    size_t between;

    (void)state;
    take(1, &lock);
    extras[n_extras - 1].lock.shared = true;
    take(2, &lock);
    extras[n_extras - 1].lock.shared = true;
    between = give(1, &lock);
    make();
    h = rdl_trace_holders(&t, (uintptr_t)&lock, between);
    assert_int_equal(h->tid, 2);
    assert_true(h->shared);
    assert_int_equal(h->next->tid, 1);
    h = rdl_trace_holders(&t, (uintptr_t)&lock, n_steps);
    assert_int_equal(h->tid, 2);
    assert_null(h->next);
    assert_null(rdl_trace_holders(&t, (uintptr_t)&other, n_steps));
}

/* --- Order ---------------------------------------------------------------- */

static bool before(size_t a, size_t b)
{
    /* What threads order, locks order too. */
    if (rdl_trace_before(&t, a, b, RDL_BY_THREADS))
        assert_true(rdl_trace_before(&t, a, b, RDL_BY_LOCKS));
    return rdl_trace_before(&t, a, b, RDL_BY_THREADS);
}

static void creating_and_joining(void **state)
{
    size_t early, late, in_1, in_2, after, joined;

    (void)state;
    early = step(0, RDL_OP_WRITE, x);
    create(0, 1);
    create(0, 2);
    late = step(0, RDL_OP_WRITE, x);
    in_1 = step(1, RDL_OP_WRITE, x);
    in_2 = step(2, RDL_OP_WRITE, x);
    joined = join(0, 1);
    after = step(0, RDL_OP_WRITE, x);
    make();
    assert_true(before(early, late));
    assert_false(before(late, early));
    assert_true(before(early, in_1));
    assert_true(before(early, in_2));
    assert_false(before(late, in_1));
    assert_false(before(in_1, in_2));
    assert_true(before(in_1, joined));
    assert_true(before(in_1, after));
    assert_false(before(in_2, after));
}

/* What the joined thread had learnt is learnt by joining it. */
static void joining_is_transitive(void **state)
{
    size_t in_2, after;

    (void)state;
    create(0, 1);
    create(1, 2);
    in_2 = step(2, RDL_OP_WRITE, x);
    join(1, 2);
    join(0, 1);
    after = step(0, RDL_OP_WRITE, x);
    make();
    assert_true(before(in_2, after));
}

static void a_join_that_waits_is_not_over(void **state)
{
    size_t waiting, in_1;

    (void)state;
    create(0, 1);
    in_1 = step(1, RDL_OP_WRITE, x);
    waiting = join(0, 1);
    waits(0, (void *)HANDLE(1), RDL_WAIT_JOIN);
    make();
    assert_false(before(in_1, waiting));
}

static void a_handle_that_is_used_again(void **state)
{
    size_t first, second;

    (void)state;
    first = create(0, 1);
    second = create(0, 2);
    extras[n_extras - 1].created.handle = HANDLE(1);
    make();
    assert_int_equal(rdl_trace_thread(&t, HANDLE(1), first), 1);
    assert_int_equal(rdl_trace_thread(&t, HANDLE(1), second), 2);
    assert_int_equal(rdl_trace_thread(&t, HANDLE(2), second), RDL_NO_TID);
}

static void locks_order(void **state)
{
    size_t inside, outside, later;

    (void)state;
    create(0, 1);
    take(0, &lock);
    inside = step(0, RDL_OP_WRITE, x);
    give(0, &lock);
    outside = step(0, RDL_OP_WRITE, x);
    take(1, &other);
    give(1, &other);
    take(1, &lock);
    later = step(1, RDL_OP_READ, x);
    make();
    assert_false(before(inside, later));
    assert_true(rdl_trace_before(&t, inside, later, RDL_BY_LOCKS));
    assert_false(rdl_trace_before(&t, outside, later, RDL_BY_LOCKS));
}

static size_t take_shared(rdl_tid tid)
{
    const size_t at = take(tid, &lock);

    extras[n_extras - 1].lock.shared = true;
    return at;
}

static void readers_are_not_ordered(void **state)
{
    size_t reader, reader_2, writer;

    (void)state;
    create(0, 1);
    create(0, 2);
    take_shared(1);
    reader = step(1, RDL_OP_READ, x);
    give(1, &lock);
    take_shared(2);
    reader_2 = step(2, RDL_OP_READ, x);
    give(2, &lock);
    take(0, &lock);
    writer = step(0, RDL_OP_WRITE, x);
    make();
    assert_false(rdl_trace_before(&t, reader, reader_2, RDL_BY_LOCKS));
    assert_true(rdl_trace_before(&t, reader, writer, RDL_BY_LOCKS));
    assert_true(rdl_trace_before(&t, reader_2, writer, RDL_BY_LOCKS));
}

/* --- Wake-ups ------------------------------------------------------------- */

static void woken_by_a_thread(void **state)
{
    size_t wait, signal, wake;
    rdl_tid by;

    (void)state;
    wait = step(1, RDL_OP_WAIT, &condition);
    waits(1, &condition, RDL_WAIT_CONDITION);
    signal = step(2, RDL_OP_SIGNAL, &condition);
    wakes(1, &condition, RDL_WOKEN_BY_THREAD);
    wake = step(1, RDL_OP_WAKE, &condition);
    make();
    assert_int_equal(rdl_trace_woken(&t, wake, &by), RDL_WAKEUP_BY_THREAD);
    assert_int_equal(by, 2);
    assert_int_equal(rdl_trace_woken(&t, signal, &by), RDL_NOT_WOKEN);
    assert_int_equal(by, RDL_NO_TID);
    assert_null(rdl_trace_waits(&t, 1, wait));
    assert_int_equal(rdl_trace_waits(&t, 1, signal)->wait.addr,
                     (uintptr_t)&condition);
    assert_int_equal(
        rdl_trace_wait_end(&t, rdl_trace_waits(&t, 1, signal))->step, signal);
    assert_null(rdl_trace_waits(&t, 1, wake));
    assert_null(rdl_trace_waits(&t, 7, wake));
}

static void woken_by_nobody_else(void **state)
{
    static const struct {
        enum rdl_woken how;
        enum rdl_wakeup is;
    } ways[] = {
        { RDL_WOKEN_BY_TIME, RDL_WAKEUP_BY_TIME },
        { RDL_WOKEN_BY_CANCEL, RDL_WAKEUP_BY_CANCEL },
        { RDL_WOKEN_BY_NOBODY, RDL_WAKEUP_BY_NOBODY },
    };
    rdl_tid by;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        size_t wake;

        step(1, RDL_OP_WAIT, &condition);
        waits(1, &condition, RDL_WAIT_CONDITION);
        wake = step(1, RDL_OP_WAKE, &condition);
        wakes(1, &condition, ways[i].how);
        make();
        assert_int_equal(rdl_trace_woken(&t, wake, &by), ways[i].is);
        assert_int_equal(by, RDL_NO_TID);
    }
}

static void who_is_not_woken_waits_on(void **state)
{
    size_t signal;

    (void)state;
    step(1, RDL_OP_WAIT, &condition);
    waits(1, &condition, RDL_WAIT_CONDITION);
    step(2, RDL_OP_WAIT, &condition);
    waits(2, &condition, RDL_WAIT_CONDITION);
    signal = step(3, RDL_OP_SIGNAL, &condition);
    wakes(2, &condition, RDL_WOKEN_BY_THREAD);
    step(3, RDL_OP_FENCE, NULL);
    make();
    assert_non_null(rdl_trace_waits(&t, 2, signal));
    assert_null(rdl_trace_waits(&t, 2, signal + 1));
    assert_non_null(rdl_trace_waits(&t, 1, signal + 1));
    assert_null(rdl_trace_wait_end(&t, rdl_trace_waits(&t, 1, signal + 1)));
}

/* --- Conflicts ------------------------------------------------------------ */

static bool conflict(rdl_tid a_tid, enum rdl_op a, const void *a_at,
                     rdl_tid b_tid, enum rdl_op b, const void *b_at)
{
    const struct rdl_event *p = &steps[step(a_tid, a, a_at)];
    const struct rdl_event *q = &steps[step(b_tid, b, b_at)];

    assert_int_equal(rdl_trace_conflict(p, q), rdl_trace_conflict(q, p));
    return rdl_trace_conflict(p, q);
}

static void what_conflicts(void **state)
{
    const char *bytes = (const char *)x;

    (void)state;
    assert_true(conflict(1, RDL_OP_READ, x, 2, RDL_OP_WRITE, x));
    assert_true(conflict(1, RDL_OP_READ, bytes + 3, 2, RDL_OP_WRITE, bytes));
    assert_true(conflict(1, RDL_OP_RMW, x, 2, RDL_OP_ATOMIC_READ, x));
    assert_true(conflict(1, RDL_OP_LOCK, &lock, 2, RDL_OP_TRYLOCK, &lock));
    assert_true(
        conflict(1, RDL_OP_WAIT, &condition, 2, RDL_OP_SIGNAL, &condition));
    assert_false(conflict(1, RDL_OP_WRITE, x, 1, RDL_OP_WRITE, x));
    assert_false(conflict(1, RDL_OP_READ, x, 2, RDL_OP_ATOMIC_READ, x));
    assert_false(conflict(1, RDL_OP_READ, bytes + 4, 2, RDL_OP_WRITE, bytes));
    assert_false(conflict(1, RDL_OP_LOCK, x, 2, RDL_OP_WRITE, x));
    assert_false(conflict(1, RDL_OP_UNLOCK, &lock, 2, RDL_OP_LOCK, &lock));
    assert_false(
        conflict(1, RDL_OP_WAIT, &condition, 2, RDL_OP_WAIT, &condition));
}

static void what_failed_changes_nothing(void **state)
{
    struct rdl_event e;

    (void)state;
    e = steps[step(1, RDL_OP_RMW, x)];
    assert_true(rdl_trace_changes(&e));
    e.flags = RDL_EV_FAILED;
    assert_false(rdl_trace_changes(&e));
}

/* --- Reads-from ----------------------------------------------------------- */

static void a_read_sees_the_latest_write(void **state)
{
    size_t none, first, second, read;

    (void)state;
    none = step(2, RDL_OP_READ, x);
    first = step(1, RDL_OP_WRITE, x);
    second = step(2, RDL_OP_ATOMIC_WRITE, x);
    read = step(1, RDL_OP_READ, x);
    make();
    assert_int_equal(rdl_trace_write_before(&t, none), RDL_NO_STEP);
    assert_int_equal(rdl_trace_write_before(&t, second), first);
    assert_int_equal(rdl_trace_write_before(&t, read), second);
}

static void only_bytes_in_common_count(void **state)
{
    const char *bytes = (const char *)x;
    size_t left, right, middle, read_left, read_right, read_both, wide;

    (void)state;
    left = step(1, RDL_OP_WRITE, bytes);
    right = step(2, RDL_OP_WRITE, bytes + 4);
    read_left = step(1, RDL_OP_READ, bytes);
    read_right = step(1, RDL_OP_READ, bytes + 4);
    middle = step(2, RDL_OP_WRITE, bytes + 3);
    steps[middle].size = 1;
    read_both = step(1, RDL_OP_READ, bytes);
    wide = step(1, RDL_OP_READ, bytes + 4);
    steps[wide].size = 16; /* several words */
    make();
    assert_int_equal(rdl_trace_write_before(&t, read_left), left);
    assert_int_equal(rdl_trace_write_before(&t, read_right), right);
    assert_int_equal(rdl_trace_write_before(&t, read_both), middle);
    assert_int_equal(rdl_trace_write_before(&t, wide), right);
}

static void a_failed_exchange_writes_nothing(void **state)
{
    size_t write, read;

    (void)state;
    write = step(1, RDL_OP_WRITE, x);
    steps[step(2, RDL_OP_RMW, x)].flags = RDL_EV_FAILED;
    read = step(1, RDL_OP_READ, x);
    make();
    assert_int_equal(rdl_trace_write_before(&t, read), write);
}

/* Many words, and many writes of each: the tables grow. */
static void many_words(void **state)
{
    static char memory[MOST * 8];

    (void)state;
    for (size_t i = 0; i < 1200; i++)
        step(1, RDL_OP_WRITE, memory + 8 * i);
    for (size_t i = 0; i < 1200; i++)
        step(2, RDL_OP_READ, memory + 8 * i);
    make();
    for (size_t i = 0; i < 1200; i++)
        assert_int_equal(rdl_trace_write_before(&t, 1200 + i), i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(locks_are_held_from_step_to_step),
        TEST(three_locks_given_back_from_below),
        TEST(who_waited_asked_before),
        TEST(holders_of_a_lock),
        TEST(creating_and_joining),
        TEST(joining_is_transitive),
        TEST(a_join_that_waits_is_not_over),
        TEST(a_handle_that_is_used_again),
        TEST(locks_order),
        TEST(readers_are_not_ordered),
        TEST(woken_by_a_thread),
        TEST(woken_by_nobody_else),
        TEST(who_is_not_woken_waits_on),
        TEST(what_conflicts),
        TEST(what_failed_changes_nothing),
        TEST(a_read_sees_the_latest_write),
        TEST(only_bytes_in_common_count),
        TEST(a_failed_exchange_writes_nothing),
        TEST(many_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
