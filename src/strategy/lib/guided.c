/* guided.c - how often each rule decided: see guided.h. */
#include "strategy/lib/guided.h"

const char *const rdl_guided_rules[RDL_N_RULES + 1] = {
    [RDL_RULE_1] = "rule-1",
    [RDL_RULE_2] = "rule-2",
    [RDL_RULE_3] = "rule-3",
    [RDL_RULE_WAITING] = "waiting",
    [RDL_RULE_UNCONTROLLED] = "uncontrolled",
    [RDL_RULE_NONE] = "none",
};

const uint64_t *rdl_guided_decided(const void *memory)
{
    return memory;
}
