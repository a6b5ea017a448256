#include "explore/reach.h"

bool rdl_reach_troubled(const struct rdl_reach *r)
{
    for (unsigned i = 0; i < RDL_N_REACH_REASONS; i++) {
        if (r->trouble[i].set)
            return true;
    }
    return false;
}

bool rdl_reach_complete(const struct rdl_reach *r)
{
    return r->open && r->done && !rdl_reach_troubled(r);
}

const char *rdl_reach_reason(enum rdl_reach_reason reason)
{
    static const char *const reasons[] = {
#define REASON(id, name, text) text,
#include "explore/reasons.h"
#undef REASON
    };

    return reasons[reason];
}
