/* requirements.h - what can be covered, what is, and what this execution did.
 *
 * A requirement is a metric and two locations; a metric of single locations
 * leaves the first at RDL_LOC_NONE.  It gets a number when it is first covered
 * or estimated and keeps it for the campaign.
 *
 * What the campaign knows lies in memory that all its processes share
 * (memory.h): struct rdl_requirements and the arrays by requirement.  It
 * changes only under the lock; it is read without, and so written in an order
 * in which a reader sees only complete things:
 *   a requirement   its key and record, then the ledger's n, then the chains
 *   a covering      its first execution and the log's entry, then n_log, then
 *                   its bit; counts last
 * (release by the writer, acquire by the reader).  Who dies in between leaves
 * something half done, never something that leads astray;
 * rdl_coverage_release() completes it.
 *
 * What the current execution did is private to its process: struct
 * rdl_covering.  What it costs to cover something does not depend on how much
 * the campaign has covered before, and to begin an execution costs what other
 * processes have added since the one before.
 *
 * The order in which an execution first covers its requirements is kept
 * (`order`), and for each where that order stood when it was covered last
 * (`mark`).  From these the pairs of pairs.h follow, so that neither metrics
 * nor this table know of them. */
#ifndef RDL_COVERAGE_TABLES_REQUIREMENTS_H
#define RDL_COVERAGE_TABLES_REQUIREMENTS_H

#include "coverage/tables/bits.h"
#include "coverage/tables/locations.h"

#define RDL_MAX_METRICS 32
#define RDL_NOT_COVERED UINT64_MAX

/* --- Shared --------------------------------------------------------------- */

struct rdl_requirement {
    uint64_t first;   /* execution that covered it first, RDL_NOT_COVERED */
    uint32_t next[2]; /* of those that contain its l1, its l2: smaller */
};

struct rdl_requirements {
    struct rdl_append_table ledger; /* of keys, see rdl_key */
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
    uint32_t *log; /* in order of first covering: 0..n_log-1 */
    /* By location: the first (newest) that contains it; by location and
     * metric: how many that contain it are estimated and not covered. */
    uint32_t *heads, *open;
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
/* Can it be in a table of so many locations (rdl_locations_limit)? */
static inline bool rdl_key_fits(uint64_t key, uint32_t locations)
{
    return rdl_key_metric(key) < RDL_MAX_METRICS &&
           rdl_key_l1(key) < locations && rdl_key_l2(key) < locations;
}

/* --- Private to a process --------------------------------------------------
 */

struct rdl_curr {   /* a requirement in the current execution */
    uint32_t epoch; /* not the current one: not covered */
    uint32_t mark;
};

struct rdl_covering {
    struct rdl_requirements *table;        /* shared */
    struct rdl_requirements_arrays shared; /* of it */
    struct rdl_mirror mirror;              /* key to number */
    struct rdl_participant *party;
    uint64_t execution; /* number of the current one */
    uint32_t epoch;     /* another in each execution */
    uint32_t locations; /* numbers of locations are below it */
    uint32_t n_order;   /* requirements covered in this execution */
    uint32_t n_before;  /* the same as the current event began */
    uint32_t n_new;     /* of them, those that no execution covered before */
    uint32_t new_of[RDL_MAX_METRICS]; /* the same by metric */
    uint32_t *order;
    struct rdl_curr *curr; /* by requirement */
};

/* Execution `number` begins: it has covered nothing. */
void rdl_requirements_begin(struct rdl_covering *c, uint64_t number);
/* Somebody expects that it can be covered; its number, 0: no room. */
uint32_t rdl_requirements_estimate(struct rdl_covering *c, uint64_t key);
/* Those of `metrics` of which more can be expected. */
uint32_t rdl_requirements_room(const struct rdl_covering *c, uint32_t metrics);
/* Execution `first` covered it, in an earlier session or in another process; of
 * several the earliest stays.  Its number, 0: no room.  The current execution
 * has nothing to do with it. */
uint32_t rdl_requirements_restore(struct rdl_covering *c, uint64_t key,
                                  uint64_t first);
/* What cover() does the first time in an execution, or at all. */
void rdl_requirements_first(struct rdl_covering *c, uint32_t id);
uint32_t rdl_requirements_insert(struct rdl_covering *c, uint64_t key);

/* The current event covers requirement `id`. */
static inline void rdl_requirements_cover_id(struct rdl_covering *c,
                                             uint32_t id)
{
    if (c->curr[id].epoch != c->epoch)
        rdl_requirements_first(c, id);
    c->curr[id].mark = c->n_before;
}

/* The current event covers `key`; its number, 0: it could not be recorded. */
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

/* The next event begins: what it covers, it covers at one moment. */
static inline void rdl_requirements_event(struct rdl_covering *c)
{
    c->n_before = c->n_order;
}

/* 0: neither covered nor estimated so far, as far as this process knows: what
 * others find is taken in when an execution begins. */
static inline uint32_t rdl_requirements_find(const struct rdl_covering *c,
                                             uint64_t key)
{
    return rdl_mirror_find(&c->mirror, key);
}

/* Their numbers are 1 to this, those of other processes included. */
static inline uint32_t rdl_requirements_n(const struct rdl_covering *c)
{
    return rdl_mirror_end(&c->mirror);
}

static inline uint64_t rdl_requirement_key(const struct rdl_covering *c,
                                           uint32_t id)
{
    return rdl_mirror_key(&c->mirror, id);
}

/* By any execution, the current one included; id may be 0. */
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

/* The execution that covered it first; RDL_NOT_COVERED. */
static inline uint64_t rdl_requirement_first(const struct rdl_covering *c,
                                             uint32_t id)
{
    return __atomic_load_n(&c->shared.records[id].first, __ATOMIC_RELAXED);
}

/* Requirements in order of first covering, by whatever process: numbers `from`
 * to rdl_requirements_logged() - 1 are what is new since it was `from`. */
static inline uint32_t rdl_requirements_logged(const struct rdl_covering *c)
{
    const uint32_t n = __atomic_load_n(&c->table->n_log, __ATOMIC_ACQUIRE);

    return n < c->mirror.capacity ? n : c->mirror.capacity;
}
/* 0: the log was scribbled over. */
static inline uint32_t rdl_requirements_log(const struct rdl_covering *c,
                                            uint32_t i)
{
    const uint32_t id = __atomic_load_n(&c->shared.log[i], __ATOMIC_RELAXED);

    return id <= c->mirror.capacity ? id : 0;
}

/* How many requirements of `metric` that contain the location are estimated
 * and not covered; (l,l) counts once. */
static inline uint32_t rdl_requirements_open(const struct rdl_covering *c,
                                             uint32_t location, unsigned metric)
{
    if (location >= c->locations)
        return 0;
    return __atomic_load_n(
        &c->shared.open[(size_t)location * RDL_MAX_METRICS + metric],
        __ATOMIC_RELAXED);
}

/* All requirements that contain a location, the newest first:
 * for (id = ..._with(c, l); id != 0; id = ..._with_next(c, l, id)) */
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

    return next < id ? next : 0; /* it ends, whatever was written there */
}

#endif
