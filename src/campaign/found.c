/* found.c - see found.h. */
#include "campaign/found.h"

#include "base/hash.h"
#include "base/text.h"

#include <stdlib.h>

static int found_compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* A name for a place that does not depend on where modules were loaded. */
static uint64_t found_place(const struct rdl_shared *s, uintptr_t pc)
{
    const struct rdl_module *m = rdl_shared_module(s, pc);

    if (m == NULL)
        return 0;
    return rdl_mix(rdl_hash_text(rdl_text_base_name(m->path)), pc - m->base);
}

static bool found_waits(const struct rdl_finding *f,
                        const struct rdl_thread_view *v)
{
    for (int i = 0; i < f->n_cycle; i++) {
        if (f->cycle[i] == v->tid)
            return true;
    }
    return f->n_cycle == 0 && v->state == RDL_WAITING;
}

/* Nobody could run: the finding is where everybody stands. */
static bool found_stuck(const struct rdl_finding *f)
{
    for (int i = 0; i < f->n_threads; i++) {
        if (f->threads[i].state == RDL_READY)
            return false;
    }
    return f->n_threads > 0;
}

/* The set of places at which threads wait: how many wait at each, and under
 * which numbers, differs from schedule to schedule. */
static uint64_t found_waiters(const struct rdl_shared *s, uint64_t h)
{
    const struct rdl_finding *f = &s->finding;
    uint64_t places[RDL_MAX_VIEWS];
    size_t n = 0;

    for (int i = 0; i < f->n_threads; i++) {
        if (found_waits(f, &f->threads[i]))
            places[n++] = found_place(s, f->threads[i].pc);
    }
    qsort(places, n, sizeof(places[0]), found_compare);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || places[i] != places[i - 1])
            h = rdl_mix(h, places[i]);
    }
    return h;
}

uint64_t rdl_found_id(const struct rdl_shared *s)
{
    const struct rdl_finding *f = &s->finding;
    uint64_t h = rdl_hash_text(f->kind);

    if (f->line != 0)
        h = rdl_mix(rdl_mix(h, rdl_hash_text(f->file)), f->line);
    else if (f->n_cycle > 0 || found_stuck(f))
        h = found_waiters(s, h);
    else
        h = rdl_mix(rdl_mix(h, found_place(s, f->pc)), (uint32_t)f->code);
    return h != 0 ? h : 1;
}
