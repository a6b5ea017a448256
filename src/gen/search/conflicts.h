/* conflicts.h - which functions have something in common, as one thread sees
 * it.
 *
 * Narada (Samak, Ramanathan and Jagannathan, PLDI 2015) and Intruder (Samak and
 * Ramanathan, FSE 2015) run tests of one thread, look at which memory and locks
 * their calls have in common, and make concurrent tests of such calls.  Here
 * two functions are said to conflict if some sequence of calls shows in which
 * order the two were called: what each call returns is known, what it touches
 * is not.
 */
#ifndef RDL_GEN_SEARCH_CONFLICTS_H
#define RDL_GEN_SEARCH_CONFLICTS_H

#include "gen/run/runner.h"
#include "gen/search/make.h"

/* Sets `conflicts` of each pair.  False if nothing can run any more: see the
 * runner. */
bool rdl_gen_find_conflicts(struct rdl_gen_runner *r,
                            const struct rdl_gen_maker *m,
                            struct rdl_gen_pairs *pairs);

#endif
