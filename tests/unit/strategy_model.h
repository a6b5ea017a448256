/* strategy_model.h - a tiny machine that runs a strategy: threads are lists of
 * operations on locks and variables, executed one at a time as the engine
 * would; a lock-acquire of a held lock is a step too, after which the thread
 * is blocked until the lock is free.
 *
 * Also the scripted generator: what the next draw gives can be chosen. */
#ifndef STRATEGY_MODEL_H
#define STRATEGY_MODEL_H

#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MODEL_THREADS = 8, MODEL_OPS = 64, MODEL_VARS = 4 };

struct model_op {
    uint8_t op;
    uintptr_t addr, pc;
    uint32_t size;
    int thread;                    /* of CREATE and JOIN */
    bool (*when)(const int *vars); /* NULL: always */
    void (*does)(int *vars);
};

struct model_program {
    size_t n_threads;
    bool created[MODEL_THREADS]; /* by another: not there at first */
    size_t n_ops[MODEL_THREADS];
    struct model_op ops[MODEL_THREADS][MODEL_OPS];
};

/* Whoever records what happens. */
struct model_observer {
    void (*event)(void *arg, const struct rdl_event *e);
    /* May be NULL: asked before each decision. */
    void (*decision)(void *arg, const struct rdl_choice *c);
    void *arg;
};

struct model {
    const struct model_program *program;
    const struct rdl_strategy *strategy;
    void *state, *memory;
    const struct rdl_guide *guide;
    struct rdl_rng rng;
    enum rdl_capp_order capp_order;
    bool count_steps;          /* false: `steps` of a choice stays 0 */
    struct rdl_rng leaves_out; /* state 0: nobody, as a spinning thread is */
    struct model_observer observers[2];

    size_t at[MODEL_THREADS];
    bool live[MODEL_THREADS], started[MODEL_THREADS], waiting[MODEL_THREADS];
    int vars[MODEL_VARS];
    struct {
        uintptr_t addr;
        int holder;
    } locks[16];
    struct rdl_event pending[RDL_MAX_THREADS];
    uint64_t steps, decisions, executions;
    rdl_tid trace[MODEL_THREADS * MODEL_OPS * 2]; /* who stepped */
};

/* The state from which the next draw is `z`: SplitMix64 backwards. */
static inline uint64_t model_state_before(uint64_t z)
{
    const uint64_t factors[2] = { UINT64_C(0x94d049bb133111eb),
                                  UINT64_C(0xbf58476d1ce4e5b9) };
    const int shifts[2] = { 27, 30 };

    z ^= z >> 31 ^ z >> 62;
    for (int i = 0; i < 2; i++) {
        uint64_t inverse = factors[i]; /* right in 3 bits; each round doubles */

        for (int k = 0; k < 5; k++)
            inverse *= 2 - factors[i] * inverse;
        z *= inverse;
        z ^= z >> shifts[i] ^ z >> 2 * shifts[i];
    }
    return z - UINT64_C(0x9e3779b97f4a7c15);
}

/* The next tie of n ends with number k. */
static inline void model_script(struct rdl_rng *rng, unsigned k, unsigned n)
{
    unsigned __int128 z = ((unsigned __int128)(2 * k + 1) << 64) / (2 * n);

    rng->state = model_state_before((uint64_t)z);
}

static inline int *model_lock(struct model *m, uintptr_t addr)
{
    for (size_t i = 0; i < 16; i++) {
        if (m->locks[i].addr == 0)
            m->locks[i] = (typeof(m->locks[0])){ addr, -1 };
        if (m->locks[i].addr == addr)
            return &m->locks[i].holder;
    }
    fail_msg("too many locks");
    return NULL;
}

static inline const struct model_op *model_op_of(const struct model *m,
                                                 size_t t)
{
    return &m->program->ops[t][m->at[t]];
}

/* The thread's next operation becomes its pending event. */
static inline void model_fetch(struct model *m, size_t t)
{
    const struct model_op *o;

    while (m->at[t] < m->program->n_ops[t] && model_op_of(m, t)->when != NULL &&
           !model_op_of(m, t)->when(m->vars))
        m->at[t]++;
    if (!m->started[t]) {
        m->pending[t] =
            (struct rdl_event){ .op = RDL_OP_START, .tid = (rdl_tid)t };
        return;
    }
    if (m->at[t] == m->program->n_ops[t]) {
        m->live[t] = false;
        return;
    }
    o = model_op_of(m, t);
    m->pending[t] = (struct rdl_event){
        .pc = o->pc,
        .addr = o->addr,
        .size = m->waiting[t] ? 1 : o->size,
        .tid = (rdl_tid)t,
        .op = m->waiting[t] ? RDL_OP_HOLD : o->op,
    };
}

static inline bool model_enabled(struct model *m, size_t t)
{
    const struct rdl_event *e = &m->pending[t];

    if (!m->live[t])
        return false;
    if (e->op == RDL_OP_HOLD)
        return *model_lock(m, e->addr) < 0;
    if (e->op == RDL_OP_JOIN)
        return !m->live[model_op_of(m, t)->thread];
    return true;
}

static inline void model_tell(struct model *m, const struct rdl_event *e)
{
    for (int i = 0; i < 2; i++) {
        if (m->observers[i].event != NULL)
            m->observers[i].event(m->observers[i].arg, e);
    }
}

static inline void model_step(struct model *m, size_t t)
{
    struct rdl_event e = m->pending[t];
    const struct model_op *o = model_op_of(m, t);
    int *lock;

    m->trace[m->steps++] = (rdl_tid)t;
    if (e.op == RDL_OP_START) {
        m->started[t] = true;
        model_tell(m, &e);
        model_fetch(m, t);
        return;
    }
    switch (e.op) {
    case RDL_OP_LOCK:
    case RDL_OP_HOLD:
        lock = model_lock(m, e.addr);
        if (e.op == RDL_OP_LOCK)
            model_tell(m, &e);
        if (*lock >= 0) {
            m->waiting[t] = true;
            model_fetch(m, t);
            return;
        }
        *lock = (int)t;
        m->waiting[t] = false;
        e.op = RDL_OP_HOLD;
        e.size = 1;
        break;
    case RDL_OP_UNLOCK:
        *model_lock(m, e.addr) = -1;
        break;
    case RDL_OP_CREATE:
        m->live[o->thread] = true;
        model_fetch(m, (size_t)o->thread);
        break;
    default:
        break;
    }
    model_tell(m, &e);
    if (o->does != NULL)
        o->does(m->vars);
    m->at[t]++;
    model_fetch(m, t);
}

static inline void model_reset(struct model *m)
{
    memset(m->at, 0, sizeof(m->at));
    memset(m->waiting, 0, sizeof(m->waiting));
    memset(m->vars, 0, sizeof(m->vars));
    memset(m->locks, 0, sizeof(m->locks));
    m->steps = m->decisions = 0;
    for (size_t t = 0; t < m->program->n_threads; t++) {
        m->live[t] = m->started[t] = !m->program->created[t];
        if (m->live[t])
            model_fetch(m, t);
    }
    if (m->state != NULL)
        memset(m->state, 0, m->strategy->state_size);
}

/* Who can step; 0: nobody, and *stuck says whether somebody should. */
static inline size_t model_ready(struct model *m,
                                 rdl_tid enabled[MODEL_THREADS], bool *stuck)
{
    size_t n = 0;

    *stuck = false;
    for (size_t t = 0; t < m->program->n_threads; t++) {
        *stuck |= m->live[t];
        if (model_enabled(m, t))
            enabled[n++] = (rdl_tid)t;
    }
    if (n > 1 && m->leaves_out.state != 0 &&
        rdl_rng_below(&m->leaves_out, 4) == 0) {
        size_t out = rdl_rng_below(&m->leaves_out, n--);

        memmove(&enabled[out], &enabled[out + 1],
                (n - out) * sizeof(enabled[0]));
    }
    return n;
}

static inline rdl_tid model_pick(struct model *m, const rdl_tid *enabled,
                                 size_t n, rdl_tid current)
{
    struct rdl_choice c = { .rng = &m->rng,
                            .memory = m->memory,
                            .guide = m->guide,
                            .enabled = enabled,
                            .n_enabled = n,
                            .pending = m->pending,
                            .current = current,
                            .step = m->decisions,
                            .steps = m->count_steps ? m->steps : 0 };

    if (n == 1)
        return enabled[0];
    m->decisions++;
    for (int i = 0; i < 2; i++) {
        if (m->observers[i].decision != NULL)
            m->observers[i].decision(m->observers[i].arg, &c);
    }
    return m->strategy->pick(m->state, &c);
}

/* One execution; false if it got stuck. */
static inline bool model_run(struct model *m)
{
    struct rdl_run run = { .rng = &m->rng,
                           .memory = m->memory,
                           .guide = m->guide,
                           .execution = m->executions++,
                           .expected_steps = 100,
                           .depth = 3,
                           .capp_order = m->capp_order };
    rdl_tid enabled[MODEL_THREADS], current = 0;
    size_t n;
    bool stuck;

    model_reset(m);
    m->strategy->begin(m->state, &run);
    while ((n = model_ready(m, enabled, &stuck)) > 0) {
        current = model_pick(m, enabled, n, current);
        model_step(m, current);
    }
    if (m->strategy->end != NULL)
        m->strategy->end(m->state, &run,
                         &(struct rdl_ended){ .decisions = m->decisions });
    return !stuck;
}

static inline struct model *model_new(const struct model_program *program,
                                      const char *strategy,
                                      const struct rdl_guide *guide)
{
    struct model *m = calloc(1, sizeof(*m));

    m->program = program;
    m->strategy = rdl_strategy_find(strategy);
    assert_non_null(m->strategy);
    m->guide = guide;
    m->count_steps = true;
    m->state = calloc(1, m->strategy->state_size + 1);
    if (m->strategy->memory_size > 0)
        m->memory = calloc(1, m->strategy->memory_size);
    return m;
}

static inline void model_free(struct model *m)
{
    free(m->state);
    free(m->memory);
    free(m);
}

#endif
