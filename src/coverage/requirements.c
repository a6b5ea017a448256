/* requirements.c - see requirements.h. */
#include "coverage/requirements.h"

#include <string.h>

#define MAGIC UINT64_C(0x1e1ddade1ddacc01)

/* Number 0 is none, so every array by requirement has one more. */
static size_t layout(struct rdl_requirements *t, uint32_t capacity,
                     uint32_t locations)
{
    const size_t n = (size_t)capacity + 1;
    const size_t set = rdl_bits_words(n) * sizeof(uint64_t);
    const size_t numbers = (n * sizeof(uint32_t) + 7) & ~(size_t)7;
    const size_t limit = rdl_locations_limit(locations);
    size_t at =
        offsetof(struct rdl_requirements, index) + rdl_index_size(capacity);

    t->locations = (uint32_t)limit;
    t->records = at;
    at += n * sizeof(struct rdl_requirement);
    t->order = at;
    at += numbers;
    t->marks = at;
    at += numbers;
    t->curr_set = at;
    at += set;
    t->covered_set = at;
    at += set;
    t->estimated_set = at;
    at += set;
    t->heads = at;
    at += (limit * sizeof(uint32_t) + 7) & ~(size_t)7;
    t->open = at;
    return at + limit * RDL_MAX_METRICS * sizeof(uint32_t);
}

size_t rdl_requirements_size(uint32_t capacity, uint32_t locations)
{
    struct rdl_requirements t;

    return layout(&t, capacity, locations);
}

struct rdl_requirements *rdl_requirements_init(void *memory, uint32_t capacity,
                                               uint32_t locations)
{
    struct rdl_requirements *t = memory;

    layout(t, capacity, locations);
    rdl_index_init(&t->index, capacity);
    t->magic = MAGIC;
    return t;
}

void rdl_requirements_begin(struct rdl_requirements *t, uint64_t number)
{
    const uint32_t *order = rdl_requirements_order(t);

    for (uint32_t i = 0; i < t->n_order; i++)
        rdl_bits_clear(rdl_requirements_curr_set(t), order[i]);
    t->n_order = t->n_before = t->n_new = 0;
    t->execution = number;
    t->begun++;
}

static void link_to(struct rdl_requirements *t, uint32_t location, uint32_t id,
                    unsigned side)
{
    uint32_t *head = &rdl_requirements_heads(t)[location];

    rdl_requirements_records(t)[id].next[side] = *head;
    *head = id;
}

uint32_t rdl_requirements_insert(struct rdl_requirements *t, uint64_t key)
{
    const uint32_t l1 = rdl_key_l1(key), l2 = rdl_key_l2(key);
    uint32_t id = 0;

    if (l1 != RDL_LOC_REST && l2 != RDL_LOC_REST && l1 < t->locations &&
        l2 < t->locations)
        id = rdl_index_insert(&t->index, key);
    if (id == 0) {
        t->lost++;
        return 0;
    }
    rdl_requirements_records(t)[id].first = RDL_NOT_COVERED;
    link_to(t, l1, id, 0);
    if (l2 != l1)
        link_to(t, l2, id, 1);
    return id;
}

/* An estimated requirement begins (+1) or ceases (-1) to be uncovered. */
static void count_open(struct rdl_requirements *t, uint64_t key, uint32_t by)
{
    uint32_t *open = rdl_requirements_open_counts(t) + rdl_key_metric(key);
    const uint32_t l1 = rdl_key_l1(key), l2 = rdl_key_l2(key);

    open[(size_t)l1 * RDL_MAX_METRICS] += by;
    if (l2 != l1)
        open[(size_t)l2 * RDL_MAX_METRICS] += by;
}

void rdl_requirements_first(struct rdl_requirements *t, uint32_t id)
{
    const uint64_t key = rdl_requirement_key(t, id);
    const unsigned metric = rdl_key_metric(key);

    rdl_requirements_order(t)[t->n_order++] = id;
    if (!rdl_bits_add(rdl_requirements_covered_set(t), id))
        return;
    rdl_requirements_records(t)[id].first = t->execution;
    t->n_new++;
    t->covered[metric]++;
    if (rdl_requirement_estimated(t, id)) {
        t->both[metric]++;
        count_open(t, key, UINT32_MAX); /* -1 */
    }
}

uint32_t rdl_requirements_estimate(struct rdl_requirements *t, uint64_t key)
{
    uint32_t id = rdl_requirements_find(t, key);

    if (id == 0)
        id = rdl_requirements_insert(t, key);
    if (id == 0 || !rdl_bits_add(rdl_requirements_estimated_set(t), id))
        return id;
    t->estimated[rdl_key_metric(key)]++;
    if (rdl_requirement_covered(t, id))
        t->both[rdl_key_metric(key)]++;
    else
        count_open(t, key, 1);
    return id;
}

/* A chain ends: its links go to ever smaller numbers. */
static bool links_sound(const struct rdl_requirements *t)
{
    for (uint32_t l = 0; l < t->locations; l++) {
        if (rdl_requirements_heads(t)[l] > t->index.n)
            return false;
    }
    for (uint32_t id = 1; id <= t->index.n; id++) {
        const struct rdl_requirement *r = &rdl_requirements_records(t)[id];
        const uint64_t key = rdl_requirement_key(t, id);

        if (r->next[0] >= id || r->next[1] >= id ||
            rdl_key_metric(key) >= RDL_MAX_METRICS ||
            rdl_key_l1(key) >= t->locations || rdl_key_l2(key) >= t->locations)
            return false;
    }
    return true;
}

bool rdl_requirements_sound(const struct rdl_requirements *t, size_t size)
{
    struct rdl_requirements expected;

    if (size < sizeof(*t) || t->magic != MAGIC ||
        t->locations < RDL_LOC_FIRST || t->locations > RDL_LOC_UNKNOWN ||
        t->index.capacity > RDL_LOC_UNKNOWN ||
        layout(&expected, t->index.capacity, t->locations - RDL_LOC_FIRST) >
            size ||
        t->records != expected.records || t->order != expected.order ||
        t->marks != expected.marks || t->curr_set != expected.curr_set ||
        t->covered_set != expected.covered_set ||
        t->estimated_set != expected.estimated_set ||
        t->heads != expected.heads || t->open != expected.open ||
        !rdl_index_sound(&t->index,
                         size - offsetof(struct rdl_requirements, index)) ||
        t->n_order > t->index.n || t->n_before > t->n_order)
        return false;
    for (uint32_t i = 0; i < t->n_order; i++) {
        const uint32_t id = rdl_requirements_order(t)[i];

        if (id == 0 || id > t->index.n ||
            rdl_requirements_marks(t)[id] > t->n_order)
            return false;
    }
    return links_sound(t);
}
