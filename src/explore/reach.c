#include "explore/reach.h"

#include "base/hash.h"

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

/* The entry, or the free one where it would be.  The target may have written
 * into the table, so that none is free. */
static uint32_t reach_extent_at(const struct rdl_reach *r, uint64_t pc,
                                uint64_t start)
{
    uint32_t at = (uint32_t)(rdl_mix(pc, start) % RDL_REACH_EXTENTS);

    for (uint32_t i = 0; i < RDL_REACH_EXTENTS; i++) {
        const struct rdl_reach_extent *e = &r->extent[at];

        if (e->pc == 0 || (e->pc == pc && e->start == start))
            break;
        at = (at + 1) % RDL_REACH_EXTENTS;
    }
    return at;
}

uint64_t rdl_reach_extent(const struct rdl_reach *r, uint64_t pc,
                          uint64_t start)
{
    const struct rdl_reach_extent *e =
        &r->extent[reach_extent_at(r, pc, start)];

    return e->pc == pc && e->start == start ? e->size : 0;
}

bool rdl_reach_extend(struct rdl_reach *r, uint64_t pc, uint64_t start,
                      uint64_t size)
{
    struct rdl_reach_extent *e = &r->extent[reach_extent_at(r, pc, start)];

    if (e->pc != pc || e->start != start) {
        if (pc == 0 || r->n_extents >= RDL_REACH_EXTENTS / 4 * 3)
            return false;
        r->n_extents++;
    }
    *e = (struct rdl_reach_extent){ .pc = pc, .start = start, .size = size };
    return true;
}
