/* shrink_follow.c - see shrink_follow.h. */
#include "campaign/shrink_follow.h"

#include "campaign/shrink_begun.h"
#include "driver/die.h"

#include <stdlib.h>

/* Of what may be tried elsewhere, one in ... */
#define PART 2
/* And of one schedule so often for each element: few soon repeat themselves. */
#define TRIES 32

struct follow {
    struct rdl_shrink *k;
    struct rdl_rng rng;
    struct rdl_sites sites;
    struct rdl_begun_threads threads;
};

static uint64_t follow_below(struct follow *f, uint64_t bound)
{
    return rdl_rng_below(&f->rng, bound);
}

/* Where the element comes behind what `b` has; false: nowhere. */
static bool follow_kept(struct follow *f, const struct rdl_begun *b,
                        const struct rdl_element *e,
                        struct rdl_begun_next *next)
{
    const struct rdl_sites_in in = rdl_begun_in(b);
    const bool same = follow_below(f, 8) > 0;

    *next = (struct rdl_begun_next){
        .to = e->to,
        .choice = e->is_choice ? e : NULL,
    };
    if (follow_below(f, 4) > 0 && rdl_sites_nth(&in, e, &next->place))
        return true;
    if (!rdl_sites_after(&in, e, same, &f->rng, &next->place))
        return false;
    /* Threads that do the same may have changed places. */
    if (b->plan.segments[next->place.segment].tid == e->to)
        next->to = e->tid;
    return true;
}

/* It is left out, but who had the turn then has it when the thread cannot go
 * on. */
static bool follow_left_out(struct follow *f, const struct rdl_begun *b,
                            const struct rdl_element *e,
                            struct rdl_begun_next *next)
{
    const struct rdl_sites_in in = rdl_begun_in(b);

    *next = (struct rdl_begun_next){ .to = e->to, .turn = true };
    return !e->is_choice && follow_below(f, 2) == 0 &&
           rdl_sites_turn(&in, e->tid, &f->rng, &next->place);
}

/* What came of it is `b` then, unless it is the best. */
static bool follow_run(struct follow *f, struct rdl_begun *b,
                       const struct rdl_begun_next *next, bool rest,
                       size_t step)
{
    const struct rdl_plan *best = &f->k->best;
    struct rdl_begun came = *b;
    struct rdl_plan p;

    rdl_begun_plan(b, next, best->n_segments + f->threads.n, &p);
    if (rest)
        rdl_begun_rest(&p, best, step);
    rdl_begun_order(&p, &f->threads, rest ? 0 : b->order);
    if (rdl_shrink_attempt(f->k, &p))
        return true;
    came.from = next->place.step;
    if (rdl_begun_take(&came, f->k->worker->memory.shared)) {
        rdl_begun_free(b);
        *b = came;
    }
    return false;
}

/* Until the first one that is left out it is as it was. */
static bool follow_begin(struct follow *f, struct rdl_begun *b, size_t kept,
                         bool rest)
{
    struct rdl_begun_next next = { .to = RDL_NO_TID };

    if (kept > 0) {
        const struct rdl_element *e = &f->sites.elements[kept - 1];

        next = (struct rdl_begun_next){
            .place = e->place,
            .to = e->to,
            .choice = e->is_choice ? e : NULL,
        };
    }
    return follow_run(f, b, &next, rest, next.place.step);
}

static bool follow_all(struct follow *f, const bool *out)
{
    const struct rdl_sites *s = &f->sites;
    const bool rest = follow_below(f, 4) > 0;
    struct rdl_begun b = { .order = rdl_rng_next(&f->rng) | 1 };
    bool found;
    size_t i = 0;

    rdl_begun_best(&b, s, &f->k->best);
    while (!out[i])
        i++;
    found = follow_begin(f, &b, i, rest);
    for (; i < s->n_elements && !found && !f->k->spent; i++) {
        const struct rdl_element *e = &s->elements[i];
        struct rdl_begun_next next;

        if (out[i] ? follow_left_out(f, &b, e, &next)
                   : follow_kept(f, &b, e, &next))
            found = follow_run(f, &b, &next, rest, e->place.step);
    }
    rdl_begun_free(&b);
    return found;
}

/* One of the elements is left out, or some. */
static bool follow_some(struct follow *f)
{
    const size_t n = f->sites.n_elements;
    size_t some = 1;
    bool *out = rdl_alloc(n);
    bool found;

    if (follow_below(f, 2) > 0)
        some += (size_t)follow_below(f, (n + 1) / 2);
    rdl_rng_mark(&f->rng, out, n, some);
    found = follow_all(f, out);
    free(out);
    return found;
}

bool rdl_shrink_follow(struct rdl_shrink *k)
{
    const struct rdl_shared *shared = k->worker->memory.shared;
    struct follow *f = rdl_alloc(sizeof(*f));
    bool any = false, found = true, hangs = false;
    size_t tries;

    f->k = k;
    f->rng.state = k->from->event_hash + k->made.attempts;
    rdl_shrink_allow(k, PART);
    while (found && !hangs && !k->spent) {
        rdl_begun_learn(&f->threads, &k->best);
        rdl_sites_find(&f->sites, k);
        tries = f->sites.n_elements > 1 ? TRIES * f->sites.n_elements : 0;
        for (found = false; tries > 0 && !found && !hangs && !k->spent;
             tries--) {
            found = follow_some(f);
            hangs = rdl_begun_hangs(shared);
        }
        rdl_sites_free(&f->sites);
        any = any || found;
    }
    rdl_shrink_allow(k, 0);
    free(f);
    return any;
}
