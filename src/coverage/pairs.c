/* pairs.c - see pairs.h.  Queries during an execution use `curr`, the set of
 * its members so far; rdl_pairs_end() turns the execution's order into bits of
 * rows. */
#include "coverage/pairs.h"

#include <string.h>

/* In `member`: 0 means not looked at so far; this, never a member. */
#define NO_MEMBER UINT32_MAX

/* Its number; 0: not a member. */
static inline uint32_t pairs_member_of(const struct rdl_pairing *p, uint32_t id)
{
    const uint32_t member = p->member[id];

    return member != NO_MEMBER ? member : 0;
}

static void pairs_link_to(struct rdl_pairing *p, uint32_t location,
                          uint32_t member, unsigned side)
{
    p->next[member][side] = p->heads[location];
    p->heads[location] = member;
}

void rdl_pairs_sync(struct rdl_pairing *p)
{
    const uint32_t end = rdl_pairs_n(p);

    while (p->n < end) {
        const uint32_t member = ++p->n;
        const uint32_t id = rdl_pairs_requirement(p, member);
        const uint64_t key = rdl_requirement_key(p->covering, id);

        if (id == 0 || p->member[id] != 0 ||
            !rdl_key_fits(key, p->covering->locations))
            continue; /* overwritten by the target */
        p->member[id] = member;
        p->requirement[member] = id;
        pairs_link_to(p, rdl_key_l1(key), member, 0);
        if (rdl_key_l2(key) != rdl_key_l1(key))
            pairs_link_to(p, rdl_key_l2(key), member, 1);
    }
}

static bool pairs_is_kind(const struct rdl_pairing *p, uint32_t id)
{
    const unsigned metric =
        rdl_key_metric(rdl_requirement_key(p->covering, id));

    return metric < RDL_MAX_METRICS && (p->kind->metrics >> metric & 1) != 0;
}

/* Under the lock. */
static void pairs_append(struct rdl_pairing *p, uint32_t id)
{
    rdl_pairs_sync(p);
    if (p->member[id] != 0 || p->n == p->capacity)
        return;
    __atomic_store_n(&p->shared.keys[p->n + 1], id, __ATOMIC_RELAXED);
    __atomic_store_n(&p->table->members.n, p->n + 1, __ATOMIC_RELEASE);
    rdl_pairs_sync(p);
}

uint32_t rdl_pairs_admit(struct rdl_pairing *p, uint32_t id)
{
    struct rdl_participant *participant = p->covering->participant;

    if (p->member[id] == 0 && !pairs_is_kind(p, id)) {
        p->member[id] = NO_MEMBER;
        return 0;
    }
    if (p->member[id] != 0)
        return pairs_member_of(p, id);
    if (p->n < p->capacity && rdl_participant_lock(participant)) {
        pairs_append(p, id);
        rdl_participant_unlock(participant);
    }
    if (p->member[id] == 0) {
        rdl_participant_lose(&p->table->members.lost);
        if (p->n == p->capacity)
            p->member[id] = NO_MEMBER;
    }
    return pairs_member_of(p, id);
}

/* Adds to `curr` what the execution has covered by now. */
static void pairs_catch_up(struct rdl_pairing *p)
{
    const struct rdl_covering *c = p->covering;
    const uint64_t covered =
        __atomic_load_n(&p->table->covered, __ATOMIC_RELAXED);

    rdl_pairs_sync(p);
    if (p->epoch != c->epoch || p->stamp_covered != covered)
        p->stamp++;
    p->stamp_covered = covered;
    if (p->epoch != c->epoch) {
        memset(p->curr, 0, rdl_bits_words(p->n) * sizeof(*p->curr));
        p->epoch = c->epoch;
        p->seen = 0;
    }
    for (; p->seen < c->n_order; p->seen++) {
        const uint32_t member = rdl_pairs_admit(p, c->order[p->seen]);

        if (member == 0)
            continue;
        rdl_bits_add(p->curr, member - 1);
        p->stamp++;
    }
}

/* An ordered pair that the execution has covered already is not new: those with
 * members before the latest occurrence of c. */
static uint32_t pairs_new_since(const struct rdl_pairing *p, uint32_t id)
{
    const struct rdl_covering *c = p->covering;
    const uint64_t *known = rdl_pairs_row(p, pairs_member_of(p, id));
    uint32_t n = 0;

    for (uint32_t i = c->curr[id].mark; i < c->n_order; i++) {
        const uint32_t member = pairs_member_of(p, c->order[i]);

        n += c->order[i] != id && member != 0 &&
             !rdl_bits_test_shared(known, member - 1);
    }
    return n;
}

uint32_t rdl_pairs_new(struct rdl_pairing *p, uint32_t id)
{
    uint32_t member;

    pairs_catch_up(p);
    member = pairs_member_of(p, id);
    if (member == 0)
        return (uint32_t)rdl_bits_count(p->curr, rdl_bits_words(p->n));
    if (!rdl_bits_test(p->curr, member - 1))
        return (uint32_t)rdl_bits_count_new(p->curr, rdl_pairs_row(p, member),
                                            rdl_bits_words(p->n));
    return p->kind->ordered ? pairs_new_since(p, id) : 0;
}

static bool pairs_any_new(const struct rdl_pairing *p, uint32_t member)
{
    if (!rdl_bits_test(p->curr, member - 1))
        return rdl_bits_any_new(p->curr, rdl_pairs_row(p, member),
                                rdl_bits_words(p->n));
    return p->kind->ordered && pairs_new_since(p, p->requirement[member]) > 0;
}

static uint32_t pairs_count_partners(const struct rdl_pairing *p,
                                     uint32_t location)
{
    uint32_t n = 0, member = p->heads[location];

    while (member != 0) {
        const uint64_t key =
            rdl_requirement_key(p->covering, p->requirement[member]);

        n += pairs_any_new(p, member);
        member = p->next[member][rdl_key_l1(key) != location];
    }
    return n;
}

uint32_t rdl_pairs_partners(struct rdl_pairing *p, uint32_t location)
{
    struct rdl_partners *known;

    if (location >= p->covering->locations)
        return 0;
    pairs_catch_up(p);
    known = &p->partners[location];
    /* The order of what was covered can change without a new member. */
    if (known->stamp != p->stamp || p->kind->ordered) {
        known->n = pairs_count_partners(p, location);
        known->stamp = p->stamp;
    }
    return known->n;
}

/* Takes in members that are new, all of them if the answers have changed. */
static void pairs_mask(struct rdl_pairing *p,
                       bool (*in)(const void *data, uint32_t id),
                       const void *data, uint64_t stamp)
{
    if (p->mask_stamp != stamp) {
        memset(p->mask, 0, rdl_bits_words(p->n) * sizeof(*p->mask));
        p->mask_n = 0;
        p->mask_stamp = stamp;
    }
    for (; p->mask_n < p->n; p->mask_n++) {
        const uint32_t id = p->requirement[p->mask_n + 1];

        if (id != 0 && in(data, id))
            rdl_bits_add(p->mask, p->mask_n);
    }
}

static bool pairs_any_in(const struct rdl_pairing *p, uint32_t member)
{
    const uint64_t *known = rdl_pairs_row(p, member);
    const struct rdl_covering *c = p->covering;
    const uint32_t id = p->requirement[member];

    if (!rdl_bits_test(p->curr, member - 1)) {
        for (size_t i = 0; i < rdl_bits_words(p->n); i++) {
            if ((p->curr[i] & p->mask[i] &
                 ~__atomic_load_n(&known[i], __ATOMIC_RELAXED)) != 0)
                return true;
        }
        return false;
    }
    for (uint32_t i = c->curr[id].mark; p->kind->ordered && i < c->n_order;
         i++) {
        const uint32_t other = pairs_member_of(p, c->order[i]);

        if (c->order[i] != id && other != 0 &&
            rdl_bits_test(p->mask, other - 1) &&
            !rdl_bits_test_shared(known, other - 1))
            return true;
    }
    return false;
}

uint32_t rdl_pairs_partners_in(struct rdl_pairing *p, uint32_t location,
                               bool (*in)(const void *data, uint32_t id),
                               const void *data, uint64_t stamp)
{
    uint32_t n = 0, member;

    if (location >= p->covering->locations)
        return 0;
    pairs_catch_up(p);
    pairs_mask(p, in, data, stamp);
    for (member = p->heads[location]; member != 0;) {
        const uint64_t key =
            rdl_requirement_key(p->covering, p->requirement[member]);

        n += rdl_bits_test(p->mask, member - 1) && pairs_any_in(p, member);
        member = p->next[member][rdl_key_l1(key) != location];
    }
    return n;
}

/* Adds a set, without the member itself, to the member's row; returns the
 * number of new pairs.  An unordered one is in two rows: the later member's
 * counts it. */
static uint64_t pairs_join(struct rdl_pairing *p, uint32_t member,
                           const uint64_t *set, size_t words)
{
    uint64_t *to = rdl_pairs_row(p, member);
    const size_t own = (member - 1) / 64;
    const uint64_t bit = UINT64_C(1) << (member - 1) % 64;
    uint32_t n = 0, lower = 0;

    for (size_t i = 0; i < words; i++) {
        uint64_t w = set[i] & ~__atomic_load_n(&to[i], __ATOMIC_RELAXED);

        if (i == own)
            w &= ~bit;
        if (w == 0)
            continue;
        w &= ~__atomic_fetch_or(&to[i], w, __ATOMIC_RELAXED);
        n += rdl_bits_count_word(w);
        if (i <= own)
            lower += rdl_bits_count_word(i < own ? w : w & (bit - 1));
    }
    if (n == 0)
        return 0;
    if (!p->kind->ordered)
        __atomic_fetch_add(&p->table->covered, lower, __ATOMIC_RELAXED);
    else
        __atomic_fetch_add(&p->table->covered, n, __ATOMIC_RELAXED);
    /* Release: a process that sees the count sees the bits. */
    __atomic_fetch_add(&p->shared.counts[member], n, __ATOMIC_RELEASE);
    return p->kind->ordered ? n : lower;
}

static uint64_t pairs_end_unordered(struct rdl_pairing *p)
{
    const struct rdl_covering *c = p->covering;
    const size_t words = rdl_bits_words(p->n);
    uint64_t n = 0;

    for (uint32_t i = 0; i < c->n_order; i++) {
        const uint32_t member = pairs_member_of(p, c->order[i]);

        if (member != 0)
            n += pairs_join(p, member, p->curr, words);
    }
    return n;
}

/* Walks the order once.  At each position, the requirements with that mark get
 * the members before it. */
static uint64_t pairs_end_ordered(struct rdl_pairing *p)
{
    const struct rdl_covering *c = p->covering;
    const size_t words = rdl_bits_words(p->n);
    uint64_t n = 0;

    memset(p->before, 0, words * sizeof(*p->before));
    memset(p->bucket, 0, ((size_t)c->n_order + 1) * sizeof(*p->bucket));
    for (uint32_t i = 0; i < c->n_order; i++) {
        const uint32_t member = pairs_member_of(p, c->order[i]);
        uint32_t *bucket = &p->bucket[c->curr[c->order[i]].mark];

        if (member == 0)
            continue;
        p->chain[member] = *bucket;
        *bucket = member;
    }
    for (uint32_t i = 0; i <= c->n_order; i++) {
        for (uint32_t m = p->bucket[i]; m != 0; m = p->chain[m])
            n += pairs_join(p, m, p->before, words);
        if (i < c->n_order && pairs_member_of(p, c->order[i]) != 0)
            rdl_bits_add(p->before, pairs_member_of(p, c->order[i]) - 1);
    }
    return n;
}

uint64_t rdl_pairs_end(struct rdl_pairing *p)
{
    pairs_catch_up(p);
    return p->kind->ordered ? pairs_end_ordered(p) : pairs_end_unordered(p);
}

bool rdl_pairs_covered(const struct rdl_pairing *p, uint32_t first,
                       uint32_t second)
{
    const uint32_t m1 = pairs_member_of(p, first),
                   m2 = pairs_member_of(p, second);

    return m1 != 0 && m2 != 0 &&
           rdl_bits_test_shared(rdl_pairs_row(p, m2), m1 - 1);
}

void rdl_pairs_restore(struct rdl_pairing *p, uint32_t member,
                       const uint64_t *row, size_t words)
{
    rdl_pairs_sync(p);
    if (member != 0 && member <= p->n)
        pairs_join(p, member, row,
                   words < rdl_bits_words(p->n) ? words : rdl_bits_words(p->n));
}
