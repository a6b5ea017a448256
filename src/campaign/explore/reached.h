/* reached.h - what the explorer `reach` has come to. */
#ifndef RDL_CAMPAIGN_EXPLORE_REACHED_H
#define RDL_CAMPAIGN_EXPLORE_REACHED_H

#include "campaign/explore/explorer.h"

struct rdl_reach;

/* NULL: the campaign has another explorer. */
const struct rdl_reach *rdl_explorer_reach_of(const struct rdl_exploration *e);

#endif
