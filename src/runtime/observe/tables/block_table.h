/* block_table.h - block races, in the sense of definition 3 of the thesis on
 * coverage of concurrent programs (2.3.4): two accesses p and p' of one
 * thread to the same memory, in one operation block; an access q of another
 * thread to that memory; p and q conflict, q and p' conflict; neither q comes
 * before p nor p' before q by synchronisation.
 *
 * Here q really came between p and p': that is stronger than what the
 * definition asks of the order.  For `conflict` the thesis lists two readings;
 * this is "write-write'", which AVIO uses (Lu et al., ASPLOS 2006): a write
 * that its own block overwrites before anybody reads it does not count.  So
 * the four triples of AVIO are found, and no order of block and q one after
 * the other explains what was read and what is left in memory:
 *
 *     p reads, q writes, p' reads      p' sees another value
 *     p writes, q writes, p' reads     p' does not see its own write
 *     p writes, q reads, p' writes     q sees what was not meant to be seen
 *     p reads, q writes, p' writes     what q wrote is lost
 *
 * p need not be the latest access before q: a read counts until the block ends,
 * if it did not read the block's own write.
 *
 * One record for each granule, its bytes and the thread whose block accesses
 * them, in sets of RDL_BLOCK_WAYS; a record names the block, so nothing is
 * cleared when a block or an execution ends.  What does not fit is counted:
 * some triple may be missed then, none is invented.  A triple may also be
 * missed if its accesses overlap only in part: a record has one q of each kind.
 */
#ifndef RDL_RUNTIME_OBSERVE_TABLES_BLOCK_TABLE_H
#define RDL_RUNTIME_OBSERVE_TABLES_BLOCK_TABLE_H

#include "runtime/observe/tables/block_touch.h"

#define RDL_BLOCK_SETS 256
#define RDL_BLOCK_WAYS 8

struct rdl_block_record {
    uint64_t granule;
    uint64_t block; /* of that thread */
    uint32_t execution;
    rdl_tid tid;
    uint8_t mask;
    bool overwritten;  /* since its latest write another thread wrote */
    bool wrote_before; /* the block may have written before this record */
    struct rdl_block_touch read;  /* the first one, if before its own writes */
    struct rdl_block_touch wrote; /* the latest */
    struct rdl_block_touch last;  /* of both */
    /* Of other threads: the first write since `last`, the first one since
     * `read`, the first read of what `wrote` wrote. */
    struct rdl_block_touch since_last, since_read, saw;
};

struct rdl_block_table {
    uint32_t execution;
    uint32_t lost; /* accesses without room, of this execution */
    /* By set: the latest execution of which it has lost an access. */
    uint32_t lost_in[RDL_BLOCK_SETS];
    /* Is that block of that thread still open? */
    bool (*open)(rdl_tid tid, uint64_t block);
    struct rdl_block_record records[RDL_BLOCK_SETS][RDL_BLOCK_WAYS];
};

void rdl_block_table_begin(struct rdl_block_table *t);

/* The access `now`, in that operation block of its thread (0: in none).  Calls
 * found() for a triple that it completes, at most once. */
void rdl_block_table_access(struct rdl_block_table *t,
                            const struct rdl_block_touch *now, uint64_t block,
                            rdl_triple_found *found, void *data);
/* The memory gets another owner. */
void rdl_block_table_forget(struct rdl_block_table *t, uintptr_t addr,
                            uint32_t size);

#endif
