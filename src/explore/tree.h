/* tree.h - wakeup trees: what is still to be explored below each step of the
 * current execution.
 *
 * The nodes of the current execution are a path from the root; the children of
 * a node on it that are not on it are open branches.  A node that was explored
 * leaves the tree and lies in the sleep set of its frame until the frame goes.
 */
#ifndef RDL_EXPLORE_TREE_H
#define RDL_EXPLORE_TREE_H

#include "explore/step.h"

#define RDL_TREE_NONE UINT32_MAX

struct rdl_node {
    struct rdl_step step;
    uint32_t child, last_child; /* in the order in which they are explored */
    uint32_t sibling;
    bool fresh : 1; /* made since a part of an exploration was handed out */
    /* Of an upper tree (upper.h): */
    bool closed : 1; /* was a leaf when it was taken: nothing is put below it
                        from outside */
    bool ran : 1;    /* its step is as executed */
    bool done : 1;   /* all below it has run */
    bool held : 1;   /* a worker explores what is below it */
};

struct rdl_tree {
    struct rdl_node *node;
    uint32_t size, used, free; /* free: a list by sibling */
    uint32_t live, most;
};

void rdl_tree_open(struct rdl_tree *tree, struct rdl_node *nodes,
                   uint32_t size);
/* RDL_TREE_NONE: the memory is used up. */
uint32_t rdl_tree_new(struct rdl_tree *tree, const struct rdl_step *step);
void rdl_tree_append(struct rdl_tree *tree, uint32_t parent, uint32_t child);
void rdl_tree_unlink(struct rdl_tree *tree, uint32_t parent, uint32_t child);
/* The node and all below it. */
void rdl_tree_drop(struct rdl_tree *tree, uint32_t node);
/* Inserts the sequence below `parent` unless what is there covers it; consumes
 * `v` and `at`, the places of its steps in an execution.  *needs: of the
 * execution, the part that decided that it is covered.  False: the memory is
 * used up. */
bool rdl_tree_insert(struct rdl_tree *tree, uint32_t parent,
                     const struct rdl_step **v, uint32_t *at, size_t n,
                     uint32_t *needs);

/* Could the sequence begin with q: does the first step of q's thread in v come
 * before all that depends on q (then *at is its index), or does nothing in v
 * depend on q (then *at is n)? */
bool rdl_tree_weak_initial(const struct rdl_step *q, const struct rdl_step **v,
                           size_t n, size_t *at);

#endif
