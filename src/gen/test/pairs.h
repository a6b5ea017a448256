/* pairs.h - pairs of functions that may run at the same time, and how often
 * each was tried and covered (CovCon: Choudhary, Lu and Pradel, ICSE 2017).
 *
 * A pair is unordered, and a function forms a pair with itself.  R, `tried`:
 * tests that were made for it.  C, `covered`: how often one of the two was
 * entered while another thread was inside the other (Algorithm 1).
 *
 * Unlike the paper a function counts as entered at its first effect: in C the
 * lock is taken inside the function, so at its first instruction every pair
 * would be covered.  And C grows in the first execution of a test only, because
 * raddle runs each test many times. */
#ifndef RDL_GEN_TEST_PAIRS_H
#define RDL_GEN_TEST_PAIRS_H

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_gen_pair {
    uint16_t f, g;  /* f <= g */
    bool barred;    /* its functions must not run at the same time */
    bool conflicts; /* the order of its calls shows in one thread */
    uint32_t tried, covered;
    uint32_t tests, found; /* tests that were run; with a finding */
};

struct rdl_gen_pairs {
    size_t n;
    struct rdl_gen_pair *all; /* owned */
    /* Pairs of the lowest score that are still to be taken: indices. */
    uint32_t *due;
    size_t n_due;
};

/* All pairs of these functions. */
void rdl_gen_pairs_make(struct rdl_gen_pairs *p, const uint16_t *functions,
                        size_t n);
void rdl_gen_pairs_free(struct rdl_gen_pairs *p);
/* NULL if there is no such pair. */
struct rdl_gen_pair *rdl_gen_pairs_find(const struct rdl_gen_pairs *p,
                                        unsigned f, unsigned g);

/* One entry of a trace: a thread enters a function, or returns from the one
 * that it entered last. */
struct rdl_gen_mark {
    uint8_t thread;
    bool enters;
    uint16_t function;
};
/* For people: was it covered in the first execution of a test, or has it failed
 * (in whichever execution)? */
bool rdl_gen_pair_seen(const struct rdl_gen_pair *p);
/* Algorithm 1 of the paper: for each function that is entered, one more for the
 * pairs with all functions that other threads are inside. */
void rdl_gen_pairs_cover(struct rdl_gen_pairs *p,
                         const struct rdl_gen_mark *trace, size_t n);

#endif
