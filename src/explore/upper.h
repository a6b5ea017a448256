/* upper.h - one exploration, several workers: the upper tree says what is left
 * to explore, and hands out parts of it.
 *
 * A part is a node with all that is below it.  Its worker explores it depth
 * first, as optimal.c does, in memory of its own.  When it hands back what is
 * left of it, that goes into the upper tree again.  A part that is lost (the
 * worker died) is as it was when it was handed out. */
#ifndef RDL_EXPLORE_UPPER_H
#define RDL_EXPLORE_UPPER_H

#include "explore/explore.h"
#include "explore/progress.h"
#include "explore/tree.h"

struct rdl_upper {
    struct rdl_tree tree;
    uint32_t *parent; /* of each node */
    uint32_t *way;    /* nodes of a part, from the root on */
    const struct rdl_step **v, **consumed;
    uint32_t steps; /* the longest execution */
    uint32_t root;
};

/* Lays it out in the memory, with one part: everything.  False: the memory is
 * too small. */
bool rdl_upper_open(struct rdl_upper *u, void *memory, size_t size,
                    uint32_t steps);

/* A part that nobody has; the others leave at least `others` more parts to
 * hand out, if there are as many.  RDL_TREE_NONE: there is none now. */
uint32_t rdl_upper_take(struct rdl_upper *u, unsigned others);
/* `x` was opened for this: it explores the part.  False: its memory is too
 * small. */
bool rdl_upper_give(struct rdl_upper *u, uint32_t part, struct rdl_explore *x);
/* After an execution of x has ended: what x found above the part, and what is
 * left of the part, goes into the tree.  False: the memory is used up, or x is
 * damaged (the target can write there); then the tree is worth nothing. */
bool rdl_upper_merge(struct rdl_upper *u, uint32_t part,
                     const struct rdl_explore *x, bool done);
/* The part is lost: somebody must take it again. */
void rdl_upper_release(struct rdl_upper *u, uint32_t part);
bool rdl_upper_done(const struct rdl_upper *u);
struct rdl_explore_progress rdl_upper_progress(const struct rdl_upper *u);

/* As bytes.  In another process, what was handed out is to be taken again. */
void rdl_upper_write(const struct rdl_upper *u,
                     void (*add)(void *data, const void *bytes, size_t size),
                     void *data);
/* `u` was opened.  False: the bytes are not a tree, or do not fit; then it must
 * be opened again. */
bool rdl_upper_read(struct rdl_upper *u, const void *bytes, size_t size);

#endif
