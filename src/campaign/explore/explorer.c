/* explorer.c - see explorer.h. */
#include "campaign/explore/explorer.h"

#include "base/text.h"
#include "coverage/coverage.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

#define EXPLORER(id) extern const struct rdl_explorer rdl_explorer_##id;
#include "campaign/explore/list.h"
#undef EXPLORER

#define EXPLORER(id) &rdl_explorer_##id,
static const struct rdl_explorer *const explorers[] = {
#include "campaign/explore/list.h"
};
#undef EXPLORER

#define N_EXPLORERS (sizeof(explorers) / sizeof(explorers[0]))

const struct rdl_explorer *rdl_explorer_at(size_t i)
{
    return i < N_EXPLORERS ? explorers[i] : NULL;
}

const struct rdl_explorer *
rdl_explorer_for(const struct rdl_explorer_setup *setup)
{
    size_t i = 0;

    while (i + 1 < N_EXPLORERS && !explorers[i]->takes(setup))
        i++;
    return explorers[i];
}

bool rdl_exploration_open(struct rdl_exploration *e,
                          const struct rdl_explorer *explorer,
                          const struct rdl_explorer_setup *setup,
                          struct rdl_error *error)
{
    *e = (struct rdl_exploration){
        .explorer = explorer,
        .state = rdl_alloc(explorer->state_size),
    };
    if (explorer->open(e->state, setup, error))
        return true;
    free(e->state);
    e->state = NULL;
    return false;
}

void rdl_exploration_close(struct rdl_exploration *e)
{
    if (e->state == NULL)
        return;
    e->explorer->close(e->state);
    free(e->state);
    e->state = NULL;
}

void rdl_exploration_follow(const struct rdl_request *request,
                            struct rdl_shared *shared)
{
    request->config->batch = request->n;
    request->config->n_plan = 0;
    request->config->flags |= RDL_CFG_DECIDE_ALL;
    rdl_text_copy(request->config->strategy,
                  rdl_strategy_at(RDL_STRATEGY_ID_script)->name,
                  sizeof(request->config->strategy));
    rdl_plan_give(request->prefix, shared);
}

bool rdl_exploration_next(struct rdl_exploration *e,
                          struct rdl_request *request,
                          struct rdl_shared *shared)
{
    e->explorer->next(e->state, request);
    request->config->batch = request->n;
    if (request->n == 0)
        return false;
    if (request->prefix != NULL) {
        /* The recorded schedule says when time passes. */
        request->config->flags &= ~(uint32_t)RDL_CFG_PATIENT;
        rdl_exploration_follow(request, shared);
    }
    return true;
}

const struct rdl_reach *rdl_explorer_reach_of(const struct rdl_exploration *e)
{
    return e->explorer != NULL && e->explorer->reach != NULL
               ? e->explorer->reach(e->state)
               : NULL;
}

void rdl_explorer_need(const struct rdl_strategy *s, uint32_t *metrics,
                       uint32_t *pairs)
{
    const struct rdl_combinatorial *each;

    if (s->metrics != NULL)
        *metrics |= rdl_metrics_named(s->metrics);
    for (size_t i = 0; s->pairs != NULL && i < RDL_N_COMBINATORIAL; i++) {
        each = rdl_combinatorial_at(i);
        if (strcmp(each->name, s->pairs) != 0)
            continue;
        *pairs |= UINT32_C(1) << i;
        *metrics |= each->metrics;
    }
}

const struct rdl_strategy *
rdl_explorer_strategy(const struct rdl_config *config)
{
    return config->n_plan > 0
               ? rdl_strategy_at(
                     config->plan[config->execution % config->n_plan])
               : rdl_strategy_find(config->strategy);
}

void rdl_explorer_one(struct rdl_config *config)
{
    rdl_text_copy(config->strategy, rdl_explorer_strategy(config)->name,
                  sizeof(config->strategy));
    config->n_plan = 0;
}
