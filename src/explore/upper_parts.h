/* upper_parts.h - what the files of the upper tree share. */
#ifndef RDL_EXPLORE_UPPER_PARTS_H
#define RDL_EXPLORE_UPPER_PARTS_H

#include "explore/upper.h"

static inline struct rdl_node *rdl_upper_node(const struct rdl_upper *u,
                                              uint32_t i)
{
    return &u->tree.node[i];
}

/* The last child of `parent`.  RDL_TREE_NONE: the memory is used up. */
uint32_t rdl_upper_new(struct rdl_upper *u, uint32_t parent,
                       const struct rdl_step *step);
/* The tree has one part: everything. */
void rdl_upper_plant(struct rdl_upper *u);
/* The nodes from the root to the part: u->way[0..depth]. */
bool rdl_upper_way(struct rdl_upper *u, uint32_t part, uint32_t *depth);
/* The first child that is not done, or RDL_TREE_NONE. */
uint32_t rdl_upper_first_open(const struct rdl_upper *u, uint32_t node);

#endif
