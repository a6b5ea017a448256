/* strategy_programs.h - random programs for the model machine, and estimates
 * of them that are partly wrong, as estimates are. */
#ifndef STRATEGY_PROGRAMS_H
#define STRATEGY_PROGRAMS_H

#include "strategy_guide.h"
#include "strategy_model.h"

static inline void programs_add(struct model_program *p, size_t t, uint8_t op,
                                uintptr_t addr, uint32_t size, int thread)
{
    assert_true(p->n_ops[t] < MODEL_OPS);
    p->ops[t][p->n_ops[t]] = (struct model_op){
        .op = op,
        .addr = addr,
        .size = size,
        .pc = PC(100 * (t % 2) + p->n_ops[t]), /* two run the same code */
        .thread = thread,
    };
    p->n_ops[t]++;
}

/* A few accesses, of whole variables and parts of them. */
static inline void programs_accesses(struct rdl_rng *world,
                                     struct model_program *p, size_t t)
{
    static const uint8_t ops[] = { RDL_OP_READ,  RDL_OP_READ,
                                   RDL_OP_WRITE, RDL_OP_RMW,
                                   RDL_OP_YIELD, RDL_OP_ATOMIC_WRITE };

    for (uint64_t n = rdl_rng_below(world, 3); n > 0; n--) {
        uintptr_t x = OBJECT('x') + 64 * rdl_rng_below(world, 3);
        bool part = rdl_rng_below(world, 4) == 0;

        programs_add(p, t, ops[rdl_rng_below(world, 6)],
                     x + (part ? 2 * rdl_rng_below(world, 3) : 0), part ? 4 : 8,
                     0);
    }
}

/* Two to five threads, of which main may make one and wait for it; critical
 * sections of two locks, sometimes nested, which can get stuck. */
static inline struct model_program *programs_draw(struct rdl_rng *world)
{
    struct model_program *p = calloc(1, sizeof(*p));
    size_t last;

    p->n_threads = 2 + rdl_rng_below(world, 4);
    last = p->n_threads - 1;
    p->created[last] = rdl_rng_below(world, 2) == 0;
    if (p->created[last])
        programs_add(p, 0, RDL_OP_CREATE, 1, 1, (int)last);
    for (size_t t = 0; t < p->n_threads; t++) {
        for (uint64_t n = 1 + rdl_rng_below(world, 3); n > 0; n--) {
            uintptr_t m = OBJECT('m') + 64 * rdl_rng_below(world, 2);
            uintptr_t other = OBJECT('m') + OBJECT('n') - m;
            bool nested = rdl_rng_below(world, 4) == 0;

            programs_accesses(world, p, t);
            programs_add(p, t, RDL_OP_LOCK, m, 40, 0);
            if (nested)
                programs_add(p, t, RDL_OP_LOCK, other, 40, 0);
            programs_accesses(world, p, t);
            if (nested)
                programs_add(p, t, RDL_OP_UNLOCK, other, 40, 0);
            programs_add(p, t, RDL_OP_UNLOCK, m, 40, 0);
        }
    }
    if (p->created[last])
        programs_add(p, 0, RDL_OP_JOIN, 1, 1, (int)last);
    return p;
}

/* Some pairs of locations, half of them of operations that could meet. */
static inline void programs_estimate(struct rdl_rng *world,
                                     const struct model_program *p,
                                     struct reference *r)
{
    for (int i = 0; i < 12; i++) {
        size_t t = rdl_rng_below(world, p->n_threads);
        size_t u = rdl_rng_below(world, p->n_threads);
        const struct model_op *a =
            &p->ops[t][rdl_rng_below(world, p->n_ops[t])];
        const struct model_op *b =
            &p->ops[u][rdl_rng_below(world, p->n_ops[u])];
        int metric = a->op == RDL_OP_LOCK ? SYNC_PAIR : DEF_USE;

        if ((a->op == RDL_OP_LOCK) == (b->op == RDL_OP_LOCK) &&
            (r->metrics & metric) != 0)
            r->needs[need_of(r, metric, a->pc, b->pc)].estimated = true;
    }
}

#endif
