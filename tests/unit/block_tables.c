/* block_tables.c - what is not serialisable, for every short execution: the
 * tables of observe/tables/block_table.h and observe/tables/association_table.h
 * against a search for an order of block and others that explains the
 * execution. */
#include "runtime/observe/tables/association_table.h"
#include "runtime/observe/tables/block_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { X = 0x1000, Y = 0x2000, LOCK = 0x3000, OTHER = 0x4000 };

static struct rdl_block_touch touch(rdl_tid tid, bool writes, uintptr_t addr,
                                    uint64_t step)
{
    return (struct rdl_block_touch){
        .pc = 0x100 + step,
        .addr = addr,
        .step = step,
        .size = 4,
        .tid = tid,
        .op = writes ? RDL_OP_WRITE : RDL_OP_READ,
    };
}

/* --- Blocks --------------------------------------------------------------- */

static struct rdl_block_table blocks;
static struct rdl_triple triple;
static unsigned n_found;
static uint64_t open_block; /* of thread 1 */

static bool is_open(rdl_tid tid, uint64_t block)
{
    return tid == 1 ? block == open_block : block == 1;
}

static void found(void *data, const struct rdl_triple *t)
{
    (void)data;
    n_found++;
    triple = *t;
}

static void begin(void)
{
    blocks.open = is_open;
    rdl_block_table_begin(&blocks);
    open_block = 1;
    n_found = 0;
}

static void access_of(rdl_tid tid, bool writes, uintptr_t addr, uint32_t size,
                      uint64_t step)
{
    struct rdl_block_touch t = touch(tid, writes, addr, step);

    t.size = size;
    rdl_block_table_access(&blocks, &t, tid == 1 ? open_block : 0, found, NULL);
}

static void access(rdl_tid tid, bool writes, uintptr_t addr, uint64_t step)
{
    access_of(tid, writes, addr, 4, step);
}

#define MOST 7
struct op {
    bool mine, writes; /* of the block; of the others */
};

/* What each read sees (the number of the write, 0: none), by operation, and the
 * last write: of the operations in that order. */
static void results(const struct op *ops, const unsigned *order, unsigned n,
                    unsigned *out)
{
    unsigned last = 0;

    for (unsigned i = 0; i < n; i++) {
        out[order[i]] = last;
        if (ops[order[i]].writes) {
            out[order[i]] = 0;
            last = order[i] + 1;
        }
    }
    out[n] = last;
}

/* Is there a place among the others' operations at which the whole block gives
 * the same results? */
static bool serialisable(const struct op *ops, unsigned n)
{
    unsigned order[MOST], was[MOST + 1], is[MOST + 1];

    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    results(ops, order, n, was);
    for (unsigned at = 0; at <= n; at++) {
        unsigned k = 0;

        for (unsigned i = 0; i < at; i++) {
            if (!ops[i].mine)
                order[k++] = i;
        }
        for (unsigned i = 0; i < n; i++) {
            if (ops[i].mine)
                order[k++] = i;
        }
        for (unsigned i = at; i < n; i++) {
            if (!ops[i].mine)
                order[k++] = i;
        }
        results(ops, order, n, is);
        if (memcmp(was, is, (n + 1) * sizeof(was[0])) == 0)
            return true;
    }
    return false;
}

/* A triple is found exactly if no place for the block explains the execution up
 * to some access of the block.  (What comes later may overwrite everything.) */
static void triples_are_what_no_order_explains(void **unused)
{
    unsigned n_broken = 0;

    (void)unused;
    for (unsigned n = 1; n <= MOST; n++) {
        for (unsigned all = 0; all < 1u << 2 * n; all++) {
            struct op ops[MOST];
            bool explained = true;

            begin();
            for (unsigned i = 0; i < n; i++) {
                ops[i] = (struct op){ .mine = (all >> 2 * i & 1) != 0,
                                      .writes = (all >> 2 * i & 2) != 0 };
                access(ops[i].mine ? 1 : (rdl_tid)(2 + i), ops[i].writes, X,
                       i + 1);
                if (ops[i].mine)
                    explained &= serialisable(ops, i + 1);
            }
            if ((n_found > 0) == explained)
                fail_msg("%u operations, number %x: %u found", n, all, n_found);
            n_broken += n_found > 0;
        }
    }
    assert_true(n_broken > 1000);
}

static void a_triple_names_its_accesses(void **unused)
{
    (void)unused;
    begin();
    access(1, false, X, 1);
    access(2, true, X, 2);
    access(3, true, X, 3);
    access(1, true, X, 4);
    assert_int_equal(n_found, 1);
    assert_int_equal(triple.first.step, 1);
    assert_int_equal(triple.between.step, 2);
    assert_int_equal(triple.second.step, 4);
}

static void only_common_bytes_count(void **unused)
{
    (void)unused;
    begin();
    access(1, false, X, 1);
    access(2, true, X + 4, 2); /* the same granule */
    access(1, true, X, 3);
    assert_int_equal(n_found, 0);
    access(1, false, X + 6, 4); /* two granules */
    access(2, true, X + 8, 5);
    access(1, false, X + 8, 6);
    assert_int_equal(n_found, 1);
    /* All of a granule, one half, the other half: each kind of triple. */
    for (unsigned kind = 0; kind < 8; kind++) {
        begin();
        access_of(1, (kind & 1) != 0, X, 8, 1);
        access(2, (kind & 2) != 0, X, 2);
        access(1, (kind & 4) != 0, X + 4, 3);
        assert_int_equal(n_found, 0);
    }
    begin(); /* the latest access is of the other half */
    access_of(1, false, X, 8, 1);
    access(1, false, X + 4, 2);
    access(2, true, X, 3);
    access_of(1, false, X, 8, 4);
    assert_int_equal(n_found, 0);
    begin(); /* it reads one half before, the other half after */
    access_of(1, false, X, 8, 1);
    access(1, false, X, 2);
    access_of(2, true, X, 8, 3);
    access(1, false, X + 4, 4);
    assert_int_equal(n_found, 1);
}

/* Another thread's write between a read of the block's own write and a write
 * of the block: as if the other one came first. */
static void its_own_writes_count_for_all_sizes(void **unused)
{
    (void)unused;
    for (uint32_t size = 4; size <= 8; size += 4) {
        begin();
        access_of(1, true, X, size, 1);
        access_of(1, false, X, 12 - size, 2);
        access(2, true, X, 3);
        access(1, true, X, 4);
        assert_int_equal(n_found, 0);
    }
}

static void blocks_memory_and_executions_end(void **unused)
{
    (void)unused;
    begin();
    access(1, false, X, 1);
    access(2, true, X, 2);
    open_block = 7; /* another one */
    access(1, true, X, 3);
    assert_int_equal(n_found, 0);
    access(2, false, X, 4);
    rdl_block_table_forget(&blocks, X, 4);
    access(1, true, X, 5);
    assert_int_equal(n_found, 0);
    access(2, false, X, 6);
    rdl_block_table_begin(&blocks);
    access(1, true, X, 7);
    assert_int_equal(n_found, 0);
    access(2, false, X, 8);
    rdl_block_table_forget(&blocks, 0, UINT32_MAX);
    access(1, true, X, 9);
    assert_int_equal(n_found, 0);
    access(2, false, X, 10);
    access(1, true, X, 11);
    assert_int_equal(n_found, 1);
}

static void a_failed_exchange_begins_anew(void **unused)
{
    struct rdl_block_touch t = touch(1, false, X, 3);

    (void)unused;
    begin();
    access(1, false, X, 1);
    access(2, true, X, 2);
    t.op = RDL_OP_RMW;
    t.flags = RDL_EV_FAILED;
    rdl_block_table_access(&blocks, &t, open_block, found, NULL);
    t.step = 4;
    t.flags = 0;
    rdl_block_table_access(&blocks, &t, open_block, found, NULL);
    assert_int_equal(n_found, 0);
    access(2, true, X, 5);
    t.step = 6; /* a successful one does not */
    rdl_block_table_access(&blocks, &t, open_block, found, NULL);
    assert_int_equal(n_found, 1);
}

static void a_full_table_says_so(void **unused)
{
    enum { N = RDL_BLOCK_SETS * RDL_BLOCK_WAYS * 2 };
    uint32_t lost;

    (void)unused;
    begin();
    for (unsigned i = 1; i < N; i++)
        access(1, true, X + 8 * i, i);
    lost = blocks.lost;
    assert_true(lost > 0);
    access(1, true, X, N);
    assert_int_equal(blocks.lost, lost + 1);
    /* There is room again, but the block has written X. */
    rdl_block_table_forget(&blocks, X + 8, 8 * N);
    access(1, false, X, N + 1);
    access(2, true, X, N + 2);
    access(1, true, X, N + 3);
    assert_int_equal(blocks.lost, lost + 1);
    assert_int_equal(n_found, 0);
    rdl_block_table_begin(&blocks);
    assert_int_equal(blocks.lost, 0);
    access(1, false, X, 1);
    access(2, true, X, 2);
    access(1, true, X, 3);
    assert_int_equal(n_found, 1);
}

static void the_number_of_executions_wraps(void **unused)
{
    (void)unused;
    blocks.execution = UINT32_MAX - 1;
    begin();
    access(1, false, X, 1);
    access(2, true, X, 2);
    rdl_block_table_begin(&blocks);
    access(1, true, X, 3);
    assert_int_equal(n_found, 0);
    assert_int_equal(blocks.execution, 1);
}

/* --- Associations --------------------------------------------------------- */

static struct rdl_association_table pairs;
static struct rdl_torn torn;

/* Each operation: thread 1 or 2, each in one block; X or Y; read or write. */
static bool crosses(const unsigned *ops, unsigned n, bool forth)
{
    /* By variable: is there a conflict in which thread 1 comes first; 2? */
    bool first[2][2] = { { false } };

    for (unsigned k = 1; k < n; k++) {
        for (unsigned i = 0; i < k; i++) {
            if ((ops[i] & 1) != (ops[k] & 1) && (ops[i] & 2) == (ops[k] & 2) &&
                ((ops[i] | ops[k]) & 4) != 0)
                first[ops[i] >> 1 & 1][ops[i] & 1] = true;
        }
    }
    return forth ? first[0][0] && first[1][1] : first[0][1] && first[1][0];
}

/* Two blocks cannot come one after the other if on one variable the first comes
 * first, and on the other the second. */
static void torn_is_what_crosses(void **unused)
{
    enum { N = 6 };
    unsigned n_torn = 0;

    (void)unused;
    for (unsigned all = 0; all < 1u << 3 * N; all++) {
        unsigned ops[N];
        bool is = false;

        rdl_associations_begin(&pairs);
        rdl_associations_add(&pairs, X, 4, Y, 4);
        for (unsigned i = 0; i < N; i++) {
            const struct rdl_block_touch t = touch(
                (rdl_tid)(1 + (all >> 3 * i & 1)), (all >> 3 * i & 4) != 0,
                (all >> 3 * i & 2) != 0 ? Y : X, i + 1);

            ops[i] = all >> 3 * i & 7;
            is |= rdl_associations_access(&pairs, &t, t.tid, t.tid, &torn);
        }
        if (is != (crosses(ops, N, true) || crosses(ops, N, false)))
            fail_msg("number %x: torn %d", all, is);
        n_torn += is;
    }
    assert_true(n_torn > 10000);
}

static bool in_unit(rdl_tid tid, bool writes, uintptr_t addr, uint64_t step,
                    uint64_t block, uint64_t unit)
{
    const struct rdl_block_touch t = touch(tid, writes, addr, step);

    return rdl_associations_access(&pairs, &t, block, unit, &torn);
}

static void units_of_the_other_thread_matter(void **unused)
{
    (void)unused;
    /* It looks at Y, and in another unit changes X: one, the block, two. */
    rdl_associations_begin(&pairs);
    rdl_associations_add(&pairs, X, 4, Y, 4);
    in_unit(2, false, Y, 1, 0, 10);
    in_unit(1, false, X, 2, 1, 1);
    in_unit(2, true, X, 3, 0, 11);
    assert_false(in_unit(1, true, Y, 4, 1, 1));
    /* In one unit. */
    rdl_associations_begin(&pairs);
    rdl_associations_add(&pairs, X, 4, Y, 4);
    in_unit(2, false, Y, 1, 0, 10);
    in_unit(1, false, X, 2, 1, 1);
    in_unit(2, true, X, 3, 0, 10);
    assert_true(in_unit(1, true, Y, 4, 1, 1));
    assert_int_equal(torn.first.step, 2);
    assert_int_equal(torn.between.step, 3);
    assert_int_equal(torn.second.step, 4);
    assert_int_equal(torn.beside.step, 1);
    /* In two, of which the one that the block comes before is the first. */
    rdl_associations_begin(&pairs);
    rdl_associations_add(&pairs, X, 4, Y, 4);
    in_unit(1, false, X, 2, 1, 1);
    in_unit(2, true, X, 3, 0, 10);
    in_unit(2, false, Y, 4, 0, 11);
    assert_true(in_unit(1, true, Y, 5, 1, 1));
    /* Without a block nothing is torn. */
    rdl_associations_begin(&pairs);
    rdl_associations_add(&pairs, X, 4, Y, 4);
    in_unit(1, false, X, 2, 0, 1);
    in_unit(2, true, X, 3, 0, 10);
    in_unit(2, false, Y, 4, 0, 11);
    assert_false(in_unit(1, true, Y, 5, 0, 1));
}

static void associated_accesses_meet(void **unused)
{
    struct rdl_block_touch a = touch(1, true, X, 1), b = touch(2, false, Y, 2);

    (void)unused;
    rdl_associations_begin(&pairs);
    assert_false(rdl_associations_meet(&pairs, &a, &b));
    assert_true(rdl_associations_add(&pairs, X, 8, Y, 4));
    assert_true(rdl_associations_add(&pairs, X, 8, Y, 4)); /* known */
    assert_int_equal(pairs.n, 1);
    assert_true(rdl_associations_meet(&pairs, &a, &b));
    assert_true(rdl_associations_meet(&pairs, &b, &a));
    b.tid = 1;
    assert_false(rdl_associations_meet(&pairs, &a, &b));
    b.tid = 2;
    b.addr = X + 4; /* the same variable: not our matter */
    assert_false(rdl_associations_meet(&pairs, &a, &b));
    b.addr = Y;
    a.op = RDL_OP_READ;
    assert_false(rdl_associations_meet(&pairs, &a, &b));
    a.op = RDL_OP_WRITE;
    rdl_associations_forget(&pairs, Y, 1);
    assert_false(rdl_associations_meet(&pairs, &a, &b));
    for (unsigned i = 0; i < RDL_MAX_ASSOCIATIONS; i++)
        assert_true(rdl_associations_add(&pairs, X + 16 * i, 8, Y, 4));
    assert_false(rdl_associations_add(&pairs, OTHER, 8, Y, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triples_are_what_no_order_explains),
        cmocka_unit_test(a_triple_names_its_accesses),
        cmocka_unit_test(only_common_bytes_count),
        cmocka_unit_test(its_own_writes_count_for_all_sizes),
        cmocka_unit_test(blocks_memory_and_executions_end),
        cmocka_unit_test(a_failed_exchange_begins_anew),
        cmocka_unit_test(a_full_table_says_so),
        cmocka_unit_test(the_number_of_executions_wraps),
        cmocka_unit_test(torn_is_what_crosses),
        cmocka_unit_test(units_of_the_other_thread_matter),
        cmocka_unit_test(associated_accesses_meet),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
