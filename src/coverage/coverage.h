/* coverage.h - the contract between the histories and a coverage metric.
 *
 * A metric decides which requirements an executed operation covers.  It has no
 * state: the histories (accesses.h, locks.h) record once for all metrics what
 * happened before, and pass it with the operation.  A metric also declares as
 * data which operations it relates, for the estimate of what any schedule could
 * cover (estimate/estimate.h).
 *
 * The caller (collector.h) promises:
 *   - touch() is called for every memory access, once for each group of bytes
 *     with the same history, by ascending address; histories equal to the
 *     group's before it are left out;
 *   - conflict() is called for every lock-acquire that has to wait, once for
 *     each holder that it waits for, in the order in which they took the lock;
 *   - handover() is called for every lock-hold, never for a re-acquisition by a
 *     thread that already holds the lock;
 *   - thread numbers are not reused within an execution.
 * A metric promises:
 *   - it reads only its arguments, and about threads only whether they are the
 *     same; it reports by rdl_cover() alone.  So it answers "what would this
 *     cover?" as well as "what did it cover?", and the answer can be cached
 *     (cover_cache.h);
 *   - it covers exactly what `relates` declares;
 *   - it uses no libc: it runs inside the target, between two of its
 *     instructions.
 *
 * To add one: write src/coverage/metrics/<name>.c, add METRIC(<name>) to
 * list.h.  tests/unit/coverage_random.c and coverage_programs.c then compare
 * its functions, its declaration and its estimates with each other.
 *
 * "The thesis" in this room: Shin Hong, "Effective and Efficient Test
 * Generation for Multithreaded Programs Using Concurrency Coverage Metrics",
 * KAIST, 2015. */
#ifndef RDL_COVERAGE_COVERAGE_H
#define RDL_COVERAGE_COVERAGE_H

#include "coverage/tables/requirements.h"

/* An access to some bytes.  A location of RDL_LOC_NONE: there was none. */
struct rdl_touch {
    uint32_t loc, thread;
    bool reads, writes;               /* both: an atomic read-modify-write */
    uint32_t write_loc, write_thread; /* the latest write */
    uint32_t read_loc, read_thread;   /* the very last read since */
};

/* A lock-acquire has to wait for a holder, which is another thread. */
struct rdl_conflict {
    uint32_t loc, thread;
    uint32_t holder_loc, holder_thread; /* where it took the lock */
};

/* A lock-hold.  last_loc is RDL_LOC_NONE for the first hold of a lock. */
struct rdl_handover {
    uint32_t loc, thread;
    uint32_t last_loc, last_thread; /* the latest lock-hold before */
};

/* The requirements that an operation would cover, in order; see collector.h. */
#define RDL_QUERY_MAX 32
struct rdl_query {
    uint32_t n;
    bool more; /* there are more than fit */
    struct {
        uint64_t key;
        uint32_t id; /* 0: neither covered nor estimated so far */
    } at[RDL_QUERY_MAX];
};

struct rdl_cover_cache; /* cover_cache.h */

struct rdl_sink {
    struct rdl_covering *covering;
    struct rdl_query *query;      /* NULL: a report means covered */
    struct rdl_cover_cache *memo; /* if not NULL, stores what is reported */
    unsigned metric;              /* the reporting metric; the caller sets it */
    bool late; /* collector.h; a metric with `initial` must then not report an
                  initial value */
};

void rdl_query_add(struct rdl_query *query, const struct rdl_covering *c,
                   uint64_t key);
void rdl_cover_cache_add(struct rdl_cover_cache *memo, uint32_t id);

static inline void rdl_cover(const struct rdl_sink *sink, uint32_t l1,
                             uint32_t l2)
{
    const uint64_t key = rdl_key(sink->metric, l1, l2);

    if (sink->query != NULL)
        rdl_query_add(sink->query, sink->covering, key);
    else if (sink->memo != NULL)
        rdl_cover_cache_add(sink->memo,
                            rdl_requirements_cover(sink->covering, key));
    else
        rdl_requirements_cover(sink->covering, key);
}

/* What a metric relates: p, the earlier operation, and q, the later one, on one
 * variable or lock, without another p in between. */
enum rdl_relation {
    RDL_BETWEEN_WRITES,   /* p a write, q an access */
    RDL_BETWEEN_ACCESSES, /* p and q accesses */
    RDL_BETWEEN_HOLDS,    /* p and q lock-holds */
    RDL_INSIDE_HOLD, /* p a lock-hold, q a lock-acquire of another thread that
                        waits for it */
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
    enum rdl_threads threads; /* of p and q; 0: unused row */
    bool initial;             /* also a q without a p before it */
    bool names_p;             /* RDL_FORM_ONE: l2 is p's place, not q's */
};

#define RDL_MOST_RELATES 2 /* most rows of a metric */

/* How a requirement of a metric is written. */
enum rdl_form {
    RDL_FORM_ONE,  /* (l2): place of q, or of p */
    RDL_FORM_PAIR, /* (l1, l2): places of p and q; RDL_LOC_NONE: no p */
    RDL_FORM_SIDE, /* own(l2), other(l2): place of q; whose p it is */
};

struct rdl_metric {
    const char *name;    /* as typed after --metrics= */
    const char *summary; /* one line of `raddle list metrics` */
    enum rdl_form form;
    struct rdl_relates relates[RDL_MOST_RELATES];
    /* NULL: never called. */
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

/* The numbers of metrics of list.h whose requirements are pairs. */
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

/* A set of metrics is a word with bits 1 << enum rdl_metric_id. */
#define RDL_METRIC_BIT(id) (UINT32_C(1) << RDL_METRIC_##id)
#define RDL_ALL_METRICS ((UINT32_C(1) << RDL_N_METRICS) - 1)

/* A metric that is the union of others: its requirements are theirs. */
struct rdl_combined {
    const char *name;
    uint32_t metrics;
};

/* A metric whose requirements are pairs of requirements of others, both covered
 * in one execution: pairs.h. */
struct rdl_combinatorial {
    const char *name;
    bool ordered;
    uint32_t metrics;
};

/* What raddle records unless the user names metrics: a name of list.h. */
#define RDL_METRICS_DEFAULT "reads-from+blocked-pair"

/* The i-th of list.h, NULL after the last.  For rdl_metric_at, i is also the
 * enum rdl_metric_id. */
const struct rdl_metric *rdl_metric_at(size_t i);
const struct rdl_combined *rdl_combined_at(size_t i);
const struct rdl_combinatorial *rdl_combinatorial_at(size_t i);
/* The metrics that a name of any kind means; 0: unknown name. */
uint32_t rdl_metrics_named(const char *name);
/* The metrics whose requirements follow from the interleaving alone, that is,
 * from the order of steps that depend on each other (explore/step.h).  So what
 * every interleaving leaves uncovered is impossible.
 *   between writes, between holds: the writes of a variable, and the holds of a
 *     lock, are in an order with each other and with what comes between them;
 *   between accesses: two reads may change places without being another
 *     interleaving, and either may be the last;
 *   inside a hold: whether a lock call comes while the lock is held, and has to
 *     wait, or afterwards, is not another interleaving either. */
uint32_t rdl_metrics_by_interleaving(void);

#endif
