/* prediction.c - see prediction.h. */
#include "predict/prediction.h"

#include "base/hash.h"

#include <string.h>

/* Attempts at one prediction.  Joshi et al. needed 1 to 10 executions for a
 * deadlock that they could reach; a random walk among threads that were not
 * paused may need more where a thread must get past others first.  Races and
 * atomicity violations that 50 attempts do not reach mostly have a
 * synchronisation that raddle did not count. */
static const uint64_t attempts[RDL_N_AIM_KINDS] = {
    [RDL_AIM_DEADLOCK] = 200,
    [RDL_AIM_RACE] = 50,
    [RDL_AIM_ATOMICITY] = 50,
};

static const char *const kinds[RDL_N_AIM_KINDS] = {
    [RDL_AIM_DEADLOCK] = "deadlock",
    [RDL_AIM_RACE] = "race",
    [RDL_AIM_ATOMICITY] = "atomicity",
};

enum rdl_confirmed rdl_prediction_verdict(const struct rdl_prediction *p)
{
    return p->failed > 0    ? RDL_CONFIRMED_HARMFUL
           : p->reached > 0 ? RDL_CONFIRMED_HARMLESS
           : p->tries > 0   ? RDL_CONFIRMED_NOT_REACHED
                            : RDL_CONFIRMED_OPEN;
}

const char *rdl_confirmed_name(enum rdl_confirmed verdict)
{
    static const char *const names[] = {
        [RDL_CONFIRMED_OPEN] = "not-tried",
        [RDL_CONFIRMED_HARMFUL] = "harmful",
        [RDL_CONFIRMED_HARMLESS] = "harmless-so-far",
        [RDL_CONFIRMED_NOT_REACHED] = "not-reproduced",
    };

    return names[verdict];
}

const char *rdl_aim_kind_name(enum rdl_aim_kind kind)
{
    return kinds[kind];
}

int rdl_aim_kind_find(const char *name)
{
    for (int i = 0; i < RDL_N_AIM_KINDS; i++) {
        if (strcmp(kinds[i], name) == 0)
            return i;
    }
    return -1;
}

bool rdl_prediction_open(const struct rdl_prediction *p)
{
    return p->failed == 0 && p->tries < attempts[p->kind];
}

uint64_t rdl_place_id(uint64_t module, uint64_t offset)
{
    return rdl_mix(rdl_mix(0, module), offset);
}
