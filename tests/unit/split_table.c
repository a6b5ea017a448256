/* split_table.c - which critical sections belong together but are split, by
 * examples (observe/split_table.h). */
#include "runtime/observe/split_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { X = 0x1000, LOCK = 0x3000 };

static struct rdl_triple triple;
static struct rdl_split_table splits;
static uint64_t now;

/* Thread `tid` in a function at that depth, in the critical section of LOCK
 * that began at `since` (0: in none). */
static bool section(rdl_tid tid, bool writes, uint32_t depth, uintptr_t call,
                    uint64_t since, uintptr_t pc)
{
    const struct rdl_block_touch t = {
        .pc = pc,
        .addr = X,
        .step = ++now,
        .size = 4,
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
        cmocka_unit_test(freed_memory_is_forgotten),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
