/* knowledge.h - what an exploration has learnt about memory: which is shared.
 * A process that goes on with it must know the same, or its steps would not be
 * those of the one before. */
#ifndef RDL_RUNTIME_EXPLORE_KNOWLEDGE_H
#define RDL_RUNTIME_EXPLORE_KNOWLEDGE_H

#include "explore/reach.h"

/* An execution begins: this process learns what the exploration knows. */
void rdl_knowledge_begin(const struct rdl_reach *reach);
/* This process has learnt something. */
void rdl_knowledge_learnt(struct rdl_reach *reach);

#endif
