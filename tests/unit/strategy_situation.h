/* strategy_situation.h - one decision of a guided strategy: a history, pending
 * operations, and the threads that may come of it under all ties. */
#ifndef STRATEGY_SITUATION_H
#define STRATEGY_SITUATION_H

#include "strategy_guide.h"
#include "strategy_model.h"

enum { STP, CTP };

/* Does a lock-acquire that has to wait compete? */
static bool competes;

static inline struct reference *situation(int metrics, const char *history)
{
    struct reference *r = reference_new(metrics);

    reference_begin(r);
    reference_run(r, history);
    return r;
}

/* The threads that a decision can fall on, as bits; `memory` is left as it
 * was. */
static inline unsigned outcomes(const char *strategy, const struct reference *r,
                                const void *memory, const char *text)
{
    const struct rdl_strategy *s = rdl_strategy_find(strategy);
    struct rdl_event pending[RDL_MAX_THREADS];
    rdl_tid enabled[16];
    size_t n = 0;
    unsigned out = 0;
    void *copy = malloc(s->memory_size);
    struct rdl_rng rng = { 0 };
    struct rdl_run run = { .rng = &rng, .memory = copy, .guide = &r->guide };
    struct rdl_choice c = { .rng = &rng,
                            .memory = copy,
                            .guide = &r->guide,
                            .enabled = enabled,
                            .pending = pending };

    while (*text != '\0') {
        struct rdl_event e;

        text = parse_event(text, &e);
        pending[e.tid] = e;
        enabled[n++] = e.tid;
    }
    c.n_enabled = n;
    for (unsigned k = 0; k < 12; k++) {
        memcpy(copy, memory, s->memory_size);
        s->begin(NULL, &run);
        *attempts_of(strategy, copy) = competes;
        model_script(&rng, k, 12);
        out |= 1u << s->pick(NULL, &c);
    }
    free(copy);
    return out;
}

static inline unsigned decided(const char *strategy, const struct reference *r,
                               int phase, const char *pending)
{
    const struct rdl_strategy *s = rdl_strategy_find(strategy);
    void *memory = calloc(1, s->memory_size);
    unsigned out;

    if (phase == CTP)
        ((struct rdl_cuve *)memory)->combines = 1;
    out = outcomes(strategy, r, memory, pending);
    free(memory);
    return out;
}

static inline void executions(const char *strategy, void *memory,
                              struct reference *r, unsigned n, bool fresh)
{
    const struct rdl_strategy *s = rdl_strategy_find(strategy);
    struct rdl_rng rng = { 1 };
    struct rdl_run run = { .rng = &rng, .memory = memory, .guide = &r->guide };

    while (n-- > 0) {
        s->begin(NULL, &run);
        r->needs[1].fresh = fresh;
        if (s->end != NULL)
            s->end(NULL, &run, &(struct rdl_ended){ .decisions = 1 });
        r->needs[1].fresh = false;
    }
}

#define THREAD(t) (1u << (t))

#endif
