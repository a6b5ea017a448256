/* locations.h - code locations as small numbers, for the whole campaign.
 *
 * Requirements and histories contain the number of a location, 32 bits.  In the
 * shared memory a number has a key that means the same in all processes: module
 * << 48 | offset in it (memory.h).  Each process finds a number by the program
 * counter; it asks the namer for the key only if the program counter is new to
 * it. */
#ifndef RDL_COVERAGE_TABLES_LOCATIONS_H
#define RDL_COVERAGE_TABLES_LOCATIONS_H

#include "coverage/tables/append_table.h"

enum {
    RDL_LOC_NONE,  /* nothing has happened: the initial value */
    RDL_LOC_OWN,   /* LR-Def: written by the reader's own thread */
    RDL_LOC_OTHER, /* LR-Def: written by another */
    RDL_LOC_REST,  /* all locations after the table was full */
    RDL_LOC_FIRST, /* the first with a key */
};

/* No location has this number or a higher one. */
#define RDL_LOC_UNKNOWN ((UINT32_C(1) << 29) - 1)

#define RDL_KEY_MODULE_SHIFT 48

static inline uint64_t rdl_location_key_of(uint32_t module, uint64_t offset)
{
    return (uint64_t)module << RDL_KEY_MODULE_SHIFT |
           (offset & ((UINT64_C(1) << RDL_KEY_MODULE_SHIFT) - 1));
}
static inline uint32_t rdl_location_key_module(uint64_t key)
{
    return (uint32_t)(key >> RDL_KEY_MODULE_SHIFT);
}
static inline uint64_t rdl_location_key_offset(uint64_t key)
{
    return key & ((UINT64_C(1) << RDL_KEY_MODULE_SHIFT) - 1);
}

struct rdl_namer {
    /* The key of a program counter; different ones may have the same key. */
    uint64_t (*name)(void *owner, uintptr_t pc);
    void *owner;
};

/* Private to a process. */
struct rdl_locations {
    struct rdl_mirror mirror;    /* key to number - RDL_LOC_FIRST + 1 */
    struct rdl_hash_index by_pc; /* program counter to number */
    struct rdl_namer namer;
    struct rdl_participant *participant;
};

/* One more than the highest possible number. */
static inline uint32_t rdl_locations_limit(uint32_t capacity)
{
    return RDL_LOC_FIRST + capacity;
}

/* One more than the highest number in use. */
static inline uint32_t rdl_locations_end(const struct rdl_locations *l)
{
    return rdl_locations_limit(rdl_mirror_end(&l->mirror));
}

/* The number of a key, assigned if it is new.  RDL_LOC_REST: the table is full,
 * and counts the loss. */
uint32_t rdl_location_named(struct rdl_locations *l, uint64_t key);
/* rdl_location_of for a program counter that is new here. */
uint32_t rdl_location_new(struct rdl_locations *l, uintptr_t pc);

static inline uint32_t rdl_location_of(struct rdl_locations *l, uintptr_t pc)
{
    const uint32_t number = rdl_hash_index_find(&l->by_pc, pc);

    return __builtin_expect(number != 0, 1) ? number : rdl_location_new(l, pc);
}

/* 0 for those below RDL_LOC_FIRST. */
static inline uint64_t rdl_location_key(const struct rdl_locations *l,
                                        uint32_t number)
{
    if (number < RDL_LOC_FIRST || number >= rdl_locations_end(l))
        return 0;
    return rdl_mirror_key(&l->mirror, number - RDL_LOC_FIRST + 1);
}

#endif
