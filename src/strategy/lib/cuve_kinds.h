/* cuve_kinds.h - which kind a pending operation is of, and which answers of the
 * cache still hold; for cuve_rules.c, whose head says why there is a cache.
 * Inline, because every decision does this for each thread. */
#ifndef RDL_STRATEGY_LIB_CUVE_KINDS_H
#define RDL_STRATEGY_LIB_CUVE_KINDS_H

#include "base/hash.h"
#include "strategy/lib/cuve_rules.h"

/* The position of the tid in rdl_event_rest. */
#define RDL_CUVE_REST_TID 32

static inline struct rdl_cuve_kind *rdl_cuve_kind_seen(struct rdl_cuve *m,
                                                       rdl_tid t)
{
    return &m->kind[m->seen[t].kind % RDL_CUVE_KINDS];
}

/* Did the latest step change what p would cover, or whether p would block?  A
 * read mostly has no effect on others; an unlock affects only operations that
 * wait or fail. */
static inline bool rdl_cuve_kind_disturbed(const struct rdl_guide *g,
                                           const struct rdl_event *did,
                                           enum rdl_kind kind,
                                           const struct rdl_cuve_kind *k,
                                           const struct rdl_event *p)
{
    if (kind == RDL_KIND_QUIET || (kind == RDL_KIND_READ && !g->reads_matter))
        return false;
    if (kind == RDL_KIND_UNLOCK && !k->waits && !k->fails)
        return false;
    return rdl_guided_overlap(p, did);
}

/* The event's rest as a key for its kind: without the tid, except if the thread
 * already holds the lock, or if threads matter. */
static inline uint64_t rdl_cuve_kind_whose(const struct rdl_choice *c,
                                           const struct rdl_event *p)
{
    const uint64_t rest =
        rdl_event_rest(p) & ~((uint64_t)(rdl_tid)-1 << RDL_CUVE_REST_TID);

    if (!c->guide->threads_matter &&
        (rdl_kind_of(p) != RDL_KIND_LOCK || !c->guide->holds(c->guide, p)))
        return rest;
    return rest | (uint64_t)(p->tid + 1) << RDL_CUVE_REST_TID;
}

/* The index of p's kind; makes a new kind if there is none. */
static inline uint32_t rdl_cuve_kind_find(struct rdl_cuve *m,
                                          const struct rdl_choice *c,
                                          const struct rdl_event *p)
{
    const uint64_t rest = rdl_cuve_kind_whose(c, p);
    uint64_t at = rdl_fold(p->pc, p->addr) % RDL_CUVE_NEAR;
    struct rdl_cuve_kind *k;

    for (size_t i = 0; i < RDL_CUVE_KINDS; i++, at++) {
        k = &m->kind[at % RDL_CUVE_KINDS];
        if (k->pc == p->pc && k->addr == p->addr && k->rest == rest)
            break;
        if (k->decision + 1 < m->decision) {
            k->birth = 0;
            break;
        }
    }
    k = &m->kind[at % RDL_CUVE_KINDS];
    if (k->birth <= m->began) {
        k->pc = p->pc;
        k->addr = p->addr;
        k->rest = rest;
        k->epoch = k->rested = 0;
        k->birth = ++m->version;
    }
    return at % RDL_CUVE_KINDS;
}

/* Finds the kind of t's operation, and invalidates its answers if the latest
 * step may have changed them. */
static inline void rdl_cuve_kind_follow(struct rdl_cuve *m,
                                        const struct rdl_choice *c, rdl_tid t,
                                        enum rdl_kind did)
{
    const struct rdl_event *p = &c->pending[t];
    const uint64_t rest = rdl_event_rest(p);
    struct rdl_cuve_seen *s = &m->seen[t];
    struct rdl_cuve_kind *k;

    if (s->decision + 1 != m->decision || s->forced != m->forced ||
        s->pc != p->pc || s->addr != p->addr || s->rest != rest ||
        t == m->did.tid) {
        s->pc = p->pc;
        s->addr = p->addr;
        s->rest = rest;
        s->forced = m->forced;
        s->kind = rdl_cuve_kind_find(m, c, p);
    }
    s->decision = m->decision;
    k = rdl_cuve_kind_seen(m, t);
    if (k->decision == m->decision)
        return;
    if (k->decision + 1 != m->decision || k->epoch != m->epoch ||
        rdl_cuve_kind_disturbed(c->guide, &m->did, did, k, p))
        k->epoch = 0;
    k->decision = m->decision;
}

static inline void rdl_cuve_kind_ask(struct rdl_cuve *m,
                                     const struct rdl_choice *c,
                                     struct rdl_cuve_kind *k,
                                     const struct rdl_event *p)
{
    k->epoch = m->epoch;
    k->version = 0;
    k->waits = rdl_guided_waits(c, p);
    k->fails = rdl_guided_fails(c, p);
}

/* The same for the set, which is needed less often. */
static inline void rdl_cuve_kind_ask_set(struct rdl_cuve *m,
                                         const struct rdl_choice *c,
                                         struct rdl_cuve_kind *k)
{
    k->version = ++m->version;
    k->valued = k->alone = 0;
    c->guide->query(c->guide, &c->pending[k->one], &k->cov);
    /* Another worker may number a requirement that has no number yet: ask
     * again. */
    for (uint32_t i = 0; i < k->cov.n; i++) {
        if (k->cov.id[i] == 0)
            k->epoch = 0;
    }
}

#endif
