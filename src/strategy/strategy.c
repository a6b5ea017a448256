/* strategy.c - the table made from list.h, and the choices that most strategies
 * share. */
#include "strategy/strategy.h"

#include <string.h>

#define STRATEGY(id) extern const struct rdl_strategy rdl_strategy_##id;
#include "strategy/list.h"
#undef STRATEGY

static const struct rdl_strategy *const strategies[] = {
#define STRATEGY(id) &rdl_strategy_##id,
#include "strategy/list.h"
#undef STRATEGY
};

const struct rdl_strategy *rdl_strategy_at(size_t i)
{
    return i < RDL_N_STRATEGIES ? strategies[i] : NULL;
}

const struct rdl_strategy *rdl_strategy_confirming(unsigned kind)
{
    size_t i = 0;

    while (i < RDL_N_STRATEGIES && (strategies[i]->confirms >> kind & 1) == 0)
        i++;
    return rdl_strategy_at(i);
}

size_t rdl_strategy_index(const struct rdl_strategy *strategy)
{
    size_t i = 0;

    while (strategies[i] != strategy)
        i++;
    return i;
}

size_t rdl_strategy_memory_at(const struct rdl_strategy *strategy)
{
    size_t at = 0;

    for (size_t i = 0; i < RDL_N_STRATEGIES && strategies[i] != strategy; i++)
        at += (strategies[i]->memory_size + 4095) & ~(size_t)4095;
    return at;
}

const struct rdl_strategy *rdl_strategy_find(const char *name)
{
    for (size_t i = 0; i < RDL_N_STRATEGIES; i++) {
        const struct rdl_strategy *s = strategies[i];

        if (strcmp(s->name, name) == 0 ||
            (s->alias != NULL && strcmp(s->alias, name) == 0))
            return s;
    }
    return NULL;
}

/* An unusual outcome has a probability of 1 in ONE_IN.  That is high enough to
 * catch a program that ignores it within a hundred executions, and low enough
 * that a loop around a weak operation still makes progress. */
#define ONE_IN 16
/* A yield is a hint: going on at once is nothing unusual.  But a thread that
 * yields until another has done something should let it. */
#define GOES_ON_ONE_IN 4

unsigned rdl_strategy_choose(void *state, struct rdl_rng *rng,
                             enum rdl_choice_kind kind, unsigned n)
{
    (void)state;
    if (kind == RDL_CHOOSE_WAITER)
        return (unsigned)rdl_rng_below(rng, n);
    return rdl_rng_below(rng, kind == RDL_CHOOSE_YIELD ? GOES_ON_ONE_IN
                                                       : ONE_IN) == 0;
}
