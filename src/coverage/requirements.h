/* requirements.h - what can be covered, what is, and what this execution did.
 *
 * A requirement is a metric and two locations; a metric of single locations
 * leaves the first at RDL_LOC_NONE.  It gets a number when it is first covered
 * or estimated and keeps it for the campaign.
 *
 * The table may lie in memory shared between processes: offsets, no pointers;
 * one writer.  What it costs to cover something does not depend on how much
 * the campaign has covered before, and to begin an execution costs what the
 * one before covered.
 *
 * The order in which an execution first covers its requirements is kept
 * (`order`), and for each where that order stood when it was covered last
 * (`mark`).  From these the pairs of pairs.h follow, so that neither metrics
 * nor this table know of them. */
#ifndef RDL_COVERAGE_REQUIREMENTS_H
#define RDL_COVERAGE_REQUIREMENTS_H

#include "coverage/bits.h"
#include "coverage/locations.h"

#define RDL_MAX_METRICS 32
#define RDL_NOT_COVERED UINT64_MAX

struct rdl_requirement {
    uint64_t first;   /* execution that covered it first, RDL_NOT_COVERED */
    uint32_t next[2]; /* of those that contain its l1, its l2 */
};

struct rdl_requirements {
    uint64_t magic;
    uint64_t execution; /* number of the current one */
    uint64_t begun;     /* executions that this table has seen begin */
    uint32_t locations; /* numbers of locations are below it */
    uint32_t n_order;   /* requirements covered in this execution */
    uint32_t n_before;  /* the same as the current event began */
    uint32_t n_new;     /* of them, those that no execution covered before */
    uint64_t lost;      /* not recorded, for want of room */
    uint32_t covered[RDL_MAX_METRICS]; /* how many, by metric */
    uint32_t estimated[RDL_MAX_METRICS];
    uint32_t both[RDL_MAX_METRICS]; /* estimated and covered */
    /* Offsets from here.  By requirement: */
    uint64_t records, order, marks, curr_set, covered_set, estimated_set;
    /* By location: the first that contains it; by location and metric: how
     * many that contain it are estimated and not covered. */
    uint64_t heads, open;
    struct rdl_index index; /* last: its arrays follow */
};

#define RDL_KEY_BITS 29

static inline uint64_t rdl_key(unsigned metric, uint32_t l1, uint32_t l2)
{
    return (uint64_t)metric << 2 * RDL_KEY_BITS | (uint64_t)l1 << RDL_KEY_BITS |
           l2;
}
static inline unsigned rdl_key_metric(uint64_t key)
{
    return (unsigned)(key >> 2 * RDL_KEY_BITS);
}
static inline uint32_t rdl_key_l1(uint64_t key)
{
    return key >> RDL_KEY_BITS & RDL_LOC_UNKNOWN;
}
static inline uint32_t rdl_key_l2(uint64_t key)
{
    return key & RDL_LOC_UNKNOWN;
}

/* `memory`: zeroed, aligned to 8.  `locations`: capacity of their table. */
size_t rdl_requirements_size(uint32_t capacity, uint32_t locations);
struct rdl_requirements *rdl_requirements_init(void *memory, uint32_t capacity,
                                               uint32_t locations);
/* A process may have written anywhere before it died: nothing in it leads
 * outside `size` bytes or round in circles. */
bool rdl_requirements_sound(const struct rdl_requirements *t, size_t size);

/* Execution `number` begins: it has covered nothing. */
void rdl_requirements_begin(struct rdl_requirements *t, uint64_t number);
/* Somebody expects that it can be covered; its number, 0: no room. */
uint32_t rdl_requirements_estimate(struct rdl_requirements *t, uint64_t key);
/* What cover() does the first time in an execution. */
void rdl_requirements_first(struct rdl_requirements *t, uint32_t id);
uint32_t rdl_requirements_insert(struct rdl_requirements *t, uint64_t key);

#define RDL_REQUIREMENTS_ARRAY(name, type, field)                              \
    static inline type *name(const struct rdl_requirements *t)                 \
    {                                                                          \
        return (type *)((char *)t + t->field);                                 \
    }
RDL_REQUIREMENTS_ARRAY(rdl_requirements_records, struct rdl_requirement,
                       records)
RDL_REQUIREMENTS_ARRAY(rdl_requirements_order, uint32_t, order)
RDL_REQUIREMENTS_ARRAY(rdl_requirements_marks, uint32_t, marks)
RDL_REQUIREMENTS_ARRAY(rdl_requirements_curr_set, uint64_t, curr_set)
RDL_REQUIREMENTS_ARRAY(rdl_requirements_covered_set, uint64_t, covered_set)
RDL_REQUIREMENTS_ARRAY(rdl_requirements_estimated_set, uint64_t, estimated_set)
RDL_REQUIREMENTS_ARRAY(rdl_requirements_heads, uint32_t, heads)
RDL_REQUIREMENTS_ARRAY(rdl_requirements_open_counts, uint32_t, open)
#undef RDL_REQUIREMENTS_ARRAY

/* The current event covers `key`. */
static inline void rdl_requirements_cover(struct rdl_requirements *t,
                                          uint64_t key)
{
    uint32_t id = rdl_index_find(&t->index, key);

    if (__builtin_expect(id == 0, 0)) {
        id = rdl_requirements_insert(t, key);
        if (id == 0)
            return;
    }
    if (rdl_bits_add(rdl_requirements_curr_set(t), id))
        rdl_requirements_first(t, id);
    rdl_requirements_marks(t)[id] = t->n_before;
}

/* The next event begins: what it covers, it covers at one moment. */
static inline void rdl_requirements_event(struct rdl_requirements *t)
{
    t->n_before = t->n_order;
}

/* 0: neither covered nor estimated so far. */
static inline uint32_t rdl_requirements_find(const struct rdl_requirements *t,
                                             uint64_t key)
{
    return rdl_index_find(&t->index, key);
}

static inline uint64_t rdl_requirement_key(const struct rdl_requirements *t,
                                           uint32_t id)
{
    return rdl_index_keys(&t->index)[id];
}

/* By any execution, the current one included; id may be 0. */
static inline bool rdl_requirement_covered(const struct rdl_requirements *t,
                                           uint32_t id)
{
    return rdl_bits_test(rdl_requirements_covered_set(t), id);
}

/* By the current execution; id may be 0. */
static inline bool rdl_requirement_curr(const struct rdl_requirements *t,
                                        uint32_t id)
{
    return rdl_bits_test(rdl_requirements_curr_set(t), id);
}

static inline bool rdl_requirement_estimated(const struct rdl_requirements *t,
                                             uint32_t id)
{
    return rdl_bits_test(rdl_requirements_estimated_set(t), id);
}

/* How many requirements of `metric` that contain the location are estimated
 * and not covered; (l,l) counts once. */
static inline uint32_t rdl_requirements_open(const struct rdl_requirements *t,
                                             uint32_t location, unsigned metric)
{
    if (location >= t->locations)
        return 0;
    return rdl_requirements_open_counts(
        t)[(size_t)location * RDL_MAX_METRICS + metric];
}

/* All requirements that contain a location:
 * for (id = ..._with(t, l); id != 0; id = ..._with_next(t, l, id)) */
static inline uint32_t rdl_requirements_with(const struct rdl_requirements *t,
                                             uint32_t location)
{
    return location < t->locations ? rdl_requirements_heads(t)[location] : 0;
}
static inline uint32_t
rdl_requirements_with_next(const struct rdl_requirements *t, uint32_t location,
                           uint32_t id)
{
    bool is_l2 = rdl_key_l1(rdl_requirement_key(t, id)) != location;

    return rdl_requirements_records(t)[id].next[is_l2];
}

#endif
