/* tree.h - a set as a binary search tree, and the wrapper that makes it safe
 * for threads: a lock for each object, taken by each call, as Java's
 * synchronizedSortedSet does.  The tree is not balanced: it stays small.
 *
 * Nodes come from the set's own pool: what the heap hands out would depend on
 * the schedule.  Calls on two sets lock the one with the smaller number first.
 * Every call locks at lines of its own: the metrics tell locks apart by line.
 */
#ifndef TREE_H
#define TREE_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define TREE_NODES 32

struct tree_node {
    int key;
    struct tree_node *left, *right; /* left also chains the unused ones */
};

struct tree {
    pthread_mutex_t lock;
    int number;
    int size;
    struct tree_node *root, *unused;
    struct tree_node node[TREE_NODES];
};

/* --- Not safe for threads ------------------------------------------------ */

/* The link that points at the key's node, or where it would be put. */
static inline struct tree_node **tree_link(struct tree *t, int key)
{
    struct tree_node **link = &t->root;

    while (*link != NULL && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    return link;
}

static inline bool tree_insert(struct tree *t, int key)
{
    struct tree_node **link = tree_link(t, key), *n = t->unused;

    if (*link != NULL)
        return false;
    assert(n != NULL);
    t->unused = n->left;
    *n = (struct tree_node){ .key = key };
    *link = n;
    t->size++;
    return true;
}

static inline bool tree_delete(struct tree *t, int key)
{
    struct tree_node **link = tree_link(t, key), *n = *link;

    if (n == NULL)
        return false;
    if (n->left != NULL && n->right != NULL) {
        struct tree_node **next = &n->right; /* smallest of the larger ones */

        while ((*next)->left != NULL)
            next = &(*next)->left;
        n->key = (*next)->key;
        link = next;
        n = *next;
    }
    *link = n->left != NULL ? n->left : n->right;
    n->left = t->unused;
    t->unused = n;
    t->size--;
    return true;
}

static inline void tree_insert_below(struct tree *to, const struct tree_node *n)
{
    if (n == NULL)
        return;
    tree_insert(to, n->key);
    tree_insert_below(to, n->left);
    tree_insert_below(to, n->right);
}

static inline void tree_delete_below(struct tree *to, const struct tree_node *n)
{
    if (n == NULL)
        return;
    tree_delete(to, n->key);
    tree_delete_below(to, n->left);
    tree_delete_below(to, n->right);
}

/* --- Safe for threads ---------------------------------------------------- */

/* `keys` in the order in which they are to be inserted. */
static inline void stree_init(struct tree *t, int number, const int *keys,
                              int n)
{
    pthread_mutex_init(&t->lock, NULL);
    t->number = number;
    for (int i = 0; i < TREE_NODES; i++) {
        t->node[i].left = t->unused;
        t->unused = &t->node[i];
    }
    for (int i = 0; i < n; i++)
        tree_insert(t, keys[i]);
}

static inline bool stree_add(struct tree *t, int key)
{
    pthread_mutex_lock(&t->lock);
    bool added = tree_insert(t, key);
    pthread_mutex_unlock(&t->lock);
    return added;
}

static inline bool stree_remove(struct tree *t, int key)
{
    pthread_mutex_lock(&t->lock);
    bool was = tree_delete(t, key);
    pthread_mutex_unlock(&t->lock);
    return was;
}

static inline bool stree_contains(struct tree *t, int key)
{
    pthread_mutex_lock(&t->lock);
    bool is = *tree_link(t, key) != NULL;
    pthread_mutex_unlock(&t->lock);
    return is;
}

static inline int stree_first(struct tree *t, int otherwise)
{
    int key = otherwise;

    pthread_mutex_lock(&t->lock);
    for (struct tree_node *n = t->root; n != NULL; n = n->left)
        key = n->key;
    pthread_mutex_unlock(&t->lock);
    return key;
}

static inline int stree_size(struct tree *t)
{
    pthread_mutex_lock(&t->lock);
    int n = t->size;
    pthread_mutex_unlock(&t->lock);
    return n;
}

static inline void stree_add_all(struct tree *to, struct tree *from)
{
    struct tree *first = to->number < from->number ? to : from;
    struct tree *second = first == to ? from : to;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    tree_insert_below(to, from->root);
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static inline void stree_remove_all(struct tree *to, struct tree *from)
{
    struct tree *first = to->number < from->number ? to : from;
    struct tree *second = first == to ? from : to;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    tree_delete_below(to, from->root);
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

#endif
