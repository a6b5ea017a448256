/* split_table.h - a critical section that was split in two: an operation block
 * that nobody has annotated.
 *
 * A thread reads memory while it holds a lock, gives the lock up, takes it
 * again in the same call of a function, and writes the memory without having
 * read it again.  What it writes comes from what it read, so the two
 * sections are one operation block, and a write of another thread between the
 * read and the write is lost: of the triples of block_table.h this is "p reads,
 * q writes, p' writes".  The other three are common in correct programs that
 * use one lock twice (a state that others may see, a counter of entries), so
 * only an annotation can say that they are wrong.
 *
 * Not counted, because it may be a loop or a test that is repeated on purpose:
 *   - a read after a write of the same section: the thread knows what is there;
 *   - a read that the second section repeats;
 *   - a write at a place where the same call wrote before it read: the next
 *     round of a loop.
 * A wait for a condition gives the lock up, too.
 *
 * A set that is full replaces the record that its thread used least recently.
 * From then on a granule without a record may have had one.  So the reads of a
 * new record do not count until the thread writes or the call changes: some
 * split section may be missed, none is invented.
 *
 * "The same call": both accesses are in one call of a function, or in functions
 * that it calls (one for reading, one for writing).  A call is a stack frame
 * and the place that it was called from. */
#ifndef RDL_RUNTIME_OBSERVE_TABLES_SPLIT_TABLE_H
#define RDL_RUNTIME_OBSERVE_TABLES_SPLIT_TABLE_H

#include "runtime/observe/tables/block_touch.h"

#define RDL_SPLIT_SETS 256
#define RDL_SPLIT_WAYS 8
#define RDL_SPLIT_LOCKS 3
#define RDL_SPLIT_UNKNOWN UINT64_MAX

/* Where a thread is: the innermost two calls. */
struct rdl_split_frame {
    uintptr_t sp[2], caller[2];
    uint32_t depth; /* of the innermost, from 1; 0: not known */
};

/* The locks that it holds, the latest first, and the steps at which it took
 * them. */
struct rdl_split_held {
    uint32_t n;
    uintptr_t locks[RDL_SPLIT_LOCKS];
    uint64_t since[RDL_SPLIT_LOCKS];
};

struct rdl_split_record {
    uint64_t granule;
    uint32_t execution;
    rdl_tid tid;
    uint8_t mask;
    struct rdl_split_frame frame;
    struct rdl_split_held held;  /* when it read */
    struct rdl_block_touch read; /* p */
    struct rdl_block_touch came; /* the first write of another thread since */
    uintptr_t wrote_pc;          /* where the call wrote before it had read */
    /* The step of the latest write; RDL_SPLIT_UNKNOWN: the thread may have
     * written, but the record of it was replaced. */
    uint64_t wrote;
    uint64_t used; /* the step of its thread's latest access */
};

struct rdl_split_table {
    uint32_t execution;
    /* By set: the latest execution in which it replaced a record. */
    uint32_t replaced_in[RDL_SPLIT_SETS];
    struct rdl_split_record records[RDL_SPLIT_SETS][RDL_SPLIT_WAYS];
};

void rdl_split_table_begin(struct rdl_split_table *t);

/* The access `now`.  Returns the lock that was given up in between, and fills
 * `triple`, if the access completes one; else 0. */
uintptr_t rdl_split_table_access(struct rdl_split_table *t,
                                 const struct rdl_block_touch *now,
                                 const struct rdl_split_frame *frame,
                                 const struct rdl_split_held *held,
                                 struct rdl_triple *triple);
void rdl_split_table_forget(struct rdl_split_table *t, uintptr_t addr,
                            uint32_t size);

#endif
