/* trace_numbers.c - threads by number instead of slot, in traces written by
 * hand. */
#include "trace/numbers.h"

#include "trace_made.h"

/* Threads 1, 2 and 3 by creation, of which 2 and 3 use the slot of 1. */
static void threads_have_numbers(void **state)
{
    size_t one, two, three, late;

    (void)state;
    create(0, 1);
    one = step(1, RDL_OP_START, (void *)HANDLE(1));
    step(1, RDL_OP_EXIT, (void *)HANDLE(1));
    join(0, 1);
    create(0, 1);
    two = step(1, RDL_OP_START, (void *)HANDLE(1));
    step(0, RDL_OP_SLEEP, NULL);
    wakes(0, NULL, RDL_WOKEN_BY_TIME);
    late = n_extras - 1;
    extras[late].wait.delayed = 1 + 1; /* the thread in slot 1 */
    step(1, RDL_OP_EXIT, (void *)HANDLE(1));
    three = step(1, RDL_OP_START, (void *)HANDLE(1)); /* not seen created */
    holds(1, &steps);
    rdl_trace_make(&t, steps, n_steps, extras, n_extras);
    assert_int_equal(rdl_trace_number_of(&t, 1, one), 1);
    assert_int_equal(rdl_trace_number_of(&t, 1, two), 2);
    assert_int_equal(rdl_trace_number_of(&t, 1, RDL_NO_STEP), 3);
    assert_int_equal(rdl_trace_number_of(&t, RDL_NO_TID, 0), RDL_NO_TID);
    t.finding->tid = 1;
    t.finding->n_threads = 1;
    t.finding->threads[0].tid = 1;
    t.finding->threads[0].holder = RDL_NO_TID;
    rdl_trace_number(&t);
    assert_int_equal(t.steps[one].tid, 1);
    assert_int_equal(t.steps[two].tid, 2);
    assert_int_equal(t.steps[three].tid, 3);
    assert_int_equal(t.extras[n_extras - 1].tid, 3);
    assert_int_equal(t.extras[1].created.tid, 2);
    assert_int_equal(t.extras[late].wait.delayed, 2 + 1);
    assert_int_equal(t.n_threads, 4);
    assert_int_equal(t.finding->tid, 3);
    assert_int_equal(t.finding->threads[0].tid, 3);
    assert_int_equal(t.finding->threads[0].holder, RDL_NO_TID);
}

/* More than numbers: they keep their slots. */
static void too_many_threads_for_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < RDL_MAX_THREADS; i++)
        create(0, 1);
    step(1, RDL_OP_START, (void *)HANDLE(1));
    rdl_trace_make(&t, steps, n_steps, extras, n_extras);
    rdl_trace_number(&t);
    assert_int_equal(t.steps[n_steps - 1].tid, 1);
    assert_int_equal(t.extras[RDL_MAX_THREADS - 1].created.tid, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(threads_have_numbers),
        TEST(too_many_threads_for_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
