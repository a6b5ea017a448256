/* shrink.h - a smaller test with the same kind of finding. */
#ifndef RDL_GEN_SEARCH_SHRINK_H
#define RDL_GEN_SEARCH_SHRINK_H

#include "gen/run/oracle.h"
#include "gen/test/result.h"

/* Judges an execution; fills in verdict, kind, function and seen if it is a
 * finding. */
enum rdl_gen_verdict rdl_gen_judge(const struct rdl_gen_oracle *o,
                                   const struct rdl_gen_results *one,
                                   struct rdl_gen_finding *out);
static inline bool rdl_gen_is_finding(enum rdl_gen_verdict v)
{
    return v == RDL_GEN_OUT_OF_ORDER || v == RDL_GEN_NEVER ||
           v == RDL_GEN_UNSAFE;
}

/* Runs the test: first one call after the other, then `n` times with threads at
 * the same time.  True if that shows a finding: then fills in verdict, kind,
 * function, seen, outcomes (owned, with duplicates) and ignored. */
bool rdl_gen_shows(struct rdl_gen_runner *r, const struct rdl_gen_table *table,
                   const struct rdl_gen_test *test, unsigned n,
                   struct rdl_rng *rng, struct rdl_gen_finding *out);

/* Makes f->test and all that belongs to it smaller: fewer threads, calls of
 * suffixes, of the prefix and of the tail, smaller arguments.  An attempt is
 * kept if the finding is of the same kind. */
void rdl_gen_shrink(struct rdl_gen_runner *r, const struct rdl_gen_table *table,
                    struct rdl_rng *rng, struct rdl_gen_finding *f);

#endif
