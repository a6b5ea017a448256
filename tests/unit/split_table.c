/* split_table.c - which critical sections belong together but are split, by
 * examples (observe/tables/split_table.h). */
#include "runtime/observe/tables/split_table.h"

#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { X = 0x1000, LOCK = 0x3000 };

static struct rdl_triple triple;
static struct rdl_split_table splits;
static uint64_t now;

/* What the accesses of section() access. */
static uintptr_t addr = X;
static uint32_t size = 4;

/* Thread `tid` in a function at that depth, in the critical section of LOCK
 * that began at `since` (0: in none). */
static bool section(rdl_tid tid, bool writes, uint32_t depth, uintptr_t call,
                    uint64_t since, uintptr_t pc)
{
    const struct rdl_block_touch t = {
        .pc = pc,
        .addr = addr,
        .step = ++now,
        .size = size,
        .tid = tid,
        .op = writes ? RDL_OP_WRITE : RDL_OP_READ,
    };
    const struct rdl_split_frame frame = {
        .sp = { 0x9000 - depth * 64, 0x9000 - (depth - 1) * 64 },
        .caller = { call, 0x50 },
        .depth = depth,
    };
    const struct rdl_split_held held = {
        .n = since != 0,
        .locks = { LOCK },
        .since = { since },
    };

    return rdl_split_table_access(&splits, &t, &frame, &held, &triple) == LOCK;
}

static void splits_begin(void)
{
    rdl_split_table_begin(&splits);
    now = 10;
}

/* The same in the function of depth 1. */
static bool of(uintptr_t start, uint32_t n, rdl_tid tid, bool writes,
               uint64_t since, uintptr_t pc)
{
    bool is;

    addr = start;
    size = n;
    is = section(tid, writes, 1, 1, since, pc);
    addr = X;
    size = 4;
    return is;
}

static void a_split_section_loses_a_write(void **unused)
{
    (void)unused;
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_true(section(1, true, 1, 1, ++now, 0x3));
    assert_int_equal(triple.first.pc, 0x1);
    assert_int_equal(triple.between.pc, 0x2);
    assert_int_equal(triple.second.pc, 0x3);
    /* In two functions that one calls, too. */
    splits_begin();
    section(1, false, 2, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_true(section(1, true, 2, 2, ++now, 0x3));
}

static void what_may_be_meant_is_not_counted(void **unused)
{
    (void)unused;
    /* Nobody came; nobody wrote; the lock was kept; no lock; another call. */
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    assert_false(section(1, true, 1, 1, ++now, 0x3));
    section(1, false, 1, 1, ++now, 0x1);
    section(2, false, 1, 1, ++now, 0x2);
    assert_false(section(1, true, 1, 1, ++now, 0x4));
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_false(section(1, true, 1, 1, 1, 0x3));
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_false(section(1, true, 1, 1, 0, 0x3));
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_false(section(1, true, 1, 2, ++now, 0x3));
    /* It reads again; it wrote in the section in which it read. */
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    section(1, false, 1, 1, ++now, 0x3);
    assert_false(section(1, true, 1, 1, now - 1, 0x4));
    splits_begin();
    section(1, true, 1, 1, 1, 0x5);
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_false(section(1, true, 1, 1, ++now, 0x3));
}

static void loops_are_told_by_their_first_round(void **unused)
{
    (void)unused;
    /* Writes, then reads; the write of the next round does not use it. */
    splits_begin();
    for (unsigned i = 0; i < 3; i++) {
        assert_false(section(1, true, 1, 1, ++now, 0x1));
        section(1, false, 1, 1, ++now, 0x2);
        section(2, true, 1, 1, ++now, 0x3);
    }
    /* Reads, then writes: each round. */
    splits_begin();
    for (unsigned i = 0; i < 3; i++) {
        section(1, false, 1, 1, ++now, 0x2);
        if (i != 1)
            section(2, true, 1, 1, ++now, 0x3);
        assert_int_equal(section(1, true, 1, 1, ++now, 0x1), i != 1);
    }
}

static void only_common_bytes_count(void **unused)
{
    (void)unused;
    /* All of a granule, one half, the other half. */
    splits_begin();
    of(X, 8, 1, false, 1, 0x1);
    of(X, 4, 2, true, ++now, 0x2);
    assert_false(of(X + 4, 4, 1, true, ++now, 0x3));
    splits_begin();
    of(X, 8, 1, false, 1, 0x1);
    of(X, 4, 2, true, ++now, 0x2);
    assert_true(of(X, 4, 1, true, ++now, 0x3));
    /* It wrote all of it in the section in which it read one half. */
    splits_begin();
    of(X, 8, 1, true, 1, 0x5);
    of(X, 4, 1, false, 1, 0x1);
    of(X, 4, 2, true, ++now, 0x2);
    assert_false(of(X, 4, 1, true, ++now, 0x3));
    /* A loop that writes all and reads one half. */
    splits_begin();
    for (unsigned i = 0; i < 3; i++) {
        assert_false(of(X, 8, 1, true, ++now, 0x1));
        of(X, 4, 1, false, ++now, 0x2);
        of(X, 4, 2, true, ++now, 0x3);
    }
}

/* The n-th granule after X that is in X's set. */
static uintptr_t neighbour(unsigned n)
{
    uint64_t g = X / 8;

    while (n > 0) {
        g++;
        n -= rdl_mix(0, g) % RDL_SPLIT_SETS ==
             rdl_mix(0, X / 8) % RDL_SPLIT_SETS;
    }
    return g * 8;
}

/* Thread 1 reads that many other granules of X's set, from that one on. */
static void crowd(unsigned from, unsigned n, uint64_t since)
{
    for (unsigned i = from; i < from + n; i++)
        of(neighbour(i), 4, 1, false, since, 0x7);
}

static void a_full_set_invents_nothing(void **unused)
{
    (void)unused;
    /* The write of X is forgotten, the exclusion is not; also if there is room
     * again. */
    for (unsigned room = 0; room < 2; room++) {
        splits_begin();
        section(1, true, 1, 1, 1, 0x5);
        crowd(1, RDL_SPLIT_WAYS, 1);
        if (room)
            rdl_split_table_forget(&splits, neighbour(3), 8);
        section(1, false, 1, 1, 1, 0x1);
        section(2, true, 1, 1, ++now, 0x2);
        assert_false(section(1, true, 1, 1, ++now, 0x3));
        /* It has written: raddle knows again. */
        section(1, false, 1, 1, ++now, 0x1);
        section(2, true, 1, 1, ++now, 0x2);
        assert_true(section(1, true, 1, 1, ++now, 0x4));
    }
    /* The next execution knows nothing of it. */
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_true(section(1, true, 1, 1, ++now, 0x3));
}

static void a_full_set_keeps_what_was_used_last(void **unused)
{
    (void)unused;
    splits_begin();
    crowd(1, RDL_SPLIT_WAYS - 1, 1);
    section(1, true, 1, 1, 1, 0x5);
    crowd(RDL_SPLIT_WAYS, 1, 1);
    section(1, false, 1, 1, ++now, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    assert_true(section(1, true, 1, 1, ++now, 0x3));
}

static void freed_memory_is_forgotten(void **unused)
{
    (void)unused;
    splits_begin();
    section(1, false, 1, 1, 1, 0x1);
    section(2, true, 1, 1, ++now, 0x2);
    rdl_split_table_forget(&splits, X, 4);
    assert_false(section(1, true, 1, 1, ++now, 0x3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_split_section_loses_a_write),
        cmocka_unit_test(what_may_be_meant_is_not_counted),
        cmocka_unit_test(loops_are_told_by_their_first_round),
        cmocka_unit_test(only_common_bytes_count),
        cmocka_unit_test(a_full_set_invents_nothing),
        cmocka_unit_test(a_full_set_keeps_what_was_used_last),
        cmocka_unit_test(freed_memory_is_forgotten),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
