/* move.c - see move.h. */
#include "minimize/move.h"

/* The most other threads to give a turn to. */
#define OTHERS 8

static bool move_to(struct rdl_minimize *k, size_t segment, rdl_tid to)
{
    struct rdl_plan p;

    rdl_plan_copy(&p, &k->best);
    p.segments[segment].to = to;
    return rdl_minimize_attempt(k, &p);
}

/* A thread does what it did before the preemption later, when it runs again:
 * one preemption and one switch less. */
static bool move_later(struct rdl_minimize *k)
{
    bool any = false;

    for (size_t i = 1; i + 1 < k->best.n_segments && !k->spent; i++) {
        struct rdl_plan p;

        if (k->best.segments[i].end != RDL_SCRIPT_SWITCH)
            continue;
        rdl_plan_copy(&p, &k->best);
        p.segments[i].end = RDL_SCRIPT_IF_MUST;
        p.segments[i - 1].to = p.segments[i].to;
        if (p.segments[i - 1].to == p.segments[i - 1].tid)
            p.segments[i - 1].end = RDL_SCRIPT_GO_ON;
        if (rdl_minimize_attempt(k, &p)) {
            any = true;
            i = 0;
        }
    }
    return any;
}

/* A preempted thread that holds a lock blocks others at it.  So the thread that
 * would wait may as well run before, and be preempted there. */
static bool move_swap(struct rdl_minimize *k)
{
    for (size_t i = 1; i + 2 < k->best.n_segments && !k->spent; i++) {
        struct rdl_script_segment *s, before;
        struct rdl_plan p;

        if (k->best.segments[i].end != RDL_SCRIPT_SWITCH ||
            k->best.segments[i + 1].end != RDL_SCRIPT_IF_MUST ||
            k->best.segments[i + 1].to != k->best.segments[i].tid)
            continue;
        rdl_plan_copy(&p, &k->best);
        s = &p.segments[i];
        before = s[0];
        s[0] = s[1];
        s[1] = before;
        s[0].until--;
        s[0].end = RDL_SCRIPT_SWITCH;
        s[0].to = s[1].tid;
        s[1].end = RDL_SCRIPT_IF_MUST;
        s[1].to = s[0].tid;
        s[-1].to = s[0].tid;
        if (rdl_minimize_attempt(k, &p))
            return true;
    }
    return false;
}

static bool move_elsewhere(struct rdl_minimize *k)
{
    bool any = false;

    for (size_t i = 0; i + 1 < k->best.n_segments && !k->spent; i++) {
        rdl_tid tried[OTHERS];
        size_t n = 0;

        for (size_t s = 0; s < k->best.n_segments && n < OTHERS && !k->spent;
             s++) {
            const rdl_tid tid = k->best.segments[s].tid;
            bool known =
                tid == k->best.segments[i].tid || tid == k->best.segments[i].to;

            for (size_t t = 0; t < n; t++)
                known = known || tried[t] == tid;
            if (known)
                continue;
            tried[n++] = tid;
            if (move_to(k, i, tid)) {
                any = true;
                break;
            }
        }
    }
    return any;
}

bool rdl_minimize_move(struct rdl_minimize *k)
{
    return move_later(k) || move_swap(k) || move_elsewhere(k);
}
