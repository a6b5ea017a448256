/* coverage_declared.h - the declarations of the metrics taken at their word:
 * the requirements that a p and a q make, or a q without a p.
 *
 * The models of executions (coverage_reference.h, coverage_programs.h) say
 * which operations come together; this says of which metrics that is a
 * requirement. So a new metric is compared with its own declaration, and no
 * model names one. */
#ifndef COVERAGE_DECLARED_H
#define COVERAGE_DECLARED_H

#include "coverage/coverage.h"

struct meeting {
    enum rdl_relation relation;
    bool no_p;              /* then only q and l2 count */
    bool p_reads, p_writes; /* of accesses */
    bool q_reads, q_writes;
    bool same_thread;
    uintptr_t l1, l2; /* where p and q are */
};

typedef void declared_emit(void *to, unsigned metric, uintptr_t l1,
                           uintptr_t l2);

static inline bool declared_side(enum rdl_side side, bool reads, bool writes)
{
    return side == RDL_SIDE_ANY || (side == RDL_SIDE_READS && reads) ||
           (side == RDL_SIDE_WRITES && writes) ||
           (side == RDL_SIDE_ONLY_READS && reads && !writes);
}

static inline bool declared_row(const struct rdl_relates *r,
                                const struct meeting *x)
{
    if (r->threads == 0 || r->relation != x->relation ||
        !declared_side(r->q, x->q_reads, x->q_writes))
        return false;
    if (x->no_p)
        return r->initial;
    return (r->threads &
            (x->same_thread ? RDL_SAME_THREAD : RDL_OTHER_THREAD)) != 0 &&
           declared_side(r->p, x->p_reads, x->p_writes);
}

static inline void declared(const struct meeting *x, declared_emit *found,
                            void *to)
{
    const struct rdl_metric *metric;

    for (unsigned m = 0; (metric = rdl_metric_at(m)) != NULL; m++) {
        for (size_t i = 0; i < RDL_MOST_RELATES; i++) {
            const struct rdl_relates *r = &metric->relates[i];

            if (!declared_row(r, x))
                continue;
            if (metric->form == RDL_FORM_PAIR)
                found(to, m, x->no_p ? RDL_LOC_NONE : x->l1, x->l2);
            else if (metric->form == RDL_FORM_SIDE)
                found(to, m, x->same_thread ? RDL_LOC_OWN : RDL_LOC_OTHER,
                      x->l2);
            else
                found(to, m, RDL_LOC_NONE, r->names_p ? x->l1 : x->l2);
        }
    }
}

#endif
