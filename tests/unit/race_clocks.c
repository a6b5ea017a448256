/* race_clocks.c - happens-before of small executions by hand
 * (runtime/observe/race_clocks.h).
 *
 * Each test leaves out one edge of the order if the code does: then what it
 * says about the two orders is wrong. */
#include "runtime/observe/race_clocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct rdl_clocks clocks;
static uint32_t now;

enum { X = 0x1000, Y = 0x2000, LOCK = 0x3000 };
#define NOT RDL_N_ORDERS

/* Threads 1, 2 and 3 have been created by 0. */
static int begin(void **unused)
{
    (void)unused;
    now = 1;
    rdl_clocks_begin(&clocks);
    for (rdl_tid t = 1; t <= 3; t++)
        rdl_clocks_create(&clocks, 0, t, now);
    now = 10;
    return 0;
}

static void atomic(rdl_tid tid, enum rdl_op op, uintptr_t addr,
                   enum rdl_order order)
{
    const struct rdl_event e = {
        .tid = tid,
        .op = (uint8_t)op,
        .addr = addr,
        .size = 4,
        .pc = 0x100 + now,
        .flags = (uint8_t)rdl_order_flags(order),
    };

    rdl_clocks_atomic(&clocks, &e, now++);
}

static void atomic_of(rdl_tid tid, enum rdl_op op, uintptr_t addr,
                      uint32_t size)
{
    const struct rdl_event e = {
        .tid = tid,
        .op = (uint8_t)op,
        .addr = addr,
        .size = size,
    };

    rdl_clocks_atomic(&clocks, &e, now++);
}

/* An access of `tid` now; whether it comes before what `other` does later. */
static uint32_t access_at(void)
{
    return now++;
}

static bool c11(rdl_tid a, uint32_t step, rdl_tid b)
{
    return rdl_clocks_ordered(&clocks, a, step, b, RDL_ORDER_C11);
}

static bool strong(rdl_tid a, uint32_t step, rdl_tid b)
{
    return rdl_clocks_ordered(&clocks, a, step, b, RDL_ORDER_STRONG);
}

static bool shown(rdl_tid a, uint32_t step, rdl_tid b)
{
    return rdl_clocks_ordered(&clocks, a, step, b, RDL_ORDER_SHOWN);
}

/* 1 writes, stores X; 2 loads X: what orders the write and 2? */
static void check_message(enum rdl_order store, enum rdl_order load,
                          enum rdl_order before, enum rdl_order after,
                          bool ordered)
{
    uint32_t write;

    begin(NULL);
    write = access_at();
    if (before != NOT)
        atomic(1, RDL_OP_FENCE, 0, before);
    atomic(1, RDL_OP_ATOMIC_WRITE, X, store);
    atomic(2, RDL_OP_ATOMIC_READ, X, load);
    if (after != NOT)
        atomic(2, RDL_OP_FENCE, 0, after);
    assert_int_equal(c11(1, write, 2), ordered);
    assert_true(strong(1, write, 2));
    /* The third knows of nothing, nor does the first of the second. */
    assert_false(strong(1, write, 3));
    assert_false(strong(2, write, 1));
}

static void a_message_needs_release_and_acquire(void **unused)
{
    (void)unused;
    check_message(RDL_ORDER_RELEASE, RDL_ORDER_ACQUIRE, NOT, NOT, true);
    check_message(RDL_ORDER_SEQ_CST, RDL_ORDER_SEQ_CST, NOT, NOT, true);
    check_message(RDL_ORDER_RELEASE, RDL_ORDER_CONSUME, NOT, NOT, true);
    check_message(RDL_ORDER_RELAXED, RDL_ORDER_ACQUIRE, NOT, NOT, false);
    check_message(RDL_ORDER_RELEASE, RDL_ORDER_RELAXED, NOT, NOT, false);
    check_message(RDL_ORDER_RELAXED, RDL_ORDER_RELAXED, NOT, NOT, false);
}

/* 1 writes, then stores X and 2 loads it, both relaxed; 2 also loads Y, which
 * nobody was seen to write.  Only an acquiring load may have met an order that
 * the clocks do not know. */
static void an_unknown_store_may_order(void **unused)
{
    static const enum rdl_order loads[] = { RDL_ORDER_RELAXED,
                                            RDL_ORDER_ACQUIRE,
                                            RDL_ORDER_SEQ_CST };

    (void)unused;
    for (size_t i = 0; i < 3; i++) {
        uint32_t before, after;

        begin(NULL);
        before = access_at();
        atomic(1, RDL_OP_ATOMIC_WRITE, X, RDL_ORDER_RELAXED);
        atomic(2, RDL_OP_ATOMIC_READ, X, RDL_ORDER_RELAXED);
        atomic(2, RDL_OP_ATOMIC_READ, Y, loads[i]);
        after = access_at();
        assert_int_equal(c11(1, before, 2), i > 0);
        /* Not what comes later, and not for another thread. */
        assert_false(c11(1, after, 2));
        assert_false(c11(1, before, 3));
    }
}

/* Code of the C++ library has made a static: its guard is one byte. */
static void a_guard_orders_everything(void **unused)
{
    static const uint32_t sizes[] = { 1, 4 };

    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        uint32_t write;

        begin(NULL);
        write = access_at();
        atomic_of(2, RDL_OP_ATOMIC_READ, Y, sizes[i]);
        assert_true(c11(1, write, 2));
        assert_int_equal(shown(1, write, 2), sizes[i] == 1);
        assert_false(strong(1, write, 2));
    }
}

/* 1 stores some of the bytes that 2 loads, under an address and in a size that
 * are not those of the load. */
static void a_load_gets_what_others_stored_in_parts(void **unused)
{
    static const struct {
        uintptr_t stored;
        uint32_t stored_size;
        uintptr_t loaded;
        uint32_t loaded_size;
        bool ordered;
    } all[] = {
        { X + 4, 4, X, 8, true },  { X + 3, 1, X, 4, true },
        { X, 8, X + 4, 4, true },  { X, 16, X + 12, 4, true },
        { X + 4, 4, X, 4, false }, { X, 4, X + 4, 4, false },
        { X + 8, 4, X, 8, false },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        uint32_t write;

        begin(NULL);
        /* The load meets an object of its own address, too. */
        atomic_of(3, RDL_OP_ATOMIC_WRITE, all[i].loaded, all[i].loaded_size);
        write = access_at();
        atomic_of(1, RDL_OP_ATOMIC_WRITE, all[i].stored, all[i].stored_size);
        atomic_of(2, RDL_OP_ATOMIC_READ, all[i].loaded, all[i].loaded_size);
        assert_int_equal(strong(1, write, 2), all[i].ordered);
        assert_int_equal(shown(1, write, 2), all[i].ordered);
    }
}

/* A plain read orders what came before the write that it sees, but not
 * strongly. */
static void a_read_comes_after_its_write(void **unused)
{
    uint32_t first, before, write, after;

    (void)unused;
    first = access_at();
    rdl_clocks_release(&clocks, 3, LOCK, now++);
    rdl_clocks_acquire(&clocks, 1, LOCK);
    before = access_at();
    write = access_at();
    after = access_at();
    rdl_clocks_read(&clocks, 2, 1, write);
    assert_true(shown(3, first, 2));
    assert_true(shown(1, before, 2));
    assert_false(shown(1, after, 2));
    assert_false(strong(1, before, 2));
    /* What 2 publishes has it, too. */
    atomic(2, RDL_OP_ATOMIC_WRITE, X, RDL_ORDER_SEQ_CST);
    atomic(0, RDL_OP_ATOMIC_READ, X, RDL_ORDER_SEQ_CST);
    assert_true(shown(1, before, 0));
    assert_false(strong(1, before, 0));
}

static void fences_stand_in(void **unused)
{
    const enum rdl_order relaxed = RDL_ORDER_RELAXED;

    (void)unused;
    check_message(relaxed, relaxed, RDL_ORDER_RELEASE, RDL_ORDER_ACQUIRE, true);
    check_message(relaxed, relaxed, RDL_ORDER_SEQ_CST, RDL_ORDER_SEQ_CST, true);
    check_message(relaxed, relaxed, RDL_ORDER_RELEASE, NOT, false);
    check_message(relaxed, relaxed, NOT, RDL_ORDER_ACQUIRE, false);
    check_message(relaxed, relaxed, RDL_ORDER_ACQUIRE, RDL_ORDER_ACQUIRE,
                  false);
    check_message(relaxed, relaxed, RDL_ORDER_RELEASE, RDL_ORDER_RELEASE,
                  false);
    check_message(relaxed, RDL_ORDER_ACQUIRE, RDL_ORDER_RELEASE, NOT, true);
    check_message(RDL_ORDER_RELEASE, relaxed, NOT, RDL_ORDER_ACQUIRE, true);
}

/* What comes after the release is not published by it. */
static void a_release_is_a_moment(void **unused)
{
    uint32_t late;

    (void)unused;
    atomic(1, RDL_OP_ATOMIC_WRITE, X, RDL_ORDER_RELEASE);
    late = access_at();
    atomic(2, RDL_OP_ATOMIC_READ, X, RDL_ORDER_ACQUIRE);
    assert_false(c11(1, late, 2));
    assert_false(strong(1, late, 2));
}

/* 1 releases X, 2 changes it, 3 acquires it. */
static void check_chain(enum rdl_op op, rdl_tid by, bool ordered)
{
    uint32_t write;

    begin(NULL);
    write = access_at();
    atomic(1, RDL_OP_ATOMIC_WRITE, X, RDL_ORDER_RELEASE);
    atomic(by, op, X, RDL_ORDER_RELAXED);
    atomic(3, RDL_OP_ATOMIC_READ, X, RDL_ORDER_ACQUIRE);
    assert_int_equal(c11(1, write, 3), ordered);
}

static void release_sequences(void **unused)
{
    (void)unused;
    check_chain(RDL_OP_RMW, 2, true);
    check_chain(RDL_OP_ATOMIC_WRITE, 2, false);
    check_chain(RDL_OP_ATOMIC_WRITE, 1, true);
    /* Who only loads does not continue it for himself. */
    check_chain(RDL_OP_ATOMIC_READ, 2, true);
}

/* A relaxed store after a relaxed load: `strong` follows both. */
static void strong_goes_through_threads(void **unused)
{
    const uint32_t write = access_at();

    (void)unused;
    atomic(1, RDL_OP_ATOMIC_WRITE, X, RDL_ORDER_RELAXED);
    atomic(2, RDL_OP_ATOMIC_READ, X, RDL_ORDER_RELAXED);
    atomic(2, RDL_OP_ATOMIC_WRITE, Y, RDL_ORDER_RELAXED);
    atomic(3, RDL_OP_ATOMIC_READ, Y, RDL_ORDER_RELAXED);
    assert_true(strong(1, write, 3));
    assert_false(c11(1, write, 3));
    assert_int_equal(clocks.hops[3][1].object, Y);
    assert_int_equal(clocks.hops[3][1].load_pc, 0x100 + now - 1);
    /* A store that nobody has read orders nothing. */
    assert_false(strong(1, write, 0));
}

/* Locks, semaphores, barriers, once, channels: one publishes, one gets. */
static void objects_order(void **unused)
{
    const uint32_t before = access_at();
    uint32_t after;

    (void)unused;
    rdl_clocks_release(&clocks, 1, LOCK, now++);
    after = access_at();
    rdl_clocks_acquire(&clocks, 2, LOCK);
    assert_true(c11(1, before, 2) && strong(1, before, 2));
    assert_false(c11(1, after, 2) || strong(1, after, 2));
    assert_false(c11(1, before, 3));
    rdl_clocks_acquire(&clocks, 3, X); /* another object */
    assert_false(c11(1, before, 3));
    /* Two posts before one wait: both count. */
    rdl_clocks_release(&clocks, 0, LOCK, now++);
    rdl_clocks_acquire(&clocks, 3, LOCK);
    assert_true(c11(1, before, 3) && c11(0, now - 1, 3));
}

static void threads_begin_and_end(void **unused)
{
    const uint32_t of_main = access_at();
    uint32_t late, of_child;

    (void)unused;
    rdl_clocks_create(&clocks, 0, 4, now++);
    late = access_at();
    assert_true(c11(0, of_main, 4) && strong(0, of_main, 4));
    assert_false(c11(0, late, 4));
    assert_false(c11(0, of_main, 1));
    of_child = access_at();
    assert_false(c11(4, of_child, 0));
    rdl_clocks_join(&clocks, 0, 4, now++);
    assert_true(c11(4, of_child, 0) && strong(4, of_child, 0));
    /* Another thread gets the number: what it does is not joined. */
    rdl_clocks_create(&clocks, 0, 4, now++);
    assert_false(c11(4, access_at(), 0));
}

/* More than there is room for: nothing is claimed any more. */
static void a_full_table_says_so(void **unused)
{
    (void)unused;
    rdl_clocks_create(&clocks, 0, RDL_CLOCK_THREADS, now++);
    assert_true(clocks.full);
    begin(NULL);
    assert_false(clocks.full);
    for (uintptr_t i = 0; i < RDL_CLOCK_OBJECTS; i++)
        rdl_clocks_release(&clocks, 1, 0x10000 + 64 * i, now++);
    assert_true(clocks.full);
}

static void weak_is_what_strong_adds(void **unused)
{
    static const struct {
        enum rdl_op op;
        enum rdl_order order;
        bool weak;
    } all[] = {
        { RDL_OP_ATOMIC_READ, RDL_ORDER_RELAXED, true },
        { RDL_OP_ATOMIC_READ, RDL_ORDER_ACQUIRE, false },
        { RDL_OP_ATOMIC_READ, RDL_ORDER_SEQ_CST, false },
        { RDL_OP_ATOMIC_WRITE, RDL_ORDER_RELAXED, true },
        { RDL_OP_ATOMIC_WRITE, RDL_ORDER_RELEASE, false },
        { RDL_OP_RMW, RDL_ORDER_ACQUIRE, true },
        { RDL_OP_RMW, RDL_ORDER_RELEASE, true },
        { RDL_OP_RMW, RDL_ORDER_ACQ_REL, false },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        const struct rdl_event e = {
            .op = (uint8_t)all[i].op,
            .flags = (uint8_t)rdl_order_flags(all[i].order),
        };

        assert_int_equal(rdl_clocks_weak(&e), all[i].weak);
    }
}

/* An execution begins: nothing of the one before is known, and nothing is
 * cleared for that, except when the number wraps: the third has the number of
 * the first. */
static void executions_are_apart(void **unused)
{
    static const uint32_t before[] = { 0, 1, UINT32_MAX };

    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t write;

        clocks.execution = before[i];
        begin(NULL);
        if (i == 1)
            continue;
        write = access_at();
        atomic(2, RDL_OP_ATOMIC_READ, X, RDL_ORDER_ACQUIRE);
        rdl_clocks_acquire(&clocks, 2, LOCK);
        assert_false(strong(1, write, 2));
        now = 1000; /* later than anything in the next */
        atomic(1, RDL_OP_ATOMIC_WRITE, X, RDL_ORDER_SEQ_CST);
        rdl_clocks_release(&clocks, 1, LOCK, now++);
    }
}

/* Thread 0 loads what 1 stored; in the next execution a mutex orders the two,
 * and no atomic. */
static void hops_are_of_this_execution(void **unused)
{
    (void)unused;
    atomic(1, RDL_OP_ATOMIC_WRITE, X, RDL_ORDER_RELAXED);
    atomic(0, RDL_OP_ATOMIC_READ, X, RDL_ORDER_RELAXED);
    assert_int_equal(clocks.hops[0][1].object, X);
    begin(NULL);
    rdl_clocks_release(&clocks, 1, LOCK, now++);
    rdl_clocks_acquire(&clocks, 0, LOCK);
    assert_true(strong(1, now - 1, 0));
    assert_int_equal(clocks.hops[0][1].object, 0);
    assert_int_equal(clocks.hops[0][1].load_pc, 0);
}

/* Whatever part of a structure another thread loads, under any address. */
static void structures_order_everything(void **unused)
{
    static const uint32_t sizes[] = { 3, 24, 48, 4096 };
    uint32_t before, after;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        begin(unused);
        atomic_of(3, RDL_OP_ATOMIC_WRITE, Y, 1);
        before = access_at();
        atomic_of(1, RDL_OP_ATOMIC_WRITE, X, sizes[i]);
        after = access_at();
        atomic_of(2, RDL_OP_ATOMIC_READ, X + sizes[i] - 1, 1);
        assert_true(c11(1, before, 2) && strong(1, before, 2) &&
                    shown(1, before, 2));
        assert_false(strong(1, after, 2));
        /* And one that loads a structure. */
        atomic_of(1, RDL_OP_ATOMIC_WRITE, X + 1, 1);
        atomic_of(3, RDL_OP_ATOMIC_READ, X, sizes[i]);
        assert_true(c11(1, after, 3) && strong(1, after, 3));
    }
}

/* A store of nothing is the smallest, and loads still end. */
static void nothing_is_stored(void **unused)
{
    const uint32_t before = access_at();

    (void)unused;
    atomic_of(1, RDL_OP_ATOMIC_WRITE, X, 0);
    atomic_of(1, RDL_OP_ATOMIC_WRITE, X, 8);
    atomic_of(2, RDL_OP_ATOMIC_READ, X + 4, 4);
    assert_true(strong(1, before, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_needs_release_and_acquire),
        cmocka_unit_test(an_unknown_store_may_order),
        cmocka_unit_test(a_guard_orders_everything),
        cmocka_unit_test(a_load_gets_what_others_stored_in_parts),
        cmocka_unit_test(structures_order_everything),
        cmocka_unit_test_setup(nothing_is_stored, begin),
        cmocka_unit_test_setup(a_read_comes_after_its_write, begin),
        cmocka_unit_test(fences_stand_in),
        cmocka_unit_test_setup(a_release_is_a_moment, begin),
        cmocka_unit_test(release_sequences),
        cmocka_unit_test_setup(strong_goes_through_threads, begin),
        cmocka_unit_test_setup(objects_order, begin),
        cmocka_unit_test_setup(threads_begin_and_end, begin),
        cmocka_unit_test_setup(a_full_table_says_so, begin),
        cmocka_unit_test(weak_is_what_strong_adds),
        cmocka_unit_test(executions_are_apart),
        cmocka_unit_test_setup(hops_are_of_this_execution, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
