/* upper_merge.c - what a worker hands back goes into the upper tree: rules 2, 3
 * and 6 of upper.c. */
#include "explore/parts.h"
#include "explore/upper_parts.h"

#include <string.h>

/* Reads an exploration that the target may have damaged. */
struct upper_in {
    struct rdl_upper *u;
    const struct rdl_explore *x;
    uint32_t left; /* nodes: a damaged list may have a cycle */
};

static const struct rdl_node *upper_read(struct upper_in *in, uint32_t i)
{
    const struct rdl_tree *t = &in->x->tree;

    if (i >= t->used || i >= t->size || in->left == 0 ||
        t->node[i].step.n_touches > RDL_STEP_TOUCHES ||
        t->node[i].step.tid >= RDL_EXPLORE_THREADS)
        return NULL;
    in->left--;
    return &t->node[i];
}

/* Opens what is above it, as far as it was done. */
static void upper_reopen(struct rdl_upper *u, uint32_t node)
{
    for (; node != RDL_TREE_NONE && rdl_upper_node(u, node)->done;
         node = u->parent[node])
        rdl_upper_node(u, node)->done = false;
}

/* Rules 2 and 3: the sequence comes below `parent`, from `first` on to the
 * right. */
static bool upper_insert(struct rdl_upper *u, uint32_t parent, uint32_t first,
                         const struct rdl_step **v, size_t n)
{
    uint32_t c = first;

    while (c != RDL_TREE_NONE) {
        const struct rdl_node *node = rdl_upper_node(u, c);
        size_t at;

        if (!rdl_tree_weak_initial(&node->step, v, n, &at)) {
            c = node->sibling;
            continue;
        }
        if (node->closed)
            return true;
        if (at < n) {
            memmove(&v[at], &v[at + 1], (n - at - 1) * sizeof(v[0]));
            n--;
        }
        if (n == 0)
            return true;
        parent = c;
        c = node->child;
    }
    upper_reopen(u, parent);
    for (size_t i = 0; i < n; i++) {
        parent = rdl_upper_new(u, parent, v[i]);
        if (parent == RDL_TREE_NONE)
            return false;
    }
    rdl_upper_node(u, parent)->closed = true;
    return true;
}

/* An outcome that the part's first step did not have. */
static bool upper_insert_outcome(struct rdl_upper *u, uint32_t parent,
                                 const struct rdl_step *s)
{
    uint32_t c = rdl_upper_node(u, parent)->child;

    for (; c != RDL_TREE_NONE; c = rdl_upper_node(u, c)->sibling) {
        if (rdl_upper_node(u, c)->step.tid == s->tid &&
            rdl_upper_node(u, c)->step.alternative == s->alternative)
            return true;
    }
    upper_reopen(u, parent);
    c = rdl_upper_new(u, parent, s);
    if (c == RDL_TREE_NONE)
        return false;
    rdl_upper_node(u, c)->closed = true;
    return true;
}

/* Hands on what is new in the worker's branch: the ways to its new leaves.
 * `depth`: of the frame; `n`: steps of the branch so far. */
static bool upper_hand_on(struct upper_in *in, uint32_t depth, bool last,
                          uint32_t branch, size_t n)
{
    struct rdl_upper *u = in->u;
    const struct rdl_node *node = upper_read(in, branch);
    const uint32_t part = u->way[depth + 1];

    if (node == NULL || n >= u->steps)
        return false;
    u->v[n++] = &node->step;
    for (uint32_t c = node->child; c != RDL_TREE_NONE;
         c = in->x->tree.node[c].sibling) {
        if (c >= in->x->tree.used || !upper_hand_on(in, depth, last, c, n))
            return false;
    }
    if (!node->fresh || node->child != RDL_TREE_NONE)
        return true;
    if (last && n == 1 && node->step.tid == rdl_upper_node(u, part)->step.tid)
        return upper_insert_outcome(u, u->way[depth], &node->step);
    memcpy(u->consumed, u->v, n * sizeof(u->v[0]));
    return upper_insert(u, u->way[depth], part, u->consumed, n);
}

static bool upper_merge_above(struct upper_in *in, uint32_t floor)
{
    const struct rdl_explore *x = in->x;

    for (uint32_t i = 0; i < floor; i++) {
        const struct rdl_node *n = upper_read(in, x->path[i + 1]);

        if (n == NULL)
            return false;
        rdl_step_copy(&rdl_upper_node(in->u, in->u->way[i + 1])->step,
                      &n->step);
        rdl_upper_node(in->u, in->u->way[i + 1])->ran = true;
    }
    for (uint32_t i = 0; i < floor; i++) {
        const struct rdl_node *n = upper_read(in, x->path[i]);

        for (uint32_t c = n == NULL ? RDL_TREE_NONE : n->child;
             c != RDL_TREE_NONE; c = x->tree.node[c].sibling) {
            if (c >= x->tree.used ||
                (c != x->path[i + 1] &&
                 !upper_hand_on(in, i, i + 1 == floor, c, 0)))
                return false;
        }
        if (n == NULL)
            return false;
    }
    return true;
}

static bool upper_take_branch(struct upper_in *in, uint32_t branch,
                              uint32_t parent)
{
    const struct rdl_node *n = upper_read(in, branch);
    const uint32_t to =
        n == NULL ? RDL_TREE_NONE : rdl_upper_new(in->u, parent, &n->step);

    if (to == RDL_TREE_NONE)
        return false;
    rdl_upper_node(in->u, to)->closed = n->child == RDL_TREE_NONE;
    for (uint32_t c = n->child; c != RDL_TREE_NONE;
         c = in->x->tree.node[c].sibling) {
        if (c >= in->x->tree.used || !upper_take_branch(in, c, to))
            return false;
    }
    return true;
}

/* What is asleep and was explored there, the step that is taken from there
 * (*parent then), and the open branches. */
static bool upper_take_frame(struct upper_in *in, uint32_t depth,
                             uint32_t *parent)
{
    const struct rdl_explore *x = in->x;
    const struct rdl_frame *f = &x->frame[depth];
    const struct rdl_node *n;
    const uint32_t above = *parent;
    uint32_t c;

    if (f->n < f->inherited || f->sleep + f->n > x->sleep_size ||
        f->sleep + f->n < f->sleep)
        return false;
    for (uint32_t i = f->inherited; i < f->n; i++) {
        n = upper_read(in, x->sleep[f->sleep + i]);
        c = n == NULL ? RDL_TREE_NONE : rdl_upper_new(in->u, above, &n->step);
        if (c == RDL_TREE_NONE)
            return false;
        rdl_upper_node(in->u, c)->closed = rdl_upper_node(in->u, c)->ran =
            rdl_upper_node(in->u, c)->done = true;
    }
    n = upper_read(in, x->path[depth]);
    if (n == NULL)
        return false;
    c = n->child;
    if (depth < x->kept) {
        n = c == x->path[depth + 1] ? upper_read(in, c) : NULL;
        *parent =
            n == NULL ? RDL_TREE_NONE : rdl_upper_new(in->u, above, &n->step);
        if (*parent == RDL_TREE_NONE)
            return false;
        rdl_upper_node(in->u, *parent)->closed = true;
        rdl_upper_node(in->u, *parent)->ran = true;
        c = n->sibling;
    }
    for (; c != RDL_TREE_NONE; c = x->tree.node[c].sibling) {
        if (c >= x->tree.used || !upper_take_branch(in, c, above))
            return false;
    }
    return true;
}

static void upper_prune(struct rdl_upper *u, uint32_t node)
{
    struct rdl_node *n = rdl_upper_node(u, node);

    while (n->child != RDL_TREE_NONE) {
        const uint32_t c = n->child;

        rdl_tree_unlink(&u->tree, node, c);
        rdl_tree_drop(&u->tree, c);
    }
}

/* The node is done, and perhaps what is above it. */
static void upper_finish(struct rdl_upper *u, uint32_t node)
{
    for (; node != RDL_TREE_NONE &&
           rdl_upper_first_open(u, node) == RDL_TREE_NONE;
         node = u->parent[node]) {
        rdl_upper_node(u, node)->done = true;
        if (rdl_upper_node(u, node)->closed)
            upper_prune(u, node);
    }
}

bool rdl_upper_merge(struct rdl_upper *u, uint32_t part,
                     const struct rdl_explore *x, bool done)
{
    struct upper_in in = { .u = u, .x = x, .left = 2 * x->tree.used + 16 };
    uint32_t floor, parent = part;

    rdl_upper_node(u, part)->held = false;
    if (!rdl_upper_way(u, part, &floor) || x->trouble != RDL_EXPLORE_FINE ||
        x->lean || x->kept > x->size || floor > x->size || x->floor != floor ||
        (!done && x->kept < floor) || !upper_merge_above(&in, floor))
        return false;
    upper_prune(u, part);
    if (done) {
        upper_finish(u, part);
        return true;
    }
    for (uint32_t i = floor; i <= x->kept; i++) {
        if (!upper_take_frame(&in, i, &parent))
            return false;
    }
    return true;
}
