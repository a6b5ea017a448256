/* progress.c - see progress.h. */
#include "explore/progress.h"

#include "explore/parts.h"

static uint32_t progress_open(const struct rdl_explore *x, uint32_t frame)
{
    uint32_t n = 0;

    for (uint32_t c = x->tree.node[x->path[frame]].child; c != RDL_TREE_NONE;
         c = x->tree.node[c].sibling)
        n++;
    return n;
}

struct rdl_explore_progress rdl_explore_progress(const struct rdl_explore *x)
{
    struct rdl_explore_progress p = { .share = 0 };

    for (uint32_t i = x->n + 1; i > 0; i--) {
        const struct rdl_frame *f = &x->frame[i - 1];
        const uint32_t done = f->n - f->inherited;
        const uint32_t open = progress_open(x, i - 1);
        const uint32_t all = done + open;

        if (all == 0)
            continue;
        p.share = ((double)done + p.share) / (double)all;
        /* One of them is the step that the execution took, but in the last
         * frame, which has only what comes next. */
        p.open += i - 1 < x->n ? open - 1 : open;
    }
    return p;
}
