/* pairs.h - combinatorial coverage: pairs of requirements that one execution
 * covered.
 *
 * Two flavours (thesis 4.2, 5.3.2), named in list.h:
 *   unordered (CUVE)    {r1,r2}, in any order;
 *   ordered (Recurve)   <r1,r2>, r1 completed before r2 was completed once
 *                       more.  Requirements completed by one event have no
 *                       order.
 * A requirement makes no pair with itself.  Thesis 5.3.2 does not exclude
 * <r,r>, and 5.3.4 begins with all pairs of a class; for us what happens twice
 * in one execution is not a pair.
 *
 * A pair is one bit: row[c] are the partners of c, in the ordered flavour its
 * predecessors.  So new(c) is |curr \ row[c]|, n/64 words.  During an execution
 * only struct rdl_covering changes (its order and marks suffice);
 * rdl_pairs_end() adds the resulting pairs.  So events pay nothing for them,
 * and the end pays n/64 words for each covered requirement.
 *
 * A requirement becomes a member, with a number of its own from 1 on, when it
 * is first covered: an append table, under the lock.  Rows need no lock: a bit
 * is only ever set, by one atomic instruction, and the process that really set
 * it counts it.  Requirements for which there is no room take no part; the
 * table's `lost` counts them. */
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
    uint32_t *counts; /* by member: bits in its row; grows with the row */
    uint64_t *rows;   /* one set per member; member m is bit m-1 */
};

/* Private to a process. */
struct rdl_pairing {
    const struct rdl_combinatorial *kind;
    struct rdl_pairs *table;        /* shared; NULL: not wanted */
    struct rdl_pairs_arrays shared; /* arrays of `table` */
    const struct rdl_covering *covering;
    uint32_t capacity, n;  /* members; those known to this process */
    uint32_t row_words;    /* 64-bit words of a row */
    uint32_t epoch, seen;  /* which part of whose order is in `curr` */
    uint32_t *member;      /* by requirement: see pairs.c */
    uint32_t *requirement; /* by member */
    uint32_t *heads;       /* by location: the members that contain it */
    uint32_t (*next)[2];   /* by member */
    /* Two for the sweep in rdl_pairs_end. */
    uint32_t *bucket, *chain;
    /* Sets of members: of this execution; before a moment. */
    uint64_t *curr, *before;
    /* The cached answer of rdl_pairs_partners, by location; valid for one
     * `stamp`. */
    struct rdl_partners {
        uint64_t stamp;
        uint32_t n;
    } * partners;
    uint64_t stamp, stamp_covered;
    /* The members that rdl_pairs_partners_in counts, as of `mask_stamp`; it
     * knows the first mask_n members. */
    uint64_t *mask;
    uint64_t mask_stamp;
    uint32_t mask_n;
};

/* Takes in the members that other processes admitted. */
void rdl_pairs_sync(struct rdl_pairing *p);
/* new(c): the number of pairs that would be covered for the first time if the
 * current execution covered requirement `id` now.  id 0: a requirement that no
 * execution has covered. */
uint32_t rdl_pairs_new(struct rdl_pairing *p, uint32_t id);
/* The number of members t that contain the location and have new(t) > 0.  Costs
 * at most half a row for each member with that location; repeated before
 * anything is covered it costs nothing (unordered). */
uint32_t rdl_pairs_partners(struct rdl_pairing *p, uint32_t location);
/* The same of members t that `in` accepts, and of their pairs with members that
 * it accepts.  Its answers may change only with `stamp`. */
uint32_t rdl_pairs_partners_in(struct rdl_pairing *p, uint32_t location,
                               bool (*in)(const void *data, uint32_t id),
                               const void *data, uint64_t stamp);
/* The execution is over: adds its pairs, and returns how many are new.  Call it
 * before the next begins; a second call adds nothing. */
uint64_t rdl_pairs_end(struct rdl_pairing *p);
/* Has a finished execution covered {first,second} or <first,second>? */
bool rdl_pairs_covered(const struct rdl_pairing *p, uint32_t first,
                       uint32_t second);

/* --- For storing them
 * ------------------------------------------------------- */

/* Members are 1 to this. */
static inline uint32_t rdl_pairs_n(const struct rdl_pairing *p)
{
    return rdl_append_table_n(&p->table->members, p->capacity);
}
/* 0: overwritten by the target. */
static inline uint32_t rdl_pairs_requirement(const struct rdl_pairing *p,
                                             uint32_t member)
{
    const uint64_t id =
        __atomic_load_n(&p->shared.keys[member], __ATOMIC_RELAXED);

    return id <= p->covering->mirror.capacity ? (uint32_t)id : 0;
}
/* If it differs from before, the row has changed. */
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
/* Makes a requirement a member; returns its number, 0: no room. */
uint32_t rdl_pairs_admit(struct rdl_pairing *p, uint32_t id);
/* Adds to a member's row what an earlier session knew.  Members must be
 * admitted in the same order as then; `words` words are given. */
void rdl_pairs_restore(struct rdl_pairing *p, uint32_t member,
                       const uint64_t *row, size_t words);

#endif
