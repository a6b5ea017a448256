/* race_shadow.c - the table of the last accesses to shared memory
 * (runtime/observe/race_shadow.h). */
#include "runtime/observe/race_shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

enum { X = 0x1000 };

static uint32_t now = 10;
static struct rdl_shadow_table shadow;
static size_t conflicts;
static uintptr_t conflict_at;
static struct rdl_shadow_access earlier;

static void conflict(void *data, const struct rdl_shadow_access *before,
                     const struct rdl_event *e, uintptr_t addr)
{
    (void)data, (void)e;
    conflicts++;
    conflict_at = addr;
    earlier = *before;
}

static size_t touch(rdl_tid tid, enum rdl_op op, uintptr_t addr, uint32_t size)
{
    const struct rdl_event e = {
        .tid = tid,
        .op = (uint8_t)op,
        .addr = addr,
        .size = size,
        .pc = now,
    };

    conflicts = 0;
    if (op == RDL_OP_FREE)
        rdl_shadow_free(&shadow, &e, now++, conflict, NULL);
    else
        rdl_shadow_access(&shadow, &e, now++, conflict, NULL);
    return conflicts;
}

static void accesses_conflict_by_byte(void **unused)
{
    (void)unused;
    rdl_shadow_begin(&shadow);
    assert_int_equal(touch(1, RDL_OP_WRITE, X, 4), 0);
    assert_int_equal(touch(2, RDL_OP_WRITE, X + 4, 4), 0); /* a neighbour */
    assert_int_equal(touch(1, RDL_OP_READ, X, 4), 0);      /* its own */
    assert_int_equal(touch(2, RDL_OP_READ, X + 3, 1), 1);
    assert_int_equal(earlier.tid, 1);
    assert_int_equal(conflict_at, X + 3);
    assert_int_equal(touch(3, RDL_OP_READ, X + 2, 2), 1); /* the write only */
    /* 2 wrote the neighbour, and 2 and 3 read: 16 bytes meet all of them. */
    assert_true(touch(1, RDL_OP_WRITE, X - 4, 16) >= 3);
}

/* Each place is a race of its own. */
static void covered_accesses_stay_while_there_is_room(void **unused)
{
    (void)unused;
    rdl_shadow_begin(&shadow);
    for (int i = 0; i < RDL_SHADOW_ACCESSES + 2; i++)
        touch(1, RDL_OP_WRITE, X, 4);
    touch(2, RDL_OP_READ, X, 4);
    assert_int_equal(conflicts, RDL_SHADOW_ACCESSES);
    rdl_shadow_begin(&shadow);
    touch(1, RDL_OP_READ, X, 4);
    touch(1, RDL_OP_WRITE, X, 4);
    assert_int_equal(touch(2, RDL_OP_WRITE, X, 4), 2);
    assert_int_equal(touch(3, RDL_OP_WRITE, X, 4), 3);
    /* They go first. */
    for (int i = 0; i < RDL_SHADOW_ACCESSES; i++)
        touch(2, RDL_OP_READ, X + 4, 4);
    assert_int_equal(touch(4, RDL_OP_WRITE, X, 4), 1);
    assert_int_equal(earlier.tid, 3);
    assert_false(earlier.covered);
}

static void atomics_do_not_conflict_with_each_other(void **unused)
{
    (void)unused;
    rdl_shadow_begin(&shadow);
    assert_int_equal(touch(1, RDL_OP_ATOMIC_WRITE, X, 4), 0);
    assert_int_equal(touch(2, RDL_OP_RMW, X, 4), 0);
    assert_int_equal(touch(3, RDL_OP_READ, X, 4), 2); /* with each of them */
}

/* free() meets every access; the next owner of the memory meets none. */
static void a_freed_block_is_forgotten(void **unused)
{
    (void)unused;
    rdl_shadow_begin(&shadow);
    touch(1, RDL_OP_WRITE, X + 8, 4);
    assert_int_equal(touch(2, RDL_OP_FREE, X, 64), 1);
    assert_int_equal(touch(3, RDL_OP_WRITE, X + 8, 4), 0);
}

/* All of it is compared, also of a block with more granules than the table has;
 * the neighbours stay. */
static void a_large_block_is_compared_and_forgotten(void **unused)
{
    static const uint32_t sizes[] = { 8 * RDL_SHADOW_MOST + 64,
                                      8 * RDL_SHADOW_GRANULES + 64 };

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        const uintptr_t last = X + sizes[i] - 8;

        rdl_shadow_begin(&shadow);
        touch(1, RDL_OP_WRITE, last, 4);
        touch(1, RDL_OP_WRITE, last + 8, 4);
        assert_int_equal(touch(2, RDL_OP_FREE, X, sizes[i]), 1);
        assert_int_equal(touch(3, RDL_OP_WRITE, last, 4), 0);
        assert_int_equal(touch(3, RDL_OP_WRITE, last + 8, 4), 1);
    }
}

static void earlier_executions_are_void(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        static const uint32_t before[] = { 0, UINT32_MAX, 1 };

        shadow.execution = before[i];
        rdl_shadow_begin(&shadow);
        assert_int_equal(touch(2, RDL_OP_READ, X, 4), 0);
        touch(1, RDL_OP_WRITE, X + 64, 4);
        touch(1, RDL_OP_WRITE, X, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_conflict_by_byte),
        cmocka_unit_test(covered_accesses_stay_while_there_is_room),
        cmocka_unit_test(atomics_do_not_conflict_with_each_other),
        cmocka_unit_test(a_freed_block_is_forgotten),
        cmocka_unit_test(a_large_block_is_compared_and_forgotten),
        cmocka_unit_test(earlier_executions_are_void),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
