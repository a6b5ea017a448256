/* explore_programs.h - explorations of model programs: one execution, and the
 * programs whose numbers of traces are known. */
#ifndef RDL_TESTS_EXPLORE_PROGRAMS_H
#define RDL_TESTS_EXPLORE_PROGRAMS_H

#include "explore/parts.h"
#include "explore_model.h"

/* --- Exploration
 * ----------------------------------------------------------------- */

static void explore_take_step(struct rdl_explore *x, struct state *s, int t)
{
    const int n = model_can(s, t);
    uint64_t wakes[THREADS];
    const struct op *o = model_op(s, t);
    bool tokens = s->woken[t] == 0 && o->kind == SIGNAL;
    int alternative = 0;
    struct rdl_step step;

    for (int i = 0; tokens && i < s->n_asleep[o->x]; i++) {
        wakes[i] = model_set(s->asleep[o->x][i]);
    }
    if (n > 1)
        alternative =
            (int)rdl_explore_choose(x, (unsigned)n, tokens ? wakes : NULL);
    step = model_step(s, t, alternative);
    rdl_explore_step(x, &step);
    model_take(s, t, alternative);
}

static bool explore_waits(const struct state *s, int t)
{
    return s->alive[t] && !s->dead[t] && !model_done(s, t) && s->sleeps[t] == 0;
}

static bool explore_once(struct rdl_explore *x, const struct program *p,
                         struct counts *counts)
{
    struct rdl_step waiting[THREADS];
    struct state s;
    rdl_tid current = 0;
    size_t n_waiting = 0;
    bool left = false;

    model_begin(&s, p);
    rdl_explore_begin(x);
    for (;;) {
        rdl_tid can[THREADS];
        size_t n = 0;

        for (int t = 0; t < p->n; t++) {
            if (model_can(&s, t) > 0)
                can[n++] = (rdl_tid)t;
        }
        if (n == 0)
            break;
        current = rdl_explore_pick(x, can, n, current);
        if (current == RDL_EXPLORE_NOBODY) {
            left = true;
            break;
        }
        explore_take_step(x, &s, current);
    }
    if (!left && model_new(rdl_explore_fingerprint(x)))
        counts->n[model_outcome(&s)]++;
    else if (!left)
        counts->again++;
    for (int t = 0; t < p->n; t++) {
        if (explore_waits(&s, t))
            waiting[n_waiting++] = model_step(&s, t, 0);
    }
    return rdl_explore_end(x, waiting, n_waiting);
}

/* --- Known programs
 * ----------------------------------------------------------- */

static void make_writers(struct program *p, int n)
{
    for (int t = 0; t < n; t++)
        ADD_OP(t, WRITE, 0, t + 1);
}
static void make_readers(struct program *p, int n)
{
    for (int t = 0; t < n; t++)
        ADD_OP(t, READ, 0);
    ADD_OP(n, WRITE, 0, 1);
}
static void make_lastzero(struct program *p, int n)
{
    for (int i = n; i >= 0; i--) {
        ADD_OP(0, READ, i);
        ADD_OP(0, JUMP, 0, 0, 2 * i + 1);
    }
    for (int t = 1; t <= n; t++) {
        ADD_OP(t, READ, t - 1);
        ADD_OP(t, PUT, t, 1);
    }
}
static void make_fib(struct program *p, int n)
{
    p->mem[0] = p->mem[1] = 1;
    for (int i = 0; i < n; i++) {
        ADD_OP(0, READ, 0);
        ADD_OP(0, READ2, 1);
        ADD_OP(0, SUM, 0);
        ADD_OP(1, READ, 1);
        ADD_OP(1, READ2, 0);
        ADD_OP(1, SUM, 1);
    }
}
static void make_counter(struct program *p, int n, int r)
{
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < r; i++) {
            ADD_OP(t, READ, 0);
            ADD_OP(t, PUT, 0, 1);
        }
    }
}
static void make_locks(struct program *p, int n, int r)
{
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < r; i++) {
            ADD_OP(t, LOCK, 0);
            ADD_OP(t, READ, 0);
            ADD_OP(t, PUT, 0, 1);
            ADD_OP(t, UNLOCK, 0);
        }
    }
}
static void make_philo(struct program *p, int n)
{
    for (int t = 0; t < n; t++) {
        ADD_OP(t, LOCK, t);
        ADD_OP(t, LOCK, (t + 1) % n);
        ADD_OP(t, UNLOCK, (t + 1) % n);
        ADD_OP(t, UNLOCK, t);
    }
}
static void make_condvar(struct program *p, int producers, int consumers)
{
    for (int t = 0; t < producers + consumers; t++) {
        int c = t >= producers;

        ADD_OP(t, LOCK, 0);
        ADD_OP(t, READ, 0);
        ADD_OP(t, JUMP, 0, c, 3);
        ADD_OP(t, WAIT, c, 0);
        ADD_OP(t, JUMPNOT, 0, -99, -3);
        ADD_OP(t, WRITE, 0, !c);
        ADD_OP(t, SIGNAL, !c);
        ADD_OP(t, UNLOCK, 0);
    }
}
static void make_condbroad(struct program *p, int n, enum kind how)
{
    for (int t = 0; t < n; t++) {
        ADD_OP(t, LOCK, 0);
        ADD_OP(t, READ, 0);
        ADD_OP(t, JUMP, 0, 1, 3);
        ADD_OP(t, WAIT, 0, 0);
        ADD_OP(t, JUMPNOT, 0, -99, -3);
        ADD_OP(t, UNLOCK, 0);
    }
    ADD_OP(n, LOCK, 0);
    ADD_OP(n, WRITE, 0, 1);
    ADD_OP(n, how, 0);
    ADD_OP(n, UNLOCK, 0);
}
/* n threads wait once without a flag, one thread for each signal. */
static void make_waiters(struct program *p, int n, int signals)
{
    for (int t = 0; t < n; t++) {
        ADD_OP(t, LOCK, 0);
        ADD_OP(t, WAIT, 0, 0);
        ADD_OP(t, UNLOCK, 0);
    }
    for (int i = 0; i < signals; i++)
        ADD_OP(n + i, SIGNAL, 0);
}
static void make_ticket(struct program *p, int n)
{
    for (int t = 0; t < n; t++) {
        ADD_OP(t, ADD, 0);
        ADD_OP(t, AWAITR, 1);
        ADD_OP(t, ADD, 1);
    }
}
static void make_spinlock(struct program *p, int n)
{
    for (int t = 0; t < n; t++) {
        ADD_OP(t, TAKE, 0, 0, 1);
        ADD_OP(t, WRITE, 0, 0);
    }
}
static void make_trylock(struct program *p, int n)
{
    for (int t = 0; t < n; t++) {
        ADD_OP(t, TRY, 0);
        ADD_OP(t, JUMP, 0, 0, 4);
        ADD_OP(t, READ, 0);
        ADD_OP(t, PUT, 0, 1);
        ADD_OP(t, UNLOCK, 0);
    }
}
static void make_iriw(struct program *p)
{
    ADD_OP(0, WRITE, 0, 1);
    ADD_OP(1, WRITE, 1, 1);
    ADD_OP(2, READ, 0);
    ADD_OP(2, READ2, 1);
    ADD_OP(3, READ, 1);
    ADD_OP(3, READ2, 0);
}
static void make_handoff(struct program *p, int n)
{
    for (int i = 0; i < n; i++) {
        ADD_OP(0, UP, 0);
        ADD_OP(1 + i, DOWN, 0);
    }
}
static void make_semtry(struct program *p, int n)
{
    p->sem[0] = 1;
    for (int t = 0; t < n; t++) {
        ADD_OP(t, TRYDOWN, 0);
        ADD_OP(t, JUMP, 0, 0, 2);
        ADD_OP(t, UP, 0);
    }
}

/* KNOWN(complete, deadlocks, make, ...) is the includer's. */
#define KNOWN_PROGRAMS                                                         \
    KNOWN(6, 0, make_writers, 3);                                              \
    KNOWN(120, 0, make_writers, 5);                                            \
    KNOWN(8, 0, make_readers, 3);                                              \
    KNOWN(32, 0, make_readers, 5);                                             \
    KNOWN(5, 0, make_lastzero, 2);                                             \
    KNOWN(12, 0, make_lastzero, 3);                                            \
    KNOWN(64, 0, make_lastzero, 5);                                            \
    KNOWN(320, 0, make_lastzero, 7);                                           \
    KNOWN(3, 0, make_fib, 1);                                                  \
    KNOWN(19, 0, make_fib, 2);                                                 \
    KNOWN(141, 0, make_fib, 3);                                                \
    KNOWN(1107, 0, make_fib, 4);                                               \
    KNOWN(4, 0, make_counter, 2, 1);                                           \
    KNOWN(34, 0, make_counter, 2, 2);                                          \
    KNOWN(36, 0, make_counter, 3, 1);                                          \
    KNOWN(7134, 0, make_counter, 3, 2);                                        \
    KNOWN(2, 0, make_locks, 2, 1);                                             \
    KNOWN(90, 0, make_locks, 3, 2);                                            \
    KNOWN(24, 0, make_locks, 4, 1);                                            \
    KNOWN(2, 1, make_philo, 2);                                                \
    KNOWN(6, 1, make_philo, 3);                                                \
    KNOWN(14, 1, make_philo, 4);                                               \
    KNOWN(30, 1, make_philo, 5);                                               \
    KNOWN(2, 0, make_condvar, 1, 1);                                           \
    KNOWN(64, 0, make_condvar, 2, 2);                                          \
    KNOWN(10, 0, make_condbroad, 2, BROADCAST);                                \
    KNOWN(96, 0, make_condbroad, 3, BROADCAST);                                \
    KNOWN(6, 4, make_condbroad, 2, SIGNAL);                                    \
    KNOWN(0, 10, make_waiters, 2, 1);                                          \
    KNOWN(28, 28, make_waiters, 2, 2);                                         \
    KNOWN(0, 66, make_waiters, 3, 1);                                          \
    KNOWN(0, 792, make_waiters, 3, 2);                                         \
    KNOWN(2, 0, make_ticket, 2);                                               \
    KNOWN(6, 0, make_ticket, 3);                                               \
    KNOWN(24, 0, make_spinlock, 4);                                            \
    KNOWN(4, 0, make_trylock, 2);                                              \
    KNOWN(21, 0, make_trylock, 3);                                             \
    KNOWN(15, 0, make_iriw);                                                   \
    KNOWN(4, 0, make_handoff, 2);                                              \
    KNOWN(30, 0, make_handoff, 3);                                             \
    KNOWN(4, 0, make_semtry, 2);                                               \
    KNOWN(21, 0, make_semtry, 3);

#endif
