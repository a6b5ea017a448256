/* conflict.c - see conflict.h. */
#include "trace/conflict.h"

/* Events conflict only if they are about the same sort of object. */
enum sort { NOTHING, MEMORY, LOCK, CONDITION, OTHER };

static enum sort conflict_sort(const struct rdl_event *e)
{
    const enum rdl_op op = (enum rdl_op)e->op;

    switch (rdl_op_class(op)) {
    case RDL_CLASS_PLAIN:
    case RDL_CLASS_ATOMIC:
        return MEMORY;
    case RDL_CLASS_BLOCK:
        return op == RDL_OP_FREE ? MEMORY : NOTHING;
    case RDL_CLASS_LOCK: /* releasing it disturbs nobody */
        return op == RDL_OP_HOLD || op == RDL_OP_UNLOCK ? NOTHING : LOCK;
    case RDL_CLASS_CONDITION:
        return op == RDL_OP_WAKE ? NOTHING : CONDITION;
    case RDL_CLASS_SYNC:
        return op == RDL_OP_ONCE ? NOTHING : OTHER;
    default:
        return op == RDL_OP_IO || op == RDL_OP_KILL ? OTHER : NOTHING;
    }
}

bool rdl_trace_accesses(const struct rdl_event *e)
{
    return conflict_sort(e) == MEMORY;
}

bool rdl_trace_changes(const struct rdl_event *e)
{
    return !rdl_op_reads_only((enum rdl_op)e->op) && e->op != RDL_OP_WAIT &&
           !(e->op == RDL_OP_RMW && (e->flags & RDL_EV_FAILED) != 0);
}

bool rdl_trace_overlap(const struct rdl_event *a, const struct rdl_event *b)
{
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

bool rdl_trace_conflict(const struct rdl_event *a, const struct rdl_event *b)
{
    const enum sort sort = conflict_sort(a);

    return sort != NOTHING && sort == conflict_sort(b) && a->tid != b->tid &&
           (rdl_trace_changes(a) || rdl_trace_changes(b)) &&
           rdl_trace_overlap(a, b);
}
