/* image.c - see image.h.  For each depth: the steps that are asleep and were
 * explored there, the open branches (each a step and the number of its
 * children, parents first), and the step that is taken from there. */
#include "explore/image.h"

#include "explore/parts.h"
#include "explore/search.h"

#include <string.h>

#define MAGIC UINT64_C(0x7261646578706c32)

struct image_head {
    uint64_t magic;
    uint32_t node_size; /* of another build of raddle it may differ */
    uint32_t kept;
    uint32_t lean;
    uint32_t unused;
    struct rdl_explore_counts counts;
};

/* --- Writing -------------------------------------------------------------- */

struct image_out {
    const struct rdl_explore *x;
    void (*add)(void *data, const void *bytes, size_t size);
    void *data;
    uint32_t left; /* nodes: a damaged list may have a cycle */
    bool good;
};

static const struct rdl_node *image_node(struct image_out *o, uint32_t i)
{
    if (i >= o->x->tree.used || i >= o->x->tree.size || o->left == 0) {
        o->good = false;
        return NULL;
    }
    o->left--;
    return &o->x->tree.node[i];
}

static void image_number(struct image_out *o, uint32_t n)
{
    o->add(o->data, &n, sizeof(n));
}

static void image_step(struct image_out *o, const struct rdl_node *n)
{
    if (n->step.n_touches > RDL_STEP_TOUCHES) {
        o->good = false;
        return;
    }
    o->add(o->data, &n->step, rdl_step_bytes(&n->step));
}

static uint32_t image_count(struct image_out *o, uint32_t child)
{
    uint32_t n = 0;

    while (o->good && child != RDL_TREE_NONE) {
        if (child >= o->x->tree.used || n == o->x->tree.used) {
            o->good = false;
            break;
        }
        n++;
        child = o->x->tree.node[child].sibling;
    }
    return n;
}

/* The branches from `child` on, with all below them.  An explicit stack would
 * be as long as an execution; siblings lead on, so the depth is that of a
 * wakeup sequence. */
static void image_branches(struct image_out *o, uint32_t child)
{
    image_number(o, image_count(o, child));
    while (o->good && child != RDL_TREE_NONE) {
        const struct rdl_node *n = image_node(o, child);

        if (n == NULL)
            return;
        image_step(o, n);
        image_branches(o, n->child);
        child = n->sibling;
    }
}

static void image_frame(struct image_out *o, uint32_t depth)
{
    const struct rdl_explore *x = o->x;
    const struct rdl_frame *f = &x->frame[depth];
    const struct rdl_node *n;
    uint32_t child;

    if (f->n < f->inherited || f->sleep + f->n > x->sleep_size ||
        f->sleep + f->n < f->sleep) {
        o->good = false;
        return;
    }
    image_number(o, f->n - f->inherited);
    for (uint32_t i = f->inherited; i < f->n && o->good; i++) {
        n = image_node(o, x->sleep[f->sleep + i]);
        if (n != NULL)
            image_step(o, n);
    }
    n = o->good ? image_node(o, x->path[depth]) : NULL;
    if (n == NULL)
        return;
    child = n->child;
    /* The step that is taken is the first child. */
    if (depth < x->kept) {
        n = child == x->path[depth + 1] ? image_node(o, child) : NULL;
        if (n == NULL) {
            o->good = false;
            return;
        }
        o->left++; /* it comes again, as a parent */
        image_step(o, n);
        child = n->sibling;
    }
    image_branches(o, child);
}

bool rdl_image_write(const struct rdl_explore *x,
                     void (*add)(void *data, const void *bytes, size_t size),
                     void *data)
{
    struct image_out o = {
        .x = x,
        .add = add,
        .data = data,
        .left = x->tree.used,
        .good = x->search == &rdl_search_optimal && x->kept <= x->size &&
                x->trouble == RDL_EXPLORE_FINE,
    };
    const struct image_head head = {
        .magic = MAGIC,
        .node_size = sizeof(struct rdl_node),
        .kept = x->kept,
        .lean = x->lean,
        .counts = x->counts,
    };

    add(data, &head, sizeof(head));
    for (uint32_t i = 0; i <= x->kept && o.good; i++)
        image_frame(&o, i);
    return o.good;
}

/* --- Reading -------------------------------------------------------------- */

struct image_in {
    struct rdl_explore *x;
    const char *at, *end;
};

static bool image_get(struct image_in *in, void *to, size_t size)
{
    if (size > (size_t)(in->end - in->at))
        return false;
    memcpy(to, in->at, size);
    in->at += size;
    return true;
}

static bool image_get_node(struct image_in *in, uint32_t *node)
{
    struct rdl_step step;

    if (!image_get(in, &step, RDL_STEP_HEAD) ||
        step.n_touches > RDL_STEP_TOUCHES || step.tid >= RDL_EXPLORE_THREADS ||
        !image_get(in, step.touch, rdl_step_bytes(&step) - RDL_STEP_HEAD))
        return false;
    *node = rdl_tree_new(&in->x->tree, &step);
    return *node != RDL_TREE_NONE;
}

static bool image_get_branches(struct image_in *in, uint32_t parent,
                               uint32_t depth)
{
    uint32_t n, node;

    if (!image_get(in, &n, sizeof(n)) || depth > in->x->size)
        return false;
    while (n-- > 0) {
        if (!image_get_node(in, &node))
            return false;
        rdl_tree_append(&in->x->tree, parent, node);
        if (!image_get_branches(in, node, depth + 1))
            return false;
    }
    return true;
}

static bool image_get_frame(struct image_in *in, uint32_t depth)
{
    struct rdl_explore *x = in->x;
    struct rdl_frame *f = &x->frame[depth];
    uint32_t n, node = RDL_TREE_NONE;

    if (!image_get(in, &n, sizeof(n)))
        return false;
    for (; n > 0; n--) {
        if (f->sleep + f->n >= x->sleep_size || !image_get_node(in, &node))
            return false;
        x->sleep[f->sleep + f->n++] = node;
    }
    if (depth < x->kept) {
        if (!image_get_node(in, &node))
            return false;
        rdl_tree_append(&x->tree, x->path[depth], node);
    }
    if (!image_get_branches(in, x->path[depth], depth))
        return false;
    return depth == x->kept || rdl_optimal_follow(x, node);
}

bool rdl_image_read(struct rdl_explore *x, const void *bytes, size_t size)
{
    struct image_in in = {
        .x = x,
        .at = bytes,
        .end = (const char *)bytes + size,
    };
    struct image_head head;

    if (!image_get(&in, &head, sizeof(head)) || head.magic != MAGIC ||
        head.node_size != sizeof(struct rdl_node) || head.kept > x->size)
        return false;
    head.counts.memory = x->counts.memory;
    x->counts = head.counts;
    x->lean = head.lean != 0;
    x->kept = head.kept;
    rdl_explore_rewind(x);
    for (uint32_t i = 0; i <= x->kept; i++) {
        if (!image_get_frame(&in, i))
            return false;
    }
    return in.at == in.end;
}
