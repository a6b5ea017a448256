/* tree.c - see tree.h. */
#include "explore/tree.h"

#include <string.h>

void rdl_tree_open(struct rdl_tree *tree, struct rdl_node *nodes, uint32_t size)
{
    *tree = (struct rdl_tree){
        .node = nodes,
        .size = size,
        .free = RDL_TREE_NONE,
    };
}

uint32_t rdl_tree_new(struct rdl_tree *tree, const struct rdl_step *step)
{
    struct rdl_node *n;
    uint32_t at = tree->free;

    if (at != RDL_TREE_NONE)
        tree->free = tree->node[at].sibling;
    else if (tree->used < tree->size)
        at = tree->used++;
    else
        return RDL_TREE_NONE;
    n = &tree->node[at];
    rdl_step_copy(&n->step, step);
    n->child = n->last_child = n->sibling = RDL_TREE_NONE;
    n->fresh = true;
    n->closed = n->ran = n->done = n->held = false;
    tree->live++;
    if (tree->live > tree->most)
        tree->most = tree->live;
    return at;
}

void rdl_tree_append(struct rdl_tree *tree, uint32_t parent, uint32_t child)
{
    struct rdl_node *p = &tree->node[parent];

    if (p->last_child == RDL_TREE_NONE)
        p->child = child;
    else
        tree->node[p->last_child].sibling = child;
    p->last_child = child;
}

void rdl_tree_unlink(struct rdl_tree *tree, uint32_t parent, uint32_t child)
{
    struct rdl_node *p = &tree->node[parent];
    uint32_t before = RDL_TREE_NONE;

    for (uint32_t c = p->child; c != child; c = tree->node[c].sibling)
        before = c;
    if (before == RDL_TREE_NONE)
        p->child = tree->node[child].sibling;
    else
        tree->node[before].sibling = tree->node[child].sibling;
    if (p->last_child == child)
        p->last_child = before;
    tree->node[child].sibling = RDL_TREE_NONE;
}

/* Without recursion: a branch is as long as an execution. */
void rdl_tree_drop(struct rdl_tree *tree, uint32_t node)
{
    uint32_t todo = node;

    tree->node[node].sibling = RDL_TREE_NONE;
    while (todo != RDL_TREE_NONE) {
        struct rdl_node *n = &tree->node[todo];
        uint32_t next = n->sibling;

        if (n->last_child != RDL_TREE_NONE) {
            tree->node[n->last_child].sibling = next;
            next = n->child;
        }
        n->sibling = tree->free;
        tree->free = todo;
        tree->live--;
        todo = next;
    }
}

bool rdl_tree_weak_initial(const struct rdl_step *q, const struct rdl_step **v,
                           size_t n, size_t *at)
{
    for (size_t i = 0; i < n; i++) {
        *at = i;
        if (v[i]->tid == q->tid)
            return v[i]->alternative == q->alternative;
        if (rdl_step_dependent(v[i], q))
            return false;
    }
    *at = n;
    return true;
}

static bool tree_append_all(struct rdl_tree *tree, uint32_t parent,
                            const struct rdl_step **v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t node = rdl_tree_new(tree, v[i]);

        if (node == RDL_TREE_NONE)
            return false;
        rdl_tree_append(tree, parent, node);
        parent = node;
    }
    return true;
}

bool rdl_tree_insert(struct rdl_tree *tree, uint32_t parent,
                     const struct rdl_step **v, uint32_t *at, size_t n,
                     uint32_t *needs)
{
    uint32_t c = tree->node[parent].child;

    *needs = 0;
    while (c != RDL_TREE_NONE) {
        size_t i;

        if (!rdl_tree_weak_initial(&tree->node[c].step, v, n, &i)) {
            c = tree->node[c].sibling;
            continue;
        }
        if (i == n)
            *needs = UINT32_MAX;
        else if (at[i] >= *needs)
            *needs = at[i] + 1;
        if (tree->node[c].child == RDL_TREE_NONE)
            return true; /* whatever follows it is explored */
        if (i < n) {     /* mostly it is the first */
            memmove(v + 1, v, i * sizeof(v[0]));
            memmove(at + 1, at, i * sizeof(at[0]));
            v++, at++, n--;
        }
        if (n == 0)
            return true;
        parent = c;
        c = tree->node[parent].child;
    }
    *needs = UINT32_MAX;
    return tree_append_all(tree, parent, v, n);
}
