/* event.c - names of the operators, from ops.h. */
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
