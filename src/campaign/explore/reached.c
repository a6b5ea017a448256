/* reached.c - the explorer of every interleaving.  The strategy `reach` decides
 * each execution, in the target; its memory says how far it has come. */
#include "campaign/explore/reached.h"

#include "base/text.h"
#include "explore/reach.h"

#include <string.h>

#define NAME "reach"

struct reach {
    struct rdl_reach result;
};

static bool reached_takes(const struct rdl_explorer_setup *setup)
{
    return strcmp(setup->strategy, NAME) == 0;
}

static bool reached_open(void *state, const struct rdl_explorer_setup *setup,
                         struct rdl_error *error)
{
    (void)state, (void)setup, (void)error;
    return true;
}

static void reached_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    (void)state, (void)metrics, (void)pairs;
}

static void reached_next(void *state, struct rdl_request *request)
{
    (void)state;
    rdl_text_copy(request->config->strategy, NAME,
                  sizeof(request->config->strategy));
    request->config->n_plan = 0;
}

static void reached_learn(void *state, const struct rdl_learned *learned)
{
    struct reach *r = state;
    const size_t index = rdl_strategy_index(rdl_strategy_find(NAME));
    struct rdl_shared *shared = (struct rdl_shared *)learned->shared;

    if (shared == NULL || shared->regions[RDL_STRATEGY_BYTES].capacity == 0)
        return;
    memcpy(&r->result,
           (const char *)rdl_shared_data(shared, RDL_STRATEGY_BYTES) +
               index * RDL_STRATEGY_MEMORY,
           sizeof(r->result));
}

static enum rdl_explored reached_done(const void *state)
{
    const struct reach *r = state;

    return r->result.open && r->result.done ? RDL_EXPLORED_EXHAUSTED
                                            : RDL_EXPLORED_MORE;
}

static void reached_close(void *state)
{
    (void)state;
}

const struct rdl_explorer rdl_explorer_reached = {
    .name = "reached",
    .state_size = sizeof(struct reach),
    .takes = reached_takes,
    .open = reached_open,
    .needs = reached_needs,
    .next = reached_next,
    .learn = reached_learn,
    .done = reached_done,
    .close = reached_close,
};

const struct rdl_reach *rdl_explorer_reach_of(const struct rdl_exploration *e)
{
    const struct reach *r = e->state;

    return e->explorer == &rdl_explorer_reached ? &r->result : NULL;
}
