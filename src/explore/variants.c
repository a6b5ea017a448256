/* variants.c - see variants.h. */
#include "explore/variants.h"

#include "explore/parts.h"

/* The next node of the branch below `top` in depth-first order, after all below
 * the latest of `nodes` was seen; the length of the way to it. */
static size_t variants_next(const struct rdl_explore *x, uint32_t *nodes,
                            size_t n)
{
    while (n > 1) {
        const uint32_t sibling = x->tree.node[nodes[n - 1]].sibling;

        if (sibling != RDL_TREE_NONE) {
            nodes[n - 1] = sibling;
            return n;
        }
        n--;
    }
    return 0;
}

/* Every way from `top` to a leaf.  `nodes` and `v` have room for the longest
 * execution. */
static bool variants_below(struct rdl_explore *x, uint32_t depth, uint32_t top,
                           uint32_t *nodes, const struct rdl_variant_sink *sink)
{
    size_t n = 1;

    nodes[0] = top;
    while (n > 0) {
        const struct rdl_node *node = &x->tree.node[nodes[n - 1]];

        x->v[n - 1] = &node->step;
        if (node->child != RDL_TREE_NONE) {
            nodes[n++] = node->child;
            continue;
        }
        if (!sink->take(sink->data, depth, x->v, n))
            return false;
        n = variants_next(x, nodes, n);
    }
    return true;
}

void rdl_explore_variants(struct rdl_explore *x,
                          const struct rdl_variant_sink *sink)
{
    /* The sleep sets of the frames behind are not in use any more. */
    uint32_t *nodes = x->sleep + x->frame[x->kept].sleep + x->frame[x->kept].n;

    if (x->trouble != RDL_EXPLORE_FINE ||
        nodes + x->size > x->sleep + x->sleep_size)
        return;
    for (uint32_t i = 0; i <= x->kept; i++) {
        uint32_t c = x->tree.node[x->path[i]].child;

        for (; c != RDL_TREE_NONE; c = x->tree.node[c].sibling) {
            if (i < x->kept && c == x->path[i + 1])
                continue;
            if (!variants_below(x, i, c, nodes, sink))
                return;
        }
    }
}
