/* linearisable.h - is what an execution returned possible if each call took
 * effect at one moment between its beginning and its return?  (Herlihy and
 * Wing, TOPLAS 1990.)
 *
 * The object has no model: what calls return one after the other is known from
 * executions of the test itself (oracle.h), one for each order. */
#ifndef RDL_GEN_TEST_LINEARISABLE_H
#define RDL_GEN_TEST_LINEARISABLE_H

#include "gen/test/test.h"

enum rdl_gen_verdict {
    RDL_GEN_FINE,          /* some order gives it, and respects real time */
    RDL_GEN_OUT_OF_ORDER,  /* not linearisable, but sequentially consistent:
                              every order that gives it lets a call take effect
                              after one that began when it had returned */
    RDL_GEN_NEVER,         /* not even sequentially consistent: no order at all
                              gives it */
    RDL_GEN_UNSAFE,        /* it failed or is stuck, and no order is */
    RDL_GEN_UNDECIDED,     /* no order that was run gives it; not all were */
    RDL_GEN_SHOWS_NOTHING, /* it was cut */
    RDL_GEN_RACES,         /* of a finding: nothing orders two accesses of its
                              calls, whatever they return.  A warning */
    RDL_GEN_N_VERDICTS
};

/* Which results take part in a comparison: bit i of `ignored` means that call i
 * does not.  (Calls of functions that the spec calls weak.) */
enum rdl_gen_verdict
rdl_gen_linearisable(const struct rdl_gen_results *execution,
                     const struct rdl_gen_outcomes *outcomes, uint64_t ignored);

/* Did the calls of both return the same, and the same calls? */
bool rdl_gen_same_results(const struct rdl_gen_results *a,
                          const struct rdl_gen_results *b, uint64_t ignored);

#endif
