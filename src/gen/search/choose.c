/* choose.c - see choose.h. */
#include "gen/search/choose.h"

#include <string.h>

#define CHOICE(id) extern const struct rdl_gen_choice rdl_gen_choice_##id;
#include "gen/search/choices/list.h"
#undef CHOICE

static const struct rdl_gen_choice *const choices[] = {
#define CHOICE(id) &rdl_gen_choice_##id,
#include "gen/search/choices/list.h"
#undef CHOICE
};
#define N_CHOICES (sizeof(choices) / sizeof(choices[0]))

const struct rdl_gen_choice *rdl_gen_choice_find(const char *name)
{
    if (name == NULL)
        return choices[0];
    for (size_t i = 0; i < N_CHOICES; i++) {
        if (strcmp(choices[i]->name, name) == 0)
            return choices[i];
    }
    return NULL;
}

static void choose_lowest(const struct rdl_gen_choice *choice,
                          struct rdl_gen_pairs *p)
{
    uint64_t lowest = UINT64_MAX;

    p->n_due = 0;
    for (size_t i = 0; i < p->n; i++) {
        const uint64_t score = choice->score(&p->all[i]);

        if (p->all[i].barred || score > lowest)
            continue;
        if (score < lowest)
            p->n_due = 0;
        lowest = score;
        p->due[p->n_due++] = (uint32_t)i;
    }
}

struct rdl_gen_pair *rdl_gen_choose(const struct rdl_gen_choice *choice,
                                    struct rdl_gen_pairs *p,
                                    struct rdl_rng *rng)
{
    size_t at;
    uint32_t taken;

    if (p->n_due == 0 || !choice->drains)
        choose_lowest(choice, p);
    if (p->n_due == 0)
        return NULL;
    at = rdl_rng_below(rng, p->n_due);
    taken = p->due[at];
    p->due[at] = p->due[--p->n_due];
    return &p->all[taken];
}
