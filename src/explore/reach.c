#include "explore/reach.h"

bool rdl_reach_troubled(const struct rdl_reach *r)
{
    for (unsigned i = 0; i < RDL_N_REACH_REASONS; i++) {
        if (r->trouble[i].set)
            return true;
    }
    return false;
}

uint64_t rdl_reach_total(const struct rdl_reach *r)
{
    const double total =
        r->progress.share > 0 ? (double)r->progress_at / r->progress.share : 0;

    return total < 9e15 ? (uint64_t)total : UINT64_C(9000000000000000);
}

uint64_t rdl_reach_least(const struct rdl_reach *r)
{
    const uint64_t seen = r->progress_at + r->progress.open;
    const uint64_t done = r->ended + r->deadlocks + r->blocked + r->abandoned;

    if (r->progress_at == 0)
        return 0;
    return seen > done ? seen : done + !r->done;
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
