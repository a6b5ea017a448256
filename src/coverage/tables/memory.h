/* memory.h - the coverage of a campaign, in memory that all its processes map.
 *
 * The driver creates it (memfd).  Every worker's target inherits the descriptor
 * named in RADDLE_COVERAGE and maps it.  All of them cover into the same
 * tables, so a requirement has the same number everywhere, and all processes
 * see at once what one covers.
 *
 * It begins with the struct below; the arrays follow.  Their positions depend
 * on the limits alone (rdl_coverage_parts), so the memory contains no offset
 * that could point outside.  A wild write of the target may hit it: the driver
 * calls rdl_coverage_memory_sound() before it trusts what it reads.  Processes
 * that cover into it check each number they use, so that the worst result is
 * wrong coverage.
 *
 * It is sparse: no process touches more than what is in use. */
#ifndef RDL_COVERAGE_TABLES_MEMORY_H
#define RDL_COVERAGE_TABLES_MEMORY_H

#include "coverage/pairs.h"

#define RDL_COVERAGE_ENV "RADDLE_COVERAGE" /* descriptor of this memory */
#define RDL_COVERAGE_MODULES 256
#define RDL_COVERAGE_PATH 231 /* as in base/shared.h */
#define RDL_COVERAGE_BUILD_ID 20
/* The owner number of the driver itself, which is not a worker. */
#define RDL_COVERAGE_DRIVER UINT32_MAX
/* Not a module: the table is full, or the lock was not available. */
#define RDL_NO_MODULE UINT32_C(0xffff)

/* The capacity of each table. */
struct rdl_coverage_limits {
    uint32_t locations, requirements;
    uint32_t members; /* of each kind of pairs; its matrix has the square */
    uint32_t workers; /* that count executions: owners 1 to this */
};

/* 36 MiB, and 3 MiB for each worker, whose number the driver sets; a small
 * program uses some hundred KiB of it. */
#define RDL_COVERAGE_LIMITS                                                    \
    ((struct rdl_coverage_limits){                                             \
        .locations = 1 << 16, .requirements = 1 << 18, .members = 1 << 13 })

/* A file that contains locations: the same number in all processes. */
struct rdl_coverage_module {
    uint8_t build_id[RDL_COVERAGE_BUILD_ID];
    uint8_t build_id_size;
    char path[RDL_COVERAGE_PATH]; /* NUL-terminated */
};

struct rdl_coverage_memory {
    uint64_t magic;
    uint64_t size; /* of the whole memory */
    struct rdl_coverage_limits limits;
    uint32_t lock; /* owner's number; 0: free */
    uint32_t n_modules;
    uint32_t unused;
    struct rdl_append_table locations; /* keys: rdl_location_key_of */
    struct rdl_requirements requirements;
    struct rdl_pairs pairs[RDL_N_COMBINATORIAL];
    struct rdl_classes classes;
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
/* False: this is not a coverage memory of that size.  Costs nothing. */
bool rdl_coverage_parts(struct rdl_coverage_memory *m, size_t size,
                        struct rdl_coverage_parts *parts);
/* Does nothing in it point outside its `size` bytes or in a circle, and are all
 * counts right?  Costs what is in use.  Call it while no process holds the
 * lock: an unfinished change is not sound. */
bool rdl_coverage_memory_sound(struct rdl_coverage_memory *m, size_t size);

/* For the driver, when the process that covered as `owner` is dead: if it died
 * with the lock, releases the lock and completes its unfinished change.  1: it
 * did; 0: it did not hold the lock; -EINVAL: this is not a coverage memory any
 * more. */
int rdl_coverage_release(struct rdl_coverage_memory *m, size_t size,
                         uint32_t owner);
/* For the driver, when no process covers: counts pairs anew.  A process that
 * died between a pair and its count leaves the count too low. */
void rdl_coverage_recount(struct rdl_coverage_memory *m, size_t size);

/* The number of a module, assigned if it is new; RDL_NO_MODULE.  The same path
 * with another build id is another module.  build_id may be NULL. */
uint32_t rdl_coverage_module(struct rdl_coverage_memory *m,
                             struct rdl_participant *participant,
                             const char *path, const uint8_t *build_id,
                             size_t build_id_size);
/* NULL: there is no module with that number. */
const struct rdl_coverage_module *
rdl_coverage_module_at(const struct rdl_coverage_memory *m, uint32_t number);

/* --- Totals, of any set of metrics ------------------------------------------
 */

uint64_t rdl_coverage_covered(const struct rdl_coverage_memory *m,
                              uint32_t metrics);
uint64_t rdl_coverage_estimated(const struct rdl_coverage_memory *m,
                                uint32_t metrics);
/* The requirements known to be possible: estimated, or covered without having
 * been estimated.  "Covered 9 of 10" is about these, everywhere. */
uint64_t rdl_coverage_known(const struct rdl_coverage_memory *m,
                            uint32_t metrics);
/* Estimated and covered. */
uint64_t rdl_coverage_both(const struct rdl_coverage_memory *m,
                           uint32_t metrics);
/* Pairs of the i-th kind (rdl_combinatorial_at). */
uint64_t rdl_coverage_pairs(const struct rdl_coverage_memory *m, size_t i);
/* What no process could record: no room, or no lock. */
uint64_t rdl_coverage_unrecorded(const struct rdl_coverage_memory *m);

#endif
