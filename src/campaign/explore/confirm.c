/* confirm.c - the explorer of --confirm: aims at what an earlier campaign
 * predicted, and ends when each prediction is settled: it is harmful, or it has
 * had all its attempts.  The strategies that confirm (strategy/lib/directed.h)
 * take turns, those with nothing to aim at left out. */
#include "campaign/explore/explorer.h"

#include "base/text.h"

#include <string.h>

struct confirm {
    const struct rdl_predictions *predictions;
    bool over;
};

static bool confirm_takes(const struct rdl_explorer_setup *setup)
{
    return setup->confirm != NULL;
}

static bool confirm_open(void *state, const struct rdl_explorer_setup *setup,
                         struct rdl_error *error)
{
    struct confirm *c = state;

    (void)error;
    c->predictions = setup->confirm;
    return true;
}

static void confirm_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    (void)state;
    (void)metrics;
    (void)pairs;
}

static void confirm_next(void *state, struct rdl_request *request)
{
    struct rdl_config *config = request->config;
    unsigned kind = 0;

    (void)state;
    config->n_plan = 0;
    for (size_t slot = 0; slot < RDL_PLAN && request->aims != 0; slot++) {
        while ((request->aims >> kind % RDL_N_AIM_KINDS & 1) == 0)
            kind++;
        config->plan[slot] = (uint8_t)rdl_strategy_index(
            rdl_strategy_confirming(kind++ % RDL_N_AIM_KINDS));
        config->n_plan = RDL_PLAN;
    }
    if (config->n_plan == 0) /* another worker has just settled the last */
        rdl_text_copy(config->strategy, "random", sizeof(config->strategy));
}

static void confirm_learn(void *state, const struct rdl_learned *learned)
{
    struct confirm *c = state;
    bool open = false;

    (void)learned;
    for (size_t i = 0; i < c->predictions->n; i++)
        open |= rdl_prediction_open(&c->predictions->all[i]);
    c->over |= !open;
}

static enum rdl_explored confirm_done(const void *state)
{
    const struct confirm *c = state;

    return c->over ? RDL_EXPLORED_BUDGET : RDL_EXPLORED_MORE;
}

static void confirm_close(void *state)
{
    (void)state;
}

const struct rdl_explorer rdl_explorer_confirm = {
    .name = "confirm",
    .state_size = sizeof(struct confirm),
    .foresees = true,
    .takes = confirm_takes,
    .open = confirm_open,
    .needs = confirm_needs,
    .next = confirm_next,
    .learn = confirm_learn,
    .done = confirm_done,
    .close = confirm_close,
};
