/* recurve.c - Recurve: regression testing by what a change made possible
 * (thesis, chapter 5; Algorithms 4 to 6).  raddle regress compares two builds
 * and puts requirements into classes: A is new, B was covered before, C was
 * covered before and is not expected now (coverage/tables/classes.h).  Recurve
 * aims at A, then at B, then at C, first at single requirements (STP) and then
 * at ordered pairs of them (CTP).  The rules are those of cuve_rules.c, where
 *   - in STP a target counts as uncovered in Rules 1 and 2, and Rule 3 counts
 *     the targets with the operation's location (Algorithm 5);
 *   - in CTP Rules 1 and 2 count new pairs, targets or not, and Rule 3 counts
 *     the covered targets that would make a new pair of targets (Algorithm 6).
 * Class and phase are the campaign's, not a worker's.
 *
 * The thesis leaves open, and we decide:
 *   - a covered target is a target no more (Algorithm 4), but each class begins
 *     with all of its members, covered or not: so footnote 9 (targets may be
 *     covered again) holds for what an earlier class covered;
 *   - STP becomes CTP as in CUVE, after ten executions in a row without a new
 *     singular requirement; each class begins with STP;
 *   - the target pairs of a class are the pairs of its members that are not
 *     covered (thesis: A x A in class A, nothing about B and C);
 *   - the 1 % that ends a class is of pairs, in CTP: of singular ones it would
 *     end every class before its CTP;
 *   - an empty class is left out; after C all classes are targets at once, in
 *     CTP, for good;
 *   - before the classes are known, and in raddle test, nothing is a target:
 *     then this is CUVE with the metric adjacent;
 *   - what other strategies cover meanwhile (auto) is covered, but ends neither
 *     phase nor class. */
#include "strategy/lib/recurve_rules.h"

const struct rdl_strategy rdl_strategy_recurve = {
    .name = "recurve",
    .summary = "aims at what a change made possible (raddle regress)",
    .metrics = "adjacent",
    .pairs = "cc-ordered",
    .at = RDL_AIMS_IN_TURN,
    .memory_size = sizeof(struct rdl_cuve),
    .begin = rdl_recurve_begin,
    .pick = rdl_recurve_pick,
    .end = rdl_recurve_end,
    .rules = rdl_guided_rules,
    .decided = rdl_guided_decided,
};
