/* least_tried.c - the pair for which the fewest tests were made. */
#include "gen/search/choose.h"

static uint64_t least_tried_score(const struct rdl_gen_pair *pair)
{
    return pair->tried;
}

const struct rdl_gen_choice rdl_gen_choice_least_tried = {
    .name = "least-tried",
    .summary = "the pair of functions with the fewest tests",
    .drains = true,
    .score = least_tried_score,
};
