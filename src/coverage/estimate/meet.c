/* meet.c - summaries of operations.
 *
 * A thread's last operation on an object is open until the thread does
 * something that comes between: only then is next(p) known, and the operation
 * becomes a summary.  Operations with the same summary are one. */
#include "coverage/estimate/parts.h"

#include "base/hash.h"

#include <string.h>

struct open {
    uint32_t next; /* see coverage/tables/record_pool.h */
    struct rdl_est_operation p;
    uint64_t serial; /* of its thread's next acquisition at that time */
};

#define COMPARED offsetof(struct rdl_est_summary, object)

_Static_assert((sizeof(struct rdl_est_summary) - COMPARED) % 8 == 0,
               "hashed by words");

void rdl_meet_init(struct rdl_estimate *e)
{
    rdl_record_pool_init(&e->objects, sizeof(struct rdl_est_object),
                         &e->supply);
    rdl_record_pool_init(&e->open, sizeof(struct open), &e->supply);
    rdl_record_pool_init(&e->summaries, sizeof(struct rdl_est_summary),
                         &e->supply);
    rdl_record_pool_init(&e->places, sizeof(struct rdl_est_place), &e->supply);
    rdl_hash_index_init(&e->open_of, &e->supply);
    rdl_hash_index_init(&e->summary_of, &e->supply);
    rdl_hash_index_init(&e->place_of, &e->supply);
}

void rdl_meet_clear(struct rdl_estimate *e)
{
    rdl_record_pool_clear(&e->objects);
    rdl_record_pool_clear(&e->open);
    rdl_record_pool_clear(&e->summaries);
    rdl_record_pool_clear(&e->places);
    rdl_hash_index_clear(&e->open_of);
    rdl_hash_index_clear(&e->summary_of);
    rdl_hash_index_clear(&e->place_of);
}

static struct open *meet_open_at(const struct rdl_estimate *e, uint32_t open)
{
    return rdl_record_pool_at(&e->open, open);
}

uint32_t rdl_meet_object(struct rdl_estimate *e)
{
    uint32_t object = rdl_record_pool_take(&e->objects);

    if (object != 0)
        *rdl_meet_object_at(e, object) = (struct rdl_est_object){ .thread = 0 };
    return object;
}

/* --- Summaries ------------------------------------------------------------ */

static uint64_t meet_hash_of(const struct rdl_est_summary *s)
{
    const char *from = (const char *)s + COMPARED;
    uint64_t hash = 0, word;

    for (size_t i = 0; i < sizeof(*s) - COMPARED; i += sizeof(word)) {
        memcpy(&word, from + i, sizeof(word));
        hash = rdl_mix(hash, word);
    }
    return hash;
}

static void meet_enlist(struct rdl_estimate *e, enum rdl_relation relation,
                        enum rdl_est_role role, uint32_t at)
{
    struct rdl_est_summary *s = rdl_meet_summary_at(e, at);
    struct rdl_est_object *o = rdl_meet_object_at(e, s->object);
    uint32_t *first = &o->first[relation % 2][role];

    s->next = *first;
    *first = at;
    if (o->thread == 0)
        o->thread = s->thread;
    else if (o->thread != s->thread)
        o->several = true;
}

/* 0: no memory. */
static uint32_t meet_summary_of(struct rdl_estimate *e,
                                const struct rdl_est_summary *wanted)
{
    uint32_t *first = rdl_hash_index_add(&e->summary_of, meet_hash_of(wanted));
    uint32_t at;

    if (first == NULL)
        return 0;
    for (at = *first; at != 0; at = rdl_meet_summary_at(e, at)->same) {
        if (memcmp((char *)rdl_meet_summary_at(e, at) + COMPARED,
                   (const char *)wanted + COMPARED,
                   sizeof(*wanted) - COMPARED) == 0)
            return at;
    }
    at = rdl_record_pool_take(&e->summaries);
    if (at == 0)
        return 0;
    *rdl_meet_summary_at(e, at) = *wanted;
    rdl_meet_summary_at(e, at)->same = *first;
    *first = at;
    meet_enlist(e, (enum rdl_relation)(wanted->sort >> 1),
                (enum rdl_est_role)(wanted->sort & 1), at);
    return at;
}

static void meet_summarise(struct rdl_estimate *e, enum rdl_relation relation,
                           enum rdl_est_role role, uint32_t object,
                           const struct rdl_est_operation *op, uint32_t mask,
                           uint32_t span, uint32_t far)
{
    const struct rdl_est_summary wanted = {
        .object = object,
        .sort = relation << 1 | role,
        .thread = op->thread,
        .held = op->held,
        .section = op->section,
        .row = op->row,
        .kind = op->kind,
        .mask = mask,
        .span = span,
        .far = far,
    };
    const uint32_t at = meet_summary_of(e, &wanted);
    uint32_t *place;

    if (at == 0)
        return;
    place = rdl_hash_index_add(&e->place_of, (uint64_t)at << 32 | op->loc);
    if (place == NULL || *place != 0)
        return;
    *place = rdl_record_pool_take(&e->places);
    if (*place == 0)
        return;
    *(struct rdl_est_place *)rdl_record_pool_at(&e->places, *place) =
        (struct rdl_est_place){
            .next = rdl_meet_summary_at(e, at)->places,
            .loc = op->loc,
        };
    rdl_meet_summary_at(e, at)->places = *place;
}

/* --- Operations ----------------------------------------------------------- */

/* Records that an operation looks at, at least: of its object, of the latest
 * operation there, of two summaries and their places; each through an index.
 * An access to a large block is an operation for every eight bytes. */
#define OPERATION 16

void rdl_meet_do(struct rdl_estimate *e, enum rdl_relation relation,
                 uint32_t object, const struct rdl_est_operation *q, bool opens)
{
    const struct rdl_est_thread *t = rdl_order_at(e, q->thread);
    uint32_t *link = rdl_hash_index_add(
        &e->open_of, (uint64_t)object << 32 | q->thread << 2 | relation);
    uint32_t *first = link, left = q->mask, at;

    e->work += OPERATION;
    if (first == NULL)
        return;
    while (*link != 0) {
        struct open *o = meet_open_at(e, *link);
        const uint32_t part = o->p.mask & q->mask;
        uint32_t span;

        if (part == 0) {
            link = &o->next;
            continue;
        }
        left &= ~part;
        e->work++;
        span = rdl_held_set(e, q->thread, o->serial);
        rdl_pairs_own(e, relation, object, &o->p, q, part);
        meet_summarise(e, relation, RDL_EST_IS_Q, object, q, part, span,
                       o->p.row);
        if (opens) {
            meet_summarise(e, relation, RDL_EST_IS_P, object, &o->p, part, span,
                           t->section);
            o->p.mask &= (uint8_t)~part;
        }
        if (o->p.mask != 0) {
            link = &o->next;
            continue;
        }
        at = *link;
        *link = o->next;
        rdl_record_pool_give(&e->open, at);
    }
    if (left != 0)
        meet_summarise(e, relation, RDL_EST_IS_Q, object, q, left, 0,
                       RDL_EST_UNDEFINED);
    at = opens ? rdl_record_pool_take(&e->open) : 0;
    if (at == 0)
        return;
    *meet_open_at(e, at) =
        (struct open){ .next = *first, .p = *q, .serial = t->serial };
    *first = at;
}

void rdl_meet_attempt(struct rdl_estimate *e, uint32_t object,
                      const struct rdl_est_operation *q)
{
    meet_summarise(e, RDL_INSIDE_HOLD, RDL_EST_IS_Q, object, q, q->mask, 0,
                   RDL_EST_UNDEFINED);
}

void rdl_meet_release(struct rdl_estimate *e, uint32_t hold, bool ends)
{
    const struct rdl_est_hold *h = rdl_held_at(e, hold);
    const struct rdl_est_operation *p = &h->taken;

    meet_summarise(e, RDL_INSIDE_HOLD, RDL_EST_IS_P, h->object, p, p->mask,
                   rdl_held_set(e, p->thread, h->serial),
                   ends ? rdl_order_at(e, p->thread)->section
                        : RDL_EST_UNDEFINED);
}

/* --- The end -------------------------------------------------------------- */

void rdl_meet_close(struct rdl_estimate *e)
{
    for (uint32_t i = 0; i < e->open_of.n_slots; i++) {
        const struct rdl_hash_index_slot *slot = &e->open_of.slots[i];

        if (!rdl_hash_index_live(&e->open_of, i))
            continue;
        for (uint32_t at = slot->at; at != 0; at = meet_open_at(e, at)->next) {
            const struct open *o = meet_open_at(e, at);

            meet_summarise(e, (enum rdl_relation)(slot->key & 3), RDL_EST_IS_P,
                           (uint32_t)(slot->key >> 32), &o->p, o->p.mask,
                           rdl_held_set(e, o->p.thread, o->serial),
                           RDL_EST_UNDEFINED);
        }
    }
    for (uint32_t thread = 1; thread < e->threads.n; thread++) {
        uint32_t hold = rdl_order_at(e, thread)->first_hold;

        for (; hold != 0;
             hold = ((struct rdl_est_hold *)rdl_record_pool_at(&e->holds, hold))
                        ->next)
            rdl_meet_release(e, hold, /*ends=*/false);
    }
}
