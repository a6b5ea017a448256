/* coverage_generate.h - random executions that could have happened: locks are
 * waited for, threads that wait do nothing else, numbers of threads are used
 * again. */
#ifndef COVERAGE_GENERATE_H
#define COVERAGE_GENERATE_H

#include "base/rng.h"
#include "coverage_setup.h"

enum { MAX_EVENTS = 80, THREADS = 4, LOCKS = 3, PLACES = 6 };

enum doing { RUNS, WANTS_LOCK, WAITS /* for a condition */ };

struct world {
    struct rdl_rng *rng;
    struct rdl_event *events;
    size_t n;
    int depth[LOCKS][THREADS];
    bool reads[LOCKS][THREADS]; /* holds the read side */
    enum doing doing[THREADS];
    int wants[THREADS]; /* lock; side and place: */
    bool wants_shared[THREADS];
    uintptr_t place[THREADS];
};

static inline unsigned draw(struct world *w, unsigned n)
{
    return (unsigned)rdl_rng_below(w->rng, n);
}

static inline struct rdl_event *emit(struct world *w, unsigned thread,
                                     uint8_t op, uintptr_t addr, uint32_t size)
{
    struct rdl_event *e = &w->events[w->n++];

    *e = (struct rdl_event){
        .tid = (rdl_tid)thread,
        .op = op,
        .addr = addr,
        .size = size,
        .pc = PC(1 + draw(w, PLACES)),
    };
    return e;
}

static inline uintptr_t lock_address(int lock)
{
    return OBJECT('m' + lock);
}

static inline bool can_take(const struct world *w, int lock, unsigned thread,
                            bool shares)
{
    for (unsigned t = 0; t < THREADS; t++) {
        if (t != thread && w->depth[lock][t] > 0 &&
            !(shares && w->reads[lock][t]))
            return false;
    }
    return true;
}

static inline void take_lock(struct world *w, unsigned t, int lock, bool shares,
                             uint8_t op, uintptr_t pc)
{
    struct rdl_event *e = emit(w, t, op, lock_address(lock), 8);

    e->pc = pc;
    e->flags = shares ? RDL_EV_SHARED : 0;
    if (w->depth[lock][t]++ == 0)
        w->reads[lock][t] = shares;
    w->doing[t] = RUNS;
}

static inline void lock_step(struct world *w, unsigned t, int lock)
{
    /* Lock 2 has a read side; of it only that is taken again. */
    bool shares = lock == 2 && (draw(w, 3) > 0 || w->depth[lock][t] > 0);
    uintptr_t pc = PC(1 + draw(w, PLACES));
    bool free = can_take(w, lock, t, shares);

    if (lock == 2 && w->depth[lock][t] > 0 && !w->reads[lock][t])
        return;
    if (draw(w, 4) == 0) {
        if (free)
            take_lock(w, t, lock, shares, RDL_OP_TRYLOCK, pc);
        else
            emit(w, t, RDL_OP_TRYLOCK, lock_address(lock), 8)->flags =
                RDL_EV_FAILED;
        return;
    }
    emit(w, t, RDL_OP_LOCK, lock_address(lock), 8)->pc = pc;
    w->events[w->n - 1].flags = shares ? RDL_EV_SHARED : 0;
    if (free) {
        take_lock(w, t, lock, shares, RDL_OP_HOLD, pc);
        return;
    }
    w->doing[t] = WANTS_LOCK;
    w->wants[t] = lock;
    w->wants_shared[t] = shares;
    w->place[t] = pc;
}

static inline void unlock_step(struct world *w, unsigned t, int lock)
{
    bool waits = lock != 2 && w->depth[lock][t] == 1 && draw(w, 3) == 0;

    if (w->depth[lock][t] == 0)
        return;
    emit(w, t, RDL_OP_UNLOCK, lock_address(lock), 8);
    w->depth[lock][t]--;
    if (!waits)
        return;
    w->doing[t] = WAITS;
    w->wants[t] = lock;
    w->wants_shared[t] = false;
    w->place[t] = w->events[w->n - 1].pc;
}

static inline bool unused(const struct world *w, int lock)
{
    for (unsigned t = 0; t < THREADS; t++) {
        if (w->depth[lock][t] > 0 ||
            (w->doing[t] != RUNS && w->wants[t] == lock))
            return false;
    }
    return true;
}

static inline bool holds_nothing(const struct world *w, unsigned t)
{
    for (int l = 0; l < LOCKS; l++) {
        if (w->depth[l][t] > 0)
            return false;
    }
    return true;
}

static inline void access_step(struct world *w, unsigned t)
{
    static const uint8_t ops[] = { RDL_OP_READ,        RDL_OP_WRITE,
                                   RDL_OP_READ,        RDL_OP_WRITE,
                                   RDL_OP_ATOMIC_READ, RDL_OP_ATOMIC_WRITE,
                                   RDL_OP_RMW,         RDL_OP_RMW };
    static const uint32_t sizes[] = { 1, 2, 4, 8, 8, 3, 16 };
    uint8_t op = ops[draw(w, sizeof(ops))];
    uint32_t size = sizes[draw(w, 7)];
    uintptr_t addr = OBJECT('x') + draw(w, 17);
    struct rdl_event *e;

    if (draw(w, 2) == 0) /* aligned, as most are */
        addr &= ~(uintptr_t)7;
    e = emit(w, t, op, addr, size);
    if (op == RDL_OP_RMW && draw(w, 3) == 0)
        e->flags |= RDL_EV_FAILED;
}

/* An object's life ends, or the thread's. */
static inline void rare_step(struct world *w, unsigned t)
{
    int lock = (int)draw(w, LOCKS);
    uintptr_t addr = OBJECT('x') + draw(w, 20);
    uint32_t size = 1 + draw(w, 16);

    switch (draw(w, 4)) {
    case 0:
        if (unused(w, lock))
            emit(w, t, size % 2 ? RDL_OP_DESTROY : FREED, lock_address(lock),
                 8);
        break;
    case 1:
        emit(w, t, FREED, addr, size);
        break;
    default:
        if (holds_nothing(w, t))
            emit(w, t, RDL_OP_START, 0, 0);
    }
}

static inline void step(struct world *w)
{
    unsigned t = draw(w, THREADS);

    if (w->doing[t] != RUNS) {
        if (can_take(w, w->wants[t], t, w->wants_shared[t]))
            take_lock(w, t, w->wants[t], w->wants_shared[t], RDL_OP_HOLD,
                      w->place[t]);
        return;
    }
    switch (draw(w, 12)) {
    case 0:
    case 1:
    case 2:
        lock_step(w, t, (int)draw(w, LOCKS));
        break;
    case 3:
    case 4:
        unlock_step(w, t, (int)draw(w, LOCKS));
        break;
    case 5:
        rare_step(w, t);
        break;
    default:
        access_step(w, t);
    }
}

/* An execution of at most MAX_EVENTS events; fewer if all its threads wait for
 * each other, which locks in any order often lead to. */
static inline size_t generate(struct rdl_rng *rng, struct rdl_event *events)
{
    struct world w = { .rng = rng, .events = events };
    size_t n = MAX_EVENTS / 2 + draw(&w, MAX_EVENTS / 2 - 2);

    for (int tries = 0; w.n < n && tries < 1000; tries++)
        step(&w);
    return w.n;
}

#endif
