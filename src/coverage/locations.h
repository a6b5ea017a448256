/* locations.h - code locations as small numbers, for the whole campaign.
 *
 * A location is a program counter inside the target.  Requirements and
 * histories hold its number, 32 bits instead of 64. */
#ifndef RDL_COVERAGE_LOCATIONS_H
#define RDL_COVERAGE_LOCATIONS_H

#include "coverage/index.h"

enum {
    RDL_LOC_NONE,  /* nothing happened yet: the initial value */
    RDL_LOC_OWN,   /* LR-Def: written by the reader's own thread */
    RDL_LOC_OTHER, /* LR-Def: written by another */
    RDL_LOC_REST,  /* all that came when the table was full */
    RDL_LOC_FIRST, /* the first that has a program counter */
};

/* In a query: never executed so far, so it has no number yet. */
#define RDL_LOC_UNKNOWN ((UINT32_C(1) << 29) - 1)

struct rdl_locations {
    struct rdl_index index; /* last: its arrays follow */
};

static inline size_t rdl_locations_size(uint32_t capacity)
{
    return rdl_index_size(capacity);
}

/* `memory`: zeroed, aligned to 8.  Most locations: 2^28. */
static inline struct rdl_locations *rdl_locations_init(void *memory,
                                                       uint32_t capacity)
{
    struct rdl_locations *l = memory;

    rdl_index_init(&l->index, capacity);
    return l;
}

/* One past the highest number in use. */
static inline uint32_t rdl_locations_end(const struct rdl_locations *l)
{
    return RDL_LOC_FIRST + l->index.n;
}

/* One past the highest number that there can be. */
static inline uint32_t rdl_locations_limit(uint32_t capacity)
{
    return RDL_LOC_FIRST + capacity;
}

/* RDL_LOC_REST when the table is full: index.lost counts them. */
static inline uint32_t rdl_location_of(struct rdl_locations *l, uintptr_t pc)
{
    uint32_t id = rdl_index_add(&l->index, pc);

    return id != 0 ? id + RDL_LOC_FIRST - 1 : RDL_LOC_REST;
}

static inline uint32_t rdl_location_find(const struct rdl_locations *l,
                                         uintptr_t pc)
{
    uint32_t id = rdl_index_find(&l->index, pc);

    return id != 0 ? id + RDL_LOC_FIRST - 1 : RDL_LOC_UNKNOWN;
}

/* 0 for those below RDL_LOC_FIRST. */
static inline uintptr_t rdl_location_pc(const struct rdl_locations *l,
                                        uint32_t location)
{
    if (location < RDL_LOC_FIRST || location >= rdl_locations_end(l))
        return 0;
    return rdl_index_keys(&l->index)[location - RDL_LOC_FIRST + 1];
}

#endif
