/* pairs.h - combinatorial coverage: pairs of requirements that one execution
 * covered both.
 *
 * Two flavours (thesis 4.2, 5.3.2), named in list.h:
 *   unordered (CUVE)    {r1,r2}, whichever came first;
 *   ordered (Recurve)   <r1,r2>, r1 completed before r2 was completed once
 *                       more.  What one event completes has no order.
 * A requirement makes no pair with itself.
 *
 * Kept as one bit a pair: row[c] are the partners of c, in the ordered flavour
 * its predecessors.  new(c) is then |curr \ row[c]|, n/64 words.  During an
 * execution only struct rdl_covering changes (its order and marks say it all);
 * rdl_pairs_end() adds the pairs that follow.  So events pay nothing for them,
 * and the end n/64 words for each requirement covered.
 *
 * Requirements become members, with numbers of their own from 1 on, when they
 * are first covered: a ledger, under the lock.  Rows need no lock: a bit is
 * only ever set, by one atomic instruction, and whoever really set it counts
 * it.  More requirements than there is room for take no part and are counted
 * in the ledger's `lost`. */
#ifndef RDL_COVERAGE_PAIRS_H
#define RDL_COVERAGE_PAIRS_H

#include "coverage/coverage.h"

/* Shared (memory.h). */
struct rdl_pairs {
    struct rdl_append_table members; /* whose keys are requirements */
    uint64_t covered;                /* pairs; each ordered one counts */
};

/* Its arrays, as a process sees them. */
struct rdl_pairs_arrays {
    uint64_t *keys;   /* requirement of each member */
    uint32_t *counts; /* by member: bits in its row.  It grows when the row
                         changes */
    uint64_t *rows;   /* one set a member; of member m it is bit m-1 */
};

/* Private to a process. */
struct rdl_pairing {
    const struct rdl_combinatorial *kind;
    struct rdl_pairs *table;        /* shared; NULL: not wanted */
    struct rdl_pairs_arrays shared; /* of it */
    const struct rdl_covering *covering;
    uint32_t capacity, n;  /* members; those that this process knows */
    uint32_t row_words;    /* 64-bit words of a row */
    uint32_t epoch, seen;  /* how much of whose order is in `curr` */
    uint32_t *member;      /* by requirement: see pairs.c */
    uint32_t *requirement; /* by member */
    uint32_t *heads;       /* by location: the members that contain it */
    uint32_t (*next)[2];   /* by member */
    /* Two for the sweep of rdl_pairs_end. */
    uint32_t *bucket, *chain;
    /* Sets of members: those of this execution; those before a moment. */
    uint64_t *curr, *before;
    /* What rdl_pairs_partners said, by location, good while `stamp` is the
     * same. */
    struct rdl_partners {
        uint64_t stamp;
        uint32_t n;
    } * partners;
    uint64_t stamp, stamp_covered;
};

/* Takes in the members that others admitted. */
void rdl_pairs_sync(struct rdl_pairing *p);
/* new(c): how many pairs would be covered for the first time if the current
 * execution covered requirement `id` now.  id 0: one that no execution covered
 * before. */
uint32_t rdl_pairs_new(struct rdl_pairing *p, uint32_t id);
/* How many members t that contain the location have new(t) > 0.  At most the
 * members with that location, and half a row each; asked again before anything
 * was covered it costs nothing (unordered). */
uint32_t rdl_pairs_partners(struct rdl_pairing *p, uint32_t location);
/* The execution is over: adds its pairs, and returns how many are new.  Before
 * the next begins; a second call adds nothing. */
uint64_t rdl_pairs_end(struct rdl_pairing *p);
/* Has an execution that is over covered {first,second} or <first,second>? */
bool rdl_pairs_covered(const struct rdl_pairing *p, uint32_t first,
                       uint32_t second);

/* --- For who stores them ---------------------------------------------------
 */

/* Members are 1 to this. */
static inline uint32_t rdl_pairs_n(const struct rdl_pairing *p)
{
    return rdl_append_table_n(&p->table->members, p->capacity);
}
/* 0: scribbled over. */
static inline uint32_t rdl_pairs_requirement(const struct rdl_pairing *p,
                                             uint32_t member)
{
    const uint64_t id =
        __atomic_load_n(&p->shared.keys[member], __ATOMIC_RELAXED);

    return id <= p->covering->mirror.capacity ? (uint32_t)id : 0;
}
/* Another number than before: the row has changed. */
static inline uint32_t rdl_pairs_count(const struct rdl_pairing *p,
                                       uint32_t member)
{
    return __atomic_load_n(&p->shared.counts[member], __ATOMIC_ACQUIRE);
}
static inline uint64_t *rdl_pairs_row(const struct rdl_pairing *p,
                                      uint32_t member)
{
    return p->shared.rows + (size_t)(member - 1) * p->row_words;
}
/* Makes a requirement a member; its number, 0: no room. */
uint32_t rdl_pairs_admit(struct rdl_pairing *p, uint32_t id);
/* Adds to the row of a member what an earlier session knew.  Members must have
 * been admitted in the order that they had then; `words` of them are given. */
void rdl_pairs_restore(struct rdl_pairing *p, uint32_t member,
                       const uint64_t *row, size_t words);

#endif
