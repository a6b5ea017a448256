/* reorder_found.c - executions by hand, as the runtime records them, and the
 * races and deadlocks that reorderings of them have (reorder/found.h). */
#include "trace_setup.h"

#include "reorder/found.h"
#include "trace/trace.h"

static int x, y, a, b, c, condition, semaphore, once;

static size_t at(uintptr_t pc, size_t number)
{
    steps[number].pc = pc;
    return number;
}

static size_t locks(rdl_tid tid, const volatile void *lock, uintptr_t pc)
{
    return at(pc, take(tid, lock));
}

static void begin(void)
{
    n_steps = n_extras = 0;
}

static struct rdl_reordered_list find(void)
{
    struct rdl_reordered_list list;
    struct rdl_reading reading;
    struct rdl_trace t;

    rdl_trace_make(&t, steps, n_steps, extras, n_extras);
    rdl_reading_make(&reading, &t);
    rdl_reordered_find(&list, &reading);
    assert_false(list.partial);
    rdl_reading_free(&reading);
    rdl_trace_free(&t);
    return list;
}

static void finds(size_t races, size_t deadlocks)
{
    struct rdl_reordered_list list = find();

    assert_int_equal(list.n_races, races);
    assert_int_equal(list.n_deadlocks, deadlocks);
    rdl_reordered_free(&list);
}

/* Threads 1 and 2 write x, with something between that orders them or not. */
static void first_write(void)
{
    begin();
    create(0, 1);
    create(0, 2);
    at(0x100, step(1, RDL_OP_WRITE, &x));
}

static void last_write(void)
{
    at(0x200, step(2, RDL_OP_WRITE, &x));
}

/* --- Races ---------------------------------------------------------------- */

/* POPL 2021, the first example: happens-before orders the two, but the second
 * section does not need the first one. */
static void an_earlier_section_may_be_left_out(void **unused)
{
    struct rdl_reordered_list list;

    (void)unused;
    first_write();
    take(1, &a);
    give(1, &a);
    take(2, &a);
    give(2, &a);
    last_write();
    list = find();
    assert_int_equal(list.n, 1);
    assert_int_equal(list.all[0].parts[0].pc + list.all[0].parts[1].pc, 0x300);
    /* Both threads were created; thread 1 does nothing, thread 2 its section.
     */
    assert_int_equal(list.all[0].cut[0], 2);
    assert_int_equal(list.all[0].cut[1], 0);
    assert_int_equal(list.all[0].cut[2], 2);
    rdl_reordered_free(&list);
}

static void what_was_read_orders(void **unused)
{
    (void)unused;
    first_write();
    take(1, &a);
    step(1, RDL_OP_WRITE, &y);
    give(1, &a);
    take(2, &a);
    step(2, RDL_OP_READ, &y);
    give(2, &a);
    last_write();
    finds(0, 0);
}

/* The race would need the sections the other way round. */
static void sections_keep_their_order(void **unused)
{
    (void)unused;
    begin();
    create(0, 1);
    create(0, 2);
    take(1, &a);
    at(0x100, step(1, RDL_OP_WRITE, &x));
    give(1, &a);
    take(2, &a);
    give(2, &a);
    last_write();
    finds(0, 0);
}

static void readers_of_a_lock_are_in_no_order(void **unused)
{
    (void)unused;
    begin();
    create(0, 1);
    create(0, 2);
    step(1, RDL_OP_LOCK, &a);
    came(1, RDL_EXTRA_HOLD)->lock.addr = (uintptr_t)&a;
    extras[n_extras - 1].lock.shared = 1;
    at(0x100, step(1, RDL_OP_WRITE, &x));
    give(1, &a);
    step(2, RDL_OP_LOCK, &a);
    came(2, RDL_EXTRA_HOLD)->lock.addr = (uintptr_t)&a;
    extras[n_extras - 1].lock.shared = 1;
    last_write();
    give(2, &a);
    finds(1, 0);
}

static void atomics_order_by_what_they_read(void **unused)
{
    (void)unused;
    first_write();
    step(1, RDL_OP_ATOMIC_WRITE, &y);
    step(2, RDL_OP_ATOMIC_READ, &y);
    last_write();
    finds(0, 0);
    first_write();
    step(1, RDL_OP_ATOMIC_WRITE, &y);
    step(2, RDL_OP_ATOMIC_WRITE, &y);
    last_write();
    finds(1, 0);
}

static void a_join_orders(void **unused)
{
    (void)unused;
    first_write();
    step(1, RDL_OP_EXIT, NULL);
    join(2, 1);
    last_write();
    finds(0, 0);
}

static void a_thread_comes_after_its_creation(void **unused)
{
    (void)unused;
    begin();
    create(0, 2);
    create(0, 1); /* its number is there, but the thread 2 below is newer */
    at(0x100, step(1, RDL_OP_WRITE, &x));
    create(1, 2);
    last_write();
    finds(0, 0);
}

static void operations_on_one_object_keep_their_order(void **unused)
{
    const struct {
        enum rdl_op first, second;
        const void *object;
    } cases[] = {
        { RDL_OP_SEM_POST, RDL_OP_SEM_WAIT, &semaphore },
        { RDL_OP_BARRIER, RDL_OP_BARRIER, &semaphore },
        { RDL_OP_ONCE, RDL_OP_ONCE, &once },
        { RDL_OP_SIGNAL, RDL_OP_WAKE, &condition },
        { RDL_OP_FUTEX_WAKE, RDL_OP_FUTEX_WAIT, &semaphore },
        { RDL_OP_IO, RDL_OP_IO, NULL },
        { RDL_OP_KILL, RDL_OP_HANDLER, NULL },
        { RDL_OP_SLEEP, RDL_OP_CLOCK, NULL },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        first_write();
        step(1, cases[i].first, cases[i].object);
        step(2, cases[i].second, cases[i].object);
        last_write();
        finds(0, 0);
    }
}

static void a_woken_thread_comes_after_the_step_that_woke_it(void **unused)
{
    (void)unused;
    first_write();
    step(1, RDL_OP_YIELD, NULL);
    wakes(2, &condition, RDL_WOKEN_BY_THREAD);
    step(2, RDL_OP_YIELD, NULL);
    last_write();
    finds(0, 0);
}

static void time_passes_after_everything(void **unused)
{
    (void)unused;
    first_write();
    step(2, RDL_OP_YIELD, NULL);
    wakes(2, &condition, RDL_WOKEN_BY_TIME);
    last_write();
    finds(0, 0);
}

/* The lock must be held again, and so must not be given before. */
static void a_failed_try_comes_after_the_lock_was_taken(void **unused)
{
    (void)unused;
    first_write();
    take(1, &a);
    step(2, RDL_OP_TRYLOCK, &a);
    steps[n_steps - 1].flags = RDL_EV_FAILED;
    last_write();
    give(1, &a);
    finds(0, 0);
}

static void frees(uintptr_t addr, uint64_t size)
{
    struct rdl_reordered_list list;
    struct rdl_extra *freed;

    first_write();
    step(2, RDL_OP_YIELD, NULL);
    freed = came(2, RDL_EXTRA_FREE);
    freed->block.addr = addr;
    freed->block.size = size;
    freed->block.pc = 0x400;
    last_write(); /* of another object */
    list = find();
    assert_int_equal(list.n, 1);
    assert_int_equal(list.all[0].parts[0].pc + list.all[0].parts[1].pc, 0x500);
    assert_int_equal(list.all[0].cut[1], 0);
    assert_int_equal(list.all[0].cut[2], 1);
    rdl_reordered_free(&list);
}

static void freeing_races_with_an_access(void **unused)
{
    (void)unused;
    frees((uintptr_t)&x, sizeof(x));
    /* A part of it, which is not aligned: in a small and in a large block. */
    frees((uintptr_t)&x + 1, sizeof(x) - 1);
    frees((uintptr_t)&x + 1, UINT64_C(1) << 30);
}

/* --- Deadlocks ------------------------------------------------------------ */

static void two(rdl_tid tid, const void *outer, const void *inner)
{
    locks(tid, outer, 0x10u * tid + 1);
    locks(tid, inner, 0x10u * tid + 2);
    give(tid, inner);
    give(tid, outer);
}

static void threads(rdl_tid n)
{
    begin();
    for (rdl_tid i = 1; i <= n; i++)
        create(0, i);
}

static void a_cycle_is_found_with_what_each_holds(void **unused)
{
    struct rdl_reordered_list list;

    (void)unused;
    threads(2);
    two(1, &a, &b);
    two(2, &b, &a);
    list = find();
    assert_int_equal(list.n_deadlocks, 1);
    assert_int_equal(list.all[0].n, 2);
    for (int i = 0; i < 2; i++) {
        const struct rdl_reordered_part *p = &list.all[0].parts[i];
        const rdl_tid tid = steps[p->event].tid;

        assert_int_equal(p->pc, 0x10 * tid + 2);
        assert_int_equal(list.all[0].cut[tid], 1);
    }
    rdl_reordered_free(&list);
}

static void cycles_of_three_are_found(void **unused)
{
    (void)unused;
    threads(3);
    two(1, &a, &b);
    two(2, &b, &c);
    two(3, &c, &a);
    finds(0, 1);
}

static void a_gate_lock_prevents_it(void **unused)
{
    (void)unused;
    threads(2);
    take(1, &c);
    two(1, &a, &b);
    give(1, &c);
    take(2, &c);
    two(2, &b, &a);
    give(2, &c);
    finds(0, 0);
}

/* PLDI 2023: a cycle of lock orders that what was read rules out. */
static void a_read_prevents_it(void **unused)
{
    (void)unused;
    threads(2);
    two(1, &a, &b);
    step(1, RDL_OP_ATOMIC_WRITE, &x);
    step(2, RDL_OP_ATOMIC_READ, &x);
    two(2, &b, &a);
    finds(0, 0);
}

/* Only the second time is possible: the instances are looked at together. */
static void a_later_instance_is_found(void **unused)
{
    (void)unused;
    threads(2);
    two(1, &a, &b);
    step(1, RDL_OP_ATOMIC_WRITE, &x);
    step(2, RDL_OP_ATOMIC_READ, &x);
    two(2, &b, &a);
    two(1, &a, &b);
    finds(0, 1);
}

static void a_try_does_not_wait(void **unused)
{
    (void)unused;
    threads(2);
    two(1, &a, &b);
    locks(2, &b, 0x21);
    locks(2, &a, 0x22);
    steps[n_steps - 1].op = RDL_OP_TRYLOCK;
    give(2, &a);
    give(2, &b);
    finds(0, 0);
}

/* A lock given back out of order is not held at the next lock call. */
static void a_lock_given_back_early_is_not_held(void **unused)
{
    (void)unused;
    threads(2);
    locks(1, &a, 0x11);
    locks(1, &c, 0x13);
    give(1, &a);
    locks(1, &b, 0x12);
    give(1, &b);
    give(1, &c);
    two(2, &b, &a);
    finds(0, 0);
}

/* Of a thread that is always in some section, only those that it is in count.
 */
static void sections_that_have_ended_are_not_looked_at(void **unused)
{
    struct rdl_reading reading;
    struct rdl_trace t;

    (void)unused;
    threads(1);
    take(1, &a);
    for (int i = 0; i < 100; i++) {
        take(1, &b);
        give(1, &a);
        take(1, &a);
        give(1, &b);
    }
    rdl_trace_make(&t, steps, n_steps, extras, n_extras);
    rdl_reading_make(&reading, &t);
    assert_int_equal(reading.sequence.n_sections, 201);
    assert_int_equal(reading.n_around, 200);
    rdl_reading_free(&reading);
    rdl_trace_free(&t);
}

/* Copies of large memory, one after the other, are read up to a limit. */
static void large_accesses_come_to_an_end(void **unused)
{
    static char large[1 << 16];
    struct rdl_reading reading;
    struct rdl_trace t;

    (void)unused;
    threads(1);
    for (int i = 0; i < 1000; i++)
        steps[step(1, RDL_OP_WRITE, large)].size = sizeof(large);
    rdl_trace_make(&t, steps, n_steps, extras, n_extras);
    rdl_reading_make(&reading, &t);
    assert_true(reading.partial);
    assert_true(reading.sequence.n < n_steps);
    assert_true(reading.sequence.n >= RDL_REORDER_LOOKS / (sizeof(large) / 8));
    rdl_reading_free(&reading);
    rdl_trace_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_earlier_section_may_be_left_out),
        cmocka_unit_test(what_was_read_orders),
        cmocka_unit_test(sections_keep_their_order),
        cmocka_unit_test(readers_of_a_lock_are_in_no_order),
        cmocka_unit_test(atomics_order_by_what_they_read),
        cmocka_unit_test(a_join_orders),
        cmocka_unit_test(a_thread_comes_after_its_creation),
        cmocka_unit_test(operations_on_one_object_keep_their_order),
        cmocka_unit_test(a_woken_thread_comes_after_the_step_that_woke_it),
        cmocka_unit_test(time_passes_after_everything),
        cmocka_unit_test(a_failed_try_comes_after_the_lock_was_taken),
        cmocka_unit_test(freeing_races_with_an_access),
        cmocka_unit_test(a_cycle_is_found_with_what_each_holds),
        cmocka_unit_test(cycles_of_three_are_found),
        cmocka_unit_test(a_gate_lock_prevents_it),
        cmocka_unit_test(a_read_prevents_it),
        cmocka_unit_test(a_later_instance_is_found),
        cmocka_unit_test(a_try_does_not_wait),
        cmocka_unit_test(a_lock_given_back_early_is_not_held),
        cmocka_unit_test(sections_that_have_ended_are_not_looked_at),
        cmocka_unit_test(large_accesses_come_to_an_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
