/* explore_model.h - an interpreter of plans, and all interleavings of one: what
 * exploration says is compared with that. */
#ifndef EXPLORE_MODEL_H
#define EXPLORE_MODEL_H

#include "explore/step.h"
#include "explore_plan.h"

struct state {
    const struct program *p;
    int pc[THREADS], reg[THREADS], reg2[THREADS], own[THREADS];
    bool alive[THREADS], dead[THREADS];
    int mem[OBJECTS], sem[OBJECTS];
    bool held[OBJECTS];
    int asleep[OBJECTS][THREADS], n_asleep[OBJECTS];
    int sleeps[THREADS]; /* 1 + condition */
    int woken[THREADS];  /* 1 + mutex */
};

enum { MEMORY = 0x100, MUTEX = 0x200, CONDITION = 0x300, SEMAPHORE = 0x400 };

static uint64_t model_set(int t)
{
    return UINT64_C(1) << t;
}

static const struct op *model_op(const struct state *s, int t)
{
    return &s->p->op[t][s->pc[t]];
}

static bool model_done(const struct state *s, int t)
{
    return model_op(s, t)->kind == END && s->woken[t] == 0;
}

/* Skips what is not a step. */
static void model_settle(struct state *s, int t)
{
    for (;;) {
        const struct op *o = model_op(s, t);

        if (o->kind == ASSUME && s->reg[t] != o->a) {
            s->dead[t] = true;
            return;
        }
        if (o->kind == ASSUME)
            s->pc[t]++;
        else if (o->kind == JUMP)
            s->pc[t] += s->reg[t] == o->a ? o->b : 1;
        else if (o->kind == JUMPNOT)
            s->pc[t] += s->reg[t] != o->a ? o->b : 1;
        else
            return;
    }
}

static void model_begin(struct state *s, const struct program *p)
{
    memset(s, 0, sizeof(*s));
    s->p = p;
    memcpy(s->mem, p->mem, sizeof(s->mem));
    memcpy(s->sem, p->sem, sizeof(s->sem));
    for (int t = 0; t < p->n; t++) {
        s->alive[t] = t == 0 || !p->spawned;
        if (s->alive[t])
            model_settle(s, t);
    }
}

/* How many alternatives the thread's next step has; 0: it cannot step. */
static int model_can(const struct state *s, int t)
{
    const struct op *o = model_op(s, t);

    if (!s->alive[t] || s->dead[t] || s->sleeps[t] > 0)
        return 0;
    if (s->woken[t] > 0)
        return !s->held[s->woken[t] - 1];
    switch (o->kind) {
    case END:
        return 0;
    case LOCK:
        return !s->held[o->x];
    case AWAIT:
    case TAKE:
        return s->mem[o->x] == o->a;
    case AWAITR:
        return s->mem[o->x] == s->reg[t];
    case DOWN:
        return s->sem[o->x] > 0;
    case JOIN:
        return s->alive[o->x] && model_done(s, o->x);
    case SIGNAL:
        return s->n_asleep[o->x] > 1 ? s->n_asleep[o->x] : 1;
    case CHOOSE:
        return o->a;
    default:
        return 1;
    }
}

static void model_touch(struct rdl_step *step, int object, int rule, int need,
                        int operand, int value)
{
    const struct rdl_step_object touch = {
        .object = (uint64_t)object,
        .operand = (uint64_t)operand,
        .state = (uint64_t)value,
        .size = 1,
        .holds = RDL_STATE_OBJECT,
        .rule = (uint8_t)rule,
        .need = (uint8_t)need,
    };

    rdl_step_touch(step, &touch);
}

/* The thread's next step. */
static struct rdl_step model_step(const struct state *s, int t, int alternative)
{
    const struct op *o = model_op(s, t);
    const int x = o->x, m = s->woken[t] - 1;
    struct rdl_step step;

    memset(&step, 0, sizeof(step));
    rdl_step_begin(&step, (rdl_tid)t);
    if (s->woken[t] > 0) {
        step.woken = true;
        model_touch(&step, MUTEX + m, RDL_TOUCH_WRITES, RDL_NEEDS_NONZERO, 0,
                    !s->held[m]);
        return step;
    }
    switch (o->kind) {
    case READ:
    case READ2:
        model_touch(&step, MEMORY + x, RDL_TOUCH_READS, 0, 0, s->mem[x]);
        break;
    case AWAIT:
        model_touch(&step, MEMORY + x, RDL_TOUCH_READS, RDL_NEEDS_EQUAL, o->a,
                    s->mem[x]);
        break;
    case AWAITR:
        model_touch(&step, MEMORY + x, RDL_TOUCH_READS, RDL_NEEDS_EQUAL,
                    s->reg[t], s->mem[x]);
        break;
    case TAKE:
        model_touch(&step, MEMORY + x, RDL_TOUCH_WRITES, RDL_NEEDS_EQUAL, o->a,
                    s->mem[x]);
        break;
    case WRITE:
    case PUT:
    case SUM:
    case ADD:
        model_touch(&step, MEMORY + x, RDL_TOUCH_WRITES, 0, 0, s->mem[x]);
        break;
    case CAS:
        model_touch(&step, MEMORY + x, RDL_TOUCH_WRITES_IF_EQUAL, 0, o->a,
                    s->mem[x]);
        break;
    case LOCK:
        model_touch(&step, MUTEX + x, RDL_TOUCH_WRITES, RDL_NEEDS_NONZERO, 0,
                    !s->held[x]);
        break;
    case UNLOCK:
        model_touch(&step, MUTEX + x, RDL_TOUCH_WRITES, 0, 0, !s->held[x]);
        break;
    case TRY:
        model_touch(&step, MUTEX + x, RDL_TOUCH_WRITES_IF_NONZERO, 0, 0,
                    !s->held[x]);
        break;
    case WAIT:
        model_touch(&step, CONDITION + x, RDL_TOUCH_WRITES, 0, 0,
                    s->n_asleep[x]);
        model_touch(&step, MUTEX + o->a, RDL_TOUCH_WRITES, 0, 0,
                    !s->held[o->a]);
        break;
    case SIGNAL:
        model_touch(&step, CONDITION + x, RDL_TOUCH_WRITES, 0, 0,
                    s->n_asleep[x]);
        if (s->n_asleep[x] > 0) {
            step.wakes = model_set(s->asleep[x][alternative]);
            step.chosen = true;
        }
        break;
    case BROADCAST:
        model_touch(&step, CONDITION + x, RDL_TOUCH_WRITES, 0, 0,
                    s->n_asleep[x]);
        for (int i = 0; i < s->n_asleep[x]; i++)
            step.wakes |= model_set(s->asleep[x][i]);
        break;
    case DOWN:
        model_touch(&step, SEMAPHORE + x, RDL_TOUCH_WRITES, RDL_NEEDS_NONZERO,
                    0, s->sem[x]);
        break;
    case UP:
        model_touch(&step, SEMAPHORE + x, RDL_TOUCH_WRITES, 0, 0, s->sem[x]);
        break;
    case TRYDOWN:
        model_touch(&step, SEMAPHORE + x, RDL_TOUCH_WRITES_IF_NONZERO, 0, 0,
                    s->sem[x]);
        break;
    case JOIN:
        step.blocked = !s->alive[x] || !model_done(s, x);
        step.lives = model_set(x);
        break;
    case SPAWN:
        step.lives = model_set(x);
        break;
    default:
        break;
    }
    return step;
}

static void model_wake(struct state *s, int condition, int i)
{
    int t = s->asleep[condition][i];

    s->n_asleep[condition]--;
    memmove(&s->asleep[condition][i], &s->asleep[condition][i + 1],
            (size_t)(s->n_asleep[condition] - i) * sizeof(int));
    s->sleeps[t] = 0;
    s->woken[t] = 1 + model_op(s, t)->a;
}

/* Takes the step. */
static void model_take(struct state *s, int t, int alternative)
{
    const struct op *o = model_op(s, t);
    const int x = o->x;

    s->own[t]++;
    if (s->woken[t] > 0) {
        s->held[s->woken[t] - 1] = true;
        s->woken[t] = 0;
        s->pc[t]++;
        model_settle(s, t);
        return;
    }
    switch (o->kind) {
    case READ:
        s->reg[t] = s->mem[x];
        break;
    case READ2:
        s->reg2[t] = s->mem[x];
        break;
    case WRITE:
        s->mem[x] = o->a;
        break;
    case PUT:
        s->mem[x] = s->reg[t] + o->a;
        break;
    case SUM:
        s->mem[x] = s->reg[t] + s->reg2[t];
        break;
    case ADD:
        s->reg[t] = s->mem[x]++;
        break;
    case CAS:
        s->reg[t] = s->mem[x] == o->a;
        if (s->reg[t])
            s->mem[x] = o->b;
        break;
    case TAKE:
        s->mem[x] = o->b;
        break;
    case LOCK:
        s->held[x] = true;
        break;
    case UNLOCK:
        s->held[x] = false;
        break;
    case TRY:
        s->reg[t] = !s->held[x];
        s->held[x] = true;
        break;
    case WAIT:
        s->held[o->a] = false;
        s->asleep[x][s->n_asleep[x]++] = t;
        s->sleeps[t] = 1 + x;
        return;
    case SIGNAL:
        if (s->n_asleep[x] > 0)
            model_wake(s, x, alternative);
        break;
    case BROADCAST:
        while (s->n_asleep[x] > 0)
            model_wake(s, x, 0);
        break;
    case DOWN:
        s->sem[x]--;
        break;
    case UP:
        s->sem[x]++;
        break;
    case TRYDOWN:
        s->reg[t] = s->sem[x] > 0;
        s->sem[x] -= s->reg[t];
        break;
    case CHOOSE:
        s->reg[t] = alternative;
        break;
    case SPAWN:
        s->alive[x] = true;
        model_settle(s, x);
        break;
    default:
        break;
    }
    s->pc[t]++;
    model_settle(s, t);
}

enum outcome { COMPLETE, DEADLOCK, BLOCKED, N_OUTCOMES };

static enum outcome model_outcome(const struct state *s)
{
    bool all = true;

    for (int t = 0; t < s->p->n; t++) {
        if (s->dead[t])
            return BLOCKED;
        all &= s->alive[t] && model_done(s, t);
    }
    return all ? COMPLETE : DEADLOCK;
}

struct counts {
    unsigned n[N_OUTCOMES];
    unsigned again; /* a trace that was met before */
    unsigned abandoned, wrong, trouble;
};

#define MOST_FINGERPRINTS (1u << 16)

/* --- A set of fingerprints ------------------------------------------------ */

static uint64_t met[MOST_FINGERPRINTS];
static unsigned n_met;

static bool model_new(uint64_t fingerprint)
{
    uint64_t at = fingerprint % MOST_FINGERPRINTS;

    assert(n_met < MOST_FINGERPRINTS / 2);
    for (fingerprint |= 1; met[at] != 0; at = (at + 1) % MOST_FINGERPRINTS) {
        if (met[at] == fingerprint)
            return false;
    }
    met[at] = fingerprint;
    n_met++;
    return true;
}

static void model_forget(void)
{
    memset(met, 0, sizeof(met));
    n_met = 0;
}

/* --- All interleavings
 * ---------------------------------------------------------- */

static struct rdl_step taken[EVENTS];
static int n_taken;

/* By the definition: what happens before a step is all that a chain of
 * dependent steps leads to it from. */
static uint64_t model_fingerprint(void)
{
    uint64_t past[EVENTS], sum = 0;

    for (int i = 0; i < n_taken; i++) {
        int clock[THREADS] = { 0 };
        uint64_t h = rdl_mix(taken[i].tid, taken[i].own);

        past[i] = UINT64_C(1) << i;
        for (int k = 0; k < i; k++) {
            if (rdl_step_dependent(&taken[k], &taken[i]))
                past[i] |= past[k];
        }
        for (int k = 0; k <= i; k++) {
            if ((past[i] >> k & 1) != 0)
                clock[taken[k].tid]++;
        }
        h = rdl_mix(h, taken[i].alternative);
        for (int t = 0; t < THREADS; t++)
            h = rdl_mix(h, (uint64_t)clock[t]);
        sum += h;
    }
    return sum;
}

static void model_all_from(const struct state *s, struct counts *counts)
{
    bool any = false;

    for (int t = 0; t < s->p->n; t++) {
        const int n = model_can(s, t);

        for (int a = 0; a < n; a++) {
            struct state next = *s;

            any = true;
            assert(n_taken < EVENTS);
            taken[n_taken] = model_step(s, t, a);
            taken[n_taken].own = (uint32_t)s->own[t];
            taken[n_taken].alternative = (uint16_t)a;
            n_taken++;
            model_take(&next, t, a);
            model_all_from(&next, counts);
            n_taken--;
        }
    }
    if (!any && model_new(model_fingerprint()))
        counts->n[model_outcome(s)]++;
}

static struct counts model_all(const struct program *p)
{
    struct counts counts = { 0 };
    struct state s;

    model_forget();
    model_begin(&s, p);
    model_all_from(&s, &counts);
    return counts;
}

#endif
