/* waits.c - who waits for whom.
 *
 * A view names at most one holder, so waiting is a function from thread to
 * thread.  To find a cycle, walk from each thread until the walk returns to its
 * start or has taken as many steps as there are threads. */
#include "detect/waits.h"

size_t rdl_waits_views(const struct rdl_finding *f)
{
    return f->n_threads < RDL_MAX_VIEWS ? f->n_threads : RDL_MAX_VIEWS;
}

const struct rdl_thread_view *rdl_waits_view(const struct rdl_finding *f,
                                             rdl_tid tid)
{
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        if (f->threads[i].tid == tid)
            return &f->threads[i];
    }
    return NULL;
}

bool rdl_waits_all(const struct rdl_finding *f)
{
    bool any = false;

    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (v->state == RDL_ENDED)
            continue;
        if (v->state != RDL_WAITING || v->timed)
            return false;
        any = true;
    }
    return any;
}

/* The thread for which v waits, NULL if it waits for nobody in particular. */
static const struct rdl_thread_view *waits_for(const struct rdl_finding *f,
                                               const struct rdl_thread_view *v)
{
    if (v->state != RDL_WAITING || v->holder == RDL_NO_TID)
        return NULL;
    return rdl_waits_view(f, v->holder);
}

static size_t waits_cycle_length(const struct rdl_finding *f,
                                 const struct rdl_thread_view *start)
{
    const struct rdl_thread_view *v = start;

    for (size_t n = 1; n <= rdl_waits_views(f); n++) {
        v = waits_for(f, v);
        if (v == NULL)
            return 0;
        if (v == start)
            return n;
    }
    return 0;
}

size_t rdl_waits_cycle(const struct rdl_finding *f, rdl_tid *out, size_t max)
{
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];
        size_t length = waits_cycle_length(f, v);

        for (size_t k = 0; k < length && k < max; k++) {
            out[k] = v->tid;
            v = waits_for(f, v);
        }
        if (length > 0)
            return length;
    }
    return 0;
}

void rdl_waits_blame(struct rdl_finding *f, const struct rdl_thread_view *v)
{
    f->tid = v->tid;
    f->pc = v->pc;
    f->addr = v->wait_object;
}

const struct rdl_thread_view *rdl_waits_busiest(const struct rdl_finding *f)
{
    const struct rdl_thread_view *ready = NULL, *alive = NULL;

    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (v->state == RDL_ENDED)
            continue;
        if (v->spins)
            return v;
        if (ready == NULL && v->state == RDL_READY)
            ready = v;
        if (alive == NULL)
            alive = v;
    }
    return ready != NULL ? ready : alive;
}
