/* conflicts.c - of the pairs for which the fewest tests were made, those first
 * whose calls have something in common in one thread (conflicts.h).  The others
 * get one test in eight: not all that two calls have in common shows in what
 * they return. */
#include "gen/search/choose.h"

static uint64_t conflicts_score(const struct rdl_gen_pair *pair)
{
    return pair->conflicts ? pair->tried : 8 * (uint64_t)pair->tried + 8;
}

const struct rdl_gen_choice rdl_gen_choice_conflicts = {
    .name = "conflicts",
    .summary = "the fewest tests among pairs that conflict in one thread",
    .drains = true,
    .conflicts = true,
    .score = conflicts_score,
};
