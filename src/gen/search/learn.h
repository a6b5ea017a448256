/* learn.h - runs sequences of calls in one thread and keeps what they show
 * about the functions (learnt.h): feedback-directed random testing, as Randoop
 * does it (Pacheco et al., ICSE 2007), where an execution begins anew for each
 * sequence. */
#ifndef RDL_GEN_SEARCH_LEARN_H
#define RDL_GEN_SEARCH_LEARN_H

#include "gen/search/make.h"
#include "gen/run/runner.h"

/* False: nothing can run (runner.interrupted, runner.error), or no object can
 * be made (runner.error). */
bool rdl_gen_learn(struct rdl_gen_runner *r, const struct rdl_gen_table *table,
                   struct rdl_gen_learnt *learnt, struct rdl_rng *rng);

/* Counts an execution whose time was over against the function that it was in.
 * A function with two of them is left out: each costs seconds. */
void rdl_gen_learn_late(struct rdl_gen_learnt *l, const struct rdl_gen_test *t,
                        const struct rdl_gen_results *r);

#endif
