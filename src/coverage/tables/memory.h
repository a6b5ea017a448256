/* memory.h - the coverage of a campaign, in memory that all its processes map.
 *
 * The driver makes it (memfd), every worker's target inherits the descriptor
 * named in RADDLE_COVERAGE and maps it.  All of them cover into the same
 * tables, so a requirement has the same number everywhere, and what one covers
 * all others see at once.
 *
 * It begins with the struct below; the arrays follow, where limits alone say
 * (rdl_coverage_parts), so no offset in it can lead astray.  A wild write of
 * the target may hit it: the driver looks with rdl_coverage_memory_sound()
 * before it trusts what it reads; processes that cover into it check each
 * number they use, and nothing worse than wrong coverage comes of it.
 *
 * It is sparse: nobody touches more than what is in use. */
#ifndef RDL_COVERAGE_TABLES_MEMORY_H
#define RDL_COVERAGE_TABLES_MEMORY_H

#include "coverage/pairs.h"

#define RDL_COVERAGE_ENV "RADDLE_COVERAGE" /* descriptor of this memory */
#define RDL_COVERAGE_MODULES 256
#define RDL_COVERAGE_PATH 231 /* as in base/shared.h */
#define RDL_COVERAGE_BUILD_ID 20
/* Who has no number of a worker: the driver itself. */
#define RDL_COVERAGE_DRIVER UINT32_MAX
/* No module: the table is full, or the lock could not be had. */
#define RDL_NO_MODULE UINT32_C(0xffff)

/* How many there can be at most. */
struct rdl_coverage_limits {
    uint32_t locations, requirements;
    uint32_t members; /* of each kind of pairs; its matrix has their square */
};

/* 32 MiB, of which a small program uses some hundred KiB. */
#define RDL_COVERAGE_LIMITS                                                    \
    ((struct rdl_coverage_limits){                                             \
        .locations = 1 << 16, .requirements = 1 << 18, .members = 1 << 13 })

/* A file that locations are in: the same number in all processes. */
struct rdl_coverage_module {
    uint8_t build_id[RDL_COVERAGE_BUILD_ID];
    uint8_t build_id_size;
    char path[RDL_COVERAGE_PATH]; /* ends with a 0 */
};

struct rdl_coverage_memory {
    uint64_t magic;
    uint64_t size; /* of all */
    struct rdl_coverage_limits limits;
    uint32_t lock; /* owner's number; 0: free */
    uint32_t n_modules;
    uint32_t unused;
    struct rdl_append_table locations; /* keys: rdl_location_key_of */
    struct rdl_requirements requirements;
    struct rdl_pairs pairs[RDL_N_COMBINATORIAL];
    struct rdl_coverage_module modules[RDL_COVERAGE_MODULES];
};

/* The arrays, as a process sees them. */
struct rdl_coverage_parts {
    struct rdl_coverage_limits limits; /* the process's own copy */
    uint64_t *location_keys;
    struct rdl_requirements_arrays requirements;
    struct rdl_pairs_arrays pairs[RDL_N_COMBINATORIAL];
};

size_t rdl_coverage_memory_size(const struct rdl_coverage_limits *limits);
/* `memory`: zeroed, aligned to 8. */
struct rdl_coverage_memory *
rdl_coverage_memory_init(void *memory,
                         const struct rdl_coverage_limits *limits);
/* False: this is no coverage memory of that size.  Costs nothing. */
bool rdl_coverage_parts(struct rdl_coverage_memory *m, size_t size,
                        struct rdl_coverage_parts *parts);
/* Nothing in it leads outside its `size` bytes or round in circles, counts
 * agree with what they count.  Costs what is in use.  When nobody holds the
 * lock: what is half done is not sound. */
bool rdl_coverage_memory_sound(struct rdl_coverage_memory *m, size_t size);

/* For the driver, when the process that covered as `owner` is dead: takes the
 * lock from it, if it died with it, and completes what it left half done.
 * 1: so it was; 0: it did not hold the lock; -EINVAL: this is no coverage
 * memory any more. */
int rdl_coverage_release(struct rdl_coverage_memory *m, size_t size,
                         uint32_t owner);
/* For the driver, when nobody covers: counts pairs anew.  A process that died
 * between a pair and its count leaves the count too low by some. */
void rdl_coverage_recount(struct rdl_coverage_memory *m, size_t size);

/* The number of a module, which it gets if it has none; RDL_NO_MODULE.  The
 * same path with another build id is another module.  build_id may be NULL. */
uint32_t rdl_coverage_module(struct rdl_coverage_memory *m,
                             struct rdl_participant *party, const char *path,
                             const uint8_t *build_id, size_t build_id_size);
/* NULL: there is none of that number. */
const struct rdl_coverage_module *
rdl_coverage_module_at(const struct rdl_coverage_memory *m, uint32_t number);

/* --- Totals, of any set of metrics ------------------------------------------
 */

uint64_t rdl_coverage_covered(const struct rdl_coverage_memory *m,
                              uint32_t metrics);
uint64_t rdl_coverage_estimated(const struct rdl_coverage_memory *m,
                                uint32_t metrics);
/* What is known to be possible: estimated, or covered though it was not.
 * "Covered 9 of 10" is of these, everywhere. */
uint64_t rdl_coverage_known(const struct rdl_coverage_memory *m,
                            uint32_t metrics);
/* Estimated and covered. */
uint64_t rdl_coverage_both(const struct rdl_coverage_memory *m,
                           uint32_t metrics);
/* Pairs of the i-th kind (rdl_combinatorial_at). */
uint64_t rdl_coverage_pairs(const struct rdl_coverage_memory *m, size_t i);
/* What was not recorded, by any process: no room, or no lock. */
uint64_t rdl_coverage_unrecorded(const struct rdl_coverage_memory *m);

#endif
