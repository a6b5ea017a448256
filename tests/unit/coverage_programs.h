/* coverage_programs.h - small random programs, and an interpreter that runs
 * them under one schedule or under all.
 *
 * Threads do what they do whatever the schedule, so what one execution shows
 * is what all of them do.  All schedules are gone through by states, not by
 * paths: a state holds all that the metrics' definitions look at, so two ways
 * to it cover the same from there on. */
#ifndef COVERAGE_PROGRAMS_H
#define COVERAGE_PROGRAMS_H

#include "base/hash.h"
#include "base/rng.h"
#include "coverage_declared.h"
#include "coverage_setup.h"

enum {
    MAX_THREADS = 4,
    MAX_OPS = 16,
    N_LOCKS = 3,   /* the last has a read side */
    N_UNITS = 3,   /* of memory, 4 bytes each */
    N_PLACES = 64, /* 0 is none */
    MAX_STATES = 400000,
};

enum code { READ, WRITE, BOTH, LOCK, READ_LOCK, UNLOCK, CREATE, JOIN };

struct op {
    uint8_t code;
    uint8_t object; /* lock, thread, or first unit */
    uint8_t units;
    uint8_t place;
};

struct program {
    struct op ops[MAX_THREADS][MAX_OPS];
    uint8_t n[MAX_THREADS];
    uint8_t n_threads;
};

struct access {
    uint8_t place, thread; /* place 0: there was none */
    bool reads, writes;
};

struct state { /* compared by its bytes */
    uint8_t at[MAX_THREADS];
    bool created[MAX_THREADS], waits[MAX_THREADS];
    uint8_t held[N_LOCKS][MAX_THREADS]; /* place + 1 of the lock-hold */
    bool shared[N_LOCKS][MAX_THREADS];
    struct access last_hold[N_LOCKS];
    struct access last_write[N_UNITS], last_read[N_UNITS];
};

/* By metric and the two places; of LR-Def the first is OWN or OTHER. */
typedef bool covered_set[RDL_N_METRICS][N_PLACES][N_PLACES];

/* --- Programs ------------------------------------------------------------- */

static inline unsigned pick(struct rdl_rng *rng, unsigned n)
{
    return (unsigned)rdl_rng_below(rng, n);
}

static inline void put_op(struct program *p, unsigned thread, unsigned where,
                          struct op op)
{
    memmove(&p->ops[thread][where + 1], &p->ops[thread][where],
            (p->n[thread] - where) * sizeof(op));
    p->ops[thread][where] = op;
    p->n[thread]++;
}

static inline void draw_thread(struct rdl_rng *rng, struct program *p,
                               unsigned thread)
{
    unsigned n = 3 + pick(rng, 6), n_held = 0;
    uint8_t held[N_LOCKS];

    while (p->n[thread] < n) {
        uint8_t lock = (uint8_t)pick(rng, N_LOCKS);
        bool mine = false;
        struct op op = { .units = 1 };

        for (unsigned i = 0; i < n_held; i++)
            mine |= held[i] == lock;
        if (pick(rng, 2) > 0) {
            op.code = (uint8_t)pick(rng, 3);
            op.object = (uint8_t)pick(rng, N_UNITS);
            if (op.object + 1 < N_UNITS)
                op.units = (uint8_t)(1 + pick(rng, 2));
        } else if (n_held > 0 && pick(rng, 2) == 0) {
            unsigned i = pick(rng, n_held); /* not always the latest */

            op.code = UNLOCK;
            op.object = held[i];
            held[i] = held[--n_held];
        } else if (n_held < 2 && !mine) {
            bool reads = lock == N_LOCKS - 1 && pick(rng, 2) == 0;

            op.code = reads ? READ_LOCK : LOCK;
            op.object = held[n_held++] = lock;
        } else {
            continue;
        }
        put_op(p, thread, p->n[thread], op);
    }
    while (n_held > 0 && pick(rng, 16) > 0)
        put_op(p, thread, p->n[thread],
               (struct op){ .code = UNLOCK, .object = held[--n_held] });
}

static inline void draw_program(struct rdl_rng *rng, struct program *p)
{
    uint8_t place = 2; /* 1 and 2 are OWN and OTHER */

    memset(p, 0, sizeof(*p));
    p->n_threads = (uint8_t)(2 + pick(rng, MAX_THREADS - 1));
    if (p->n_threads == MAX_THREADS && pick(rng, 2) == 0)
        p->n_threads--;
    for (unsigned t = 0; t < p->n_threads; t++)
        draw_thread(rng, p, t);
    for (unsigned t = 1; t < p->n_threads; t++) {
        unsigned parent = pick(rng, t);
        unsigned where = pick(rng, p->n[parent] / 2 + 1);
        const struct op create = { .code = CREATE, .object = (uint8_t)t };
        const struct op join = { .code = JOIN, .object = (uint8_t)t };

        if (p->n[parent] + 2 > MAX_OPS)
            parent = where = 0;
        put_op(p, parent, where, create);
        if (pick(rng, 2) == 0)
            put_op(p, parent, where + 1 + pick(rng, p->n[parent] - where),
                   join);
    }
    for (unsigned t = 0; t < p->n_threads; t++) {
        for (unsigned i = 0; i < p->n[t]; i++) {
            /* Sometimes two operations share a place, as in a loop. */
            if (place < 3 || pick(rng, 8) > 0)
                place++;
            p->ops[t][i].place = place;
        }
    }
}

/* --- Steps ---------------------------------------------------------------- */

struct machine {
    const struct program *program;
    struct state s;
    bool (*covered)[N_PLACES][N_PLACES]; /* a covered_set, or NULL */
    struct rdl_event *events;            /* or NULL */
    size_t n_events;
};

static inline const struct op *op_at(const struct machine *m, unsigned t)
{
    return &m->program->ops[t][m->s.at[t]];
}

static inline bool done(const struct machine *m, unsigned t)
{
    return m->s.created[t] && m->s.at[t] == m->program->n[t];
}

static inline bool excluded(const struct state *s, unsigned lock,
                            unsigned other, unsigned thread, bool reads)
{
    return other != thread && s->held[lock][other] != 0 &&
           !(reads && s->shared[lock][other]);
}

static inline bool lock_is_free(const struct state *s, unsigned lock,
                                unsigned thread, bool reads)
{
    for (unsigned t = 0; t < MAX_THREADS; t++) {
        if (excluded(s, lock, t, thread, reads))
            return false;
    }
    return true;
}

static inline bool can_step(const struct machine *m, unsigned t)
{
    const struct op *op = op_at(m, t);

    if (!m->s.created[t] || m->s.at[t] == m->program->n[t])
        return false;
    if (op->code == JOIN)
        return done(m, op->object);
    return !m->s.waits[t] ||
           lock_is_free(&m->s, op->object, t, op->code == READ_LOCK);
}

static inline void cover(void *to, unsigned metric, uintptr_t l1, uintptr_t l2)
{
    struct machine *m = to;

    if (m->covered != NULL)
        m->covered[metric][l1][l2] = true;
}

/* What q makes with p, which came before it. */
static inline void meet(struct machine *m, enum rdl_relation relation,
                        struct access p, struct access q)
{
    const struct meeting meeting = {
        .relation = relation,
        .no_p = p.place == 0,
        .p_reads = p.reads,
        .p_writes = p.writes,
        .q_reads = q.reads,
        .q_writes = q.writes,
        .same_thread = p.thread == q.thread,
        .l1 = p.place,
        .l2 = q.place,
    };

    declared(&meeting, cover, m);
}

static inline struct rdl_event *note(struct machine *m, unsigned t, uint8_t op,
                                     uintptr_t addr)
{
    static struct rdl_event nowhere;
    struct rdl_event *e =
        m->events != NULL ? &m->events[m->n_events++] : &nowhere;

    *e = (struct rdl_event){ .tid = (rdl_tid)t, .op = op, .addr = addr };
    return e;
}

static inline uintptr_t lock_at(unsigned lock)
{
    return OBJECT('m' + lock);
}

static inline void do_access(struct machine *m, unsigned t, const struct op *op)
{
    static const uint8_t ops[] = { RDL_OP_READ, RDL_OP_WRITE, RDL_OP_RMW };
    const struct access q = { .place = op->place,
                              .thread = (uint8_t)t,
                              .reads = op->code != WRITE,
                              .writes = op->code != READ };
    struct rdl_event *e =
        note(m, t, ops[op->code], OBJECT('x') + 4 * op->object);

    e->size = 4u * op->units;
    e->pc = PC(op->place);
    for (unsigned u = op->object; u < op->object + op->units; u++) {
        const struct access w = m->s.last_write[u], r = m->s.last_read[u];

        meet(m, RDL_BETWEEN_WRITES, w, q);
        meet(m, RDL_BETWEEN_ACCESSES, r.place != 0 ? r : w, q);
        if (q.writes) {
            m->s.last_write[u] = q;
            m->s.last_read[u] = (struct access){ 0 };
        } else {
            m->s.last_read[u] = q;
        }
    }
}

static inline void do_hold(struct machine *m, unsigned t, const struct op *op)
{
    const unsigned lock = op->object;
    const struct access q = { .place = op->place, .thread = (uint8_t)t };
    struct rdl_event *e = note(m, t, RDL_OP_HOLD, lock_at(lock));

    e->pc = PC(op->place);
    e->flags = op->code == READ_LOCK ? RDL_EV_SHARED : 0;
    meet(m, RDL_BETWEEN_HOLDS, m->s.last_hold[lock], q);
    m->s.last_hold[lock] = q;
    m->s.held[lock][t] = (uint8_t)(op->place + 1);
    m->s.shared[lock][t] = op->code == READ_LOCK;
    m->s.waits[t] = false;
}

/* Makes the attempt; true if the lock is to be had. */
static inline bool do_attempt(struct machine *m, unsigned t,
                              const struct op *op)
{
    const bool reads = op->code == READ_LOCK;
    struct rdl_event *e = note(m, t, RDL_OP_LOCK, lock_at(op->object));
    const struct access q = { .place = op->place, .thread = (uint8_t)t };
    bool free = true;

    e->pc = PC(op->place);
    e->flags = reads ? RDL_EV_SHARED : 0;
    for (unsigned other = 0; other < MAX_THREADS; other++) {
        const struct access p = {
            .place = (uint8_t)(m->s.held[op->object][other] - 1u),
            .thread = (uint8_t)other,
        };

        if (!excluded(&m->s, op->object, other, t, reads))
            continue;
        free = false;
        meet(m, RDL_INSIDE_HOLD, p, q);
    }
    return free;
}

static inline void begin_thread(struct machine *m, unsigned t)
{
    m->s.created[t] = true;
    note(m, t, RDL_OP_START, HANDLE(t));
    if (done(m, t))
        note(m, t, RDL_OP_EXIT, HANDLE(t));
}

static inline void take_step(struct machine *m, unsigned t)
{
    const struct op *op = op_at(m, t);
    struct rdl_event *e;

    switch (op->code) {
    case LOCK:
    case READ_LOCK:
        if (!m->s.waits[t] && !do_attempt(m, t, op)) {
            m->s.waits[t] = true;
            return;
        }
        do_hold(m, t, op);
        break;
    case UNLOCK:
        note(m, t, RDL_OP_UNLOCK, lock_at(op->object));
        m->s.held[op->object][t] = 0;
        m->s.shared[op->object][t] = false;
        break;
    case CREATE:
        e = note(m, t, RDL_OP_CREATE, 0);
        e->value = HANDLE(op->object);
        e->flags = RDL_EV_VALUE;
        begin_thread(m, op->object);
        break;
    case JOIN:
        note(m, t, RDL_OP_JOIN, HANDLE(op->object));
        break;
    default:
        do_access(m, t, op);
    }
    m->s.at[t]++;
    if (done(m, t))
        note(m, t, RDL_OP_EXIT, HANDLE(t));
}

/* One random schedule; false if it ends in a deadlock. */
static inline bool run_once(struct machine *m, struct rdl_rng *rng)
{
    memset(&m->s, 0, sizeof(m->s));
    m->n_events = 0;
    begin_thread(m, 0);
    for (;;) {
        unsigned enabled[MAX_THREADS], n = 0;
        bool all = true;

        for (unsigned t = 0; t < m->program->n_threads; t++) {
            if (can_step(m, t))
                enabled[n++] = t;
            all &= done(m, t);
        }
        if (n == 0)
            return all;
        take_step(m, enabled[pick(rng, n)]);
    }
}

/* --- All schedules -------------------------------------------------------- */

struct visited {
    uint64_t slots[2 * MAX_STATES][2];
    size_t n;
};

static inline bool visit(struct visited *v, const struct state *s)
{
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t a = 1, b = 2;
    size_t i;

    for (i = 0; i < sizeof(*s); i++) {
        a = rdl_mix(a, bytes[i]);
        b = rdl_mix(b, a ^ bytes[i]);
    }
    for (i = a % (2 * MAX_STATES); v->slots[i][0] != 0;
         i = (i + 1) % (2 * MAX_STATES)) {
        if (v->slots[i][0] == a && v->slots[i][1] == b)
            return false;
    }
    v->slots[i][0] = a;
    v->slots[i][1] = b;
    v->n++;
    return true;
}

/* False: there are too many states. */
static inline bool run_all(struct machine *m, struct visited *v)
{
    const struct state here = m->s;

    if (v->n == MAX_STATES)
        return false;
    for (unsigned t = 0; t < m->program->n_threads; t++) {
        if (!can_step(m, t))
            continue;
        take_step(m, t);
        if (visit(v, &m->s) && !run_all(m, v))
            return false;
        m->s = here;
    }
    return true;
}

#endif
