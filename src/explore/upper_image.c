/* upper_image.c - an upper tree as bytes: parents first. */
#include "explore/upper_parts.h"

#include <string.h>

#define MAGIC UINT64_C(0x7261646475707032)

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
    const struct rdl_node *n = rdl_upper_node(u, node);
    struct upper_item item = { .closed = n->closed,
                               .ran = n->ran,
                               .done = n->done };

    for (uint32_t c = n->child; c != RDL_TREE_NONE;
         c = rdl_upper_node(u, c)->sibling)
        item.children++;
    add(data, &item, sizeof(item));
    add(data, &n->step, rdl_step_bytes(&n->step));
    for (uint32_t c = n->child; c != RDL_TREE_NONE;
         c = rdl_upper_node(u, c)->sibling)
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
        !upper_get(at, end, &step, RDL_STEP_HEAD) ||
        step.n_touches > RDL_STEP_TOUCHES || step.tid >= RDL_EXPLORE_THREADS ||
        !upper_get(at, end, step.touch, rdl_step_bytes(&step) - RDL_STEP_HEAD))
        return false;
    if (parent != RDL_TREE_NONE)
        node = rdl_upper_new(u, parent, &step);
    if (node == RDL_TREE_NONE)
        return false;
    rdl_upper_node(u, node)->closed = item.closed != 0;
    rdl_upper_node(u, node)->ran = item.ran != 0;
    rdl_upper_node(u, node)->done = item.done != 0;
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

    rdl_upper_plant(u);
    return upper_get(&at, end, &head, sizeof(head)) && head.magic == MAGIC &&
           head.node_size == sizeof(struct rdl_node) &&
           upper_read_below(u, RDL_TREE_NONE, 0, &at, end) && at == end;
}
