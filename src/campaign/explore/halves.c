/* halves.c - strategy `auto` of raddle regress: every other execution is one of
 * recurve, the others are those of the portfolio.  A regression need not be in
 * what the change made possible.
 *
 * The first executions are the portfolio's alone: raddle estimates from them
 * what is possible, and compares that with the estimate of another build. */
#include "campaign/explore/portfolio.h"

#include <string.h>

#define NAME "recurve"

static bool halves_takes(const struct rdl_explorer_setup *setup)
{
    return setup->changed && strcmp(setup->strategy, RDL_AUTO) == 0;
}

static bool halves_open(void *state, const struct rdl_explorer_setup *setup,
                        struct rdl_error *error)
{
    (void)setup, (void)error;
    rdl_portfolio_make(state);
    return true;
}

static uint8_t halves_number(void)
{
    return (uint8_t)rdl_strategy_index(rdl_strategy_find(NAME));
}

static void halves_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    rdl_portfolio_needs(state, metrics, pairs);
    rdl_explorer_need(rdl_strategy_find(NAME), metrics, pairs);
}

/* A plan for slots by number: odd ones are recurve's. */
static void halves_next(void *state, struct rdl_request *request)
{
    struct rdl_config *config = request->config;

    rdl_portfolio_plan(state, config);
    if (request->first < RDL_EXPLORER_ALIKE) {
        if (request->n > RDL_EXPLORER_ALIKE - request->first)
            request->n = RDL_EXPLORER_ALIKE - request->first;
        return;
    }
    for (size_t slot = 1; slot < config->n_plan; slot += 2)
        config->plan[slot] = halves_number();
}

static void halves_learn(void *state, const struct rdl_learned *learned)
{
    rdl_portfolio_credit(state, learned);
}

static enum rdl_explored halves_done(const void *state)
{
    (void)state;
    return RDL_EXPLORED_MORE;
}

static void halves_close(void *state)
{
    (void)state;
}

const struct rdl_explorer rdl_explorer_halves = {
    .name = "halves",
    .state_size = sizeof(struct rdl_portfolio),
    .takes = halves_takes,
    .open = halves_open,
    .needs = halves_needs,
    .next = halves_next,
    .learn = halves_learn,
    .done = halves_done,
    .close = halves_close,
};
