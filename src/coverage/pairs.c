/* pairs.c - see pairs.h. */
#include "coverage/pairs.h"

#include <string.h>

#define MAGIC UINT64_C(0x1e1ddade1ddacc02)

static size_t layout(struct rdl_pairs *p, uint32_t capacity,
                     uint32_t requirements)
{
    const size_t numbers = ((size_t)capacity + 2) / 2 * 8;
    const size_t set = rdl_bits_words(capacity) * sizeof(uint64_t);
    size_t at = sizeof(struct rdl_pairs);

    p->capacity = capacity;
    p->requirements = requirements;
    p->member = at;
    at += ((size_t)requirements + 2) / 2 * 8;
    p->requirement = at;
    at += numbers;
    p->bucket = at; /* by position in the order of all requirements */
    at += ((size_t)requirements + 2) / 2 * 8;
    p->chain = at;
    at += numbers;
    p->curr = at;
    at += set;
    p->before = at;
    at += set;
    p->rows = at;
    return at + (size_t)capacity * set;
}

size_t rdl_pairs_size(uint32_t capacity, uint32_t requirements)
{
    struct rdl_pairs p;

    return layout(&p, capacity, requirements);
}

struct rdl_pairs *rdl_pairs_init(void *memory,
                                 const struct rdl_combinatorial *kind,
                                 uint32_t capacity, uint32_t requirements)
{
    struct rdl_pairs *p = memory;

    layout(p, capacity, requirements);
    p->magic = MAGIC;
    p->metrics = kind->metrics;
    p->ordered = kind->ordered;
    return p;
}

static uint32_t *numbers_at(const struct rdl_pairs *p, uint64_t offset)
{
    return (uint32_t *)((char *)p + offset);
}

static uint64_t *set_at(const struct rdl_pairs *p, uint64_t offset)
{
    return (uint64_t *)((char *)p + offset);
}

static uint64_t *row(const struct rdl_pairs *p, uint32_t member)
{
    return set_at(p, p->rows) + (size_t)member * rdl_bits_words(p->capacity);
}

/* Its number + 1; 0: it is no member. */
static uint32_t member_of(const struct rdl_pairs *p, uint32_t id)
{
    return id <= p->requirements ? numbers_at(p, p->member)[id] : 0;
}

static uint32_t admit(struct rdl_pairs *p, const struct rdl_requirements *t,
                      uint32_t id)
{
    uint32_t *member = &numbers_at(p, p->member)[id];

    if (*member != 0 ||
        (p->metrics >> rdl_key_metric(rdl_requirement_key(t, id)) & 1) == 0)
        return *member;
    if (p->n == p->capacity) {
        p->lost++;
        return 0;
    }
    numbers_at(p, p->requirement)[p->n] = id;
    *member = ++p->n;
    return *member;
}

/* Brings `curr` up to what the execution has covered by now. */
static void catch_up(struct rdl_pairs *p, const struct rdl_requirements *t)
{
    const uint32_t *order = rdl_requirements_order(t);

    if (p->begun != t->begun) {
        memset(set_at(p, p->curr), 0, rdl_bits_words(p->n) * 8);
        p->begun = t->begun;
        p->seen = 0;
    }
    for (; p->seen < t->n_order; p->seen++) {
        uint32_t member = admit(p, t, order[p->seen]);

        if (member != 0)
            rdl_bits_add(set_at(p, p->curr), member - 1);
    }
}

/* An ordered pair that the execution has covered already is not new: those
 * with what came before the latest occurrence of c. */
static uint32_t new_since(const struct rdl_pairs *p,
                          const struct rdl_requirements *t, uint32_t id)
{
    const uint64_t *known = row(p, member_of(p, id) - 1);
    uint32_t n = 0;

    for (uint32_t i = rdl_requirements_marks(t)[id]; i < t->n_order; i++) {
        uint32_t other = rdl_requirements_order(t)[i];
        uint32_t member = member_of(p, other);

        n += other != id && member != 0 && !rdl_bits_test(known, member - 1);
    }
    return n;
}

uint32_t rdl_pairs_new(struct rdl_pairs *p, const struct rdl_requirements *t,
                       uint32_t id)
{
    const uint64_t *curr = set_at(p, p->curr);
    uint32_t member;

    catch_up(p, t);
    member = member_of(p, id);
    if (member == 0)
        return (uint32_t)rdl_bits_count(curr, rdl_bits_words(p->n));
    if (!rdl_bits_test(curr, member - 1))
        return (uint32_t)rdl_bits_count_new(curr, row(p, member - 1),
                                            rdl_bits_words(p->n));
    return p->ordered != 0 ? new_since(p, t, id) : 0;
}

/* Adds a set to a member's row, itself left out. */
static uint64_t join(struct rdl_pairs *p, uint32_t member, const uint64_t *set)
{
    uint64_t *to = row(p, member);
    uint64_t n = rdl_bits_join(to, set, rdl_bits_words(p->n));

    if (rdl_bits_test(to, member)) {
        rdl_bits_clear(to, member);
        n--;
    }
    return n;
}

static uint64_t end_unordered(struct rdl_pairs *p,
                              const struct rdl_requirements *t)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < t->n_order; i++) {
        uint32_t member = member_of(p, rdl_requirements_order(t)[i]);

        if (member != 0)
            n += join(p, member - 1, set_at(p, p->curr));
    }
    return n / 2; /* each was new in two rows */
}

/* Goes through the order once, and at each position gives those whose mark it
 * is the members before it. */
static uint64_t end_ordered(struct rdl_pairs *p,
                            const struct rdl_requirements *t)
{
    const uint32_t *order = rdl_requirements_order(t);
    const uint32_t *marks = rdl_requirements_marks(t);
    uint32_t *bucket = numbers_at(p, p->bucket);
    uint32_t *chain = numbers_at(p, p->chain);
    uint64_t *before = set_at(p, p->before);
    uint64_t n = 0;

    memset(before, 0, rdl_bits_words(p->n) * 8);
    memset(bucket, 0, ((size_t)t->n_order + 1) * sizeof(*bucket));
    for (uint32_t i = 0; i < t->n_order; i++) {
        uint32_t member = member_of(p, order[i]);

        if (member == 0)
            continue;
        chain[member - 1] = bucket[marks[order[i]]];
        bucket[marks[order[i]]] = member;
    }
    for (uint32_t i = 0; i <= t->n_order; i++) {
        for (uint32_t m = bucket[i]; m != 0; m = chain[m - 1])
            n += join(p, m - 1, before);
        if (i < t->n_order && member_of(p, order[i]) != 0)
            rdl_bits_add(before, member_of(p, order[i]) - 1);
    }
    return n;
}

uint64_t rdl_pairs_end(struct rdl_pairs *p, const struct rdl_requirements *t)
{
    uint64_t n;

    catch_up(p, t);
    n = p->ordered != 0 ? end_ordered(p, t) : end_unordered(p, t);
    p->covered += n;
    return n;
}

bool rdl_pairs_covered(const struct rdl_pairs *p, uint32_t first,
                       uint32_t second)
{
    uint32_t m1 = member_of(p, first), m2 = member_of(p, second);

    return m1 != 0 && m2 != 0 && rdl_bits_test(row(p, m2 - 1), m1 - 1);
}

bool rdl_pairs_sound(const struct rdl_pairs *p, size_t size)
{
    struct rdl_pairs expected;

    if (size < sizeof(*p) || p->magic != MAGIC ||
        p->capacity > UINT32_C(1) << 24 || p->requirements > RDL_LOC_UNKNOWN ||
        layout(&expected, p->capacity, p->requirements) > size ||
        p->member != expected.member ||
        p->requirement != expected.requirement ||
        p->bucket != expected.bucket || p->chain != expected.chain ||
        p->curr != expected.curr || p->before != expected.before ||
        p->rows != expected.rows || p->n > p->capacity)
        return false;
    for (uint32_t id = 0; id <= p->requirements; id++) {
        if (numbers_at(p, p->member)[id] > p->n)
            return false;
    }
    return true;
}
