/* announced.c - the counts of announced accesses against a comparison of all
 * with all (runtime/observe/tables/announced.h). */
#include "runtime/observe/tables/announced.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { X = 0x10000, THREADS = 64 };

static struct rdl_announced announced;
static struct rdl_event now[RDL_MAX_THREADS]; /* by tid */
static struct rdl_rng rng = { 7 };

static struct rdl_event event(rdl_tid tid, enum rdl_op op, uintptr_t addr,
                              uint32_t size)
{
    return (struct rdl_event){
        .tid = tid, .op = (uint8_t)op, .addr = addr, .size = size
    };
}

static bool says(rdl_tid tid, enum rdl_op op, uintptr_t addr, uint32_t size)
{
    now[tid] = event(tid, op, addr, size);
    return rdl_announced_by(&announced, &now[tid]);
}

static void begin(void)
{
    rdl_announced_begin(&announced);
    memset(now, 0, sizeof(now));
}

static bool brute(const struct rdl_event *e)
{
    for (size_t i = 0; i < THREADS; i++) {
        if (rdl_op_accesses((enum rdl_op)now[i].op) &&
            rdl_events_conflict(&now[i], e))
            return true;
    }
    return false;
}

static void assert_empty(void)
{
    static const uint64_t none[RDL_ANNOUNCED_SLOTS];

    assert_memory_equal(announced.slots, none, sizeof(none));
    assert_int_equal(announced.all, 0);
}

static uintptr_t some_address(void)
{
    static const uintptr_t bases[] = { X, X + 4000, UINT64_C(0x7f0000000000),
                                       UINTPTR_MAX - 40 };

    return bases[rdl_rng_below(&rng, 4)] + rdl_rng_below(&rng, 60);
}

static uint32_t some_size(bool large)
{
    static const uint32_t sizes[] = {
        0, 1, 2, 4, 8, 8, 16, 60, 200, UINT32_MAX
    };

    return sizes[rdl_rng_below(&rng, large ? 10 : 8)];
}

static const enum rdl_op accesses[] = { RDL_OP_READ, RDL_OP_WRITE,
                                        RDL_OP_ATOMIC_READ, RDL_OP_ATOMIC_WRITE,
                                        RDL_OP_RMW };

/* Half of the time an access. */
static enum rdl_op some_op(void)
{
    if (rdl_rng_below(&rng, 2) == 0)
        return (enum rdl_op)rdl_rng_below(&rng, RDL_N_OPS);
    return accesses[rdl_rng_below(&rng, 5)];
}

/* With any operators, sizes and addresses, also when threads end and others get
 * their numbers, and when an execution ends anywhere. */
static void what_conflicts_is_never_missed(void **unused)
{
    size_t conflicts = 0, no = 0;

    (void)unused;
    for (int step = 0; step < 100000; step++) {
        const struct rdl_event e =
            event((rdl_tid)rdl_rng_below(&rng, 1 + step % 12), some_op(),
                  some_address(), some_size(step / 1000 % 2 != 0));
        const bool access = rdl_op_accesses((enum rdl_op)e.op);
        const bool meets = e.op == RDL_OP_FREE
                               ? rdl_announced_frees(&announced, &e)
                               : rdl_announced_by(&announced, &e);

        if (access || e.op == RDL_OP_FREE) {
            conflicts += brute(&e);
            no += !meets;
            assert_true(meets || !brute(&e));
        }
        if (e.op != RDL_OP_FREE)
            now[e.tid] = e;
        if (rdl_rng_below(&rng, 500) == 0) {
            begin();
            assert_empty();
        }
    }
    assert_true(conflicts > 10000);
    assert_true(no > 3000);
    for (rdl_tid tid = 0; tid < 12; tid++)
        assert_false(says(tid, RDL_OP_EXIT, 0, 0));
    assert_empty();
}

/* One thread, then others, each with another kind of access to one place. */
static void what_cannot_race_costs_nothing(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 5; k++) {
            begin();
            assert_false(says(1, accesses[i], X, 4));
            assert_int_equal(says(2, accesses[k], X, 4),
                             rdl_ops_conflict(accesses[i], accesses[k]));
            assert_false(says(3, accesses[k], X + 8, 8)); /* a neighbour */
        }
    }
}

static void a_thread_does_not_meet_itself(void **unused)
{
    (void)unused;
    begin();
    assert_false(says(1, RDL_OP_WRITE, X, 8));
    assert_false(says(1, RDL_OP_WRITE, X, 60));
    assert_false(says(1, RDL_OP_READ, X + 4, 8));
    assert_true(says(2, RDL_OP_WRITE, X + 8, 1));
    assert_false(says(1, RDL_OP_YIELD, X, 1));
    assert_false(says(2, RDL_OP_WRITE, X + 4, 8));
}

static void a_large_access_meets_all_memory(void **unused)
{
    (void)unused;
    begin();
    assert_false(says(1, RDL_OP_WRITE, X, 8 * RDL_ANNOUNCED_FEW));
    assert_false(says(2, RDL_OP_READ, X + 8 * RDL_ANNOUNCED_FEW, 1));
    says(1, RDL_OP_WRITE, X, 8 * RDL_ANNOUNCED_FEW + 1);
    assert_true(says(2, RDL_OP_READ, X + 4096, 1));
    assert_false(says(1, RDL_OP_WRITE, X, 8));
    assert_false(says(2, RDL_OP_READ, X + 4096, 1));
}

/* Each asks beside 63 others, which take as many of 1,024 slots: 6.2 %. */
static void distinct_memory_is_rarely_looked_into(void **unused)
{
    size_t asked = 0;

    (void)unused;
    begin();
    for (int step = 0; step < 100000; step++) {
        const rdl_tid tid = (rdl_tid)(step % THREADS);

        asked += says(tid, RDL_OP_WRITE,
                      UINT64_C(0x550000000000) +
                          (rdl_rng_next(&rng) % (1 << 24) * THREADS + tid) * 8,
                      8);
    }
    assert_true(asked < 7000);
    /* On stacks at equal distances. */
    for (unsigned shift = 12; shift < 28; shift++) {
        begin();
        asked = 0;
        for (rdl_tid tid = 0; tid < THREADS; tid++)
            asked +=
                says(tid, RDL_OP_WRITE,
                     UINT64_C(0x7f0000000000) + ((uintptr_t)tid << shift), 8);
        assert_int_equal(asked, 0);
    }
}

/* Every thread there can be, at one place and at memory that shares its slot.
 */
static void counts_do_not_overflow(void **unused)
{
    (void)unused;
    begin();
    for (size_t tid = 0; tid < RDL_MAX_THREADS; tid++)
        assert_false(says((rdl_tid)tid, RDL_OP_READ, X, 60));
    assert_true(says(0, RDL_OP_WRITE, X, 4));
    for (size_t tid = 0; tid < RDL_MAX_THREADS; tid++)
        says((rdl_tid)tid, RDL_OP_JOIN, X, 1);
    assert_empty();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_conflicts_is_never_missed),
        cmocka_unit_test(what_cannot_race_costs_nothing),
        cmocka_unit_test(a_thread_does_not_meet_itself),
        cmocka_unit_test(a_large_access_meets_all_memory),
        cmocka_unit_test(distinct_memory_is_rarely_looked_into),
        cmocka_unit_test(counts_do_not_overflow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
