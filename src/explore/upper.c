/* upper.c - see upper.h; upper_merge.c takes back what a worker did.
 *
 * Optimal exploration goes from left to right: what is found below a child p
 * of a node is covered by what was taken before p (it is asleep there), or is
 * inserted to the right of p.  Several workers take parts at the same time, so
 * these must hold:
 *
 *   1. Children of a node are in the order in which they are taken.  A child is
 *      handed out only when each child to its left has run once, so that the
 *      step which is asleep is the one that was executed; and so is each child
 *      to the left of one of its ancestors.  That does not need to be done.
 *      So what is asleep along a part does not change while it is explored.
 *   2. What is found below p with its first step above p's part is covered only
 *      by what is asleep there: what the node inherited, and children taken
 *      before p.  Otherwise it is inserted among p and the children to its
 *      right, whether these are taken, done, or neither.
 *   3. A node is closed if it was a leaf when it was taken: all that begins
 *      with it is explored below it, so it subsumes what is inserted.  A node
 *      that is not closed is gone into, also if it is done; what is appended
 *      below it opens it again.  Therefore such a node stays in the tree,
 *      with its children, until a closed node above it is done.
 *   4. Parts are closed nodes.  Nothing is inserted into a part from outside,
 *      and a worker needs no other one's tree.
 *   5. A part is explored depth first from the state that it was handed out in.
 *      For that, in it nothing to the right of an open child has run.
 *   6. What a worker found, what it counted and what is left of its part come
 *      into the tree together, or not at all.
 *
 * Why each trace runs once: with one worker this is optimal exploration (JACM
 * 2017), in which all that p's branch inserts is there before its right sibling
 * q is taken.  If q is taken earlier, q's branch still leaves out what p
 * covers, because p is asleep in it (1), and p's branch is explored completely.
 * What p still inserts must lie in a branch that nobody has explored or will
 * explore as a whole: a closed one has it already, and every other one is gone
 * into, as if it had not been taken (2, 3).  To treat what was taken as
 * covered, closed or not, loses traces: of `lastzero 5` there were 58 of 64.
 * The proof is for one order; that any order will do is checked, not proved:
 * against brute force, in tests/unit/explore_upper.c.
 *
 * 4 to 6 make it a matter of single requests.  A worker inserts into its own
 * copy of what is to its right, so that it hands on each thing once.  A copy
 * that lacks what others have found meanwhile leads to the same place or to a
 * leaf of the same place: children are only appended, and a closed one stays
 * closed. */
#include "explore/upper.h"

#include "explore/parts.h"
#include "explore/upper_parts.h"

#include <string.h>

/* Parts that rdl_upper_take() looks at. */
#define MOST_PARTS 256

uint32_t rdl_upper_new(struct rdl_upper *u, uint32_t parent,
                       const struct rdl_step *step)
{
    const uint32_t node = rdl_tree_new(&u->tree, step);

    if (node == RDL_TREE_NONE)
        return RDL_TREE_NONE;
    u->parent[node] = parent;
    if (parent != RDL_TREE_NONE)
        rdl_tree_append(&u->tree, parent, node);
    return node;
}

void rdl_upper_plant(struct rdl_upper *u)
{
    static const struct rdl_step none;

    rdl_tree_open(&u->tree, u->tree.node, u->tree.size);
    u->root = rdl_upper_new(u, RDL_TREE_NONE, &none);
    rdl_upper_node(u, u->root)->closed = true;
    rdl_upper_node(u, u->root)->ran = true;
}

bool rdl_upper_open(struct rdl_upper *u, void *memory, size_t size,
                    uint32_t steps)
{
    char *at = memory, *end = at + size;
    const size_t n = (size_t)steps + 1;
    size_t nodes;

    u->steps = steps;
    u->way = rdl_explore_take(&at, end, n, sizeof(*u->way));
    u->v = rdl_explore_take(&at, end, n, sizeof(*u->v));
    u->consumed = rdl_explore_take(&at, end, n, sizeof(*u->consumed));
    if (u->way == NULL || u->v == NULL || u->consumed == NULL ||
        end - at < 1024)
        return false;
    nodes = ((size_t)(end - at) - 128) /
            (sizeof(*u->tree.node) + sizeof(*u->parent));
    u->parent = rdl_explore_take(&at, end, nodes, sizeof(*u->parent));
    u->tree.node = rdl_explore_take(&at, end, nodes, sizeof(*u->tree.node));
    if (u->parent == NULL || u->tree.node == NULL || nodes == 0)
        return false;
    u->tree.size = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX - 1;
    rdl_upper_plant(u);
    return true;
}

/* --- Which part ----------------------------------------------------------- */

/* Is nobody in it, and has nothing to the right of an open child run? */
static bool upper_depth_first(const struct rdl_upper *u, uint32_t node)
{
    bool open = false;

    for (;;) {
        uint32_t inner = RDL_TREE_NONE;

        if (rdl_upper_node(u, node)->held)
            return false;
        open = false;
        for (uint32_t c = rdl_upper_node(u, node)->child; c != RDL_TREE_NONE;
             c = rdl_upper_node(u, c)->sibling) {
            const struct rdl_node *n = rdl_upper_node(u, c);

            if (n->held || (open && n->ran))
                return false;
            if (n->done)
                continue;
            if (!open && n->ran)
                inner = c;
            else
                for (uint32_t below = n->child; below != RDL_TREE_NONE;
                     below = rdl_upper_node(u, below)->child) {
                    /* A leaf that runs first makes all above it run. */
                    if (rdl_upper_node(u, below)->held)
                        return false;
                }
            open = true;
        }
        if (inner == RDL_TREE_NONE)
            return true;
        node = inner;
    }
}

struct upper_parts {
    uint32_t part[MOST_PARTS];
    uint32_t depth[MOST_PARTS];
    unsigned n;
};

static void upper_collect(const struct rdl_upper *u, uint32_t node,
                          uint32_t depth, struct upper_parts *parts);

static void upper_collect_below(const struct rdl_upper *u, uint32_t node,
                                uint32_t depth, struct upper_parts *parts)
{
    for (uint32_t c = rdl_upper_node(u, node)->child; c != RDL_TREE_NONE;
         c = rdl_upper_node(u, c)->sibling) {
        upper_collect(u, c, depth + 1, parts);
        if (!rdl_upper_node(u, c)->ran)
            break; /* those to its right must wait until it has run */
    }
}

static void upper_collect(const struct rdl_upper *u, uint32_t node,
                          uint32_t depth, struct upper_parts *parts)
{
    const struct rdl_node *n = rdl_upper_node(u, node);

    if (n->done || n->held || parts->n == MOST_PARTS)
        return;
    if (n->closed && upper_depth_first(u, node)) {
        parts->part[parts->n] = node;
        parts->depth[parts->n++] = depth;
        return;
    }
    upper_collect_below(u, node, depth, parts);
}

/* Replaces the topmost part that can be divided by those below it. */
static bool upper_divide(const struct rdl_upper *u, struct upper_parts *parts)
{
    struct upper_parts below = { .n = 0 };
    unsigned best = MOST_PARTS;

    for (unsigned i = 0; i < parts->n; i++) {
        if (rdl_upper_node(u, parts->part[i])->child != RDL_TREE_NONE &&
            (best == MOST_PARTS || parts->depth[i] < parts->depth[best]))
            best = i;
    }
    if (best == MOST_PARTS)
        return false;
    upper_collect_below(u, parts->part[best], parts->depth[best], &below);
    if (below.n == 0 || parts->n - 1 + below.n > MOST_PARTS)
        return false;
    memmove(&parts->part[best + below.n], &parts->part[best + 1],
            (parts->n - best - 1) * sizeof(parts->part[0]));
    memmove(&parts->depth[best + below.n], &parts->depth[best + 1],
            (parts->n - best - 1) * sizeof(parts->depth[0]));
    memcpy(&parts->part[best], below.part, below.n * sizeof(below.part[0]));
    memcpy(&parts->depth[best], below.depth, below.n * sizeof(below.depth[0]));
    parts->n += below.n - 1;
    return true;
}

uint32_t rdl_upper_take(struct rdl_upper *u, unsigned others)
{
    struct upper_parts parts = { .n = 0 };

    upper_collect(u, u->root, 0, &parts);
    while (parts.n > 0 && parts.n <= others && upper_divide(u, &parts))
        continue;
    if (parts.n == 0)
        return RDL_TREE_NONE;
    rdl_upper_node(u, parts.part[0])->held = true;
    return parts.part[0];
}

/* --- Handing out ---------------------------------------------------------- */

bool rdl_upper_way(struct rdl_upper *u, uint32_t part, uint32_t *depth)
{
    uint32_t n = 0;

    for (uint32_t i = part; i != u->root; i = u->parent[i])
        n++;
    if (n > u->steps)
        return false;
    *depth = n;
    for (uint32_t i = part; i != RDL_TREE_NONE; i = u->parent[i])
        u->way[n--] = i;
    return true;
}

/* Below a closed node nothing is inserted by the worker of another part. */
static bool upper_copy(const struct rdl_upper *u, uint32_t from,
                       struct rdl_explore *x, uint32_t parent)
{
    const struct rdl_node *n = rdl_upper_node(u, from);
    const uint32_t to = rdl_tree_new(&x->tree, &n->step);

    if (to == RDL_TREE_NONE)
        return false;
    rdl_tree_append(&x->tree, parent, to);
    for (uint32_t c = n->child; c != RDL_TREE_NONE && !n->closed;
         c = rdl_upper_node(u, c)->sibling) {
        if (!upper_copy(u, c, x, to))
            return false;
    }
    return true;
}

/* The frame of x->n: what is asleep, and what is open from `next` on.  `runs`:
 * next is a step that the next execution has in common with the latest. */
static bool upper_give_frame(const struct rdl_upper *u, uint32_t node,
                             uint32_t next, bool runs, struct rdl_explore *x)
{
    struct rdl_frame *f = &x->frame[x->n];
    const uint32_t parent = x->path[x->n];
    uint32_t c = rdl_upper_node(u, node)->child;

    for (; c != next; c = rdl_upper_node(u, c)->sibling) {
        const uint32_t q = rdl_tree_new(&x->tree, &rdl_upper_node(u, c)->step);

        if (q == RDL_TREE_NONE || f->sleep + f->n >= x->sleep_size)
            return false;
        x->sleep[f->sleep + f->n++] = q;
    }
    if (runs) {
        const uint32_t taken =
            rdl_tree_new(&x->tree, &rdl_upper_node(u, c)->step);

        if (taken == RDL_TREE_NONE)
            return false;
        rdl_tree_append(&x->tree, parent, taken);
        c = rdl_upper_node(u, c)->sibling;
    }
    for (; c != RDL_TREE_NONE; c = rdl_upper_node(u, c)->sibling) {
        if (!upper_copy(u, c, x, parent))
            return false;
    }
    return !runs || rdl_optimal_follow(x, x->tree.node[parent].child);
}

uint32_t rdl_upper_first_open(const struct rdl_upper *u, uint32_t node)
{
    uint32_t c = rdl_upper_node(u, node)->child;

    while (c != RDL_TREE_NONE && rdl_upper_node(u, c)->done)
        c = rdl_upper_node(u, c)->sibling;
    return c;
}

bool rdl_upper_give(struct rdl_upper *u, uint32_t part, struct rdl_explore *x)
{
    uint32_t depth;

    if (!rdl_upper_way(u, part, &depth) || u->steps > x->size)
        return false;
    x->part = true;
    x->floor = depth;
    rdl_explore_rewind(x);
    for (uint32_t node = u->root;;) {
        const uint32_t next =
            x->n < depth ? u->way[x->n + 1] : rdl_upper_first_open(u, node);
        const bool runs = next != RDL_TREE_NONE && rdl_upper_node(u, next)->ran;

        if (x->n == x->size || !upper_give_frame(u, node, next, runs, x))
            return false;
        if (!runs)
            break;
        node = next;
    }
    x->kept = x->n;
    for (uint32_t i = 0; i < x->tree.used; i++)
        x->tree.node[i].fresh = false;
    return true;
}

void rdl_upper_release(struct rdl_upper *u, uint32_t part)
{
    rdl_upper_node(u, part)->held = false;
}

/* --- How much is done ----------------------------------------------------- */

bool rdl_upper_done(const struct rdl_upper *u)
{
    return rdl_upper_node(u, u->root)->done;
}

static double upper_share(const struct rdl_upper *u, uint32_t node,
                          uint64_t *open)
{
    const struct rdl_node *n = rdl_upper_node(u, node);
    double sum = 0;
    unsigned all = 0;

    if (n->done)
        return 1;
    *open += n->child == RDL_TREE_NONE;
    for (uint32_t c = n->child; c != RDL_TREE_NONE;
         c = rdl_upper_node(u, c)->sibling) {
        sum += upper_share(u, c, open);
        all++;
    }
    return all > 0 ? sum / all : 0;
}

struct rdl_explore_progress rdl_upper_progress(const struct rdl_upper *u)
{
    struct rdl_explore_progress p = { .open = 0 };

    p.share = upper_share(u, u->root, &p.open);
    return p;
}
