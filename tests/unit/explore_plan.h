/* explore_plan.h - programs of a few steps, as data: a test interprets them
 * (explore_model.h), and tests/prove/random.c runs them with real threads. */
#ifndef EXPLORE_PLAN_H
#define EXPLORE_PLAN_H

#include "base/hash.h"
#include "base/rng.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#define THREADS 8
#define OBJECTS 16
#define OPS 24
#define EVENTS 64

enum kind {
    END,
    READ,   /* reg = mem[x] */
    READ2,  /* reg2 = mem[x] */
    WRITE,  /* mem[x] = a */
    PUT,    /* mem[x] = reg + a */
    SUM,    /* mem[x] = reg + reg2 */
    ADD,    /* reg = mem[x]++ */
    CAS,    /* reg = mem[x] == a, then mem[x] = b */
    AWAIT,  /* waits until mem[x] == a */
    AWAITR, /* waits until mem[x] == reg */
    TAKE,   /* waits until mem[x] == a, then mem[x] = b */
    LOCK,
    UNLOCK,
    TRY,  /* reg = whether */
    WAIT, /* condition x, mutex a: two steps */
    SIGNAL,
    BROADCAST,
    DOWN, /* a semaphore */
    UP,
    TRYDOWN, /* reg = whether */
    CHOOSE,  /* reg = 0..a-1 */
    SPAWN,
    JOIN,
    ASSUME,  /* reg == a, or the thread is dead */
    JUMP,    /* by b if reg == a */
    JUMPNOT, /* by b if reg != a */
};

struct op {
    enum kind kind;
    int x, a, b;
};

struct program {
    const char *name;
    struct op op[THREADS][OPS];
    int n;        /* threads */
    bool spawned; /* thread 0 makes the others */
    int mem[OBJECTS], sem[OBJECTS];
};

static void plan_add(struct program *p, int t, enum kind kind,
                     const int *operand)
{
    int n = 0;

    while (p->op[t][n].kind != END)
        n++;
    assert(n + 1 < OPS);
    p->op[t][n] = (struct op){ kind, operand[0], operand[1], operand[2] };
    if (t >= p->n)
        p->n = t + 1;
}
#define ADD_OP(t, kind, ...) plan_add(p, t, kind, (const int[3]){ __VA_ARGS__ })

static int plan_draw(struct rdl_rng *rng, int n)
{
    return (int)rdl_rng_below(rng, (uint64_t)n);
}

static void plan_random_op(struct program *p, struct rdl_rng *rng, int t,
                           int *left, bool runs)
{
    const int x = plan_draw(rng, 2), v = plan_draw(rng, 2);

    switch (plan_draw(rng, runs ? 11 : 13)) {
    case 0:
    case 1:
        ADD_OP(t, READ, x);
        break;
    case 2:
        ADD_OP(t, WRITE, x, v + 1);
        break;
    case 3:
        ADD_OP(t, PUT, x, 1);
        break;
    case 4:
        ADD_OP(t, CAS, x, v, 2 - v);
        break;
    case 5:
        ADD_OP(t, LOCK, x);
        ADD_OP(t, v ? READ : WRITE, plan_draw(rng, 2), 1);
        ADD_OP(t, UNLOCK, x);
        *left -= 2;
        break;
    case 6:
        ADD_OP(t, TRY, x);
        ADD_OP(t, JUMP, 0, 0, 2);
        ADD_OP(t, UNLOCK, x);
        (*left)--;
        break;
    case 7:
        ADD_OP(t, v ? UP : DOWN, x);
        break;
    case 8:
        ADD_OP(t, TRYDOWN, x);
        break;
    case 9:
        ADD_OP(t, LOCK, 0);
        ADD_OP(t, WAIT, x, 0);
        ADD_OP(t, UNLOCK, 0);
        *left -= 3;
        break;
    case 10:
        ADD_OP(t, v ? SIGNAL : BROADCAST, x);
        break;
    case 11:
        ADD_OP(t, AWAIT, x, v);
        break;
    default:
        if (v) {
            ADD_OP(t, CHOOSE, 0, 2);
        } else {
            ADD_OP(t, READ, x);
            ADD_OP(t, ASSUME, 0, plan_draw(rng, 2));
        }
        break;
    }
    (*left)--;
}

/* runs: only what a real program can do with one operation. */
static void plan_random(struct program *p, struct rdl_rng *rng, bool runs)
{
    const int n = 2 + plan_draw(rng, 2), most = n == 2 ? 5 : 3;
    const bool spawned = plan_draw(rng, 4) == 0;

    memset(p, 0, sizeof(*p));
    p->sem[0] = plan_draw(rng, 2);
    p->spawned = spawned;
    for (int t = 1; spawned && t <= n; t++)
        ADD_OP(0, SPAWN, t);
    for (int t = spawned; t < n + spawned; t++) {
        for (int left = most; left > 0;)
            plan_random_op(p, rng, t, &left, runs);
    }
    for (int t = 1; spawned && t <= n; t++)
        ADD_OP(0, JOIN, t);
    if (spawned)
        ADD_OP(0, READ, 0);
}

#endif
