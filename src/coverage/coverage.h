/* coverage.h - the contract between the histories and a coverage metric.
 *
 * A metric says which requirements an executed operation covers.  It keeps no
 * state: the histories (accesses.h, locks.h) keep once for all metrics what
 * happened before, and it arrives with the operation.  A metric also declares
 * as data which operations it relates, for the estimate of what any schedule
 * could cover (estimate/estimate.h).
 *
 * The caller (collector.h) promises:
 *   - touch() is called for every memory access, once for each group of bytes
 *     with the same history, by ascending address; histories equal to the
 *     group's before it are left out;
 *   - conflict() is called for every lock-acquire that has to wait, once for
 *     each holder that it waits for, in the order in which they took the lock;
 *   - handover() is called for every lock-hold, never for a re-acquisition by
 *     a thread that holds the lock already;
 *   - threads have numbers that are not used again within an execution.
 * A metric promises:
 *   - it looks only at its arguments, and of threads only at whether they are
 *     the same; and it reports by rdl_cover() alone.  So it answers "what
 *     would this cover?" as well as "what did it cover?", and the answer can
 *     be remembered (touch_cache.h);
 *   - it covers exactly what `relates` says;
 *   - no libc: it runs inside the target, between two of its instructions.
 *
 * To add one: write src/coverage/metrics/<name>.c, add METRIC(<name>) to
 * list.h.  tests/unit/coverage_random.c and coverage_programs.c then compare
 * its functions, its declaration and its estimates with each other.
 *
 * "The thesis" in this room: Shin Hong, "Effective and Efficient Test
 * Generation for Multithreaded Programs Using Concurrency Coverage Metrics",
 * KAIST, 2015.
 */
#ifndef RDL_COVERAGE_COVERAGE_H
#define RDL_COVERAGE_COVERAGE_H

#include "coverage/tables/requirements.h"

/* Some bytes are accessed.  A location of RDL_LOC_NONE: there was none. */
struct rdl_touch {
    uint32_t loc, thread;
    bool reads, writes;               /* both: an atomic read-modify-write */
    uint32_t write_loc, write_thread; /* the latest write */
    uint32_t read_loc, read_thread;   /* the very last read since */
};

/* A lock-acquire has to wait for a holder, another thread. */
struct rdl_conflict {
    uint32_t loc, thread;
    uint32_t holder_loc, holder_thread; /* where it took the lock */
};

/* A lock-hold.  last_loc is RDL_LOC_NONE at the first of a lock. */
struct rdl_handover {
    uint32_t loc, thread;
    uint32_t last_loc, last_thread; /* the latest lock-hold before */
};

/* The requirements that something would cover, in order; see collector.h. */
#define RDL_WOULD_MAX 32
struct rdl_would {
    uint32_t n;
    bool more; /* than fit */
    struct {
        uint64_t key;
        uint32_t id; /* 0: neither covered nor estimated so far */
    } at[RDL_WOULD_MAX];
};

struct rdl_touch_cache; /* touch_cache.h */

struct rdl_sink {
    struct rdl_covering *covering;
    struct rdl_would *would;      /* NULL: what is reported is covered */
    struct rdl_touch_cache *memo; /* notes what was reported, if not NULL */
    unsigned metric;              /* who reports; the caller's to set */
    bool late;                    /* see struct rdl_coverage */
};

void rdl_would_add(struct rdl_would *would, const struct rdl_covering *c,
                   uint64_t key);
void rdl_touch_cache_add(struct rdl_touch_cache *memo, uint32_t id);

static inline void rdl_cover(const struct rdl_sink *sink, uint32_t l1,
                             uint32_t l2)
{
    const uint64_t key = rdl_key(sink->metric, l1, l2);

    if (sink->would != NULL)
        rdl_would_add(sink->would, sink->covering, key);
    else if (sink->memo != NULL)
        rdl_touch_cache_add(sink->memo,
                            rdl_requirements_cover(sink->covering, key));
    else
        rdl_requirements_cover(sink->covering, key);
}

/* What a metric relates: p, the earlier operation, and q, the later one, on one
 * variable or lock, with nothing in between that would count as a p. */
enum rdl_relation {
    RDL_BETWEEN_WRITES,   /* p a write, q an access */
    RDL_BETWEEN_ACCESSES, /* p and q accesses */
    RDL_BETWEEN_HOLDS,    /* p and q lock-holds */
    RDL_INSIDE_HOLD, /* p a lock-hold, q a lock-acquire that has to wait for
                        it, and so is another thread's */
    RDL_N_RELATIONS
};

/* Which accesses may be p or q; an atomic read-modify-write does both. */
enum rdl_side {
    RDL_SIDE_ANY,
    RDL_SIDE_READS,
    RDL_SIDE_WRITES,
    RDL_SIDE_ONLY_READS, /* reads, and does not write */
};

enum rdl_threads {
    RDL_SAME_THREAD = 1,
    RDL_OTHER_THREAD = 2,
    RDL_ANY_THREAD = RDL_SAME_THREAD | RDL_OTHER_THREAD,
};

struct rdl_relates {
    enum rdl_relation relation;
    enum rdl_side p, q;
    enum rdl_threads threads; /* of p and q; 0: this row is not used */
    bool initial;             /* also a q that has no p before it */
    bool names_p;             /* RDL_FORM_ONE: l2 is where p is */
};

#define RDL_MOST_RELATES 2 /* rows of a metric */

/* How people write a requirement of a metric. */
enum rdl_form {
    RDL_FORM_ONE,  /* (l2): where q is, or p */
    RDL_FORM_PAIR, /* (l1, l2): where p and q are; without p RDL_LOC_NONE */
    RDL_FORM_SIDE, /* own(l2), other(l2): where q is, and whose p is */
};

struct rdl_metric {
    const char *name;    /* as typed after --metrics= */
    const char *summary; /* one line of `raddle list metrics` */
    enum rdl_form form;
    struct rdl_relates relates[RDL_MOST_RELATES];
    /* NULL: not interested. */
    void (*touch)(const struct rdl_touch *t, const struct rdl_sink *sink);
    void (*conflict)(const struct rdl_conflict *c, const struct rdl_sink *sink);
    void (*handover)(const struct rdl_handover *h, const struct rdl_sink *sink);
};

enum rdl_metric_id {
#define METRIC(id) RDL_METRIC_##id,
#define COMBINED(name, a, b)
#define COMBINATORIAL(name, order, a, b)
#include "coverage/list.h"
#undef METRIC
#undef COMBINED
#undef COMBINATORIAL
    RDL_N_METRICS
};

/* Those of list.h whose requirements are pairs. */
enum {
    RDL_N_COMBINATORIAL = 0
#define METRIC(id)
#define COMBINED(name, a, b)
#define COMBINATORIAL(name, order, a, b) +1
#include "coverage/list.h"
#undef METRIC
#undef COMBINED
#undef COMBINATORIAL
};

/* Sets of metrics are words, 1 << enum rdl_metric_id each. */
#define RDL_METRIC_BIT(id) (UINT32_C(1) << RDL_METRIC_##id)
#define RDL_ALL_METRICS ((UINT32_C(1) << RDL_N_METRICS) - 1)

/* A metric that is the union of others: its requirements are theirs. */
struct rdl_combined {
    const char *name;
    uint32_t metrics;
};

/* A metric whose requirements are pairs of requirements of others, covered in
 * one execution: pairs.h. */
struct rdl_combinatorial {
    const char *name;
    bool ordered;
    uint32_t metrics;
};

/* The i-th of list.h, NULL behind the last.  That of rdl_metric_at is also its
 * enum rdl_metric_id. */
const struct rdl_metric *rdl_metric_at(size_t i);
const struct rdl_combined *rdl_combined_at(size_t i);
const struct rdl_combinatorial *rdl_combinatorial_at(size_t i);
/* The metrics that a name means, whichever kind it is of; 0: no such name. */
uint32_t rdl_metrics_named(const char *name);

#endif
