/* event.c - names of the operators, from ops.h, and of memory orders. */
#include "base/event.h"

#include <string.h>

static const char *const names[] = {
#define OP(id, name, class, access, effect) name,
#include "base/ops.h"
#undef OP
};

const char *rdl_op_name(enum rdl_op op)
{
    return names[op];
}

int rdl_op_find(const char *name)
{
    for (int i = 0; i < RDL_N_OPS; i++) {
        if (strcmp(names[i], name) == 0)
            return i;
    }
    return -1;
}

/* Each begins with the dot of the suffix. */
static const char *const orders[RDL_N_ORDERS] = {
    [RDL_ORDER_SEQ_CST] = ".seq-cst", [RDL_ORDER_ACQ_REL] = ".acq-rel",
    [RDL_ORDER_RELEASE] = ".release", [RDL_ORDER_ACQUIRE] = ".acquire",
    [RDL_ORDER_CONSUME] = ".consume", [RDL_ORDER_RELAXED] = ".relaxed",
};

const char *rdl_order_name(enum rdl_order order)
{
    return (unsigned)order < RDL_N_ORDERS ? orders[order] + 1 : NULL;
}

const char *rdl_order_suffix(enum rdl_order order)
{
    return (unsigned)order < RDL_N_ORDERS && order != RDL_ORDER_SEQ_CST
               ? orders[order]
               : "";
}

int rdl_order_find(const char *name)
{
    for (int i = 0; i < RDL_N_ORDERS; i++) {
        if (strcmp(orders[i] + 1, name) == 0)
            return i;
    }
    return -1;
}
