/* guide.h - what a strategy may ask about coverage.
 *
 * Strategies and metrics do not know each other: a strategy names the metric
 * it works with (strategy.h: `metrics`, `pairs`), and the engine gives it a
 * guide over the requirements of that metric, of the whole campaign.  A
 * requirement is a number; 0 stands for one that nobody has covered or
 * estimated so far.  Implemented in coverage/guide.c.
 *
 * cov(p) is the set that the operation p would cover now, cov(p,q) the set that
 * q would cover right after p (docs/strategies.md names the papers). */
#ifndef RDL_BASE_GUIDE_H
#define RDL_BASE_GUIDE_H

#include "base/event.h"

#include <stdbool.h>

#define RDL_GUIDE_MOST 32

/* The requirements that one operation would cover, in order. */
struct rdl_guide_set {
    uint32_t n;
    uint32_t id[RDL_GUIDE_MOST];
};

struct rdl_guide {
    /* cov(p): what executing p now would cover.  A lock-acquire counts as the
     * lock-hold that it becomes. */
    void (*would)(const struct rdl_guide *g, const struct rdl_event *p,
                  struct rdl_guide_set *out);
    /* cov(p,q): what q would cover right after p. */
    void (*would_after)(const struct rdl_guide *g, const struct rdl_event *p,
                        const struct rdl_event *q, struct rdl_guide_set *out);
    /* Is cov(p,q) another set than cov(q)?  Cheap: for all pairs. */
    bool (*meet)(const struct rdl_event *p, const struct rdl_event *q);
    /* Would this lock-acquire have to wait now?  It is then no step that the
     * papers know: their thread is disabled.  False for all else. */
    bool (*waits)(const struct rdl_guide *g, const struct rdl_event *p);
    /* Does the thread of this lock operation hold its lock?  Only then does
     * any answer here depend on which thread it is of. */
    bool (*holds)(const struct rdl_guide *g, const struct rdl_event *p);
    /* By any execution, this one included. */
    bool (*covered)(const struct rdl_guide *g, uint32_t id);
    bool (*estimated)(const struct rdl_guide *g, uint32_t id);
    /* How many estimated, uncovered requirements contain p's location. */
    uint32_t (*open)(const struct rdl_guide *g, const struct rdl_event *p);
    /* new(id): how many pairs with what this execution has covered so far no
     * execution has shown.  0 without pairs. */
    uint32_t (*pairs_new)(const struct rdl_guide *g, uint32_t id);
    /* How many covered requirements t that contain p's location have
     * new(t) > 0. */
    uint32_t (*partners)(const struct rdl_guide *g, const struct rdl_event *p);
    /* Requirements of its metrics that this execution has covered first of
     * all. */
    uint32_t (*fresh)(const struct rdl_guide *g);
    /* Changes whenever this execution covers what it has not covered before:
     * until then, no pairs_new() and no partners() grow. */
    uint32_t (*progress)(const struct rdl_guide *g);
};

#endif
