/* make.h - makes tests: calls with arguments, in an order that the contracts of
 * the module allow as far as they are known (table.h, learnt.h). */
#ifndef RDL_GEN_SEARCH_MAKE_H
#define RDL_GEN_SEARCH_MAKE_H

#include "gen/test/learnt.h"
#include "gen/test/pairs.h"
#include "gen/table/table.h"
#include "gen/test/test.h"

struct rdl_gen_maker { /* what tests are made of; borrows all */
    const struct rdl_gen_table *table;
    const struct rdl_gen_learnt *learnt;
    struct rdl_rng *rng;
};

/* A test for this pair with `further` calls in its prefix besides those that
 * make objects, and suffixes of up to `most` calls.  One of the suffixes calls
 * `third` instead of one function of the pair; -1: none does.  False if there
 * is no such test: contracts forbid it, or an object cannot be made. */
bool rdl_gen_make_test(const struct rdl_gen_maker *m,
                       const struct rdl_gen_pair *pair, unsigned n_suffixes,
                       unsigned further, unsigned most, int third,
                       struct rdl_gen_test *out);

/* A sequence in one thread: these functions one after the other, with arguments
 * from `m->rng`.  If `ends`, the objects are ended afterwards. */
bool rdl_gen_make_sequence(const struct rdl_gen_maker *m,
                           const uint16_t *functions, unsigned n, bool ends,
                           struct rdl_gen_test *out);

/* Which functions tests may call in suffixes: writes their numbers, returns how
 * many. */
size_t rdl_gen_usable(const struct rdl_gen_table *t,
                      const struct rdl_gen_learnt *l, uint16_t *out);
/* May f and g be called at the same time? */
bool rdl_gen_together(const struct rdl_gen_maker *m, unsigned f, unsigned g);

#endif
