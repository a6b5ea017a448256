/* coverage_reference.h - every metric once more, slowly: scans over the whole
 * execution find the operations that come together, and each metric's
 * declaration says what they cover.  Locations are program counters here. */
#ifndef COVERAGE_REFERENCE_H
#define COVERAGE_REFERENCE_H

#include "coverage_declared.h"
#include "coverage_setup.h"

struct need { /* a requirement, completed by the event `at` */
    size_t at;
    unsigned metric;
    uintptr_t l1, l2;
};

struct needs {
    struct need at[65536];
    size_t n;
};

static inline bool same_need(const struct need *a, const struct need *b)
{
    return a->metric == b->metric && a->l1 == b->l1 && a->l2 == b->l2;
}

static inline bool has_need(const struct needs *s, const struct need *r)
{
    for (size_t i = 0; i < s->n; i++) {
        if (same_need(&s->at[i], r))
            return true;
    }
    return false;
}

struct making {
    struct needs *out;
    size_t at;
};

static inline void need(void *to, unsigned metric, uintptr_t l1, uintptr_t l2)
{
    const struct making *making = to;
    struct needs *out = making->out;

    assert_true(out->n < sizeof(out->at) / sizeof(out->at[0]));
    out->at[out->n++] =
        (struct need){ .at = making->at, .metric = metric, .l1 = l1, .l2 = l2 };
}

/* --- What events are ------------------------------------------------------ */

static inline bool fails(const struct rdl_event *e)
{
    return (e->flags & RDL_EV_FAILED) != 0;
}

static inline bool is_write(const struct rdl_event *e)
{
    return e->op == RDL_OP_WRITE || e->op == RDL_OP_ATOMIC_WRITE ||
           (e->op == RDL_OP_RMW && !fails(e));
}

static inline bool is_read(const struct rdl_event *e)
{
    return e->op == RDL_OP_READ || e->op == RDL_OP_ATOMIC_READ ||
           e->op == RDL_OP_RMW;
}

static inline bool is_access(const struct rdl_event *e)
{
    return is_read(e) || is_write(e);
}

static inline bool has_byte(const struct rdl_event *e, uintptr_t byte)
{
    return byte >= e->addr && byte < e->addr + e->size;
}

static inline bool frees(const struct rdl_event *e, uintptr_t byte)
{
    return e->op == FREED && has_byte(e, byte);
}

static inline bool shared(const struct rdl_event *e)
{
    return (e->flags & RDL_EV_SHARED) != 0;
}

/* An execution, and of each event what would take long to find out anew: its
 * thread (tids are used again) and whether it is a lock-hold. */
struct observed {
    struct rdl_event e[256];
    size_t n;
    unsigned thread[256];
    bool hold[256];
};

static inline bool same_thread(const struct observed *x, size_t i, size_t j)
{
    return x->thread[i] == x->thread[j];
}

/* What the operation p (index + 1; 0: there is none) and j make. */
static inline void meet(const struct observed *x, enum rdl_relation relation,
                        size_t p, size_t j, struct needs *out)
{
    const struct rdl_event *first = p > 0 ? &x->e[p - 1] : NULL;
    const struct meeting meeting = {
        .relation = relation,
        .no_p = p == 0,
        .p_reads = p > 0 && is_read(first),
        .p_writes = p > 0 && is_write(first),
        .q_reads = is_read(&x->e[j]),
        .q_writes = is_write(&x->e[j]),
        .same_thread = p > 0 && same_thread(x, p - 1, j),
        .l1 = p > 0 ? first->pc : 0,
        .l2 = x->e[j].pc,
    };
    struct making making = { out, j };

    declared(&meeting, need, &making);
}

/* --- Data ----------------------------------------------------------------- */

/* Index + 1 of the latest write of the byte before j; 0: none. */
static inline size_t last_write(const struct observed *x, size_t j,
                                uintptr_t byte)
{
    for (size_t i = j; i > 0; i--) {
        if (frees(&x->e[i - 1], byte))
            return 0;
        if (is_write(&x->e[i - 1]) && has_byte(&x->e[i - 1], byte))
            return i;
    }
    return 0;
}

/* The same, of the latest access. */
static inline size_t last_access(const struct observed *x, size_t j,
                                 uintptr_t byte)
{
    for (size_t i = j; i > 0; i--) {
        if (frees(&x->e[i - 1], byte))
            return 0;
        if (is_access(&x->e[i - 1]) && has_byte(&x->e[i - 1], byte))
            return i;
    }
    return 0;
}

/* --- Locks ---------------------------------------------------------------- */

static inline bool takes(const struct rdl_event *e)
{
    return e->op == RDL_OP_HOLD || (e->op == RDL_OP_TRYLOCK && !fails(e));
}

static inline bool ends_lock(const struct rdl_event *e, uintptr_t lock)
{
    return (e->op == RDL_OP_DESTROY && e->addr == lock) || frees(e, lock);
}

/* How often the thread that takes the lock at i must still give it back as j
 * happens, counting from i on. */
static inline int depth(const struct observed *x, size_t i, size_t j)
{
    int n = 0;

    for (size_t k = i; k < j; k++) {
        if (ends_lock(&x->e[k], x->e[i].addr))
            return 0;
        if (x->e[k].addr != x->e[i].addr || !same_thread(x, i, k))
            continue;
        n += takes(&x->e[k]);
        n -= x->e[k].op == RDL_OP_UNLOCK;
        if (n == 0)
            return 0;
    }
    return n;
}

/* A lock-hold: the thread did not hold the lock before. */
static inline bool find_hold(const struct observed *x, size_t i)
{
    if (!takes(&x->e[i]))
        return false;
    for (size_t k = 0; k < i; k++) {
        if (takes(&x->e[k]) && x->e[k].addr == x->e[i].addr &&
            same_thread(x, k, i) && depth(x, k, i) > 0)
            return false;
    }
    return true;
}

/* Index + 1 of the latest lock-hold before j; 0: none. */
static inline size_t last_lock(const struct observed *x, size_t j)
{
    for (size_t i = j; i > 0; i--) {
        if (ends_lock(&x->e[i - 1], x->e[j].addr))
            return 0;
        if (x->e[i - 1].addr == x->e[j].addr && x->hold[i - 1])
            return i;
    }
    return 0;
}

static inline void attempt_needs(const struct observed *x, size_t j,
                                 struct needs *out)
{
    for (size_t i = 0; i < j; i++) {
        if (x->e[i].addr != x->e[j].addr || !x->hold[i] ||
            depth(x, i, j) == 0 || same_thread(x, i, j) ||
            (shared(&x->e[i]) && shared(&x->e[j])))
            continue;
        meet(x, RDL_INSIDE_HOLD, i + 1, j, out);
    }
}

/* --- All ------------------------------------------------------------------ */

/* What event j completes. */
static inline void event_needs(const struct observed *x, size_t j,
                               struct needs *out)
{
    if (is_access(&x->e[j])) {
        for (uintptr_t byte = x->e[j].addr; byte < x->e[j].addr + x->e[j].size;
             byte++) {
            meet(x, RDL_BETWEEN_WRITES, last_write(x, j, byte), j, out);
            meet(x, RDL_BETWEEN_ACCESSES, last_access(x, j, byte), j, out);
        }
    } else if (x->e[j].op == RDL_OP_LOCK) {
        attempt_needs(x, j, out);
    } else if (x->hold[j]) {
        meet(x, RDL_BETWEEN_HOLDS, last_lock(x, j), j, out);
    }
}

/* The first n events of an execution. */
static inline struct needs *all_needs(const struct observed *x, size_t n)
{
    struct needs *out = calloc(1, sizeof(*out));

    for (size_t j = 0; j < n; j++)
        event_needs(x, j, out);
    return out;
}

/* Call it when e and n are there. */
static inline void observe(struct observed *x)
{
    unsigned starts[RDL_MAX_THREADS] = { 0 };

    for (size_t i = 0; i < x->n; i++) {
        starts[x->e[i].tid] += x->e[i].op == RDL_OP_START;
        x->thread[i] = starts[x->e[i].tid] * RDL_MAX_THREADS + x->e[i].tid;
    }
    for (size_t i = 0; i < x->n; i++)
        x->hold[i] = find_hold(x, i);
}

static inline struct need need_of_key(const struct setup *s, uint64_t key)
{
    uint32_t l1 = rdl_key_l1(key);

    return (struct need){
        .metric = rdl_key_metric(key),
        .l1 = l1 < RDL_LOC_FIRST ? l1 : pc_of(s->locations, l1),
        .l2 = pc_of(s->locations, rdl_key_l2(key)),
    };
}

static inline uint64_t key_of_need(struct setup *s, const struct need *r)
{
    uint32_t l1 = (uint32_t)r->l1;

    if (l1 >= RDL_LOC_FIRST)
        l1 = rdl_location_of(s->locations, r->l1);
    return rdl_key(r->metric, l1, rdl_location_of(s->locations, r->l2));
}

#endif
