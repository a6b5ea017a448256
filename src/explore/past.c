/* past.c - see past.h. */
#include "explore/past.h"

#include "explore/parts.h"

uint32_t rdl_explore_past(const struct rdl_explore *x, rdl_tid tid, rdl_tid by)
{
    const uint32_t latest = tid < RDL_EXPLORE_THREADS ? x->latest.of[tid] : 0;

    return latest > 0 && by < RDL_EXPLORE_THREADS
               ? (uint32_t)x->clock[latest - 1][by]
               : 0;
}

bool rdl_explore_unordered(const struct rdl_explore *x, rdl_tid tid,
                           const struct rdl_step_object *object)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const struct rdl_step *s = rdl_explore_at(x, i);

        if (s->tid == tid || rdl_explore_past(x, tid, s->tid) > s->own)
            continue;
        for (unsigned k = 0; k < s->n_touches; k++) {
            if (rdl_touch_meets(&s->touch[k], object))
                return true;
        }
    }
    return false;
}
