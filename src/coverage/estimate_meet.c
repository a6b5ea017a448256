/* estimate_meet.c - summaries of operations, and which pairs of them can come
 * together.
 *
 * What a thread did last on an object is open until the thread does something
 * that comes between: only then next(p) is known.  Then it becomes a summary.
 * Operations with the same summary are one. */
#include "coverage/estimate_parts.h"

#include "base/hash.h"

#include <string.h>

enum role { IS_P, IS_Q };

struct object {
    uint32_t next;        /* see pool.h */
    uint32_t first[2][2]; /* summaries by relation (of its two) and role */
    uint32_t thread;      /* that used it first */
    bool several;         /* threads used it */
};

struct open {
    uint32_t next; /* see pool.h */
    struct rdl_est_operation p;
    uint64_t serial; /* of its thread's next acquisition, as it happened */
};

struct summary {
    uint32_t next; /* of its object, relation and role */
    uint32_t same; /* hash */
    /* From here on: what tells it from others. */
    uint32_t object, sort; /* relation, role */
    uint32_t loc, thread, held, section, row, kind, mask;
    uint32_t span; /* lockset(p, next(p)) or lockset(prev(q), q) */
    uint32_t
        far; /* section of next(p) or row of prev(q), or RDL_EST_UNDEFINED */
    uint32_t zero;
};

#define COMPARED offsetof(struct summary, object)

_Static_assert((sizeof(struct summary) - COMPARED) % 8 == 0, "hashed by words");

void rdl_meet_init(struct rdl_estimate *e)
{
    rdl_pool_init(&e->objects, sizeof(struct object), &e->supply);
    rdl_pool_init(&e->open, sizeof(struct open), &e->supply);
    rdl_pool_init(&e->summaries, sizeof(struct summary), &e->supply);
    rdl_keyed_init(&e->open_of, &e->supply);
    rdl_keyed_init(&e->summary_of, &e->supply);
}

void rdl_meet_clear(struct rdl_estimate *e)
{
    rdl_pool_clear(&e->objects);
    rdl_pool_clear(&e->open);
    rdl_pool_clear(&e->summaries);
    rdl_keyed_clear(&e->open_of);
    rdl_keyed_clear(&e->summary_of);
}

static struct object *object_at(const struct rdl_estimate *e, uint32_t object)
{
    return rdl_pool_at(&e->objects, object);
}

static struct open *open_at(const struct rdl_estimate *e, uint32_t open)
{
    return rdl_pool_at(&e->open, open);
}

static struct summary *summary_at(const struct rdl_estimate *e, uint32_t at)
{
    return rdl_pool_at(&e->summaries, at);
}

uint32_t rdl_meet_object(struct rdl_estimate *e)
{
    uint32_t object = rdl_pool_take(&e->objects);

    if (object != 0)
        *object_at(e, object) = (struct object){ .thread = 0 };
    return object;
}

/* --- Summaries ------------------------------------------------------------ */

static uint64_t hash_of(const struct summary *s)
{
    const char *from = (const char *)s + COMPARED;
    uint64_t hash = 0, word;

    for (size_t i = 0; i < sizeof(*s) - COMPARED; i += sizeof(word)) {
        memcpy(&word, from + i, sizeof(word));
        hash = rdl_mix(hash, word);
    }
    return hash;
}

static void enlist(struct rdl_estimate *e, enum rdl_relation relation,
                   enum role role, uint32_t at)
{
    struct summary *s = summary_at(e, at);
    struct object *o = object_at(e, s->object);
    uint32_t *first = &o->first[relation % 2][role];

    s->next = *first;
    *first = at;
    if (o->thread == 0)
        o->thread = s->thread;
    else if (o->thread != s->thread)
        o->several = true;
}

static void summarise(struct rdl_estimate *e, enum rdl_relation relation,
                      enum role role, uint32_t object,
                      const struct rdl_est_operation *op, uint32_t mask,
                      uint32_t span, uint32_t far)
{
    const struct summary wanted = {
        .object = object,
        .sort = relation << 1 | role,
        .loc = op->loc,
        .thread = op->thread,
        .held = op->held,
        .section = op->section,
        .row = op->row,
        .kind = op->kind,
        .mask = mask,
        .span = span,
        .far = far,
    };
    uint32_t *first = rdl_keyed_add(&e->summary_of, hash_of(&wanted));
    uint32_t at;

    if (first == NULL)
        return;
    for (at = *first; at != 0; at = summary_at(e, at)->same) {
        if (memcmp((char *)summary_at(e, at) + COMPARED,
                   (const char *)&wanted + COMPARED,
                   sizeof(wanted) - COMPARED) == 0)
            return;
    }
    at = rdl_pool_take(&e->summaries);
    if (at == 0)
        return;
    *summary_at(e, at) = wanted;
    summary_at(e, at)->same = *first;
    *first = at;
    enlist(e, relation, role, at);
}

/* --- Reports -------------------------------------------------------------- */

static void report(struct rdl_estimate *e, enum rdl_metric_id metric,
                   uint32_t l1, uint32_t l2)
{
    if ((e->metrics >> metric & 1) != 0)
        rdl_requirements_estimate(e->covering, rdl_key(metric, l1, l2));
}

/* Two operations of one thread, nothing of its own in between. */
static void report_own(struct rdl_estimate *e, enum rdl_relation relation,
                       const struct rdl_est_operation *p,
                       const struct rdl_est_operation *q)
{
    switch (relation) {
    case RDL_BETWEEN_WRITES:
        report(e, RDL_METRIC_def_use, p->loc, q->loc);
        if ((q->kind & RDL_EST_READS) == 0)
            break;
        report(e, RDL_METRIC_lr_def, RDL_LOC_OWN, q->loc);
        report(e, RDL_METRIC_reads_from, p->loc, q->loc);
        break;
    case RDL_BETWEEN_HOLDS:
        report(e, RDL_METRIC_sync_pair, p->loc, q->loc);
        report(e, RDL_METRIC_adjacent, p->loc, q->loc);
        break;
    case RDL_BETWEEN_ACCESSES:
        report(e, RDL_METRIC_adjacent, p->loc, q->loc);
        break;
    case RDL_INSIDE_HOLD:
        break;
    }
}

static void report_other(struct rdl_estimate *e, const struct summary *p,
                         const struct summary *q)
{
    switch ((enum rdl_relation)(p->sort >> 1)) {
    case RDL_BETWEEN_WRITES:
        report(e, RDL_METRIC_def_use, p->loc, q->loc);
        report(e, RDL_METRIC_pset, p->loc, q->loc);
        if ((q->kind & RDL_EST_READS) == 0)
            break;
        report(e, RDL_METRIC_lr_def, RDL_LOC_OTHER, q->loc);
        report(e, RDL_METRIC_reads_from, p->loc, q->loc);
        break;
    case RDL_BETWEEN_ACCESSES:
        report(e, RDL_METRIC_adjacent, p->loc, q->loc);
        if (p->kind == RDL_EST_READS && (q->kind & RDL_EST_WRITES) != 0)
            report(e, RDL_METRIC_pset, p->loc, q->loc);
        break;
    case RDL_BETWEEN_HOLDS:
        report(e, RDL_METRIC_sync_pair, p->loc, q->loc);
        report(e, RDL_METRIC_follows, p->loc, q->loc);
        report(e, RDL_METRIC_adjacent, p->loc, q->loc);
        break;
    case RDL_INSIDE_HOLD:
        report(e, RDL_METRIC_blocked_pair, p->loc, q->loc);
        report(e, RDL_METRIC_blocked, RDL_LOC_NONE, q->loc);
        report(e, RDL_METRIC_blocking, RDL_LOC_NONE, p->loc);
        break;
    }
}

/* --- Operations ----------------------------------------------------------- */

void rdl_meet_do(struct rdl_estimate *e, enum rdl_relation relation,
                 uint32_t object, const struct rdl_est_operation *q, bool opens)
{
    const struct rdl_est_thread *t = rdl_order_at(e, q->thread);
    uint32_t *link = rdl_keyed_add(&e->open_of, (uint64_t)object << 32 |
                                                    q->thread << 2 | relation);
    uint32_t *first = link, left = q->mask, at;

    if (first == NULL)
        return;
    while (*link != 0) {
        struct open *o = open_at(e, *link);
        const uint32_t part = o->p.mask & q->mask;
        uint32_t span;

        if (part == 0) {
            link = &o->next;
            continue;
        }
        left &= ~part;
        span = rdl_held_set(e, q->thread, o->serial);
        report_own(e, relation, &o->p, q);
        summarise(e, relation, IS_Q, object, q, part, span, o->p.row);
        if (opens) {
            summarise(e, relation, IS_P, object, &o->p, part, span, t->section);
            o->p.mask &= (uint8_t)~part;
        }
        if (o->p.mask != 0) {
            link = &o->next;
            continue;
        }
        at = *link;
        *link = o->next;
        rdl_pool_give(&e->open, at);
    }
    if (left != 0)
        summarise(e, relation, IS_Q, object, q, left, 0, RDL_EST_UNDEFINED);
    at = opens ? rdl_pool_take(&e->open) : 0;
    if (at == 0)
        return;
    *open_at(e, at) =
        (struct open){ .next = *first, .p = *q, .serial = t->serial };
    *first = at;
}

void rdl_meet_attempt(struct rdl_estimate *e, uint32_t object,
                      const struct rdl_est_operation *q)
{
    summarise(e, RDL_INSIDE_HOLD, IS_Q, object, q, q->mask, 0,
              RDL_EST_UNDEFINED);
}

void rdl_meet_release(struct rdl_estimate *e, uint32_t hold, bool ends)
{
    const struct rdl_est_hold *h = rdl_held_at(e, hold);
    const struct rdl_est_operation *p = &h->taken;

    summarise(e, RDL_INSIDE_HOLD, IS_P, h->object, p, p->mask,
              ends ? rdl_held_set(e, p->thread, h->serial) : 0,
              ends ? rdl_order_at(e, p->thread)->section : RDL_EST_UNDEFINED);
}

/* --- The end -------------------------------------------------------------- */

static void close_all(struct rdl_estimate *e)
{
    for (uint32_t i = 0; i < e->open_of.n_slots; i++) {
        const struct rdl_keyed_slot *slot = &e->open_of.slots[i];

        if (!rdl_keyed_live(&e->open_of, i))
            continue;
        for (uint32_t at = slot->at; at != 0; at = open_at(e, at)->next)
            summarise(e, (enum rdl_relation)(slot->key & 3), IS_P,
                      (uint32_t)(slot->key >> 32), &open_at(e, at)->p,
                      open_at(e, at)->p.mask, 0, RDL_EST_UNDEFINED);
    }
    for (uint32_t thread = 1; thread < e->threads.n; thread++) {
        uint32_t hold = rdl_order_at(e, thread)->first_hold;

        for (; hold != 0;
             hold = ((struct rdl_est_hold *)rdl_pool_at(&e->holds, hold))->next)
            rdl_meet_release(e, hold, /*ends=*/false);
    }
}

static bool precedes(const struct rdl_estimate *e, const struct summary *a,
                     const struct summary *b)
{
    return rdl_order_precedes(e, a->thread, a->section, b->row);
}

/* AC2 to AC6. */
static bool can_meet(const struct rdl_estimate *e, const struct summary *p,
                     const struct summary *q)
{
    if (p->thread == q->thread || (p->mask & q->mask) == 0)
        return false;
    if (p->sort >> 1 == RDL_INSIDE_HOLD &&
        (p->kind & q->kind & RDL_EST_SHARED) != 0)
        return false;
    if (rdl_held_exclude(e, p->span, q->held) ||
        rdl_held_exclude(e, p->held, q->span) || precedes(e, q, p))
        return false;
    if (p->far != RDL_EST_UNDEFINED &&
        rdl_order_precedes(e, p->thread, p->far, q->row))
        return false;
    return q->far == RDL_EST_UNDEFINED ||
           !rdl_order_precedes(e, p->thread, p->section, q->far);
}

static void pair(struct rdl_estimate *e, uint32_t ps, uint32_t qs)
{
    for (; ps != 0; ps = summary_at(e, ps)->next) {
        for (uint32_t q = qs; q != 0; q = summary_at(e, q)->next) {
            if (can_meet(e, summary_at(e, ps), summary_at(e, q)))
                report_other(e, summary_at(e, ps), summary_at(e, q));
        }
    }
}

/* Reads that no write of any thread need come before. */
static void initial_values(struct rdl_estimate *e, uint32_t ps, uint32_t qs)
{
    for (; qs != 0; qs = summary_at(e, qs)->next) {
        const struct summary *q = summary_at(e, qs);
        uint32_t left = q->mask;

        if ((q->kind & RDL_EST_READS) == 0 || q->far != RDL_EST_UNDEFINED)
            continue;
        for (uint32_t p = ps; p != 0; p = summary_at(e, p)->next) {
            if (precedes(e, summary_at(e, p), q))
                left &= ~summary_at(e, p)->mask;
        }
        if (left != 0)
            report(e, RDL_METRIC_reads_from, RDL_LOC_NONE, q->loc);
    }
}

void rdl_meet_finish(struct rdl_estimate *e)
{
    close_all(e);
    for (uint32_t i = 1; i < e->objects.n; i++) {
        const struct object *o = object_at(e, i);
        const uint32_t q = o->first[RDL_BETWEEN_WRITES][IS_Q];

        for (int r = 0; r < 2 && o->several; r++)
            pair(e, o->first[r][IS_P], o->first[r][IS_Q]);
        if (q != 0 && summary_at(e, q)->sort >> 1 == RDL_BETWEEN_WRITES)
            initial_values(e, o->first[RDL_BETWEEN_WRITES][IS_P], q);
    }
}
