/* variants.h - what the races of an execution lead to: the branches that
 * rdl_explore_end() put beside its steps.  In reachability testing these are
 * the race variants of the execution (Hwang, Tai, Huang 1995). */
#ifndef RDL_EXPLORE_VARIANTS_H
#define RDL_EXPLORE_VARIANTS_H

#include "explore/explore.h"

struct rdl_variant_sink {
    void *data;
    /* After the first `depth` steps of the execution come these instead.
     * False: no more of them. */
    bool (*take)(void *data, uint32_t depth, const struct rdl_step *const *v,
                 size_t n);
};

/* Call it after the rdl_explore_end() of the first execution. */
void rdl_explore_variants(struct rdl_explore *x,
                          const struct rdl_variant_sink *sink);

#endif
