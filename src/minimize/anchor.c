/* anchor.c - see anchor.h.  One try marks the elements to leave out
 * (anchor_some), then makes the others one by one (anchor_all), each in the
 * execution that the one before gave. */
#include "minimize/anchor.h"

#include "minimize/prefix.h"
#include "util/alloc.h"

#include <stdlib.h>

/* The share of the limit for other ways: one in ... */
#define PART 2
/* Tries per element of one schedule: with few elements they soon repeat. */
#define TRIES 32

struct follow {
    struct rdl_minimize *k;
    struct rdl_rng rng;
    struct rdl_sites sites;
    struct rdl_prefix_threads threads;
};

static uint64_t anchor_below(struct follow *f, uint64_t bound)
{
    return rdl_rng_below(&f->rng, bound);
}

/* The place of a remaining element after what `b` has; false: there is none. */
static bool anchor_kept(struct follow *f, const struct rdl_prefix *b,
                        const struct rdl_element *e,
                        struct rdl_prefix_next *next)
{
    const struct rdl_sites_in in = rdl_prefix_in(b);
    const bool same = anchor_below(f, 8) > 0;

    *next = (struct rdl_prefix_next){
        .to = e->to,
        .choice = e->is_choice ? e : NULL,
    };
    if (anchor_below(f, 4) > 0 && rdl_sites_nth(&in, e, &next->place))
        return true;
    if (!rdl_sites_after(&in, e, same, &f->rng, &next->place))
        return false;
    /* Threads that do the same may have swapped roles. */
    if (b->plan.segments[next->place.segment].tid == e->to)
        next->to = e->tid;
    return true;
}

/* The preemption is left out, but the same thread runs next when this one
 * cannot continue. */
static bool anchor_left_out(struct follow *f, const struct rdl_prefix *b,
                            const struct rdl_element *e,
                            struct rdl_prefix_next *next)
{
    const struct rdl_sites_in in = rdl_prefix_in(b);

    *next = (struct rdl_prefix_next){ .to = e->to, .turn = true };
    return !e->is_choice && anchor_below(f, 2) == 0 &&
           rdl_sites_turn(&in, e->tid, &f->rng, &next->place);
}

/* Runs the plan; its execution becomes `b`, unless it is the best. */
static bool anchor_run(struct follow *f, struct rdl_prefix *b,
                       const struct rdl_prefix_next *next, bool rest,
                       size_t step)
{
    const struct rdl_plan *best = &f->k->best;
    struct rdl_prefix came = *b;
    struct rdl_plan p;

    rdl_prefix_plan(b, next, best->n_segments + f->threads.n, &p);
    if (rest)
        rdl_prefix_rest(&p, best, step);
    rdl_prefix_order(&p, &f->threads, rest ? 0 : b->order);
    if (rdl_minimize_attempt(f->k, &p))
        return true;
    came.from = next->place.step;
    if (rdl_prefix_take(&came, f->k->worker->memory.shared)) {
        rdl_prefix_free(b);
        *b = came;
    }
    return false;
}

/* Before the first element that is left out, nothing changes. */
static bool anchor_begin(struct follow *f, struct rdl_prefix *b, size_t kept,
                         bool rest)
{
    struct rdl_prefix_next next = { .to = RDL_NO_TID };

    if (kept > 0) {
        const struct rdl_element *e = &f->sites.elements[kept - 1];

        next = (struct rdl_prefix_next){
            .place = e->place,
            .to = e->to,
            .choice = e->is_choice ? e : NULL,
        };
    }
    return anchor_run(f, b, &next, rest, next.place.step);
}

static bool anchor_all(struct follow *f, const bool *out)
{
    const struct rdl_sites *s = &f->sites;
    const bool rest = anchor_below(f, 4) > 0;
    struct rdl_prefix b = { .order = rdl_rng_next(&f->rng) | 1 };
    bool found;
    size_t i = 0;

    rdl_prefix_best(&b, s, &f->k->best);
    while (!out[i])
        i++;
    found = anchor_begin(f, &b, i, rest);
    for (; i < s->n_elements && !found && !f->k->spent; i++) {
        const struct rdl_element *e = &s->elements[i];
        struct rdl_prefix_next next;

        if (out[i] ? anchor_left_out(f, &b, e, &next)
                   : anchor_kept(f, &b, e, &next))
            found = anchor_run(f, &b, &next, rest, e->place.step);
    }
    rdl_prefix_free(&b);
    return found;
}

/* Leaves out one of the elements, or several. */
static bool anchor_some(struct follow *f)
{
    const size_t n = f->sites.n_elements;
    size_t some = 1;
    bool *out = rdl_alloc(n);
    bool found;

    if (anchor_below(f, 2) > 0)
        some += (size_t)anchor_below(f, (n + 1) / 2);
    rdl_rng_mark(&f->rng, out, n, some);
    found = anchor_all(f, out);
    free(out);
    return found;
}

bool rdl_minimize_anchor(struct rdl_minimize *k)
{
    const struct rdl_shared *shared = k->worker->memory.shared;
    struct follow *f = rdl_alloc(sizeof(*f));
    bool any = false, found = true, hangs = false;
    size_t tries;

    f->k = k;
    f->rng.state = k->from->event_hash + k->made.attempts;
    rdl_minimize_allow(k, PART);
    while (found && !hangs && !k->spent) {
        rdl_prefix_learn(&f->threads, &k->best);
        rdl_sites_find(&f->sites, k);
        tries = f->sites.n_elements > 1 ? TRIES * f->sites.n_elements : 0;
        for (found = false; tries > 0 && !found && !hangs && !k->spent;
             tries--) {
            found = anchor_some(f);
            hangs = rdl_prefix_hangs(shared);
        }
        rdl_sites_free(&f->sites);
        any = any || found;
    }
    rdl_minimize_allow(k, 0);
    free(f);
    return any;
}
