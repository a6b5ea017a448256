/* prefix.c - see prefix.h.  First the executions with their steps, then the
 * plans that extend them. */
#include "minimize/prefix.h"

#include "base/hash.h"
#include "detect/detector.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void rdl_prefix_learn(struct rdl_prefix_threads *t, const struct rdl_plan *p)
{
    for (size_t i = 0; i < p->n_segments; i++) {
        const rdl_tid tid = p->segments[i].tid;

        if (!t->known[tid])
            t->all[t->n++] = tid;
        t->known[tid] = true;
    }
}

/* --- Executions ----------------------------------------------------------- */

static void prefix_steps(struct rdl_prefix *b, const uint64_t *steps, size_t n)
{
    b->n_steps = n;
    b->steps = rdl_alloc((n + 1) * sizeof(*b->steps));
    memcpy(b->steps, steps, n * sizeof(*b->steps));
}

bool rdl_prefix_take(struct rdl_prefix *b, struct rdl_shared *shared)
{
    if (!rdl_plan_of_memory(&b->plan, shared))
        return false;
    prefix_steps(b, rdl_shared_data(shared, RDL_TRACE_STEPS),
                 shared->regions[RDL_TRACE_STEPS].used);
    return true;
}

void rdl_prefix_best(struct rdl_prefix *b, const struct rdl_sites *s,
                     const struct rdl_plan *best)
{
    rdl_plan_copy(&b->plan, best);
    prefix_steps(b, s->steps, s->n_steps);
}

void rdl_prefix_free(struct rdl_prefix *b)
{
    rdl_plan_free(&b->plan);
    free(b->steps);
}

struct rdl_sites_in rdl_prefix_in(const struct rdl_prefix *b)
{
    return (struct rdl_sites_in){
        .plan = &b->plan,
        .steps = b->steps,
        .n_steps = b->n_steps,
        .from = b->from,
    };
}

/* --- Plans ---------------------------------------------------------------- */

/* Copies the choices made before the plan ends. */
static void prefix_choices(const struct rdl_prefix *b, struct rdl_plan *p)
{
    uint32_t taken[RDL_MAX_THREADS] = { 0 };

    for (size_t i = 0; i < p->n_segments; i++)
        taken[p->segments[i].tid] = p->segments[i].until;
    for (size_t i = 0; i < b->plan.n_choices; i++) {
        const struct rdl_script_choice *c = &b->plan.choices[i];

        /* One at the very end stays, unless prefix_choose() replaces it. */
        if (c->taken <= taken[c->tid])
            p->choices[p->n_choices++] = *c;
    }
}

static void prefix_choose(struct rdl_plan *p,
                          const struct rdl_prefix_next *next, rdl_tid tid)
{
    struct rdl_script_choice choice = next->choice->choice;
    size_t n = 0;

    choice.tid = tid;
    choice.taken = next->place.own;
    for (size_t i = 0; i < p->n_choices; i++) {
        const struct rdl_script_choice *c = &p->choices[i];

        if (c->tid != tid || c->taken != choice.taken || c->nth != choice.nth)
            p->choices[n++] = *c;
    }
    p->choices[n++] = choice;
    p->n_choices = n;
    rdl_plan_sort(p);
}

void rdl_prefix_plan(const struct rdl_prefix *b,
                     const struct rdl_prefix_next *next, size_t room,
                     struct rdl_plan *out)
{
    const size_t n = next->place.own > 0 ? next->place.segment + 1 : 0;
    struct rdl_script_segment *last;

    *out = (struct rdl_plan){
        .n_segments = n,
        .segments = rdl_alloc((n + room) * sizeof(*out->segments)),
        .choices = rdl_alloc((b->plan.n_choices + 1) * sizeof(*out->choices)),
    };
    if (n == 0)
        return;
    memcpy(out->segments, b->plan.segments, n * sizeof(*out->segments));
    last = &out->segments[n - 1];
    last->until = next->place.own;
    last->end = RDL_SCRIPT_GO_ON;
    prefix_choices(b, out);
    if (next->choice != NULL) {
        prefix_choose(out, next, last->tid);
        return;
    }
    last->to = next->to;
    last->end = next->turn ? RDL_SCRIPT_IF_MUST : RDL_SCRIPT_SWITCH;
}

struct rank {
    uint64_t key;
    rdl_tid tid;
};

static int prefix_rank_compare(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;

    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->tid > y->tid) - (x->tid < y->tid);
}

/* The script takes the earliest segment when a thread cannot continue. */
void rdl_prefix_order(struct rdl_plan *p,
                      const struct rdl_prefix_threads *threads, uint64_t order)
{
    struct rank *ranks = rdl_alloc((threads->n + 1) * sizeof(*ranks));

    for (size_t i = 0; i < threads->n; i++)
        ranks[i] = (struct rank){
            .key = order == 0 ? i : rdl_mix(order, threads->all[i]),
            .tid = threads->all[i],
        };
    qsort(ranks, threads->n, sizeof(*ranks), prefix_rank_compare);
    for (size_t i = 0; i < threads->n; i++)
        p->segments[p->n_segments++] = (struct rdl_script_segment){
            .tid = ranks[i].tid,
            .to = RDL_NO_TID,
            .until = UINT32_MAX,
            .end = RDL_SCRIPT_GO_ON,
        };
    free(ranks);
}

void rdl_prefix_rest(struct rdl_plan *p, const struct rdl_plan *best,
                     size_t step)
{
    uint32_t taken[RDL_MAX_THREADS] = { 0 };
    size_t end = 0;

    for (size_t i = 0; i < best->n_segments; i++) {
        struct rdl_script_segment s = best->segments[i];

        end += s.until - taken[s.tid];
        taken[s.tid] = s.until;
        if (end <= step)
            continue;
        if (s.end == RDL_SCRIPT_SWITCH)
            s.end = RDL_SCRIPT_IF_MUST;
        p->segments[p->n_segments++] = s;
    }
}

bool rdl_prefix_hangs(const struct rdl_shared *shared)
{
    return shared->outcome.state == RDL_FOUND &&
           rdl_detector_comes(shared->finding.kind, RDL_AT_TIMEOUT);
}
