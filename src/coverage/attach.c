/* attach.c - how a process attaches to a coverage memory, and how an execution
 * begins and ends: see collector.h. */
#include "coverage/collector.h"

#include "coverage/cover_cache.h"

#include <errno.h>
#include <string.h>

static void *attach_array(struct rdl_coverage *c, size_t n, size_t size)
{
    return c->supply.more(c->supply.owner, n * size);
}

static void attach_locations(struct rdl_coverage *c,
                             const struct rdl_coverage_parts *parts,
                             const struct rdl_namer *namer)
{
    c->locations.participant = &c->participant;
    c->locations.namer = *namer;
    rdl_mirror_init(&c->locations.mirror, &c->memory->locations,
                    parts->location_keys, parts->limits.locations, &c->supply);
    rdl_hash_index_init(&c->locations.by_pc, &c->supply);
}

static bool attach_requirements(struct rdl_coverage *c,
                                const struct rdl_coverage_parts *parts)
{
    const size_t n = (size_t)parts->limits.requirements + 1;
    struct rdl_covering *covering = &c->covering;

    covering->table = &c->memory->requirements;
    covering->shared = parts->requirements;
    covering->participant = &c->participant;
    covering->locations = rdl_locations_limit(parts->limits.locations);
    covering->epoch = 1;
    covering->slot =
        rdl_hits_slot(&parts->requirements.hits, c->participant.owner);
    rdl_mirror_init(&covering->mirror, &covering->table->ledger,
                    covering->shared.keys, parts->limits.requirements,
                    &c->supply);
    covering->order = attach_array(c, n, sizeof(*covering->order));
    covering->curr = attach_array(c, n, sizeof(*covering->curr));
    return covering->order != NULL && covering->curr != NULL;
}

static bool attach_pairs(struct rdl_coverage *c,
                         const struct rdl_coverage_parts *parts, size_t i)
{
    const size_t n = (size_t)parts->limits.requirements + 1;
    const size_t members = (size_t)parts->limits.members + 1;
    const size_t places = rdl_locations_limit(parts->limits.locations);
    struct rdl_pairing *p = &c->pairs[i];

    p->kind = rdl_combinatorial_at(i);
    p->shared = parts->pairs[i];
    p->covering = &c->covering;
    p->capacity = parts->limits.members;
    p->row_words = (uint32_t)rdl_bits_words(p->capacity);
    p->stamp = 1;
    p->member = attach_array(c, n, sizeof(*p->member));
    p->requirement = attach_array(c, members, sizeof(*p->requirement));
    p->heads = attach_array(c, places, sizeof(*p->heads));
    p->next = attach_array(c, members, sizeof(*p->next));
    p->bucket = attach_array(c, n + 1, sizeof(*p->bucket));
    p->chain = attach_array(c, members, sizeof(*p->chain));
    p->curr = attach_array(c, p->row_words, sizeof(*p->curr));
    p->before = attach_array(c, p->row_words, sizeof(*p->before));
    p->partners = attach_array(c, places, sizeof(*p->partners));
    p->mask = attach_array(c, p->row_words, sizeof(*p->mask));
    if (p->member == NULL || p->requirement == NULL || p->heads == NULL ||
        p->next == NULL || p->bucket == NULL || p->chain == NULL ||
        p->curr == NULL || p->before == NULL || p->partners == NULL ||
        p->mask == NULL)
        return false;
    p->table = &c->memory->pairs[i];
    return true;
}

static void attach_listen(struct rdl_coverage *c)
{
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        const struct rdl_metric *m = rdl_metric_at(i);

        if ((c->metrics >> i & 1) == 0)
            continue;
        if (m->touch != NULL)
            c->touch[c->n_touch++] = (struct rdl_listener){ m, i };
        if (m->conflict != NULL)
            c->conflict[c->n_conflict++] = (struct rdl_listener){ m, i };
        if (m->handover != NULL)
            c->handover[c->n_handover++] = (struct rdl_listener){ m, i };
    }
}

int rdl_coverage_attach(struct rdl_coverage *c,
                        const struct rdl_coverage_attach *how)
{
    struct rdl_coverage_parts parts;

    if (how->owner == 0 || !rdl_coverage_parts(how->memory, how->size, &parts))
        return -EINVAL;
    *c = (struct rdl_coverage){
        .metrics = how->metrics & RDL_ALL_METRICS,
        .memory = how->memory,
        .participant = { .lock = &how->memory->lock, .owner = how->owner },
        .supply = how->supply,
    };
    attach_locations(c, &parts, &how->namer);
    if (!attach_requirements(c, &parts))
        return -ENOMEM;
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if ((how->pairs >> i & 1) != 0 && !attach_pairs(c, &parts, i))
            return -ENOMEM;
    }
    rdl_accesses_init(&c->accesses, &c->supply);
    rdl_locks_init(&c->locks, &c->supply);
    attach_listen(c);
    c->marks = how->pairs != 0;
    if (c->metrics != 0)
        c->memos = attach_array(c, RDL_MEMO_SLOTS, sizeof(*c->memos));
    for (uint32_t t = 0; t < RDL_MAX_THREADS; t++)
        c->threads[t] = t;
    return 0;
}

void rdl_coverage_sync(struct rdl_coverage *c)
{
    rdl_mirror_sync(&c->locations.mirror);
    rdl_mirror_sync(&c->covering.mirror);
    for (int i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if (c->pairs[i].table != NULL)
            rdl_pairs_sync(&c->pairs[i]);
    }
}

void rdl_coverage_begin(struct rdl_coverage *c, uint64_t number)
{
    c->participant.gave_up = false;
    c->new_pairs = 0;
    c->late = false;
    rdl_accesses_clear(&c->accesses);
    rdl_locks_clear(&c->locks);
    rdl_coverage_sync(c);
    rdl_requirements_begin(&c->covering, number, c->repeats);
    if (c->covering.epoch == 1 && c->memos != NULL) /* they begin again */
        memset(c->memos, 0, RDL_MEMO_SLOTS * sizeof(*c->memos));
}

void rdl_coverage_end(struct rdl_coverage *c)
{
    for (int i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if (c->pairs[i].table != NULL)
            c->new_pairs += rdl_pairs_end(&c->pairs[i]);
    }
}

void rdl_coverage_count(struct rdl_coverage *c)
{
    if (c->covering.counts)
        rdl_hits_count(&c->covering.slot, c->covering.order,
                       c->covering.n_order);
}

uint64_t rdl_coverage_lost(const struct rdl_coverage *c)
{
    return c->accesses.lost + c->locks.lost +
           rdl_coverage_unrecorded(c->memory);
}
