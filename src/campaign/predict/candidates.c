/* candidates.c - see candidates.h.  One pass over the events fills a record for
 * each granule (aligned 8 bytes); then each record is looked at alone. */
#include "campaign/predict/candidates.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_EVENTS = 10000,
    MOST_THREADS = 64,
    MOST_LOCKS = 8,
    MOST_ACCESSES = 24, /* of a granule, at different places or with others */
    MOST_PAIRS = 16,
    BUCKETS = 4096,
};

struct lock {
    uintptr_t addr, pc;
    uint32_t since; /* index of the event that took it */
    bool shared;
};

struct thread {
    uintptr_t handle;
    uint32_t before[MOST_THREADS]; /* events of each that came before, + 1 */
    uint32_t n_locks;
    struct lock locks[MOST_LOCKS];
};

struct access {
    uintptr_t pc, addr;
    uint32_t size, index;
    uint16_t thread; /* number, not tid */
    uint8_t op;
    bool writes;
    uint32_t n_locks;
    struct lock locks[MOST_LOCKS];
    uint32_t before[MOST_THREADS];
};

struct pair {              /* two successive accesses of one thread */
    uint8_t first, second; /* indices in accesses */
    uintptr_t hold;        /* where the thread can be held before the second */
};

struct granule { /* each event may make one: most have a single access */
    uintptr_t addr;
    struct granule *next;
    uint32_t n_accesses, n_pairs;
    struct access *accesses;      /* see candidates_room */
    struct pair *pairs;           /* the same */
    uint8_t latest[MOST_THREADS]; /* index in accesses + 1 */
};
_Static_assert(MOST_ACCESSES < UINT8_MAX, "granule.latest, struct pair");

struct search {
    uint32_t n_threads;
    struct thread *threads;           /* MOST_THREADS */
    uint16_t number[RDL_MAX_THREADS]; /* by tid, + 1 */
    struct granule *buckets[BUCKETS];
    void (*each)(void *data, const struct rdl_candidate *c);
    void *data;
};

/* --- Threads and locks ----------------------------------------------------
 */

/* NULL: too many. */
static struct thread *candidates_thread(struct search *s, rdl_tid tid)
{
    if (s->number[tid] == 0) {
        if (s->n_threads == MOST_THREADS)
            return NULL;
        s->number[tid] = (uint16_t)++s->n_threads;
    }
    return &s->threads[s->number[tid] - 1];
}

static struct thread *candidates_handle(struct search *s, uintptr_t handle)
{
    for (uint32_t i = s->n_threads; i > 0; i--) {
        if (s->threads[i - 1].handle == handle)
            return &s->threads[i - 1];
    }
    return NULL;
}

static void candidates_after(const struct search *s, struct thread *t,
                             const struct thread *earlier, uint32_t index)
{
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        if (earlier->before[i] > t->before[i])
            t->before[i] = earlier->before[i];
    }
    t->before[earlier - s->threads] = index + 1;
}

/* A new thread is made by a creation; its tid comes with its start. */
static void candidates_created(struct search *s, const struct thread *by,
                               const struct rdl_event *e, uint32_t index)
{
    struct thread *t;

    if (s->n_threads == MOST_THREADS)
        return;
    t = &s->threads[s->n_threads++];
    t->handle = e->addr;
    candidates_after(s, t, by, index);
}

static void candidates_started(struct search *s, const struct rdl_event *e)
{
    const struct thread *t = candidates_handle(s, e->addr);

    if (t != NULL && e->addr != 0)
        s->number[e->tid] = (uint16_t)(t - s->threads + 1);
}

static void candidates_hold(struct thread *t, const struct rdl_event *e,
                            uint32_t index)
{
    if (t->n_locks < MOST_LOCKS)
        t->locks[t->n_locks++] =
            (struct lock){ .addr = e->addr,
                           .pc = e->pc,
                           .since = index,
                           .shared = (e->flags & RDL_EV_SHARED) != 0 };
}

static void candidates_unhold(struct thread *t, const struct rdl_event *e)
{
    for (uint32_t i = t->n_locks; i > 0; i--) {
        if (t->locks[i - 1].addr != e->addr)
            continue;
        memmove(&t->locks[i - 1], &t->locks[i],
                (t->n_locks - i) * sizeof(t->locks[0]));
        t->n_locks--;
        return;
    }
}

/* --- Accesses -------------------------------------------------------------
 */

static struct granule *candidates_granule(struct search *s, uintptr_t addr)
{
    struct granule **at = &s->buckets[rdl_mix(0, addr) % BUCKETS];
    struct granule *g = *at;

    while (g != NULL && g->addr != addr)
        g = g->next;
    if (g == NULL) {
        g = rdl_alloc(sizeof(*g));
        g->addr = addr;
        g->next = *at;
        *at = g;
    }
    return g;
}

/* Room for one more of `size` bytes after the first n: doubles. */
static void *candidates_room(void *all, uint32_t n, size_t size)
{
    return (n & (n - 1)) == 0 ? rdl_grow(all, (n > 0 ? 2 * n : 1) * size) : all;
}

static bool candidates_same_locks(const struct access *a,
                                  const struct thread *t)
{
    for (uint32_t i = 0; i < a->n_locks; i++) {
        if (a->n_locks != t->n_locks || a->locks[i].addr != t->locks[i].addr)
            return false;
    }
    return a->n_locks == t->n_locks;
}

/* The index of the access in the record + 1; 0: no room. */
static uint32_t candidates_enter(struct search *s, struct granule *g,
                                 const struct rdl_event *e, uint32_t index)
{
    const uint16_t number = (uint16_t)(s->number[e->tid] - 1);
    const struct thread *t = &s->threads[number];
    struct access *a;

    for (uint32_t i = 0; i < g->n_accesses; i++) {
        a = &g->accesses[i];
        if (a->pc == e->pc && a->thread == number && a->addr == e->addr &&
            candidates_same_locks(a, t)) {
            a->index = index;
            memcpy(a->locks, t->locks, sizeof(a->locks));
            return i + 1;
        }
    }
    if (g->n_accesses == MOST_ACCESSES)
        return 0;
    g->accesses =
        candidates_room(g->accesses, g->n_accesses, sizeof(*g->accesses));
    a = &g->accesses[g->n_accesses++];
    *a = (struct access){
        .pc = e->pc,
        .addr = e->addr,
        .size = e->size,
        .index = index,
        .thread = number,
        .op = e->op,
        .writes = rdl_op_writes((enum rdl_op)e->op),
        .n_locks = t->n_locks,
    };
    memcpy(a->locks, t->locks, sizeof(a->locks));
    memcpy(a->before, t->before, sizeof(a->before));
    return g->n_accesses;
}

/* The first lock that the thread took after `since` and still holds; else
 * `pc`. */
static uintptr_t candidates_hold_place(const struct thread *t, uint32_t since,
                                       uintptr_t pc)
{
    for (uint32_t i = 0; i < t->n_locks; i++) {
        if (t->locks[i].since > since)
            return t->locks[i].pc;
    }
    return pc;
}

static void candidates_access(struct search *s, const struct rdl_event *e,
                              uint32_t index)
{
    struct granule *g = candidates_granule(s, e->addr & ~(uintptr_t)7);
    uint8_t *latest = &g->latest[s->number[e->tid] - 1];
    const uint32_t first = *latest;
    const uint32_t since = first > 0 ? g->accesses[first - 1].index : 0;
    const uint32_t at = candidates_enter(s, g, e, index);
    struct pair pair;

    *latest = (uint8_t)at;
    if (first == 0 || at == 0 || g->n_pairs == MOST_PAIRS)
        return;
    pair = (struct pair){
        .first = (uint8_t)(first - 1),
        .second = (uint8_t)(at - 1),
        .hold = candidates_hold_place(&s->threads[s->number[e->tid] - 1], since,
                                      e->pc),
    };
    for (uint32_t i = 0; i < g->n_pairs; i++) {
        if (g->pairs[i].first == pair.first &&
            g->pairs[i].second == pair.second)
            return;
    }
    g->pairs = candidates_room(g->pairs, g->n_pairs, sizeof(*g->pairs));
    g->pairs[g->n_pairs++] = pair;
}

/* --- Looking at a record --------------------------------------------------
 */

static bool candidates_overlap(const struct access *a, const struct access *b)
{
    return rdl_overlap(a->addr, a->size, b->addr, b->size);
}

/* Ordered by creation or join, whoever came first. */
static bool candidates_ordered(const struct access *a, const struct access *b)
{
    return b->before[a->thread] > a->index || a->before[b->thread] > b->index;
}

static bool candidates_guarded(const struct access *a, const struct access *b,
                               uint32_t held_since)
{
    for (uint32_t i = 0; i < a->n_locks; i++) {
        for (uint32_t k = 0; k < b->n_locks; k++) {
            if (a->locks[i].addr == b->locks[k].addr &&
                a->locks[i].since <= held_since &&
                !(a->locks[i].shared && b->locks[k].shared))
                return true;
        }
    }
    return false;
}

static void candidates_races(const struct search *s, const struct granule *g)
{
    for (uint32_t i = 0; i < g->n_accesses; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const struct access *a = &g->accesses[i], *b = &g->accesses[k];

            if (a->thread == b->thread ||
                !rdl_ops_conflict((enum rdl_op)a->op, (enum rdl_op)b->op) ||
                !candidates_overlap(a, b) ||
                candidates_guarded(a, b, UINT32_MAX) ||
                candidates_ordered(a, b))
                continue;
            s->each(s->data, &(struct rdl_candidate){
                                 .pc = { a->pc < b->pc ? a->pc : b->pc,
                                         a->pc < b->pc ? b->pc : a->pc },
                                 .addr = a->addr,
                             });
        }
    }
}

/* Can q not be moved before p or behind r? */
static bool candidates_unserialisable(const struct access *p,
                                      const struct access *q,
                                      const struct access *r)
{
    return (q->writes && !r->writes) || (q->writes && !p->writes) ||
           (!q->writes && p->writes && r->writes);
}

static void candidates_between(const struct search *s, const struct granule *g)
{
    for (uint32_t i = 0; i < g->n_pairs; i++) {
        const struct access *p = &g->accesses[g->pairs[i].first];
        const struct access *r = &g->accesses[g->pairs[i].second];

        for (uint32_t k = 0; k < g->n_accesses; k++) {
            const struct access *q = &g->accesses[k];

            if (q->thread == p->thread || !candidates_overlap(p, q) ||
                !candidates_overlap(r, q) ||
                !candidates_unserialisable(p, q, r) ||
                candidates_ordered(p, q) || candidates_ordered(q, r) ||
                /* A lock held from p to r keeps q out. */
                candidates_guarded(r, q, p->index))
                continue;
            s->each(s->data, &(struct rdl_candidate){
                                 .atomicity = true,
                                 .pc = { p->pc, g->pairs[i].hold, q->pc },
                                 .addr = p->addr,
                             });
        }
    }
}

static void candidates_look(struct search *s)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        while (s->buckets[i] != NULL) {
            struct granule *g = s->buckets[i];

            candidates_races(s, g);
            candidates_between(s, g);
            s->buckets[i] = g->next;
            free(g->accesses);
            free(g->pairs);
            free(g);
        }
    }
}

static bool candidates_event(struct search *s, const struct rdl_event *e,
                             uint32_t index)
{
    struct thread *t, *other;

    if (e->tid >= RDL_MAX_THREADS || e->op >= RDL_N_OPS)
        return false;
    if (e->op == RDL_OP_START)
        candidates_started(s, e);
    t = candidates_thread(s, e->tid);
    if (t == NULL)
        return false;
    switch (e->op) {
    case RDL_OP_CREATE:
        candidates_created(s, t, e, index);
        break;
    case RDL_OP_JOIN:
        other = candidates_handle(s, e->addr);
        if (other != NULL && other != t)
            candidates_after(s, t, other, UINT32_MAX - 1);
        break;
    case RDL_OP_HOLD:
        candidates_hold(t, e, index);
        break;
    case RDL_OP_UNLOCK:
        candidates_unhold(t, e);
        break;
    default:
        if (rdl_op_accesses((enum rdl_op)e->op))
            candidates_access(s, e, index);
        break;
    }
    return true;
}

void rdl_candidates_find(const struct rdl_event *events, size_t n,
                         void (*each)(void *data,
                                      const struct rdl_candidate *c),
                         void *data)
{
    struct search *s = rdl_alloc(sizeof(*s));

    s->threads = rdl_alloc(MOST_THREADS * sizeof(*s->threads));
    s->each = each;
    s->data = data;
    for (size_t i = 0; i < n && i < MOST_EVENTS; i++) {
        if (!candidates_event(s, &events[i], (uint32_t)i))
            break;
    }
    candidates_look(s);
    free(s->threads);
    free(s);
}
