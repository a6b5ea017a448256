/* predictions.c - see predictions.h. */
#include "campaign/predict/predictions.h"

#include "base/hash.h"
#include "campaign/predict/candidates.h"
#include "campaign/predict/cycles.h"
#include "detect/waits.h"
#include "predict/lock_orders.h"
#include "reorder/found.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void rdl_predictions_make(struct rdl_predictions *p)
{
    *p = (struct rdl_predictions){
        .all = rdl_alloc(RDL_MOST_PREDICTIONS * sizeof(*p->all)),
        .orders = rdl_alloc(sizeof(*p->orders)),
    };
}

void rdl_predictions_free(struct rdl_predictions *p)
{
    free(p->all);
    free(p->orders);
    free(p->places);
    *p = (struct rdl_predictions){ .n = 0 };
}

static struct rdl_prediction *predictions_find(struct rdl_predictions *p,
                                               uint64_t id, unsigned kind)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->all[i].id == id && p->all[i].kind == kind)
            return &p->all[i];
    }
    return NULL;
}

/* --- Places --------------------------------------------------------------- */

static struct rdl_predicted_place
predictions_place(const struct rdl_shared *shared, uintptr_t pc)
{
    const struct rdl_module *m = rdl_shared_module(shared, pc);

    return (struct rdl_predicted_place){
        .module = m != NULL ? m->name : 0,
        .offset = m != NULL ? pc - m->base : pc,
    };
}

static uintptr_t predictions_pc(const struct rdl_shared *shared,
                                const struct rdl_predicted_place *place)
{
    for (uint32_t i = 0; i < shared->n_modules; i++) {
        if (shared->modules[i].name == place->module)
            return shared->modules[i].base + place->offset;
    }
    return 0;
}

static const struct rdl_predicted_place *
predictions_find_place(const struct rdl_predictions *p, uint64_t id)
{
    for (size_t i = 0; i < p->n_places; i++) {
        if (rdl_place_id(p->places[i].module, p->places[i].offset) == id)
            return &p->places[i];
    }
    return NULL;
}

static uint64_t predictions_keep_place(struct rdl_predictions *p,
                                       const struct rdl_predicted_place *place)
{
    const uint64_t id = rdl_place_id(place->module, place->offset);

    if (predictions_find_place(p, id) == NULL) {
        p->places = rdl_grow(p->places, (p->n_places + 1) * sizeof(*place));
        p->places[p->n_places++] = *place;
    }
    return id;
}

/* --- Cycles --------------------------------------------------------------- */

struct looking { /* for predictions in what a worker has shown */
    struct rdl_predictions *predictions;
    const struct rdl_shared *shared;
    const struct rdl_predictions_names *names;
};

static void predictions_describe(const struct looking *f,
                                 struct rdl_predicted_place *place)
{
    const uintptr_t pc = predictions_pc(f->shared, place);

    if (f->names->place != NULL && pc != 0)
        f->names->place(f->names->data, pc, place->location,
                        sizeof(place->location));
}

static bool predictions_cycle(void *data, const struct rdl_cycle *cycle)
{
    struct looking *f = data;
    struct rdl_predictions *p = f->predictions;
    struct rdl_prediction one = { .id = cycle->id,
                                  .kind = RDL_AIM_DEADLOCK,
                                  .n = (uint32_t)cycle->n };

    for (size_t i = 0; i < cycle->n; i++) {
        const struct rdl_lock_order *o = &p->orders->all[cycle->parts[i].order];
        const struct rdl_order_lock *held = &o->held[cycle->parts[i].held];
        const struct rdl_predicted_place *first =
            predictions_find_place(p, held->place);
        const struct rdl_predicted_place *second =
            predictions_find_place(p, o->wanted.place);

        if (first == NULL || second == NULL)
            return true;
        one.parts[i].first = *first;
        one.parts[i].second = *second;
        predictions_describe(f, &one.parts[i].first);
        predictions_describe(f, &one.parts[i].second);
        if (f->names->object != NULL && held->addr != 0)
            f->names->object(f->names->data, held->addr, one.parts[i].object,
                             sizeof(one.parts[i].object));
    }
    rdl_predictions_add(p, &one);
    return p->n < RDL_MOST_PREDICTIONS;
}

static struct rdl_order_lock predictions_lock(struct rdl_predictions *p,
                                              const struct rdl_shared *shared,
                                              const struct rdl_order_lock *lock)
{
    struct rdl_order_lock out = *lock;
    const struct rdl_predicted_place place =
        predictions_place(shared, lock->place);

    out.place = predictions_keep_place(p, &place);
    return out;
}

static void predictions_take_orders(struct rdl_predictions *p,
                                    struct rdl_shared *shared,
                                    const struct rdl_predictions_names *names)
{
    struct rdl_lock_orders *from = rdl_shared_data(shared, RDL_LOCK_ORDERS);
    const uint32_t before = p->orders->n;
    struct looking f = { p, shared, names };

    for (; from->taken < from->n; from->taken++) {
        struct rdl_lock_order o = from->all[from->taken];

        o.wanted = predictions_lock(p, shared, &o.wanted);
        for (uint32_t i = 0; i < o.n_held; i++)
            o.held[i] = predictions_lock(p, shared, &o.held[i]);
        rdl_lock_orders_add(p->orders, &o);
    }
    p->partial |= from->lost > 0 || p->orders->lost > 0;
    if (p->orders->n > before &&
        !rdl_cycles_find(p->orders, before, predictions_cycle, &f))
        p->partial = true;
}

/* --- Candidates ----------------------------------------------------------- */

#define MOST_CANDIDATES 64 /* of each kind */

static uint64_t predictions_count(const struct rdl_predictions *p,
                                  enum rdl_aim_kind kind)
{
    uint64_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        n += p->all[i].kind == kind;
    return n;
}

static struct rdl_predicted_place predictions_named(const struct looking *f,
                                                    uintptr_t pc)
{
    struct rdl_predicted_place place = predictions_place(f->shared, pc);

    predictions_describe(f, &place);
    return place;
}

static void predictions_candidate(void *data, const struct rdl_candidate *c)
{
    const struct looking *f = data;
    struct rdl_prediction one = {
        .kind = c->atomicity ? RDL_AIM_ATOMICITY : RDL_AIM_RACE,
        .n = c->atomicity ? 2 : 1,
    };

    for (int i = 0; i < (c->atomicity ? 3 : 2); i++) {
        const struct rdl_predicted_place place =
            predictions_place(f->shared, c->pc[i]);

        one.id = rdl_mix(one.id, rdl_place_id(place.module, place.offset));
    }
    if (predictions_find(f->predictions, one.id, one.kind) != NULL ||
        predictions_count(f->predictions, one.kind) >= MOST_CANDIDATES)
        return;
    one.parts[0].first = predictions_named(f, c->pc[0]);
    one.parts[0].second = predictions_named(f, c->pc[1]);
    if (c->atomicity)
        one.parts[1].first = predictions_named(f, c->pc[2]);
    if (f->names->object != NULL)
        f->names->object(f->names->data, c->addr, one.parts[0].object,
                         sizeof(one.parts[0].object));
    rdl_predictions_add(f->predictions, &one);
}

static uintptr_t predictions_structure(void *data, uintptr_t addr)
{
    const struct looking *f = data;

    return f->names->structure != NULL
               ? f->names->structure(f->names->data, addr)
               : 0;
}

void rdl_predictions_observe(struct rdl_predictions *p,
                             struct rdl_shared *shared,
                             const struct rdl_predictions_names *names)
{
    struct looking f = { p, shared, names };
    const struct rdl_candidates_calls calls = {
        .data = &f,
        .each = predictions_candidate,
        .structure = predictions_structure,
    };

    rdl_candidates_find(rdl_shared_data(shared, RDL_TRACE_EVENTS),
                        shared->regions[RDL_TRACE_EVENTS].used, &calls);
}

/* --- The campaign's calls ------------------------------------------------- */

struct rdl_prediction *rdl_predictions_add(struct rdl_predictions *p,
                                           const struct rdl_prediction *one)
{
    if (p->fixed || predictions_find(p, one->id, one->kind) != NULL)
        return NULL;
    if (p->n == RDL_MOST_PREDICTIONS) {
        p->partial = true;
        return NULL;
    }
    p->all[p->n] = *one;
    p->all[p->n].changed = true;
    return &p->all[p->n++];
}

static void predictions_aim(const struct rdl_shared *shared,
                            const struct rdl_prediction *p, struct rdl_aim *out)
{
    *out = (struct rdl_aim){ .id = p->id,
                             .kind = (uint8_t)p->kind,
                             .n = (uint8_t)p->n };
    for (uint32_t i = 0; i < p->n; i++) {
        const struct rdl_predicted_place *first = &p->parts[i].first;
        const struct rdl_predicted_place *second = &p->parts[i].second;

        out->parts[i] = (struct rdl_aim_part){
            .first = predictions_pc(shared, first),
            .second = predictions_pc(shared, second),
            .first_module = first->module,
            .first_offset = first->offset,
            .second_module = second->module,
            .second_offset = second->offset,
        };
    }
}

unsigned rdl_predictions_give(const struct rdl_predictions *p,
                              struct rdl_shared *shared)
{
    struct rdl_aims *aims = &shared->aims;
    unsigned kinds = 0;

    aims->n = aims->current = aims->arrived = 0;
    for (size_t i = 0; i < 2 * p->n && aims->n < RDL_MAX_AIMS; i++) {
        const struct rdl_prediction *one = &p->all[i % p->n];

        if (!rdl_prediction_open(one) || one->preserved != (i < p->n))
            continue;
        predictions_aim(shared, one, &aims->all[aims->n++]);
        kinds |= 1u << one->kind;
    }
    return kinds;
}

void rdl_predictions_take(struct rdl_predictions *p, struct rdl_shared *shared,
                          const struct rdl_predictions_names *names)
{
    struct rdl_aims *aims = &shared->aims;

    for (uint32_t i = 0; i < aims->n; i++) {
        struct rdl_aim *a = &aims->all[i];
        struct rdl_prediction *one = predictions_find(p, a->id, a->kind);

        if (one == NULL || a->tries == 0 || a->reached > a->tries)
            continue;
        one->tries += a->tries;
        one->reached += a->reached;
        one->changed = true;
        a->tries = a->reached = 0;
    }
    predictions_take_orders(p, shared, names);
}

/* The cycle of a deadlock, as a prediction's id; 0: it has none of locks
 * alone. */
static uint64_t predictions_met(const struct rdl_shared *shared)
{
    const struct rdl_finding *f = &shared->finding;
    uint64_t taken[RDL_AIM_PARTS], asked[RDL_AIM_PARTS];
    const size_t n = f->n_cycle;

    if (n < 2 || n > RDL_AIM_PARTS)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(f, f->cycle[i]);
        struct rdl_predicted_place place;

        if (v == NULL || v->wait != RDL_WAIT_LOCK)
            return 0;
        place = predictions_place(shared, v->pc);
        asked[i] = rdl_place_id(place.module, place.offset);
        /* What it waits for is what the next one holds. */
        place = predictions_place(shared, v->held_pc);
        taken[(i + 1) % n] = rdl_place_id(place.module, place.offset);
    }
    return rdl_cycle_id(taken, asked, n);
}

void rdl_predictions_failed(struct rdl_predictions *p,
                            const struct rdl_shared *shared)
{
    const struct rdl_aims *aims = &shared->aims;
    struct rdl_prediction *met =
        predictions_find(p, predictions_met(shared), RDL_AIM_DEADLOCK);
    struct rdl_prediction *aimed = NULL;

    if (aims->current > 0 && aims->arrived != 0)
        aimed = predictions_find(p, aims->all[aims->current - 1].id,
                                 aims->all[aims->current - 1].kind);
    if (aimed != NULL) {
        aimed->failed++;
        aimed->changed = true;
    }
    if (met != NULL && met != aimed) {
        met->reached++;
        met->failed++;
        met->changed = true;
    }
}

/* --- Reorderings ---------------------------------------------------------- */

static uint64_t predictions_pair(const struct rdl_predicted_part *part,
                                 bool turned)
{
    const struct rdl_predicted_place *a = turned ? &part->second : &part->first;
    const struct rdl_predicted_place *b = turned ? &part->first : &part->second;

    return rdl_mix(rdl_mix(0, rdl_place_id(a->module, a->offset)),
                   rdl_place_id(b->module, b->offset));
}

static void predictions_reordered_race(const struct looking *f,
                                       const struct rdl_reordered *race,
                                       struct rdl_prediction *out)
{
    struct rdl_predicted_part *part = &out->parts[0];

    out->kind = RDL_AIM_RACE;
    out->n = 1;
    part->first = predictions_named(f, race->parts[0].pc);
    part->second = predictions_named(f, race->parts[1].pc);
    out->id = predictions_pair(part, /*turned=*/true);
    if (predictions_find(f->predictions, out->id, out->kind) == NULL)
        out->id = predictions_pair(part, /*turned=*/false);
    if (f->names->object != NULL)
        f->names->object(f->names->data, race->addr, part->object,
                         sizeof(part->object));
}

static void predictions_reordered_cycle(const struct looking *f,
                                        const struct rdl_reading *r,
                                        const struct rdl_reordered *cycle,
                                        struct rdl_prediction *out)
{
    uint64_t taken[RDL_AIM_PARTS], asked[RDL_AIM_PARTS];

    out->kind = RDL_AIM_DEADLOCK;
    out->n = (uint32_t)cycle->n;
    for (size_t i = 0; i < cycle->n; i++) {
        const struct rdl_reorder_section *s =
            &r->sequence.sections[cycle->parts[i].section];
        const struct rdl_event *held = &r->t->steps[s->taken];
        struct rdl_predicted_part *part = &out->parts[i];

        part->first = predictions_named(f, held->pc);
        part->second = predictions_named(f, cycle->parts[i].pc);
        taken[i] = rdl_place_id(part->first.module, part->first.offset);
        asked[i] = rdl_place_id(part->second.module, part->second.offset);
        if (f->names->object != NULL)
            f->names->object(f->names->data, held->addr, part->object,
                             sizeof(part->object));
    }
    out->id = rdl_cycle_id(taken, asked, cycle->n);
}

bool rdl_predictions_reordered(struct rdl_predictions *p,
                               const struct rdl_shared *shared,
                               const struct rdl_predictions_names *names,
                               const struct rdl_reading *r,
                               const struct rdl_reordered *one, uint64_t *id)
{
    const struct looking f = { p, shared, names };
    struct rdl_prediction new = { .n = 0 };
    struct rdl_prediction *known;

    if (one->deadlock)
        predictions_reordered_cycle(&f, r, one, &new);
    else
        predictions_reordered_race(&f, one, &new);
    rdl_predictions_add(p, &new);
    known = predictions_find(p, new.id, new.kind);
    if (known == NULL || known->reached > 0)
        return false;
    known->preserved = true;
    *id = known->id;
    return true;
}

bool rdl_predictions_reached(const struct rdl_predictions *p, uint64_t id,
                             bool deadlock)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->all[i].id == id &&
            p->all[i].kind == (deadlock ? RDL_AIM_DEADLOCK : RDL_AIM_RACE))
            return p->all[i].reached > 0;
    }
    return false;
}

void rdl_predictions_tried(struct rdl_predictions *p, uint64_t id,
                           bool deadlock, bool reached, bool failed)
{
    struct rdl_prediction *one =
        predictions_find(p, id, deadlock ? RDL_AIM_DEADLOCK : RDL_AIM_RACE);

    if (one == NULL)
        return;
    one->tries++;
    one->reached += reached;
    one->failed += failed;
    one->changed = true;
}

void rdl_predictions_load_place(struct rdl_predictions *p,
                                const struct rdl_predicted_place *place)
{
    predictions_keep_place(p, place);
}
