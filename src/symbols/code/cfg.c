/* cfg.c - see cfg.h. */
#include "symbols/code/cfg.h"

#include "symbols/code/code.h"
#include "symbols/files/instruction.h"

#define MOST 256 /* limit of instructions followed */

struct node {
    uintptr_t at, next; /* the instruction, and the one after it */
    size_t before;      /* the node that leads to it; itself: no node does */
    bool tests;
};

struct way {
    struct rdl_code code;
    uintptr_t back; /* where the function returns to; 0: not known */
    bool lost;      /* there are paths that were not followed */
    size_t n;
    struct node nodes[MOST];
};

/* Adds an instruction that node `before` leads to, unless it is there. */
static void cfg_add(struct way *w, uintptr_t at, size_t before)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->nodes[i].at == at)
            return;
    }
    if (w->n < MOST)
        w->nodes[w->n++] = (struct node){ .at = at, .before = before };
    else
        w->lost = true;
}

/* Adds the successors of node i. */
static void cfg_follow(struct way *w, size_t i)
{
    struct node *n = &w->nodes[i];
    const size_t offset = n->at - w->code.start;
    struct rdl_instruction ins = { .length = 0 };

    if (offset < w->code.size)
        rdl_instruction_decode(w->code.bytes + offset, w->code.size - offset,
                               &ins);
    n->next = n->at + ins.length;
    if (ins.length == 0) {
        w->lost = true;
        return;
    }
    switch (ins.flow) {
    case RDL_FLOW_BRANCH:
        n->tests = true;
        cfg_add(w, n->at + (uintptr_t)ins.target, i);
        cfg_add(w, n->next, i);
        break;
    case RDL_FLOW_JUMP:
        cfg_add(w, n->at + (uintptr_t)ins.target, i);
        break;
    case RDL_FLOW_RETURN:
        if (w->back != 0)
            cfg_add(w, w->back, i);
        break;
    case RDL_FLOW_INDIRECT:
        w->lost = true;
        break;
    case RDL_FLOW_STOP:
        break;
    case RDL_FLOW_NEXT:
        cfg_add(w, n->next, i);
        break;
    }
}

/* The tests on the path to node `end`, in order. */
static size_t cfg_tests(const struct way *w, size_t end, uintptr_t *jumps,
                        size_t max)
{
    size_t n = 0, at;

    for (size_t i = end; w->nodes[i].before != i; i = w->nodes[i].before)
        n += w->nodes[w->nodes[i].before].tests;
    at = n;
    for (size_t i = end; w->nodes[i].before != i; i = w->nodes[i].before) {
        const struct node *b = &w->nodes[w->nodes[i].before];

        if (b->tests && --at < max)
            jumps[at] = b->next;
    }
    return n < max ? n : max;
}

enum rdl_cfg_found rdl_cfg_way(struct rdl_symbols *s, const struct rdl_cfg *b,
                               uintptr_t *jumps, size_t max, size_t *n)
{
    struct way w = { .back = b->from->value };

    *n = 0;
    if (!rdl_code_at(s, b->from->pc, &w.code))
        return RDL_BRANCH_UNKNOWN;
    cfg_add(&w, b->from->pc, 0);
    for (size_t i = 0; i < w.n; i++) {
        const size_t before = w.n;
        uintptr_t next;

        cfg_follow(&w, i);
        next = w.nodes[i].next;
        if (next == b->to->pc || (next == b->to->value && w.back != next)) {
            *n = cfg_tests(&w, i, jumps, max);
            return RDL_BRANCH_WAY;
        }
        if (next == b->avoid[0] || next == b->avoid[1])
            w.n = before; /* not that path */
    }
    return w.lost ? RDL_BRANCH_UNKNOWN : RDL_BRANCH_NONE;
}
