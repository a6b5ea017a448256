/* sets.h - what a change did to the requirements (thesis, 5.3.3).
 *
 * With C_P, E_P covered and estimated in the old build, mapped onto the new one
 * (mapping.h), and E_P' estimated in the new build:
 *   A = E_P' \ (E_P u C_P)   new: also every requirement at a new line
 *   B = E_P' n C_P           as before
 *   C = C_P \ E_P'           covered then, not expected now
 *   left out: E_P \ C_P      expected then, never met
 * and besides, for the report:
 *   V = (E_P u C_P) \ E_P'   vanished: a lock that was removed shows here
 * An old requirement is mapped if the lines of both its places are; one of the
 * operations may be gone.  One that is not mapped belongs to no set, but for
 * holds of a lock whose lines are gone: these are in V.  Requirements of which
 * a place has no source line belong to no set. */
#ifndef RDL_REGRESS_SETS_H
#define RDL_REGRESS_SETS_H

#include "coverage/coverage.h"
#include "regress/mapping.h"

/* In l1 and l2 of a set: the old location, whose operation is gone. */
#define RDL_SETS_OLD (UINT32_C(1) << 30)

struct rdl_sets_requirement {
    unsigned metric;
    uint32_t l1, l2;
    bool estimated, covered;
};

struct rdl_changed {
    unsigned metric;
    uint32_t l1, l2; /* locations of the new build, or RDL_SETS_OLD | old */
    bool was_estimated, was_covered, estimated, covered;
    bool removed; /* a lock was taken there, at a line that is gone */
};

struct rdl_sets {
    size_t n;
    struct rdl_changed *all; /* by metric, l1 and l2, each once */
    size_t unplaced;         /* requirements without a source line */
};

void rdl_sets_make(struct rdl_sets *s, const struct rdl_mapping *m,
                   const struct rdl_sets_requirement *was, size_t n_was,
                   const struct rdl_sets_requirement *is, size_t n_is);
void rdl_sets_free(struct rdl_sets *s);

/* 'A', 'B', 'C'; 0: it is not a target. */
char rdl_changed_class(const struct rdl_changed *r);
bool rdl_changed_left_out(const struct rdl_changed *r);
bool rdl_changed_vanished(const struct rdl_changed *r);

#endif
