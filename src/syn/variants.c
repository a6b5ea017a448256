/* variants.c - the race variants of a SYN-sequence: exploration looks at the
 * trace as at its first execution. */
#include "explore/variants.h"

#include "syn/parts.h"
#include "util/alloc.h"

#include <stdlib.h>

/* As many steps as fit into an exploration. */
#define MOST_EVENTS (RDL_EXPLORE_STEPS - 1)
#define MOST_VARIANTS 100000
/* For each event: its node, clocks, and as much for the branches of races. */
#define BYTES_FOR_EACH 16384

/* Events by thread: r->of, r->start. */
static void variants_index(struct rdl_syn_reading *r)
{
    size_t n[RDL_MAX_THREADS] = { 0 };

    r->of = rdl_grow(r->of, (r->syn->n + 1) * sizeof(*r->of));
    for (size_t i = 0; i < r->syn->n; i++)
        n[r->steps[i].tid]++;
    r->start[0] = 0;
    for (size_t t = 1; t < RDL_MAX_THREADS; t++)
        r->start[t] = r->start[t - 1] + n[t - 1];
    for (size_t i = 0; i < r->syn->n; i++)
        r->of[r->start[r->steps[i].tid] + r->steps[i].own] = i;
}

/* The event that is the own-th of its thread. */
static size_t variants_event(const struct rdl_syn_reading *r,
                             const struct rdl_step *s)
{
    return r->of[r->start[s->tid] + s->own];
}

static bool variants_take(void *data, uint32_t depth,
                          const struct rdl_step *const *v, size_t n)
{
    struct rdl_syn_reading *r = data;
    struct rdl_syn *s = r->syn;
    struct rdl_syn_variant *out;

    if ((s->n_variants & (s->n_variants - 1)) == 0)
        s->variants = rdl_grow(s->variants,
                               (2 * s->n_variants + 1) * sizeof(*s->variants));
    out = &s->variants[s->n_variants++];
    *out = (struct rdl_syn_variant){
        .first = depth,
        .second = variants_event(r, v[n - 1]),
        .n = depth + n,
        .events = rdl_alloc((depth + n) * sizeof(*out->events)),
    };
    for (size_t i = 0; i < depth; i++)
        out->events[i] = i;
    for (size_t i = 0; i < n; i++)
        out->events[depth + i] = variants_event(r, v[i]);
    return s->n_variants < MOST_VARIANTS;
}

/* Threads that wait for ever race, too. */
static void variants_end(struct rdl_syn_reading *r, struct rdl_explore *x)
{
    const struct rdl_variant_sink sink = { .data = r, .take = variants_take };
    struct rdl_step waiting[RDL_EXPLORE_THREADS];
    size_t n = 0;

    for (rdl_tid tid = 0; tid < r->t->n_threads; tid++) {
        const struct rdl_event *e;
        struct rdl_syn_event event;

        if (r->pending[tid] == 0)
            continue;
        e = &r->t->steps[r->pending[tid] - 1];
        if (e->op != RDL_OP_LOCK && e->op != RDL_OP_SEM_WAIT)
            continue;
        rdl_syn_waiting(r, r->pending[tid] - 1, &waiting[n]);
        waiting[n++].own = r->acts[tid];
        event = (struct rdl_syn_event){
            .step = r->pending[tid] - 1,
            .tid = tid,
            .op = e->op,
            .own = r->own[tid] + 1,
            .addr = e->addr,
            .size = 1,
        };
        rdl_syn_add(r, &event, &waiting[n - 1]);
    }
    rdl_explore_end(x, waiting, n);
    variants_index(r);
    rdl_explore_variants(x, &sink);
}

void rdl_syn_variants(struct rdl_syn_reading *r)
{
    const size_t n = r->syn->n;
    size_t size = (n + 64) * BYTES_FOR_EACH;
    struct rdl_explore *x;
    void *memory;

    if (n > MOST_EVENTS || r->t->n_threads > RDL_EXPLORE_THREADS) {
        r->syn->unknown = "the execution has too many events or threads";
        return;
    }
    while (rdl_explore_steps(size) <= n)
        size *= 2;
    memory = rdl_alloc(size);
    x = rdl_explore_open(memory, size, RDL_BOUND_NONE, 0);
    if (x != NULL) {
        rdl_explore_begin(x);
        for (size_t i = 0; i < n; i++) {
            rdl_explore_pick(x, &r->steps[i].tid, 1, r->steps[i].tid);
            rdl_explore_step(x, &r->steps[i]);
        }
        variants_end(r, x);
    }
    if (x == NULL || rdl_explore_trouble(x) != RDL_EXPLORE_FINE)
        r->syn->unknown = "the execution has too many races";
    free(memory);
}
