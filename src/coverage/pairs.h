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
 * execution only the requirements' table changes (its order and marks say it
 * all); rdl_pairs_end() adds the pairs that follow.  So events pay nothing
 * for them, and the end n/64 words for each requirement covered.
 *
 * Position-independent like the table, one writer; more requirements than it
 * has room for take no part and are counted in `lost`. */
#ifndef RDL_COVERAGE_PAIRS_H
#define RDL_COVERAGE_PAIRS_H

#include "coverage/coverage.h"

struct rdl_pairs {
    uint64_t magic;
    uint32_t metrics; /* whose requirements are paired */
    uint32_t ordered;
    uint32_t capacity;     /* requirements */
    uint32_t requirements; /* capacity of their table */
    uint32_t n;            /* members so far, numbered from 0 */
    uint32_t seen;         /* how much of the table's order is in `curr` */
    uint64_t begun;        /* the table's, as `curr` was begun */
    uint64_t covered;      /* pairs; each ordered one counts */
    uint64_t lost;
    /* Offsets from here.  uint32_t: member + 1 of each requirement;
     * requirement of each member; two for the sweep of rdl_pairs_end. */
    uint64_t member, requirement, bucket, chain;
    /* Sets of members: those of this execution; those before a moment. */
    uint64_t curr, before;
    uint64_t rows; /* one set a member */
};

/* `memory`: zeroed, aligned to 8.  `requirements`: capacity of their table.
 * The matrix is capacity^2 bits, but only touched as far as there are members:
 * let the memory be sparse. */
size_t rdl_pairs_size(uint32_t capacity, uint32_t requirements);
struct rdl_pairs *rdl_pairs_init(void *memory,
                                 const struct rdl_combinatorial *kind,
                                 uint32_t capacity, uint32_t requirements);
bool rdl_pairs_sound(const struct rdl_pairs *p, size_t size);

/* new(c): how many pairs would be covered for the first time if the current
 * execution covered requirement `id` now.  id 0: one that no execution covered
 * before. */
uint32_t rdl_pairs_new(struct rdl_pairs *p, const struct rdl_requirements *t,
                       uint32_t id);
/* The execution is over: adds its pairs, and returns how many are new.  Before
 * rdl_coverage_begin() of the next; a second call adds nothing. */
uint64_t rdl_pairs_end(struct rdl_pairs *p, const struct rdl_requirements *t);
/* Has an execution that is over covered {first,second} or <first,second>? */
bool rdl_pairs_covered(const struct rdl_pairs *p, uint32_t first,
                       uint32_t second);

#endif
