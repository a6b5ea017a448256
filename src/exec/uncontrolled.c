/* uncontrolled.c - see uncontrolled.h. */
#include "exec/uncontrolled.h"

#include "strategy/strategy.h"

bool rdl_uncontrolled(const struct rdl_config *config)
{
    const struct rdl_strategy *s = rdl_strategy_find(config->strategy);

    return s != NULL && s->noise != NULL;
}
