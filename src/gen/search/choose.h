/* choose.h - the contract of a way to choose the pair of functions that the
 * next tests are for.
 *
 * raddle gen promises: pairs are not barred; their counts are those of all
 * tests made so far.
 * A choice promises: score() depends on its argument alone.
 *
 * The pairs with the lowest score are due.  If `drains`, they are taken one
 * after the other in random order, and scores are looked at again when none is
 * left (as in CovCon); else one of them is drawn each time.
 *
 * To add one: write src/gen/choices/<name>.c, add CHOICE(<name>) to
 * choices/list.h. */
#ifndef RDL_GEN_SEARCH_CHOOSE_H
#define RDL_GEN_SEARCH_CHOOSE_H

#include "gen/test/pairs.h"

struct rdl_gen_choice {
    const char *name;    /* as typed after --choose= */
    const char *summary; /* one line of help */
    bool drains;
    bool conflicts; /* it needs `conflicts` of the pairs */
    uint64_t (*score)(const struct rdl_gen_pair *pair);
};

/* The one of that name, NULL if there is none.  NULL: the default. */
const struct rdl_gen_choice *rdl_gen_choice_find(const char *name);

/* The next pair; NULL if all are barred. */
struct rdl_gen_pair *rdl_gen_choose(const struct rdl_gen_choice *choice,
                                    struct rdl_gen_pairs *pairs,
                                    struct rdl_rng *rng);

#endif
