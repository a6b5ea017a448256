/* random.c - any pair, as ConTeGe does (Pradel and Gross, PLDI 2012). */
#include "gen/search/choose.h"

static uint64_t random_score(const struct rdl_gen_pair *pair)
{
    (void)pair;
    return 0;
}

const struct rdl_gen_choice rdl_gen_choice_random = {
    .name = "random",
    .summary = "any pair of functions",
    .score = random_score,
};
