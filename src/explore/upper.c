/* upper.c - see upper.h.
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
 * 1 to 3 are the rule of which ../docs/prove.md says how it was checked: in
 * any order of taking, each trace runs once.  4 to 6 make it a matter of single
 * requests.  A worker inserts into its own copy of what is to its right, so
 * that it hands on each thing once.  A copy that lacks what others have found
 * meanwhile leads to the same place or to a leaf of the same place: children
 * are only appended, and a closed one stays closed. */
#include "explore/upper.h"

#include "explore/parts.h"

#include <string.h>

#define NONE RDL_TREE_NONE
/* Parts that rdl_upper_take() looks at. */
#define MOST_PARTS 256

static struct rdl_node *upper_node(const struct rdl_upper *u, uint32_t i)
{
    return &u->tree.node[i];
}

static uint32_t upper_new(struct rdl_upper *u, uint32_t parent,
                          const struct rdl_step *step)
{
    const uint32_t node = rdl_tree_new(&u->tree, step);

    if (node == NONE)
        return NONE;
    u->parent[node] = parent;
    if (parent != NONE)
        rdl_tree_append(&u->tree, parent, node);
    return node;
}

static void upper_plant(struct rdl_upper *u)
{
    static const struct rdl_step none;

    rdl_tree_open(&u->tree, u->tree.node, u->tree.size);
    u->root = upper_new(u, NONE, &none);
    upper_node(u, u->root)->closed = true;
    upper_node(u, u->root)->ran = true;
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
    upper_plant(u);
    return true;
}

/* --- Which part ----------------------------------------------------------- */

/* Is nobody in it, and has nothing to the right of an open child run? */
static bool upper_depth_first(const struct rdl_upper *u, uint32_t node)
{
    bool open = false;

    for (;;) {
        uint32_t inner = NONE;

        if (upper_node(u, node)->held)
            return false;
        open = false;
        for (uint32_t c = upper_node(u, node)->child; c != NONE;
             c = upper_node(u, c)->sibling) {
            const struct rdl_node *n = upper_node(u, c);

            if (n->held || (open && n->ran))
                return false;
            if (n->done)
                continue;
            if (!open && n->ran)
                inner = c;
            else
                for (uint32_t below = n->child; below != NONE;
                     below = upper_node(u, below)->child) {
                    /* A leaf that runs first makes all above it run. */
                    if (upper_node(u, below)->held)
                        return false;
                }
            open = true;
        }
        if (inner == NONE)
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
    for (uint32_t c = upper_node(u, node)->child; c != NONE;
         c = upper_node(u, c)->sibling) {
        upper_collect(u, c, depth + 1, parts);
        if (!upper_node(u, c)->ran)
            break; /* those to its right must wait until it has run */
    }
}

static void upper_collect(const struct rdl_upper *u, uint32_t node,
                          uint32_t depth, struct upper_parts *parts)
{
    const struct rdl_node *n = upper_node(u, node);

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
        if (upper_node(u, parts->part[i])->child != NONE &&
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
        return NONE;
    upper_node(u, parts.part[0])->held = true;
    return parts.part[0];
}

/* --- Handing out ---------------------------------------------------------- */

/* The nodes from the root to the part: u->way[0..depth]. */
static bool upper_way(struct rdl_upper *u, uint32_t part, uint32_t *depth)
{
    uint32_t n = 0;

    for (uint32_t i = part; i != u->root; i = u->parent[i])
        n++;
    if (n > u->steps)
        return false;
    *depth = n;
    for (uint32_t i = part; i != NONE; i = u->parent[i])
        u->way[n--] = i;
    return true;
}

/* Below a closed node nothing is inserted by the worker of another part. */
static bool upper_copy(const struct rdl_upper *u, uint32_t from,
                       struct rdl_explore *x, uint32_t parent)
{
    const struct rdl_node *n = upper_node(u, from);
    const uint32_t to = rdl_tree_new(&x->tree, &n->step);

    if (to == NONE)
        return false;
    rdl_tree_append(&x->tree, parent, to);
    for (uint32_t c = n->child; c != NONE && !n->closed;
         c = upper_node(u, c)->sibling) {
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
    uint32_t c = upper_node(u, node)->child;

    for (; c != next; c = upper_node(u, c)->sibling) {
        const uint32_t q = rdl_tree_new(&x->tree, &upper_node(u, c)->step);

        if (q == NONE || f->sleep + f->n >= x->sleep_size)
            return false;
        x->sleep[f->sleep + f->n++] = q;
    }
    if (runs) {
        const uint32_t taken = rdl_tree_new(&x->tree, &upper_node(u, c)->step);

        if (taken == NONE)
            return false;
        rdl_tree_append(&x->tree, parent, taken);
        c = upper_node(u, c)->sibling;
    }
    for (; c != NONE; c = upper_node(u, c)->sibling) {
        if (!upper_copy(u, c, x, parent))
            return false;
    }
    return !runs || rdl_optimal_follow(x, x->tree.node[parent].child);
}

static uint32_t upper_first_open(const struct rdl_upper *u, uint32_t node)
{
    uint32_t c = upper_node(u, node)->child;

    while (c != NONE && upper_node(u, c)->done)
        c = upper_node(u, c)->sibling;
    return c;
}

bool rdl_upper_give(struct rdl_upper *u, uint32_t part, struct rdl_explore *x)
{
    uint32_t depth;

    if (!upper_way(u, part, &depth) || u->steps > x->size)
        return false;
    x->part = true;
    x->floor = depth;
    rdl_explore_rewind(x);
    for (uint32_t node = u->root;;) {
        const uint32_t next =
            x->n < depth ? u->way[x->n + 1] : upper_first_open(u, node);
        const bool runs = next != NONE && upper_node(u, next)->ran;

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
    upper_node(u, part)->held = false;
}

/* --- Taking back ---------------------------------------------------------- */

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
    for (; node != NONE && upper_node(u, node)->done; node = u->parent[node])
        upper_node(u, node)->done = false;
}

/* Rules 2 and 3: the sequence comes below `parent`, from `first` on to the
 * right. */
static bool upper_insert(struct rdl_upper *u, uint32_t parent, uint32_t first,
                         const struct rdl_step **v, size_t n)
{
    uint32_t c = first;

    while (c != NONE) {
        const struct rdl_node *node = upper_node(u, c);
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
        parent = upper_new(u, parent, v[i]);
        if (parent == NONE)
            return false;
    }
    upper_node(u, parent)->closed = true;
    return true;
}

/* An outcome that the part's first step did not have. */
static bool upper_insert_outcome(struct rdl_upper *u, uint32_t parent,
                                 const struct rdl_step *s)
{
    uint32_t c = upper_node(u, parent)->child;

    for (; c != NONE; c = upper_node(u, c)->sibling) {
        if (upper_node(u, c)->step.tid == s->tid &&
            upper_node(u, c)->step.alternative == s->alternative)
            return true;
    }
    upper_reopen(u, parent);
    c = upper_new(u, parent, s);
    if (c == NONE)
        return false;
    upper_node(u, c)->closed = true;
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
    for (uint32_t c = node->child; c != NONE; c = in->x->tree.node[c].sibling) {
        if (c >= in->x->tree.used || !upper_hand_on(in, depth, last, c, n))
            return false;
    }
    if (!node->fresh || node->child != NONE)
        return true;
    if (last && n == 1 && node->step.tid == upper_node(u, part)->step.tid)
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
        upper_node(in->u, in->u->way[i + 1])->step = n->step;
        upper_node(in->u, in->u->way[i + 1])->ran = true;
    }
    for (uint32_t i = 0; i < floor; i++) {
        const struct rdl_node *n = upper_read(in, x->path[i]);

        for (uint32_t c = n == NULL ? NONE : n->child; c != NONE;
             c = x->tree.node[c].sibling) {
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
    const uint32_t to = n == NULL ? NONE : upper_new(in->u, parent, &n->step);

    if (to == NONE)
        return false;
    upper_node(in->u, to)->closed = n->child == NONE;
    for (uint32_t c = n->child; c != NONE; c = in->x->tree.node[c].sibling) {
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
        c = n == NULL ? NONE : upper_new(in->u, above, &n->step);
        if (c == NONE)
            return false;
        upper_node(in->u, c)->closed = upper_node(in->u, c)->ran =
            upper_node(in->u, c)->done = true;
    }
    n = upper_read(in, x->path[depth]);
    if (n == NULL)
        return false;
    c = n->child;
    if (depth < x->kept) {
        n = c == x->path[depth + 1] ? upper_read(in, c) : NULL;
        *parent = n == NULL ? NONE : upper_new(in->u, above, &n->step);
        if (*parent == NONE)
            return false;
        upper_node(in->u, *parent)->closed = true;
        upper_node(in->u, *parent)->ran = true;
        c = n->sibling;
    }
    for (; c != NONE; c = x->tree.node[c].sibling) {
        if (c >= x->tree.used || !upper_take_branch(in, c, above))
            return false;
    }
    return true;
}

static void upper_prune(struct rdl_upper *u, uint32_t node)
{
    struct rdl_node *n = upper_node(u, node);

    while (n->child != NONE) {
        const uint32_t c = n->child;

        rdl_tree_unlink(&u->tree, node, c);
        rdl_tree_drop(&u->tree, c);
    }
}

/* The node is done, and perhaps what is above it. */
static void upper_finish(struct rdl_upper *u, uint32_t node)
{
    for (; node != NONE && upper_first_open(u, node) == NONE;
         node = u->parent[node]) {
        upper_node(u, node)->done = true;
        if (upper_node(u, node)->closed)
            upper_prune(u, node);
    }
}

bool rdl_upper_merge(struct rdl_upper *u, uint32_t part,
                     const struct rdl_explore *x, bool done)
{
    struct upper_in in = { .u = u, .x = x, .left = 2 * x->tree.used + 16 };
    uint32_t floor, parent = part;

    upper_node(u, part)->held = false;
    if (!upper_way(u, part, &floor) || x->trouble != RDL_EXPLORE_FINE ||
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

bool rdl_upper_done(const struct rdl_upper *u)
{
    return upper_node(u, u->root)->done;
}

/* --- How much is done ----------------------------------------------------- */

static double upper_share(const struct rdl_upper *u, uint32_t node,
                          uint64_t *open)
{
    const struct rdl_node *n = upper_node(u, node);
    double sum = 0;
    unsigned all = 0;

    if (n->done)
        return 1;
    *open += n->child == NONE;
    for (uint32_t c = n->child; c != NONE; c = upper_node(u, c)->sibling) {
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

/* --- As bytes ------------------------------------------------------------- */

#define MAGIC UINT64_C(0x7261646475707031)

struct upper_head {
    uint64_t magic;
    uint64_t node_size; /* of another build of raddle it may differ */
};

struct upper_item {
    uint32_t children;
    uint8_t closed, ran, done, unused;
};

static void upper_write_below(const struct rdl_upper *u, uint32_t node,
                              void (*add)(void *data, const void *bytes,
                                          size_t size),
                              void *data)
{
    const struct rdl_node *n = upper_node(u, node);
    struct upper_item item = { .closed = n->closed,
                               .ran = n->ran,
                               .done = n->done };

    for (uint32_t c = n->child; c != NONE; c = upper_node(u, c)->sibling)
        item.children++;
    add(data, &item, sizeof(item));
    add(data, &n->step, sizeof(n->step));
    for (uint32_t c = n->child; c != NONE; c = upper_node(u, c)->sibling)
        upper_write_below(u, c, add, data);
}

void rdl_upper_write(const struct rdl_upper *u,
                     void (*add)(void *data, const void *bytes, size_t size),
                     void *data)
{
    const struct upper_head head = { .magic = MAGIC,
                                     .node_size = sizeof(struct rdl_node) };

    add(data, &head, sizeof(head));
    upper_write_below(u, u->root, add, data);
}

static bool upper_get(const char **at, const char *end, void *to, size_t size)
{
    if (size > (size_t)(end - *at))
        return false;
    memcpy(to, *at, size);
    *at += size;
    return true;
}

static bool upper_read_below(struct rdl_upper *u, uint32_t parent,
                             uint32_t depth, const char **at, const char *end)
{
    struct upper_item item;
    struct rdl_step step;
    uint32_t node = u->root;

    if (depth > u->steps || !upper_get(at, end, &item, sizeof(item)) ||
        !upper_get(at, end, &step, sizeof(step)) ||
        step.n_touches > RDL_STEP_TOUCHES || step.tid >= RDL_EXPLORE_THREADS)
        return false;
    if (parent != NONE)
        node = upper_new(u, parent, &step);
    if (node == NONE)
        return false;
    upper_node(u, node)->closed = item.closed != 0;
    upper_node(u, node)->ran = item.ran != 0;
    upper_node(u, node)->done = item.done != 0;
    while (item.children-- > 0) {
        if (!upper_read_below(u, node, depth + 1, at, end))
            return false;
    }
    return true;
}

bool rdl_upper_read(struct rdl_upper *u, const void *bytes, size_t size)
{
    const char *at = bytes, *end = at + size;
    struct upper_head head;

    upper_plant(u);
    return upper_get(&at, end, &head, sizeof(head)) && head.magic == MAGIC &&
           head.node_size == sizeof(struct rdl_node) &&
           upper_read_below(u, NONE, 0, &at, end) && at == end;
}
