/* requirements.h - what can be covered, what is covered, and what this
 * execution has covered.
 *
 * A requirement is a metric and two locations; a metric of single locations
 * leaves the first at RDL_LOC_NONE.  It gets a number when it is first covered
 * or estimated, and has it for the rest of the campaign.
 *
 * The campaign's knowledge is in memory that all its processes share
 * (memory.h): struct rdl_requirements and the arrays by requirement.  It
 * changes only under the lock.  It is read without the lock, so it is written
 * in an order in which a reader sees only complete things:
 *   a requirement   its key and record, then the ledger's n, then the chains
 *   a covering      its first execution and the log's entry, then n_log, then
 *                   its bit; counts last
 * (release by the writer, acquire by the reader).  A process that dies in
 * between leaves an unfinished change, never a wrong number;
 * rdl_coverage_release() completes it.
 *
 * What the current execution did is private to its process: struct
 * rdl_covering.  The cost of a covering does not depend on how much the
 * campaign has covered before.  The cost of beginning an execution is that of
 * what other processes have added since the one before.
 *
 * `order` is the order in which an execution first covers its requirements;
 * `mark` is the length of that order when a requirement was last covered.  The
 * pairs of pairs.h follow from these, so neither metrics nor this table know of
 * them. */
#ifndef RDL_COVERAGE_TABLES_REQUIREMENTS_H
#define RDL_COVERAGE_TABLES_REQUIREMENTS_H

#include "coverage/tables/classes.h"
#include "coverage/tables/bits.h"
#include "coverage/tables/hits.h"
#include "coverage/tables/locations.h"

#define RDL_MAX_METRICS 32
#define RDL_NOT_COVERED UINT64_MAX

/* --- Shared --------------------------------------------------------------- */

struct rdl_requirement {
    uint64_t first;   /* execution that covered it first, RDL_NOT_COVERED */
    uint32_t next[2]; /* older ones that contain its l1, its l2 */
};

struct rdl_requirements {
    struct rdl_append_table ledger; /* its keys: rdl_key */
    uint32_t n_log;                 /* requirements covered so far */
    uint32_t unused;
    uint32_t covered[RDL_MAX_METRICS]; /* how many, by metric */
    uint32_t estimated[RDL_MAX_METRICS];
    uint32_t both[RDL_MAX_METRICS]; /* estimated and covered */
};

/* Its arrays, as a process sees them. */
struct rdl_requirements_arrays {
    /* By requirement: */
    uint64_t *keys;
    struct rdl_requirement *records;
    uint64_t *covered_set, *estimated_set;
    uint64_t
        *target_set; /* that the user aims at; the driver alone writes it */
    /* By class (classes.h): its members; those that an execution has covered
     * since the class is at work. */
    uint64_t *class_set[RDL_N_CLASSES], *done_set;
    uint32_t *log; /* by time of first covering: 0..n_log-1 */
    /* By location: is it code that a change touched? */
    uint64_t *changed_set;
    /* Calls in such code: a hash table of the locations' keys (classes.h). */
    uint64_t *changed_calls;
    /* By location: the newest requirement that contains it; by location and
     * metric: the number of requirements there that are estimated and not
     * covered. */
    uint32_t *heads, *open;
    struct rdl_hits_arrays hits;
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
/* Can it be in a table with this many locations (rdl_locations_limit)? */
static inline bool rdl_key_fits(uint64_t key, uint32_t locations)
{
    return rdl_key_metric(key) < RDL_MAX_METRICS &&
           rdl_key_l1(key) < locations && rdl_key_l2(key) < locations;
}

/* --- Private to a process --------------------------------------------------
 */

struct rdl_curr {   /* one requirement, in the current execution */
    uint32_t epoch; /* not the current one: not covered */
    uint32_t mark;
};

struct rdl_covering {
    struct rdl_requirements *table;        /* shared */
    struct rdl_requirements_arrays shared; /* arrays of `table` */
    struct rdl_mirror mirror;              /* key to number */
    struct rdl_participant *participant;
    struct rdl_hits_slot slot; /* of this process in `shared` */
    bool counts;               /* the execution counts there */
    uint64_t execution;        /* number of the current one */
    uint32_t epoch;            /* differs in each execution */
    uint32_t locations;        /* bound on numbers of locations */
    uint32_t n_order;          /* requirements covered in this execution */
    uint32_t n_before;         /* n_order at the start of the current event */
    uint32_t n_moved;          /* moments at which one was covered again */
    uint32_t n_new;            /* those that no execution covered before */
    uint32_t new_of[RDL_MAX_METRICS]; /* the same, by metric */
    uint32_t *order;
    struct rdl_curr *curr; /* by requirement */
};

/* Execution `number` begins, with nothing covered.  `repeats`: it has been
 * counted before, and is not counted again. */
void rdl_requirements_begin(struct rdl_covering *c, uint64_t number,
                            bool repeats);
/* Records that it can be covered; returns its number, 0: no room. */
uint32_t rdl_requirements_estimate(struct rdl_covering *c, uint64_t key);
/* Those of `metrics` that have room for more estimates. */
uint32_t rdl_requirements_room(const struct rdl_covering *c, uint32_t metrics);
/* Execution `first` covered it, in an earlier session or in another process;
 * the earliest counts.  Returns its number, 0: no room.  This does not change
 * the current execution. */
uint32_t rdl_requirements_restore(struct rdl_covering *c, uint64_t key,
                                  uint64_t first);
/* The slow part of cover(): the first time in an execution, or ever. */
void rdl_requirements_first(struct rdl_covering *c, uint32_t id);
uint32_t rdl_requirements_insert(struct rdl_covering *c, uint64_t key);

/* The current event covers requirement `id`. */
static inline void rdl_requirements_cover_id(struct rdl_covering *c,
                                             uint32_t id)
{
    if (c->curr[id].epoch != c->epoch)
        rdl_requirements_first(c, id);
    c->n_moved += c->curr[id].mark != c->n_before;
    c->curr[id].mark = c->n_before;
}

/* The current event covers `key`; returns its number, 0: not recorded. */
static inline uint32_t rdl_requirements_cover(struct rdl_covering *c,
                                              uint64_t key)
{
    uint32_t id = rdl_mirror_find(&c->mirror, key);

    if (__builtin_expect(id == 0, 0)) {
        id = rdl_requirements_insert(c, key);
        if (id == 0)
            return 0;
    }
    rdl_requirements_cover_id(c, id);
    return id;
}

/* The next event begins: all that it covers, it covers at one moment. */
static inline void rdl_requirements_event(struct rdl_covering *c)
{
    c->n_before = c->n_order;
}

/* 0: neither covered nor estimated, as far as this process knows.  It takes in
 * what others find when an execution begins. */
static inline uint32_t rdl_requirements_find(const struct rdl_covering *c,
                                             uint64_t key)
{
    return rdl_mirror_find(&c->mirror, key);
}

/* Numbers are 1 to this, including those of other processes. */
static inline uint32_t rdl_requirements_n(const struct rdl_covering *c)
{
    return rdl_mirror_end(&c->mirror);
}

static inline uint64_t rdl_requirement_key(const struct rdl_covering *c,
                                           uint32_t id)
{
    return rdl_mirror_key(&c->mirror, id);
}

/* By any execution, including the current one; id may be 0. */
static inline bool rdl_requirement_covered(const struct rdl_covering *c,
                                           uint32_t id)
{
    return rdl_bits_test_shared(c->shared.covered_set, id);
}

/* By the current execution; id may be 0. */
static inline bool rdl_requirement_curr(const struct rdl_covering *c,
                                        uint32_t id)
{
    return c->curr[id].epoch == c->epoch;
}

static inline bool rdl_requirement_estimated(const struct rdl_covering *c,
                                             uint32_t id)
{
    return rdl_bits_test_shared(c->shared.estimated_set, id);
}

/* Does the user aim at it (--targets)?  id may be 0. */
static inline bool rdl_requirement_target(const struct rdl_covering *c,
                                          uint32_t id)
{
    return rdl_bits_test_shared(c->shared.target_set, id);
}
static inline void rdl_requirement_aim(struct rdl_covering *c, uint32_t id)
{
    rdl_bits_add_shared(c->shared.target_set, id);
}

/* The execution that covered it first; RDL_NOT_COVERED. */
static inline uint64_t rdl_requirement_first(const struct rdl_covering *c,
                                             uint32_t id)
{
    return __atomic_load_n(&c->shared.records[id].first, __ATOMIC_RELAXED);
}

/* Requirements in the order of their first covering, by any process: numbers
 * `from` to rdl_requirements_logged() - 1 are new since it was `from`. */
static inline uint32_t rdl_requirements_logged(const struct rdl_covering *c)
{
    const uint32_t n = __atomic_load_n(&c->table->n_log, __ATOMIC_ACQUIRE);

    return n < c->mirror.capacity ? n : c->mirror.capacity;
}
/* 0: the target has overwritten the log. */
static inline uint32_t rdl_requirements_log(const struct rdl_covering *c,
                                            uint32_t i)
{
    const uint32_t id = __atomic_load_n(&c->shared.log[i], __ATOMIC_RELAXED);

    return id <= c->mirror.capacity ? id : 0;
}

/* The number of requirements of `metric` that contain the location and are
 * estimated but not covered; (l,l) counts once. */
static inline uint32_t rdl_requirements_open(const struct rdl_covering *c,
                                             uint32_t location, unsigned metric)
{
    if (location >= c->locations)
        return 0;
    return __atomic_load_n(
        &c->shared.open[(size_t)location * RDL_MAX_METRICS + metric],
        __ATOMIC_RELAXED);
}

/* All requirements that contain a location, the newest first: for (id =
 * ..._with(c, l); id != 0; id = ..._with_next(c, l, id)) */
static inline uint32_t rdl_requirements_with(const struct rdl_covering *c,
                                             uint32_t location)
{
    uint32_t id;

    if (location >= c->locations)
        return 0;
    id = __atomic_load_n(&c->shared.heads[location], __ATOMIC_ACQUIRE);
    return id <= c->mirror.capacity ? id : 0;
}
static inline uint32_t rdl_requirements_with_next(const struct rdl_covering *c,
                                                  uint32_t location,
                                                  uint32_t id)
{
    const bool is_l2 = rdl_key_l1(rdl_requirement_key(c, id)) != location;
    const uint32_t next =
        __atomic_load_n(&c->shared.records[id].next[is_l2], __ATOMIC_RELAXED);

    return next < id ? next : 0; /* so it ends, even if overwritten */
}

#endif
