/* The columns of base/ops.h, asked through base/event.h. */
#include "base/event.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#define OPS(op) for (enum rdl_op op = 0; op < RDL_N_OPS; op++)

static void names_are_found_again(void **unused)
{
    (void)unused;
    OPS(op)
    {
        assert_int_equal(rdl_op_find(rdl_op_name(op)), op);
    }
    assert_int_equal(rdl_op_find("nothing-like-it"), -1);
}

static void an_access_reads_or_writes(void **unused)
{
    (void)unused;
    OPS(op)
    {
        if (!rdl_op_accesses(op))
            continue;
        assert_true(rdl_op_reads(op) || rdl_op_writes(op));
        assert_true(rdl_op_in_memory(op));
        assert_int_equal(rdl_op_reads_only(op),
                         rdl_op_reads(op) && !rdl_op_writes(op));
        /* To read only is to have no effect, and the other way round. */
        assert_int_equal(rdl_op_effect(op) == RDL_READS, rdl_op_reads_only(op));
    }
}

static void memory_is_five_operators(void **unused)
{
    unsigned n = 0;

    (void)unused;
    OPS(op)
    {
        n += rdl_op_accesses(op);
    }
    assert_int_equal(n, 5);
    assert_true(rdl_op_reads_only(RDL_OP_READ));
    assert_false(rdl_op_reads(RDL_OP_WRITE));
    assert_true(rdl_op_reads(RDL_OP_RMW) && rdl_op_writes(RDL_OP_RMW));
    assert_int_equal(rdl_op_class(RDL_OP_ATOMIC_READ), RDL_CLASS_ATOMIC);
    assert_int_equal(rdl_op_class(RDL_OP_WRITE), RDL_CLASS_PLAIN);
}

/* A free is not an access of the program, but it conflicts like a write. */
static void a_free_writes(void **unused)
{
    (void)unused;
    assert_true(rdl_op_writes(RDL_OP_FREE));
    assert_false(rdl_op_accesses(RDL_OP_FREE));
}

static void locks_are_taken(void **unused)
{
    (void)unused;
    OPS(op)
    {
        assert_int_equal(rdl_op_takes(op), op == RDL_OP_LOCK ||
                                               op == RDL_OP_HOLD ||
                                               op == RDL_OP_TRYLOCK);
        if (rdl_op_takes(op))
            assert_int_equal(rdl_op_class(op), RDL_CLASS_LOCK);
    }
    /* The kernel looks for waiters, not into the memory. */
    assert_false(rdl_op_in_memory(RDL_OP_FUTEX_WAKE));
    assert_true(rdl_op_in_memory(RDL_OP_FUTEX_WAIT));
    assert_false(rdl_op_in_memory(RDL_OP_FENCE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_again),
        cmocka_unit_test(an_access_reads_or_writes),
        cmocka_unit_test(memory_is_five_operators),
        cmocka_unit_test(a_free_writes),
        cmocka_unit_test(locks_are_taken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
