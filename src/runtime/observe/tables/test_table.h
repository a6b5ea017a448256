/* test_table.h - a test of a variable and a change that relies on it, in one
 * call of a function: an operation block that nobody has annotated.
 *
 *     if (atomic_load(&n) < most)                  p
 *                                                     q: n = most
 *         atomic_fetch_add(&n, 1);                 p'
 *
 * A thread reads memory, another one writes it, and then the first one writes
 * it in the same call without another test.  The write may be a store, a
 * read-modify-write, or a read and a store (`n++`).  Only the code tells
 * whether what was read decides about the write, and whether the thread tests
 * again: the driver looks at it (symbols/code/test_use.h) and drops the others.
 *
 * Not counted: a compare-exchange, which tests again; and memory that has again
 * the value that the test saw.
 *
 * A full set replaces the record that its thread used least recently: then
 * something may be missed. */
#ifndef RDL_RUNTIME_OBSERVE_TABLES_TEST_TABLE_H
#define RDL_RUNTIME_OBSERVE_TABLES_TEST_TABLE_H

#include "runtime/observe/tables/block_touch.h"

#define RDL_TEST_SETS 256
#define RDL_TEST_WAYS 4

struct rdl_test_record {
    uint32_t execution;
    uint64_t call;
    struct rdl_block_touch test; /* p, by its thread */
    struct rdl_block_touch came; /* q: the latest write that changed it */
    struct rdl_block_touch use;  /* the thread has read it once more */
    uint64_t value;              /* before q */
};

struct rdl_test_table {
    uint32_t execution;
    /* The contents of that memory, up to 8 bytes. */
    uint64_t (*value)(uintptr_t addr, uint32_t size);
    struct rdl_test_record records[RDL_TEST_SETS][RDL_TEST_WAYS];
};

void rdl_test_table_begin(struct rdl_test_table *t);

/* The access `now` is about to happen, in the call of a function with that
 * number; 0: not known.  `again`: it tests what it changes (a
 * compare-exchange).  True, with `triple` filled, if it completes one; *use:
 * the place of the read before the store, or 0. */
bool rdl_test_table_access(struct rdl_test_table *t,
                           const struct rdl_block_touch *now, uint64_t call,
                           bool again, struct rdl_triple *triple,
                           uintptr_t *use);
void rdl_test_table_forget(struct rdl_test_table *t, uintptr_t addr,
                           uint32_t size);

#endif
