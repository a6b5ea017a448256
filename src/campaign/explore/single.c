/* single.c - the explorer of one strategy, which decides every execution. */
#include "campaign/explore/explorer.h"

#include "base/text.h"

struct single {
    const struct rdl_strategy *strategy;
};

static bool single_takes(const struct rdl_explorer_setup *setup)
{
    (void)setup;
    return true;
}

static bool single_open(void *state, const struct rdl_explorer_setup *setup,
                        struct rdl_error *error)
{
    struct single *s = state;

    (void)error;
    s->strategy = rdl_strategy_find(setup->strategy);
    return true;
}

static void single_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    const struct single *s = state;

    rdl_explorer_need(s->strategy, metrics, pairs);
}

static void single_next(void *state, struct rdl_request *request)
{
    const struct single *s = state;

    rdl_text_copy(request->config->strategy, s->strategy->name,
                  sizeof(request->config->strategy));
    request->config->n_plan = 0;
}

static void single_learn(void *state, const struct rdl_learned *learned)
{
    (void)state;
    (void)learned;
}

static enum rdl_explored single_done(const void *state)
{
    (void)state;
    return RDL_EXPLORED_MORE;
}

static void single_close(void *state)
{
    (void)state;
}

const struct rdl_explorer rdl_explorer_single = {
    .name = "single",
    .state_size = sizeof(struct single),
    .takes = single_takes,
    .open = single_open,
    .needs = single_needs,
    .next = single_next,
    .learn = single_learn,
    .done = single_done,
    .close = single_close,
};
