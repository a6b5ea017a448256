/* search.h - the contract between exploration and a way to search: which
 * execution comes next.
 *
 * Exploration (explore.c) promises:
 *   - pick() is called where the execution leaves the one before (x->n >=
 *     x->kept) and has x->kept steps in common with it;
 *   - extend() receives the step that was picked, complete, and its clocks are
 *     those of the step (x->clock[x->n], x->firm[x->n]) after it;
 *   - end() is called once for each execution without trouble.
 * A search promises:
 *   - pick() returns one of `can` and sets x->alternative, or sets x->left and
 *     returns RDL_EXPLORE_NOBODY: the rest is covered by other executions;
 *   - extend() keeps the step where rdl_explore_at(x, x->n) finds it; false:
 *     the memory is used up;
 *   - end() sets x->kept for the next execution; false: nothing is left, or
 *     x->trouble is set. */
#ifndef RDL_EXPLORE_SEARCH_H
#define RDL_EXPLORE_SEARCH_H

#include "explore/explore.h"

struct rdl_search {
    /* Lays out what it keeps behind the parts that all have; false: there is
     * not enough memory. */
    bool (*lay_out)(struct rdl_explore *x, uint32_t steps, char *at, char *end);
    /* The first time, after lay_out(). */
    void (*open)(struct rdl_explore *x);
    rdl_tid (*pick)(struct rdl_explore *x, const rdl_tid *can, size_t n,
                    rdl_tid current);
    bool (*extend)(struct rdl_explore *x, const struct rdl_step *s);
    bool (*end)(struct rdl_explore *x, const struct rdl_step *waiting,
                size_t n);
};

extern const struct rdl_search rdl_search_optimal, rdl_search_bounded;

#endif
