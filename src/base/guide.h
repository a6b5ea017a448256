/* guide.h - what a strategy may ask about coverage.
 *
 * Strategies and metrics do not know each other.  A strategy names the metric
 * it works with (strategy.h: `metrics`, `pairs`), or the user does (--guide),
 * and the scheduler gives it a guide over that metric's requirements in the
 * whole campaign.  A requirement
 * is a number; 0 means one that raddle has neither covered nor estimated so
 * far.  Implemented in coverage/guide.c.
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
    /* Does the campaign record what a lock-acquire covers by having to wait?
     * And does the guide aim at that? */
    bool waiting_counts, waiting_aims;
    /* Of what it aims at: are there accesses to memory?  Can a read change what
     * another operation covers?  Does it depend on the thread what an operation
     * covers? */
    bool accesses, reads_matter, threads_matter;
    bool pairs; /* pairs_new() and partners() have answers */
    /* cov(p): the requirements that p would cover now.  A lock-acquire counts
     * as the lock-hold that it becomes, or else as the attempt. */
    void (*query)(const struct rdl_guide *g, const struct rdl_event *p,
                  struct rdl_guide_set *out);
    /* cov(p,q): the requirements that q would cover right after p.  For two
     * operations on one lock: after p released it, and by waiting for p. */
    void (*query_after)(const struct rdl_guide *g, const struct rdl_event *p,
                        const struct rdl_event *q, struct rdl_guide_set *out);
    /* Do cov(p,q) and cov(q) differ?  Cheap enough for all pairs. */
    bool (*meet)(const struct rdl_event *p, const struct rdl_event *q);
    /* Would this lock-acquire block now?  Is the lock of this lock-hold not
     * available (then the time limit of its call is over)?  False for all other
     * operators. */
    bool (*waits)(const struct rdl_guide *g, const struct rdl_event *p);
    /* Does the thread of this lock operation hold its lock?  Unless
     * `threads_matter`, only then do the answers here depend on which thread it
     * is. */
    bool (*holds)(const struct rdl_guide *g, const struct rdl_event *p);
    /* Has any execution covered it, including this one? */
    bool (*covered)(const struct rdl_guide *g, uint32_t id);
    bool (*estimated)(const struct rdl_guide *g, uint32_t id);
    /* The number of estimated, uncovered requirements that contain p's
     * location. */
    uint32_t (*open)(const struct rdl_guide *g, const struct rdl_event *p);
    /* new(id): the number of pairs of `id` with a requirement covered in this
     * execution that no execution has shown yet.  0 without pairs. */
    uint32_t (*pairs_new)(const struct rdl_guide *g, uint32_t id);
    /* The number of covered requirements t with p's location and new(t) > 0. */
    uint32_t (*partners)(const struct rdl_guide *g, const struct rdl_event *p);
    /* The number of requirements that this execution was the first to cover. */
    uint32_t (*fresh)(const struct rdl_guide *g);
    /* Changes whenever this execution covers another requirement, or, with
     * ordered pairs, one again later.  While it stays the same, pairs_new() and
     * partners() can only fall, by what other workers cover. */
    uint32_t (*progress)(const struct rdl_guide *g);
    /* Did a change of the program touch the code at p's location (raddle
     * regress)? */
    bool (*changed)(const struct rdl_guide *g, const struct rdl_event *p);
    /* Did it touch a call that p's thread is inside of (raddle regress
     * --capp=...,stack)? */
    bool (*changed_below)(const struct rdl_guide *g, const struct rdl_event *p);
    /* Is it known what a change touched? */
    bool (*marked)(const struct rdl_guide *g);
    /* Only of a strategy that aims at classes (strategy.h), else NULL: is the
     * campaign in the phase of pairs?  And an execution has ended: moves the
     * campaign's phase and class. */
    bool (*combines)(const struct rdl_guide *g);
    void (*advance)(const struct rdl_guide *g);
};

#endif
