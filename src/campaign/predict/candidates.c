/* candidates.c - see candidates.h.  One pass over the events fills a record for
 * each granule (aligned 8 bytes); then each record is looked at alone. */
#include "campaign/predict/candidate_parts.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

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
    if (at != 0)
        rdl_associated_visit(&s->threads[s->number[e->tid] - 1], g, at - 1,
                             index);
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
            s->calls->each(s->calls->data,
                           &(struct rdl_candidate){
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
            s->calls->each(s->calls->data,
                           &(struct rdl_candidate){
                               .atomicity = true,
                               .pc = { p->pc, g->pairs[i].hold, q->pc },
                               .addr = p->addr,
                           });
        }
    }
}

/* Candidates of one variable come first: there is room for a number of them. */
static void candidates_look(struct search *s)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        for (const struct granule *g = s->buckets[i]; g != NULL; g = g->next) {
            candidates_races(s, g);
            candidates_between(s, g);
        }
    }
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct granule *g = s->buckets[i]; g != NULL; g = g->next)
            rdl_associated_look(s, g);
    }
}

static void candidates_free(struct search *s)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        while (s->buckets[i] != NULL) {
            struct granule *g = s->buckets[i];

            s->buckets[i] = g->next;
            free(g->accesses);
            free(g->pairs);
            free(g->near);
            free(g->across);
            free(g);
        }
    }
    free(s->threads);
    free(s);
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
                         const struct rdl_candidates_calls *calls)
{
    struct search *s = rdl_alloc(sizeof(*s));

    s->threads = rdl_alloc(MOST_THREADS * sizeof(*s->threads));
    s->calls = calls;
    for (size_t i = 0; i < n && i < MOST_EVENTS; i++) {
        if (!candidates_event(s, &events[i], (uint32_t)i))
            break;
    }
    candidates_look(s);
    candidates_free(s);
}
