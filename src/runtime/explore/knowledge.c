/* knowledge.c - see knowledge.h.  Addresses are the same in every process of
 * the program: raddle switches their randomisation off. */
#include "runtime/explore/knowledge.h"

#include "runtime/core/persistent.h"
#include "runtime/observe/sharing.h"

/* How many of them this process knows, and of which list. */
static uint32_t known, knowledge;
RDL_PERSISTENT(known);
RDL_PERSISTENT(knowledge);

void rdl_knowledge_begin(const struct rdl_reach *reach)
{
    if (!rdl_sharing.notes)
        return;
    if (knowledge != reach->knowledge)
        known = 0;
    knowledge = reach->knowledge;
    for (; known < reach->n_known && known < RDL_REACH_KNOWN; known++)
        rdl_sharing_know(reach->known[known]);
}

void rdl_knowledge_learnt(struct rdl_reach *reach)
{
    const size_t n = rdl_sharing_known(reach->known, RDL_REACH_KNOWN);

    reach->knows_all = n <= RDL_REACH_KNOWN;
    reach->n_known = (uint32_t)(n < RDL_REACH_KNOWN ? n : RDL_REACH_KNOWN);
    known = reach->n_known;
}
