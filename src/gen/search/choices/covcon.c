/* covcon.c - the score of CovCon (Choudhary, Lu and Pradel, ICSE 2017,
 * Definition 2): pairs that were not tried come first; after that those whose
 * covered count is near their tried count, and the less tried of them. */
#include "gen/search/choose.h"

static uint64_t covcon_score(const struct rdl_gen_pair *pair)
{
    const uint64_t r = pair->tried, c = pair->covered;
    const uint64_t apart = r > c ? r - c : c - r;

    return r == 0 ? 0 : (apart > 1 ? apart : 1) * r;
}

const struct rdl_gen_choice rdl_gen_choice_covcon = {
    .name = "covcon",
    .summary = "by tried and covered counts, as CovCon does",
    .drains = true,
    .score = covcon_score,
};
